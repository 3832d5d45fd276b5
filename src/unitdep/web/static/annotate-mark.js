// Marking rates: the list of problems, the text with its numbers, and the resulting graph.
import { count, cutBy, el, forPeople, picture, request, spans } from "./common.js";

let shown = null;
let last = Promise.resolve();

// One request after the other: an answer that was asked for earlier never replaces a later one.
function inTurn(ask) {
  last = last.then(ask, ask);
  return last;
}

export async function markPart(place, desk) {
  const { problems, by_tree: byTree } = desk.list;
  if (!problems.length) {
    place.replaceChildren(el("p", { class: "empty" }, byTree
      ? `All ${byTree} problems only add and subtract: they have no rates and need no annotator.`
      : "There are no problems yet. Add some first."));
    return;
  }
  if (!problems.some((p) => p.id === desk.id)) {
    desk.id = (problems.find((p) => !p.done) || problems[0]).id;
  }
  desk.remember();
  const query = desk.query({ id: desk.id, annotator: desk.annotator });
  try {
    shown = await inTurn(() => request(`/api/annotate/problem?${query}`));
  } catch (error) {
    shown = null; // the list is there all the same
    draw(place, desk);
    throw error;
  }
  draw(place, desk);
}

function draw(place, desk) {
  const { problems, by_tree: byTree } = desk.list;
  const done = problems.filter((p) => p.done).length;
  const list = el("ol", { class: "problems", "aria-label": "Problems" }, ...problems.map((p) =>
    el("li", {}, el("button", { type: "button", "data-id": p.id, "aria-current": p.id === desk.id ? "true" : null,
      onclick: () => go(place, desk, p.id) }, `${p.done ? "✓ " : ""}${p.start}`))));
  const side = el("div", {}, el("p", { class: "hint", id: "progress" },
    `${done} of ${count(problems.length, "problem")} done.${byTree
      ? ` ${byTree === 1 ? "1 other only adds and subtracts" : `${byTree} others only add and subtract`}: no rates.` : ""}`), list);
  place.replaceChildren(el("div", { class: "work" }, side, problem(place, desk)));
}

function problem(place, desk) {
  if (!shown) return el("p", { class: "empty", id: "unopened" }, "This problem can't be opened; choose another one.");
  const vertices = shown.vertices;
  const numbers = vertices.filter((v) => v.vertex !== "question");
  const question = vertices.find((v) => v.vertex === "question");
  const toggle = (vertex) => send(place, desk, "label", { vertex: vertex.vertex, rate: !vertex.rate });
  const button = (vertex, kind, word, ...inside) =>
    el("span", { class: `${kind} mark${vertex.rate ? " rate" : ""}`, role: "button", tabindex: "0", "data-vertex": vertex.vertex,
      "aria-pressed": String(vertex.rate), "aria-label": `${word}: ${vertex.rate ? "rate" : "not a rate"}`,
      onclick: () => toggle(vertex),
      onkeydown: (event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        event.stopPropagation();
        toggle(vertex);
      } }, ...inside);
  let asked = false;
  const plain = (stretch, part) => cutBy(question.end ? question : null, stretch, part).map(([piece, inside]) => {
    if (!inside) return piece;
    if (asked) return el("span", { class: "asked" }, piece);
    asked = true;
    return button(question, "asked", "the question", piece, el("span", { class: "tag" }, question.rate ? "rate" : "question"));
  });
  const text = spans(shown.text, numbers,
    (vertex, part) => button(vertex, "token", part, el("b", {}, part), el("small", { class: "unit" }, vertex.rate ? "rate" : `${numbers.indexOf(vertex) + 1}`)),
    plain);
  if (!asked) text.push(" ", button(question, "asked", "the question", "the question"));
  return el("div", { class: "problem", id: "open" },
    el("div", { class: "card" },
      el("p", { class: "text" }, ...text),
      el("p", { class: "expression" }, forPeople(shown.expression))),
    el("p", { class: "hint" }, "Click each number that is a rate (an amount of one thing for one of another), and the question if it asks for one. ",
      el("kbd", {}, "1"), "–", el("kbd", {}, "9"), " and ", el("kbd", {}, "Q"), " do the same; ", el("kbd", {}, "N"),
      " marks the problem as done and moves on."),
    shown.consistent ? null : el("p", { class: "error", role: "status", id: "inconsistent" },
      "These labels don't fit the expression: what is added to or subtracted from the answer has the answer's unit, so it is a rate only if the question asks for one."),
    el("div", { class: "row" },
      el("button", { type: "button", class: "primary", id: "done", onclick: () => finish(place, desk) },
        shown.done ? "Next" : "Done, next"),
      shown.done ? el("button", { type: "button", id: "undone",
        onclick: () => send(place, desk, "done", { done: false }) }, "Reopen") : null),
    el("div", { class: "columns pictures" },
      el("figure", {}, el("figcaption", {}, "The resulting graph"), picture(shown.graph_svg, "Unit dependency graph")),
      el("figure", {}, el("figcaption", {}, "Expression tree"), picture(shown.tree_svg, "Expression tree"))));
}

async function send(place, desk, path, fields) {
  const focused = document.activeElement?.dataset?.vertex;
  try {
    const body = { id: shown.id, annotator: desk.annotator, ...fields };
    shown = await inTurn(() => request(`/api/annotate/${path}`, { body }));
    desk.clear();
    if (path === "done") await desk.refresh();
  } catch (error) {
    desk.fail(error);
    return false;
  }
  draw(place, desk);
  if (focused !== undefined) place.querySelector(`.mark[data-vertex="${focused}"]`)?.focus();
  return true;
}

async function go(place, desk, id) {
  desk.id = id;
  try {
    await markPart(place, desk);
  } catch (error) {
    desk.fail(error);
  }
}

async function finish(place, desk) {
  if (!shown.done && !(await send(place, desk, "done", { done: true }))) return;
  const { problems } = desk.list;
  const here = problems.findIndex((p) => p.id === shown.id);
  const after = [...problems.slice(here + 1), ...problems.slice(0, here)];
  const next = after.find((p) => !p.done) || after[0];
  if (next) await go(place, desk, next.id);
}

document.addEventListener("keydown", (event) => {
  const open = document.querySelector("#part-mark:not([hidden]) #open");
  if (!open || event.ctrlKey || event.metaKey || event.altKey) return;
  if (["INPUT", "TEXTAREA", "SELECT"].includes(event.target.tagName)) return;
  const key = event.key.toLowerCase();
  const vertex = /^[1-9]$/.test(key) ? open.querySelectorAll(".token.mark")[Number(key) - 1]
    : key === "q" ? open.querySelector('.mark[data-vertex="question"]')
    : key === "n" ? open.querySelector("#done") : null;
  if (!vertex) return;
  event.preventDefault();
  vertex.click();
});
