// The solve page.
import { copyButton, find, el, opening, request, showError } from "./common.js";
import { alternatives, comparison } from "./compare.js";
import { chips, isVertex, makeButtons, panel, proposals } from "./control.js";
import { EXAMPLES } from "./examples.js";
import { answerCard, mainPicture, pictures, remarks, textCard, words } from "./solution.js";
import { constraints, decide, emptyState, isConstrained, readState, writeState } from "./state.js";

const field = find("#problem");
const result = find("#result");
const message = find("#message");
let state = null;
let found = null; // what the server found
let running = null;

async function run(next, { push = false } = {}) {
  state = next;
  field.value = state.text;
  if (push) history.pushState(null, "", writeState(state));
  else history.replaceState(null, "", writeState(state));
  running?.abort();
  running = new AbortController();
  const { signal } = running;
  result.classList.add("busy");
  result.setAttribute("aria-busy", "true");
  try {
    const body = { text: state.text, constraints: constraints(state) };
    found = await request("/api/explore", { body, signal });
  } catch (error) {
    if (error.name === "AbortError") return;
    found = null;
    result.replaceChildren();
    showError(message, error);
    return;
  } finally {
    if (!signal.aborted) calm();
  }
  message.replaceChildren();
  draw();
}

function calm() {
  result.classList.remove("busy");
  result.removeAttribute("aria-busy");
}

// Shows what was found with other parts of it open.
function turn(next) {
  state = { ...state, ...next };
  remember();
  draw();
}

function remember() {
  history.replaceState(null, "", writeState(state));
}

function draw() {
  const focused = document.activeElement;
  const place = focused && result.contains(focused) ? describe(focused) : null;
  const solution = found.solution;
  if (!isVertex(found, state.vertex)) state = { ...state, vertex: null };
  const solved = solution.answer !== null;
  const offered = solved || isConstrained(state);
  const again = () => run({ ...emptyState(state.text), open: state.open });
  const text = el("div", { class: "card", id: "told" }, textCard(solution, choose), offered ? proposals(found, choose) : null);
  find("#examples").hidden = true; // the answer comes first
  result.replaceChildren(...[
    solved
      ? el("div", { class: "columns" }, el("div", { class: "stack" }, answerCard(solution), text), mainPicture(found))
      : el("div", { class: "columns" }, answerCard(solution), text),
    chips(found, state, (vertex, change) => run(decide(state, vertex, change)), again),
    offered ? why(solved) : null,
    solved ? alternatives(found, state.other, open) : null,
    solved && state.other !== null ? comparison(found, state.other, state.open, remember) : null,
    el("div", { class: "row" },
      copyButton("copy"),
      el("button", { type: "button", id: "print", onclick: () => window.print() }, "Print"),
      el("a", { class: "button", href: `/check#${new URLSearchParams({ text: state.text })}` }, "Check an answer")),
  ].filter(Boolean));
  if (place) result.querySelector(place)?.focus({ preventScroll: true });
}

// Graph, tree and remarks: one click away, and open while something is decided about a vertex.
function why(solved) {
  const shown = solved ? pictures(found) : null;
  if (shown) makeButtons(shown.querySelector("figure"), state.vertex, choose);
  return opening("why", state.open, remember, { id: "why" },
    el("summary", {}, "Why? The graph behind the answer"),
    shown,
    solved ? words() : null,
    panel(found, state, state.vertex, (change) => run(decide(state, state.vertex, change))),
    solved ? remarks(found.solution) : null);
}

// Returns a selector that finds the same control after the page is redrawn.
function describe(node) {
  const vertex = node.closest?.("[data-vertex]")?.dataset.vertex;
  if (vertex !== undefined) return `figure [data-vertex="${vertex}"], #proposed [data-vertex="${vertex}"]`;
  if (node.name) return `input[name="${node.name}"][value="${node.value}"]`;
  if (node.dataset.other !== undefined) return `[data-other="${node.dataset.other}"]`;
  return node.id ? `#${node.id}` : "#panel";
}

function choose(chosen) {
  const vertex = state.vertex === chosen ? null : chosen;
  turn({ vertex, open: vertex === null ? state.open : new Set([...state.open, "why"]) });
  if (vertex !== null) result.querySelector("#panel input:checked")?.focus();
}

function open(other) {
  turn({ other });
  if (other !== null) find("#comparison")?.scrollIntoView({ block: "nearest" });
}

function start() {
  const text = field.value.trim();
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
  if (wanted) run(wanted);
  else if (state) clear();
}

// The page as it was before anything was solved; "back" leads here.
function clear() {
  running?.abort();
  calm();
  state = found = null;
  field.value = "";
  message.replaceChildren();
  result.replaceChildren();
  find("#examples").hidden = false;
}
restore();
