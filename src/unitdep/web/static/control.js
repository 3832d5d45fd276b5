// The graph as a control: choose a vertex, then decide its label and whether it is used.
import { el, shortNumber } from "./common.js";
import { decided } from "./state.js";

const LABELS = [["", "as found"], ["rate", "a rate"], ["not", "not a rate"]];
const PURE = ["factor", "shape"];
const USES = [["", "as found"], ["keep", "used"], ["drop", "left out"]];

// Turns the vertices of a picture into buttons.
export function makeButtons(picture, chosen, choose) {
  for (const vertex of picture.querySelectorAll(".vertex")) {
    const name = vertex.dataset.vertex === "question" ? "question" : Number(vertex.dataset.vertex);
    vertex.setAttribute("role", "button");
    vertex.closest("svg").setAttribute("role", "group"); // an image may have no controls
    vertex.setAttribute("tabindex", "0");
    vertex.setAttribute("aria-label", `${vertex.querySelector("title")?.textContent}: change`);
    vertex.setAttribute("aria-pressed", String(name === chosen));
    vertex.classList.toggle("chosen", name === chosen);
    vertex.addEventListener("click", () => choose(name));
    vertex.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      choose(name);
    });
  }
}

// Finds a quantity by its index: those that are implied and not used are not among the solution's.
const quantityOf = ({ solution, proposed }, vertex) =>
  solution.quantities.find((q) => q.index === vertex) || proposed.find((q) => q.index === vertex);

export const isVertex = (found, vertex) => vertex === "question" || Boolean(quantityOf(found, vertex));

export function vertexName(found, vertex) {
  if (vertex === "question") return `the question${found.solution.unit ? ` (${found.solution.unit})` : ""}`;
  const quantity = quantityOf(found, vertex);
  if (!quantity) return `number ${vertex + 1}`;
  const unit = quantity.unit ? ` ${quantity.unit}` : "";
  if (quantity.caption) return `${quantity.text} (${quantity.caption})`;
  return quantity.implied ? `${quantity.text} (${shortNumber(quantity.value)}${unit})` : `${quantity.text}${unit}`;
}

// What the text implies and the solution leaves out; clicking one calls `choose(vertex)`.
export function proposals(found, choose) {
  if (!found.proposed.length) return null;
  const items = found.proposed.map((q) =>
    el("li", {}, el("button", { type: "button", "data-vertex": q.index, onclick: () => choose(q.index) }, vertexName(found, q.index))));
  return el("div", { id: "proposed" }, el("p", { class: "hint" }, "The text may also imply:"),
    el("ul", { class: "chips" }, ...items));
}

// The panel below the graph; each choice calls `change({label} or {use})`.
export function panel(found, state, vertex, change) {
  if (vertex === null) {
    return el("p", { class: "hint", id: "panel" },
      "Choose a box in the graph, or a number in the text, and say what it is: the page then shows the best solution that agrees.");
  }
  const now = decided(state, vertex);
  const pure = PURE.includes(quantityOf(found, vertex)?.kind); // without a unit it is never a rate
  const choices = (legend, key, options) =>
    el("fieldset", {}, el("legend", {}, legend),
      el("div", { class: "choices" }, ...options.map(([value, word]) =>
        el("label", {}, el("input", { type: "radio", name: key, value, checked: now[key] === value,
          onchange: () => change({ [key]: value }) }), word))));
  return el("div", { class: "card", id: "panel" },
    el("h3", {}, `What is ${vertexName(found, vertex)}?`),
    el("div", { class: "columns" },
      pure ? null : choices("It is", "label", LABELS),
      vertex === "question" ? null : choices("It is", "use", USES)));
}

// What has been decided, each with a button that undoes it.
export function chips(found, state, change, reset) {
  const words = { rates: "a rate", not_rates: "not a rate", dropped: "left out", kept: "used" };
  const keys = { rates: "label", not_rates: "label", dropped: "use", kept: "use" };
  const items = Object.keys(words).flatMap((name) => state[name].map((vertex) =>
    el("li", {}, el("button", { type: "button", title: "undo this",
      onclick: () => change(vertex, { [keys[name]]: "" }) },
      `${vertexName(found, vertex)}: ${words[name]} ✕`))));
  if (!items.length) return null;
  return el("div", { id: "decided" }, el("p", { class: "hint" }, "Your decisions:"),
    el("ul", { class: "chips" }, ...items,
      el("li", {}, el("button", { type: "button", id: "reset", onclick: reset }, "Undo all"))));
}
