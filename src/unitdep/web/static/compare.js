// Other answers: a list to choose from, and in words why the program didn't choose it.
import { el, opening, percent } from "./common.js";
import { pictures, working } from "./solution.js";

const PARTS = {
  irrelevance: "the numbers left out",
  lca: "the operations between numbers",
  vertex: "which vertices are rates",
  edge: "how the units are related",
  face: "which part of a percentage or fraction is meant",
  again: "which amount is used again",
  finish: "how the answer is rounded",
};
const total = (scores) => Object.values(scores).reduce((sum, score) => sum + score, 0);
const score = (value) => value.toFixed(2).replace("-", "−");
const signed = (value) => `${value > 0.005 ? "+" : ""}${score(Math.abs(value) < 0.005 ? 0 : value)}`;

export function alternatives(found, open, choose) {
  const items = found.others.map((other, place) =>
    el("li", {},
      el("button", { type: "button", "aria-pressed": String(open === place), "data-other": place,
        onclick: () => choose(open === place ? null : place) },
        el("strong", {}, other.solution.answer_text),
        el("span", {}, working(other.solution)),
        el("span", {}, percent(other.solution.confidence)))));
  return el("section", { class: "others" }, el("h2", {}, "Other answers"),
    items.length
      ? el("ul", { class: "alternatives", id: "alternatives" }, ...items)
      : el("p", { class: "hint" }, "There are none."));
}

// `kept` has the names of the parts that are open, `changed` is called when one opens or closes.
export function comparison(found, place, kept, changed) {
  const best = found.solution;
  const other = found.others[place];
  if (!other) return null;
  return el(
    "section",
    { class: "card", id: "comparison" },
    el("h3", {}, `Why not ${other.solution.answer_text}?`),
    el("p", {}, `It would be ${working(other.solution)}.`),
    el("ul", { id: "why-not" }, ...other.why_not.map((sentence) => el("li", {}, sentence))),
    el("p", { class: "hint" }, `The program finds it less likely: ${percent(other.solution.confidence)}, `
      + `against ${percent(best.confidence)} for ${best.answer_text}.`),
    opening("pictures", kept, changed, {}, el("summary", {}, "Its graph and tree"), pictures(other)),
    opening("scores", kept, changed, { id: "scores" }, el("summary", {}, "Its scores"), scores(best, other.solution)),
  );
}

// The parts of the score of both answers, as log-probabilities.
function scores(best, other) {
  const parts = Object.keys(PARTS).filter((part) => part in best.scores || part in other.scores);
  const rows = parts.map((part) => {
    const [own, theirs] = [best.scores[part] ?? 0, other.scores[part] ?? 0];
    return { part, own, theirs, difference: theirs - own };
  });
  const worst = rows.reduce((a, b) => (b.difference < a.difference ? b : a));
  const line = (name, own, theirs, marked) =>
    el("tr", { class: marked ? "most" : null }, el("th", { scope: "row" }, name),
      el("td", { class: "number" }, score(own)), el("td", { class: "number" }, score(theirs)),
      el("td", { class: "number" }, signed(theirs - own)));
  return el("div", {},
    el("p", { class: "hint" }, "Each part is a sum of log-probabilities: the higher, the better."),
    el("div", { class: "table" }, el("table", {},
      el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "Part of the score"),
        el("th", { scope: "col", class: "number" }, "Best"), el("th", { scope: "col", class: "number" }, "This"),
        el("th", { scope: "col", class: "number" }, "Difference"))),
      el("tbody", {}, ...rows.map((row) => line(PARTS[row.part], row.own, row.theirs, row === worst)),
        line("all", total(best.scores), total(other.scores), false)))));
}
