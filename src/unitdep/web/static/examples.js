// Five problems to try: a rate to divide by, an extra number, sharing, several steps, percent.
export const EXAMPLES = [
  {
    name: "Bouquets",
    text:
      "Isabel picked 66 flowers for her friend's wedding. She was making bouquets with 8 flowers in " +
      "each one. If 10 of the flowers wilted before the wedding, how many bouquets could she still make?",
  },
  {
    name: "An extra number",
    text:
      "Rosa is 12 years old and keeps 5 hens. Each hen lays 6 eggs a week. How many eggs does Rosa " +
      "get in a week?",
  },
  {
    name: "Sharing",
    text: "Omar has 84 stickers. He shares them equally among 7 friends. How many stickers does each friend get?",
  },
  {
    name: "Shopping",
    text: "Lena buys 3 notebooks for $2.50 each and a pen for $1.20. How much does Lena spend?",
  },
  {
    name: "Percent",
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
