// Other answers: a list to choose from, and why the chosen one scores lower.
import { el, percent, shortNumber } from "./common.js";
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
        el("strong", {}, shortNumber(other.solution.answer)),
        el("span", {}, working(other.solution)),
        el("span", {}, percent(other.solution.confidence)))));
  return el("section", {}, el("h2", {}, "Other answers"),
    items.length
      ? el("ul", { class: "alternatives", id: "alternatives" }, ...items)
      : el("p", { class: "hint" }, "There are none."));
}

export function comparison(found, place) {
  const best = found.solution;
  const other = found.others[place];
  if (!other) return null;
  const parts = Object.keys(PARTS).filter((part) => part in best.scores || part in other.solution.scores);
  const rows = parts.map((part) => {
    const [own, theirs] = [best.scores[part] ?? 0, other.solution.scores[part] ?? 0];
    return { part, own, theirs, difference: theirs - own };
  });
  const worst = rows.reduce((a, b) => (b.difference < a.difference ? b : a));
  const behind = total(best.scores) - total(other.solution.scores);
  const line = (name, own, theirs, marked) =>
    el("tr", { class: marked ? "most" : null }, el("th", { scope: "row" }, name),
      el("td", { class: "number" }, score(own)), el("td", { class: "number" }, score(theirs)),
      el("td", { class: "number" }, signed(theirs - own)));
  return el(
    "section",
    { class: "card", id: "comparison" },
    el("h3", {}, `Why not ${other.solution.answer_text} = ${working(other.solution)}?`),
    el("p", {}, `It scores ${score(behind)} less, mostly because of ${PARTS[worst.part]}. Each part is a sum of `
      + "log-probabilities: the higher, the better."),
    el("div", { class: "table" }, el("table", {},
      el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "Part of the score"),
        el("th", { scope: "col", class: "number" }, "Best"), el("th", { scope: "col", class: "number" }, "This"),
        el("th", { scope: "col", class: "number" }, "Difference"))),
      el("tbody", {}, ...rows.map((row) => line(PARTS[row.part], row.own, row.theirs, row === worst)),
        line("all", total(best.scores), total(other.solution.scores), false)))),
    el("h3", { class: "after" }, "Its graph and tree"),
    pictures(other),
  );
}
