// The practice page: choose, solve one problem after the other, see how it went. What somebody does
// is kept in this browser only; the server judges and forgets.
import { count, el, find, forPeople, picture, request, showError } from "./common.js";

const STORE = "unitdep-practice";
const PATIENCE = 400; // milliseconds before the page says that it is at work
const EMPTY = { exercises: [], place: 0, done: [], asked: null, wrong: 0, hints: [], shown: null, totals: {} };
const OUTCOMES = ["right at once", "right later", "skipped"];
const message = find("#message");
let state = load();
let titles = {};
let busy = false;

function load() {
  try {
    const found = JSON.parse(localStorage.getItem(STORE)) || {};
    const whole = { ...EMPTY, ...found };
    return Array.isArray(whole.exercises) && Array.isArray(whole.done) ? whole : { ...EMPTY };
  } catch {
    return { ...EMPTY };
  }
}

function save(changes) {
  state = { ...state, ...changes };
  try {
    localStorage.setItem(STORE, JSON.stringify(state));
  } catch {
    // Private windows may refuse; then progress lasts as long as the page.
  }
}

const running = () => state.place < state.exercises.length;
const current = () => state.exercises[state.place];

async function ask(path, body) {
  if (busy) return null;
  busy = true;
  message.replaceChildren();
  find("main").setAttribute("aria-busy", "true");
  const wait = () => message.replaceChildren(el("p", { class: "hint" }, "One moment …"));
  const waiting = setTimeout(wait, PATIENCE);
  try {
    const found = await request(`/api/practice${path}`, { body });
    message.replaceChildren();
    return found;
  } catch (error) {
    showError(message, error);
    return null;
  } finally {
    clearTimeout(waiting);
    busy = false;
    find("main").removeAttribute("aria-busy");
  }
}

function show() {
  find("#settings").hidden = running();
  find("#exercise").hidden = !running();
  find("#summary").hidden = running() || (!state.done.length && !Object.keys(state.totals).length);
  if (running()) showExercise();
  else showSummary();
}

function showExercise() {
  const exercise = current();
  const grade = `reading grade ${Math.round(exercise.grade)}`;
  find("#about").textContent = `Problem ${state.place + 1} of ${state.exercises.length} · ${exercise.title} · ${grade} · ${count(exercise.words, "word")}`;
  find("#problem").textContent = exercise.text;
  find("#attempt").hidden = Boolean(state.shown);
  find("#hint").disabled = false;
  find("#hint").textContent = state.hints.length ? "Another hint" : "Give me a hint";
  find("#said").replaceChildren(...[hintList(), state.shown && shownKey(state.shown)].filter(Boolean));
}

function hintList() {
  if (!state.hints.length) return null;
  return el("ol", { class: "hints after", id: "hints" }, ...state.hints.map((text) => el("li", {}, text)));
}

function verdict(kind, sign, title) {
  return el("p", { class: `verdict ${kind}`, id: "verdict" },
    el("span", { class: "shape", "aria-hidden": "true" }, sign), title);
}

// The card after a problem: whether it was right, the answer, the steps, a picture.
function shownKey({ outcome, remarks, key }) {
  const right = outcome !== "skipped";
  const last = state.place + 1 === state.exercises.length;
  const caption = `${key.answer_text} = ${forPeople(key.working)}`;
  return el("div", { class: "card after" },
    right ? verdict("agrees", "✓", "Right!") : verdict("", "→", "The answer"),
    el("p", { id: "key" }, caption),
    remarks.length ? el("ul", { class: "remarks hint" }, ...remarks.map((one) => el("li", {}, one))) : null,
    el("ol", { class: "steps", id: "steps" }, ...key.steps.map((step) => el("li", {}, step.text))),
    key.bars_svg ? el("figure", { class: "after" }, picture(key.bars_svg, `Bar model: ${caption}`)) : null,
    el("div", { class: "row" },
      el("button", { type: "button", class: "primary", id: "next", onclick: next }, last ? "See how it went" : "Next problem")));
}

function settle(outcome, key, remarks = []) {
  const done = { kind: current().kind, outcome, wrong: state.wrong, hints: state.hints.length };
  const totals = { ...state.totals };
  const before = totals[done.kind] || {};
  totals[done.kind] = { ...before, [outcome]: (before[outcome] || 0) + 1 };
  save({ shown: { outcome, key, remarks }, done: [...state.done, done], totals });
  showExercise();
  find("#next").focus();
}

async function check() {
  const work = find("#work").value;
  if (!work.trim()) {
    find("#said").replaceChildren(el("p", { class: "after" }, "Type your answer or a line of your working first."));
    find("#work").focus();
    return;
  }
  const found = await ask("/check", { id: current().id, work });
  if (!found) return;
  if (found.verdict === "right") {
    settle(state.wrong || state.hints.length ? "right later" : "right at once", found.key, found.remarks);
    return;
  }
  const unfinished = found.verdict === "incomplete";
  if (!unfinished) save({ wrong: state.wrong + 1 });
  const card = el("div", { class: "card after" },
    unfinished ? verdict("", "…", "Good so far") : verdict("rejects", "✗", "Not right yet"),
    el("p", { id: "feedback" }, unfinished ? "What comes next? Write it on a new line." : found.hint));
  find("#said").replaceChildren(...[card, hintList()].filter(Boolean));
  find("#work").focus();
}

