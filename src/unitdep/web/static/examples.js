// Problems to try on the solve page, of different kinds; a test solves them and compares the answers.
export const EXAMPLES = [
  {
    name: "Groups",
    answer: "7 bouquets",
    text:
      "Isabel picked 66 flowers for her friend's wedding. She was making bouquets with 8 flowers in " +
      "each one. If 10 of the flowers wilted before the wedding, how many bouquets could she still make?",
  },
  {
    name: "A number that doesn't matter",
    answer: "30 eggs",
    text:
      "Rosa is 12 years old and has 5 hens. Each hen lays 6 eggs a week. How many eggs do the hens " +
      "lay in a week?",
  },
  {
    name: "Percent",
    answer: "84 pupils",
    text: "A school has 240 pupils. 35% of the pupils walk to school. How many pupils walk to school?",
  },
];

const PENCILS = "A class has 48 pencils. 3 tables get 14 pencils each. How many pencils are left?";

// Workings to check: right, right another way, a slip that later steps carry on, units, unfinished.
export const WORKINGS = [
  { name: "A right one", text: PENCILS, work: "3 × 14 = 42\n48 − 42 = 6 pencils" },
  { name: "Another way", text: PENCILS, work: "48 − 14 − 14 − 14 = 6" },
  {
    name: "A slip",
    text: PENCILS,
    work: "First I work out what the tables get: 3 × 14 = 43.\nThen 48 − 43 = 5, so 5 pencils are left.",
  },
  { name: "Units", text: EXAMPLES[0].text, work: "66 + 8 = 74 bouquets" },
  { name: "Not finished", text: EXAMPLES[0].text, work: "66 − 10 = 56" },
];
