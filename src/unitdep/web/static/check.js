// The check page: a working in, a verdict for a teacher or hints for a pupil out.
import { copyButton, find, el, forPeople, opening, percent, picture, request, showError } from "./common.js";
import { WORKINGS } from "./examples.js";
import { hintsFor } from "./hints.js";
import { legend, marked, stepList } from "./working.js";

const [problem, work, gold] = [find("#problem"), find("#work"), find("#gold")];
const [message, result] = [find("#message"), find("#result")];
const SHAPES = { right: "✓", wrong: "✗", incomplete: "…", "cannot tell": "?" };
const TITLES = { right: "Right", wrong: "Wrong", incomplete: "Not finished", "cannot tell": "The program can't tell" };
const PUPIL = {
  right: "Right!", wrong: "Not right yet", incomplete: "Good so far", "cannot tell": "I can't tell",
};
let asked = null; // what was checked: {text, work, gold}
let found = null; // what the server found
let opened = new Set(); // the steps that are open, and "own" for the program's solution
let given = 0; // how many hints the pupil has seen
let running = null;

const view = () => find('input[name="view"]:checked').value;

// Checks what the form says; `shown` is what a link opens: {given, opened}.
async function run({ shown = {} } = {}) {
  const body = { text: problem.value.trim(), work: work.value };
  if (!body.text || !body.work.trim()) {
    found = null;
    result.replaceChildren();
    showError(message, new Error("Fill in both the problem and the working."));
    (body.text ? work : problem).focus();
    return;
  }
  if (gold.value.trim()) body.gold = gold.value.trim();
  asked = body;
  given = shown.given || 0;
  opened = shown.opened || new Set();
  remember();
  running?.abort();
  running = new AbortController();
  const { signal } = running;
  result.classList.add("busy");
  result.setAttribute("aria-busy", "true");
  try {
    found = await request("/api/check-page", { body, signal });
  } catch (error) {
    if (error.name === "AbortError") return;
    found = null;
    result.replaceChildren();
    showError(message, error);
    return;
  } finally {
    if (!signal.aborted) {
      result.classList.remove("busy");
      result.removeAttribute("aria-busy");
    }
  }
  message.replaceChildren();
  draw();
}

function draw() {
  if (!found) return;
  const parts = view() === "pupil" ? forPupil(found) : forTeacher(found);
  result.replaceChildren(...parts.filter(Boolean), el("div", { class: "row" }, copyButton("copy")));
}

function headline(checked, titles) {
  const kind = { right: "agrees", wrong: "rejects" }[checked.verdict] || "";
  return el("p", { class: `verdict ${kind}`, "data-verdict": checked.verdict, "data-finding": checked.finding },
    el("span", { class: "shape", "aria-hidden": "true" }, SHAPES[checked.verdict]), titles[checked.verdict]);
}

const remarks = (checked) => (checked.remarks.length
  ? el("ul", { class: "remarks hint", id: "remarks" }, ...checked.remarks.map((remark) => el("li", {}, remark))) : null);

function forTeacher({ result: checked, solution, tree_svg: tree }) {
  const told = ["incomplete", "cannot tell"].includes(checked.verdict) || checked.finding === checked.verdict;
  const finding = told ? null
    : el("p", { class: "finding", id: "finding" }, `${checked.finding[0].toUpperCase()}${checked.finding.slice(1)}`);
  return [
    el("div", { class: "card", id: "verdict" }, headline(checked, TITLES), finding,
      el("p", { id: "reason" }, checked.reason),
      checked.expected === null ? null : el("p", { class: "hint", id: "expected" }, expected(checked)),
      remarks(checked)),
    el("section", {}, el("h2", {}, "The working"), marked(checked, { open: openStep }), legend(checked)),
    stepList(checked, solution, opened, remember),
    ownSolution(solution, tree),
  ];
}

function expected(checked) {
  if (checked.basis === "gold") return `Compared with the right answer that you gave: ${checked.expected}.`;
  return `Compared with the program's own answer, ${checked.expected} (confidence ${percent(checked.solution.confidence)}).`;
}