async function hint() {
  const found = await ask("/hint", { id: current().id, told: state.hints, work: find("#work").value });
  if (!found) return;
  if (!state.hints.includes(found.hint)) save({ hints: [...state.hints, found.hint] });
  showExercise();
  find("#hint").disabled = found.last;
  find("#work").focus();
}

async function skip() {
  const key = await ask("/key", { id: current().id });
  if (key) settle("skipped", key);
}

function next() {
  save({ place: state.place + 1, wrong: 0, hints: [], shown: null });
  find("#work").value = "";
  show();
  if (running()) find("#problem").focus();
  else find("#summary h2").focus();
}

function stop() {
  save({ place: state.exercises.length, wrong: 0, hints: [], shown: null });
  show();
  find("#summary h2")?.focus();
}

async function start(body) {
  const made = await ask("", body);
  if (!made) return;
  save({ exercises: made.exercises, place: 0, done: [], asked: body, wrong: 0, hints: [], shown: null });
  find("#work").value = "";
  show();
  find("#problem").focus();
}

function chosenSettings() {
  const number = (name) => (find(`#${name}`).value === "" ? null : Number(find(`#${name}`).value));
  const body = {
    kinds: [...document.querySelectorAll("#kinds input:checked")].map((box) => box.value),
    level: find("#levels input:checked").value,
    count: number("count"),
    seed: number("seed") ?? Math.floor(Math.random() * 10000),
  };
  const range = [number("from"), number("to")];
  if (range.some((end) => end !== null)) body.numbers = [range[0] ?? 0, range[1] ?? 1000000];
  return body;
}

function table(caption, rows) {
  return el("div", { class: "table" }, el("table", {},
    el("caption", {}, caption),
    el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "Kind"),
      ...OUTCOMES.map((name) => el("th", { scope: "col", class: "number" }, `${name[0].toUpperCase()}${name.slice(1)}`)))),
    el("tbody", {}, ...Object.entries(rows).map(([kind, counts]) => el("tr", {},
      el("th", { scope: "row" }, titles[kind] || kind),
      ...OUTCOMES.map((name) => el("td", { class: "number" }, String(counts[name] || 0))))))));
}

function showSummary() {
  const now = {};
  for (const { kind, outcome } of state.done) {
    now[kind] = now[kind] || {};
    now[kind][outcome] = (now[kind][outcome] || 0) + 1;
  }
  const right = state.done.filter((one) => one.outcome !== "skipped").length;
  const parts = state.done.length ? [
    el("h2", { tabindex: "-1" }, `You solved ${right} of ${state.done.length}`),
    table("This time", now),
    el("p", { class: "hint after" }, `Seed ${state.asked.seed}`),
    el("div", { class: "row" },
      el("button", { type: "button", id: "again", onclick: () => start(state.asked) }, "The same problems again"),
      el("button", { type: "button", id: "other", onclick: () => start({ ...state.asked, seed: state.asked.seed + 1 }) }, "Other problems like these")),
  ] : [el("h2", { tabindex: "-1" }, "So far")];
  find("#summary").replaceChildren(...parts, table("In this browser", state.totals),
    el("div", { class: "row" }, el("button", { type: "button", class: "quiet", id: "forget", onclick: forget }, "Delete my progress")));
}

function forget() {
  localStorage.removeItem(STORE);
  state = { ...EMPTY };
  show();
  find("#start").focus();
}

function choice(type, name, value, label, checked) {
  return el("label", {}, el("input", { type, name, value, checked }), label);
}

async function begin() {
  const known = await ask("");
  if (!known) return;
  titles = Object.fromEntries(known.kinds.map((kind) => [kind.name, kind.title]));
  const asked = state.asked;
  find("#kinds .choices").append(...known.kinds.map((kind) => choice("checkbox", "kind", kind.name, kind.title,
    asked ? asked.kinds.includes(kind.name) : kind.usual)));
  const level = asked?.level || "medium";
  find("#levels .choices").append(...known.levels.map(({ name, numbers }) => choice("radio", "level", name,
    `${name}: numbers up to ${numbers[1].toLocaleString("en")}`, name === level)));
  show();
}

find("#settings").addEventListener("submit", (event) => {
  event.preventDefault();
  start(chosenSettings());
});
find("#attempt").addEventListener("submit", (event) => {
  event.preventDefault();
  check();
});
find("#work").addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  check();
});
find("#hint").addEventListener("click", hint);
find("#skip").addEventListener("click", skip);
find("#stop").addEventListener("click", stop);
begin();
