// The solve page.
import { find, el, request, showError } from "./common.js";
import { alternatives, comparison } from "./compare.js";
import { chips, makeButtons, panel, proposals } from "./control.js";
import { EXAMPLES } from "./examples.js";
import { answerCard, mainPicture, pictures, remarks, steps, textCard, words } from "./solution.js";
import { constraints, decide, emptyState, isConstrained, readState, writeState } from "./state.js";

const field = find("#problem");
const result = find("#result");
const message = find("#message");
let state = null;
let found = null; // what the server found
let chosen = null; // the vertex whose panel is open
let running = null;
let whyOpen = false; // whether the graph is shown

async function run(next, { push = false } = {}) {
  state = next;
  field.value = state.text;
  if (push) history.pushState(null, "", writeState(state));
  else history.replaceState(null, "", writeState(state));
  running?.abort();
  running = new AbortController();
  result.classList.add("busy");
  result.setAttribute("aria-busy", "true");
  try {
    const body = { text: state.text, constraints: constraints(state) };
    found = await request("/api/explore", { body, signal: running.signal });
  } catch (error) {
    if (error.name === "AbortError") return;
    found = null;
    result.replaceChildren();
    showError(message, error);
    return;
  } finally {
    result.classList.remove("busy");
    result.removeAttribute("aria-busy");
  }
  message.replaceChildren();
  draw();
}

function draw() {
  const focused = document.activeElement;
  const again = focused && result.contains(focused) ? describe(focused) : null;
  const solution = found.solution;
  const solved = solution.answer !== null;
  const offered = solved || isConstrained(state);
  find("#examples").hidden = true; // the answer comes first
  result.replaceChildren(...[
    el("div", { class: "columns top" }, answerCard(solution),
      el("div", { class: "card" }, textCard(solution, choose), offered ? proposals(found, choose) : null)),
    chips(found, state, (vertex, change) => run(decide(state, vertex, change)), () => run(emptyState(state.text))),
    solved ? el("div", { class: "columns told" }, steps(solution), mainPicture(found)) : null,
    offered ? why(solved) : null,
    solved ? alternatives(found, state.other, open) : null,
    state.other === null ? null : comparison(found, state.other),
    el("div", { class: "row" },
      el("button", { type: "button", id: "copy", onclick: copy }, "Copy link"),
      el("button", { type: "button", id: "print", onclick: () => window.print() }, "Print"),
      el("a", { class: "button", href: `/check#${new URLSearchParams({ text: state.text })}` }, "Check an answer")),
  ].filter(Boolean));
  if (again) result.querySelector(again)?.focus({ preventScroll: true });
}

// Graph, tree and remarks: one click away, and open while something is decided about a vertex.
function why(solved) {
  const shown = solved ? pictures(found) : null;
  if (shown) makeButtons(shown.querySelector("figure"), chosen, choose);
  const box = el("details", { id: "why", open: whyOpen },
    el("summary", {}, "Why? The graph behind the answer"),
    shown,
    solved ? words() : null,
    panel(found, state, chosen, (change) => run(decide(state, chosen, change))),
    solved ? remarks(found.solution) : null);
  box.addEventListener("toggle", () => { whyOpen = box.open; });
  return box;
}

// Returns a selector that finds the same control after the page is redrawn.
function describe(node) {
  const vertex = node.closest?.("[data-vertex]")?.dataset.vertex;
  if (vertex !== undefined) return `figure [data-vertex="${vertex}"], #proposed [data-vertex="${vertex}"]`;
  if (node.name) return `input[name="${node.name}"][value="${node.value}"]`;
  if (node.dataset.other !== undefined) return `[data-other="${node.dataset.other}"]`;
  return node.id ? `#${node.id}` : "#panel";
}

function choose(vertex) {
  chosen = chosen === vertex ? null : vertex;
  if (chosen !== null) whyOpen = true;
  draw();
  if (chosen !== null) result.querySelector("#panel input:checked")?.focus();
}

function open(place) {
  state = { ...state, other: place };
  history.replaceState(null, "", writeState(state));
  draw();
  if (place !== null) find("#comparison")?.scrollIntoView({ block: "nearest" });
}

async function copy(event) {
  const button = event.currentTarget;
  try {
    await navigator.clipboard.writeText(location.href);
    button.textContent = "Copied";
  } catch {
    button.textContent = "Copy the link from the address bar";
  }
}

function start() {
  const text = field.value.trim();
  chosen = null;
  if (!text) {
    found = null;
    result.replaceChildren();
    message.replaceChildren(el("p", { class: "empty" }, "There is nothing to solve yet. Type a problem or try an example."));
    field.focus();
    return;
  }
  run(emptyState(text), { push: true });
}

find("#form").addEventListener("submit", (event) => {
  event.preventDefault();
  start();
});
field.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    start();
  }
});
for (const example of EXAMPLES) {
  find("#examples").append(el("button", { type: "button", class: "example", onclick: () => {
    field.value = example.text;
    start();
  } }, el("strong", {}, example.name), el("span", { class: "hint" }, example.text)));
}
addEventListener("popstate", restore);

function restore() {
  const wanted = readState(location.hash);
  chosen = null;
  if (wanted) run(wanted);
}
restore();
