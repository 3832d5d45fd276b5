// How a solution is shown: answer, text, pictures, steps.
import { TERMS } from "./terms.js";
import { cutBy, el, forPeople, percent, picture, spans } from "./common.js";

export function answerCard(solution) {
  if (solution.answer === null) {
    return el("div", { class: "card", id: "answer" }, el("p", { class: "answer" }, "No answer"),
      el("p", { class: "hint" }, `${solution.reason[0].toUpperCase()}${solution.reason.slice(1)}.`));
  }
  return el(
    "div",
    { class: "card", id: "answer" },
    ...solution.earlier.map(earlierAnswer),
    el("p", { class: `answer${isSure(solution) ? "" : " unsure"}` }, headline(solution)),
    el("p", { class: "expression" }, `= ${working(solution)}`),
    el("div", { class: "meter" },
      el("progress", { max: "1", value: String(solution.confidence), "aria-label": "Confidence" }),
      el("span", {}, `confidence ${percent(solution.confidence)}`)),
    isSure(solution) ? warnings(solution) : doubts(solution),
    steps(solution),
  );
}

function warnings(solution) {
  if (!solution.warnings.length) return null;
  return el("ul", { class: "warnings", id: "warnings" }, ...solution.warnings.map((w) => el("li", {}, w.text)));
}

// What to check if the answer isn't sure: what speaks against it, and what else it may be.
function doubts(solution) {
  const told = solution.warnings.map((w) => w.text);
  told.push("Do the steps below tell the story? Does each number mean what they say?");
  if (solution.alternatives[0]?.probability >= RIVAL) told.push("Another answer is likely, too: see the other answers.");
  return el("div", { class: "doubts", id: "doubts" }, el("strong", {}, "Not sure. Check this first:"),
    el("ul", { class: "warnings", id: "warnings" }, ...told.map((text) => el("li", {}, text))));
}

const SURE = 0.7;
const RIVAL = 0.1; // probability from which another answer is worth a look
const DOUBTFUL = ["units-do-not-close", "unit-not-asked", "broken-number", "beyond-arithmetic"];
const FINISHES = {
  exact: "", up: ", rounded up", down: ", rounded down", remainder: ", the remainder",
  missing: ", to the next whole", nearest: ", rounded",
};

export function isSure(solution) {
  return solution.confidence >= SURE && !solution.warnings.some((w) => DOUBTFUL.includes(w.code));
}

function headline(solution) {
  return isSure(solution) ? solution.answer_text : `Perhaps ${solution.answer_text}`;
}

export function working(solution) {
  return `${forPeople(solution.expression)}${FINISHES[solution.finish]}`;
}

// The answer to an earlier question of the same text.
function earlierAnswer(solution) {
  const said = solution.answer === null ? `No answer: ${solution.reason}` : `${headline(solution)} = ${working(solution)}`;
  return el("p", { class: "earlier" }, el("span", { class: "hint" }, `${solution.question}?`), " ", said);
}

// The text with its quantities; clicking one calls `choose(vertex)`.
export function textCard(solution, choose) {
  const unit = (q) => q.unit || "no unit";
  const quantity = (q, part) =>
    el("span",
      {
        class: `quantity${q.relevant ? "" : " irrelevant"}${q.rate && q.relevant ? " rate" : ""}`,
        "data-vertex": q.index,
        title: q.relevant ? (q.rate ? "a rate; click to change" : "click to change") : "not used; click to change",
        onclick: () => choose(q.index),
      },
      el("b", {}, part),
      el("small", { class: "unit" }, q.relevant ? unit(q) : `${unit(q)}, not used`));
  const plain = (stretch, part) =>
    cutBy(solution.question, stretch, part).map(([piece, asked]) =>
      asked ? el("span", { class: "asked", title: "the question" }, piece) : piece);
  return el("p", { class: "text", id: "text" }, ...spans(solution.text, solution.quantities, quantity, plain));
}

// A word of the glossary; pressing it shows what it means.
let explained = 0;
export function term(word) {
  explained += 1;
  const name = `term-${explained}`;
  return el("span", {}, el("button", { type: "button", class: "term", popovertarget: name }, word),
    el("span", { id: name, popover: "auto", class: "meaning" }, el("strong", {}, `${word}: `), TERMS[word]));
}

// The words that a graph uses.
export function words() {
  return el("p", { class: "hint words-used" }, "What the words mean: ",
    ...["Vertex", "Rate", "Same Unit", "Num Unit", "Den Unit", "Irrelevance"].map(term));
}

export function pictures(shown) {
  return el(
    "div",
    { class: "columns pictures" },
    el("figure", {}, el("figcaption", {}, term("Unit dependency graph")), picture(shown.graph_svg, "Unit dependency graph")),
    el("figure", {}, el("figcaption", {}, term("Expression tree")), picture(shown.tree_svg, "Expression tree")),
  );
}

// The bar model, or the expression tree where no bar fits, and why.
export function mainPicture(found) {
  const bars = found.bars_svg !== null;
  return el("figure", { class: "card", id: "picture" },
    el("h2", {}, bars ? "As bars" : "As a tree"),
    bars ? picture(found.bars_svg, "Bar model") : picture(found.tree_svg, "Expression tree"),
    bars ? null : el("p", { class: "hint" }, found.bars_reason));
}

function steps(solution) {
  if (!solution.steps.length) return null;
  const list = solution.steps.map((step) =>
    el("li", {}, step.text, step.note ? el("span", { class: "note" },
      `${step.closes ? "" : "The units don't fit: "}${step.note}`) : null));
  return el("section", {}, el("h2", {}, "Step by step"), el("ol", { class: "steps", id: "steps" }, ...list));
}

// Why numbers are left out, why rates are rates, and how the question finishes.
export function remarks(solution) {
  if (!solution.remarks.length) return null;
  return el("ul", { class: "remarks hint", id: "remarks" }, ...solution.remarks.map((remark) => el("li", {}, remark.text)));
}
