// The words of docs/concepts/glossary.md: make pages writes both.
export const TERMS = {
  "Quantity": "A number of the text together with what it counts or measures: 66 flowers.",
  "Unit": "What a number counts or measures; two numbers can only be added if their units agree.",
  "Rate": "A number that says how much there is for each one of something else: 8 flowers per bouquet.",
  "Num Unit": "The unit before the \"per\" of a rate: of 8 flowers per bouquet it's flowers.",
  "Den Unit": "The unit after the \"per\" of a rate: of 8 flowers per bouquet it's bouquets.",
  "Unit dependency graph": "A drawing of how the units of all numbers and of the question depend on each other.",
  "Vertex": "A box of the graph: a number of the text, or the question.",
  "Edge": "A line of the graph, which says how the units of two vertices are related.",
  "Same Unit": "The edge between two vertices that count the same thing, so that they can be added, subtracted or compared.",
  "Expression tree": "A drawing of the order of the operations, with the answer at the top.",
  "LCA operation": "The operation at which two numbers meet in the expression tree, their lowest common ancestor: 66 and 8 meet at the division.",
  "Irrelevance": "Whether a number of the text has nothing to do with the answer, so that it's left out.",
  "Bar model": "A drawing of the amounts of a problem as bars, with a question mark at what is asked for."
};