function ownSolution(solution, tree) {
  if (!tree) return null;
  const caption = `${solution.answer_text} = ${forPeople(solution.expression)}`;
  return opening("own", opened, remember, { id: "own" }, el("summary", {}, "How the program solves it"),
    el("figure", {}, el("figcaption", {}, caption), picture(tree, caption)),
    el("p", { class: "hint" },
      el("a", { href: `/#${new URLSearchParams({ text: solution.text })}` }, "Open it on the solve page")));
}

function openStep(place) {
  const details = find(`#step-${place + 1}`);
  details.open = true;
  details.scrollIntoView({ block: "nearest" });
  details.querySelector("summary").focus({ preventScroll: true });
}

// The marks in the working are a hint, too: until then, a pupil sees only the verdict.
function forPupil({ result: checked, solution }) {
  const hints = hintsFor(checked, solution);
  const settled = checked.verdict === "right";
  const shown = hints.slice(0, given);
  const more = given < hints.length
    ? el("button", { type: "button", id: "more", onclick: nextHint }, given ? "Another hint" : "Give me a hint")
    : null;
  const said = settled || !hints.length ? el("p", { id: "said" }, checked.hint) : null;
  return [
    el("div", { class: "card", id: "verdict" }, headline(checked, PUPIL), said,
      el("ol", { class: "hints", id: "hints" }, ...shown.map((hint) => el("li", { tabindex: "-1" }, hint.text))),
      more, hints.length && !more ? el("p", { class: "hint", id: "last" }, "That was the last hint. Change your working and check it again.") : null,
      settled ? remarks(checked) : null),
    settled || shown.some((hint) => hint.marks)
      ? el("section", {}, el("h2", {}, "Your working"), marked(checked), legend(checked)) : null,
  ];
}

function nextHint() {
  given += 1;
  remember();
  draw();
  find("#hints li:last-child").focus(); // so that it is read aloud
}

// The address has what was checked and what is open. In a link for a pupil, the right answer can't
// be read at a glance; that is all, and the pupil's page never shows it.
function remember() {
  if (!asked) return;
  const fields = new URLSearchParams({ text: asked.text, work: asked.work });
  if (view() === "pupil") fields.set("view", "pupil");
  if (asked.gold) fields.set(view() === "pupil" ? "key" : "gold", view() === "pupil" ? veiled(asked.gold) : asked.gold);
  if (given) fields.set("hints", given);
  if (opened.size) fields.set("open", [...opened].join(","));
  history.replaceState(null, "", `#${fields}`);
}

function veiled(text) {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}

function unveiled(key) {
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(key), (byte) => byte.charCodeAt(0)));
  } catch {
    return ""; // not a link of ours
  }
}

function showView() {
  find("#known").hidden = view() === "pupil";
  draw();
}

find("#form").addEventListener("submit", (event) => {
  event.preventDefault();
  run();
});
for (const field of [problem, work]) {
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    run();
  });
}
find("#view").addEventListener("change", () => {
  if (found) remember();
  showView();
});
for (const example of WORKINGS) {
  find("#examples").append(el("button", { type: "button", onclick: () => {
    problem.value = example.text;
    work.value = example.work;
    gold.value = "";
    run();
  } }, example.name));
}
addEventListener("hashchange", restore);

function restore() {
  const fields = new URLSearchParams(location.hash.slice(1));
  if (!fields.has("text")) return;
  problem.value = fields.get("text");
  work.value = fields.get("work") || "";
  gold.value = fields.get("gold") || unveiled(fields.get("key") || "");
  find(`input[value="${fields.get("view") === "pupil" ? "pupil" : "teacher"}"]`).checked = true;
  showView();
  const hints = Math.max(0, Number(fields.get("hints")) || 0);
  const names = (fields.get("open") || "").split(",").filter((name) => /^(own|step-\d{1,3})$/.test(name));
  if (work.value.trim()) run({ shown: { given: hints, opened: new Set(names) } });
  else work.focus();
}
showView();
restore();
