// The practice page: choose, solve one problem after the other, see how it went. What somebody does
// is kept in this browser only; the server judges and forgets.
import { copyButton, count, el, find, forPeople, picture, request, showError } from "./common.js";
import { OUTCOMES, readLink, writeLink } from "./practice-link.js";

const STORE = "unitdep-practice";
const PATIENCE = 400; // milliseconds before the page says that it is at work
// What belongs to one problem: its hints, each with the working it was asked for and the one that was
// checked before; the working that was checked last, and what was said about it.
const FRESH = { wrong: 0, hints: [], hinted: [], work: "", feedback: null, shown: null };
const EMPTY = { ...FRESH, exercises: [], place: 0, done: [], asked: null, totals: {} };
const message = find("#message");
let state = load();
let known = { kinds: [], levels: [] };
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
  remember();
}

// The address leads back to what the page shows.
function remember() {
  history.replaceState(null, "", state.asked ? writeLink(state.asked, state) : location.pathname);
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
  const parts = [feedbackCard(), hintList(), state.shown && shownKey(state.shown)];
  find("#said").replaceChildren(...parts.filter(Boolean));
}

// What the server said about the last attempt, until the problem is solved.
function feedbackCard() {
  if (!state.feedback || state.shown) return null;
  const { unfinished, hint } = state.feedback;
  return el("div", { class: "card after" },
    unfinished ? verdict("", "…", "Good so far") : verdict("rejects", "✗", "Not right yet"),
    el("p", { id: "feedback" }, unfinished ? "What comes next? Write it on a new line." : hint));
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
    el("div", { class: "columns" },
      el("div", {},
        el("p", { id: "key" }, caption),
        remarks.length ? el("ul", { class: "remarks hint" }, ...remarks.map((one) => el("li", {}, one))) : null,
        el("ol", { class: "steps", id: "steps" }, ...key.steps.map((step) => el("li", {}, step.text))),
        el("div", { class: "row after" },
          el("button", { type: "button", class: "primary", id: "next", onclick: next }, last ? "See how it went" : "Next problem"),
          copyButton())),
      key.bars_svg ? el("figure", {}, picture(key.bars_svg, `Bar model: ${caption}`)) : null));
}

function settle(outcome, key, remarks = [], work = "") {
  const done = { kind: current().kind, outcome, wrong: state.wrong, hints: state.hints.length };
  const totals = { ...state.totals };
  const before = totals[done.kind] || {};
  totals[done.kind] = { ...before, [outcome]: (before[outcome] || 0) + 1 };
  save({ work, shown: { outcome, key, remarks }, done: [...state.done, done], totals });
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
    settle(state.wrong || state.hints.length ? "right later" : "right at once", found.key, found.remarks, work);
    return;
  }
  const feedback = feedbackOf(found);
  save({ work, feedback, wrong: state.wrong + (feedback.unfinished ? 0 : 1) });
  showExercise();
  find("#work").focus();
}

const feedbackOf = ({ verdict: judged, hint: told }) => ({ unfinished: judged === "incomplete", hint: told });

async function hint() {
  const work = find("#work").value;
  const said = state.feedback ? [state.feedback.hint] : [];
  const found = await ask("/hint", { id: current().id, told: [...said, ...state.hints], work });
  if (!found) return;
  if (!state.hints.includes(found.hint)) {
    const asked = { work: work.trim(), after: state.feedback ? state.work : "" };
    save({ hints: [...state.hints, found.hint], hinted: [...state.hinted, asked] });
  }
  showExercise();
  find("#hint").disabled = found.last;
  find("#work").focus();
}

async function skip() {
  const key = await ask("/key", { id: current().id });
  if (key) settle("skipped", key);
}

function next() {
  save({ ...FRESH, place: state.place + 1 });
  find("#work").value = "";
  show();
  if (running()) find("#problem").focus();
  else find("#summary h2").focus();
}

function stop() {
  save({ ...FRESH, place: state.exercises.length });
  show();
  find("#summary h2")?.focus();
}

async function start(body) {
  const made = await ask("", body);
  if (!made) return;
  save({ ...FRESH, exercises: made.exercises, place: 0, done: [], asked: body });
  find("#work").value = "";
  show();
  find("#problem").focus();
}

// Brings back what a link shows. What it tells about problems that are done isn't counted here.
async function follow({ asked, at }) {
  fill(asked);
  save({ ...EMPTY, totals: state.totals });
  history.replaceState(null, "", writeLink(asked, at && { ...at, done: at.outcomes.map((outcome) => ({ outcome })) }));
  const made = at && (await ask("", asked));
  if (!made) return show();
  const { exercises } = made;
  const place = Math.min(at.place, exercises.length);
  const outcomes = at.outcomes.slice(0, Math.min(place + 1, exercises.length));
  const done = outcomes.map((outcome, k) => ({ kind: exercises[k].kind, outcome, wrong: 0, hints: 0 }));
  const here = place < exercises.length ? await again(exercises[place].id, at, outcomes[place]) : {};
  save({ ...FRESH, exercises, asked, place, done, ...here });
  find("#work").value = state.work;
  return show();
}

// Asks again for what the page showed about a problem: hints, the verdict, and the answer if it was shown.
async function again(id, at, outcome) {
  const judge = async (work) => (work ? ask("/check", { id, work }) : null);
  const hints = [];
  for (const { work, after } of at.hinted) {
    const said = await judge(after);
    const found = await ask("/hint", { id, told: [...(said ? [said.hint] : []), ...hints], work });
    if (found && !hints.includes(found.hint)) hints.push(found.hint);
  }
  const here = { wrong: at.wrong, hints, hinted: at.hinted.slice(0, hints.length), work: at.work };
  const judged = await judge(at.work);
  if (outcome) {
    const key = judged?.key || (await ask("/key", { id }));
    return key ? { ...here, shown: { outcome, key, remarks: judged?.remarks || [] } } : here;
  }
  return judged && judged.verdict !== "right" ? { ...here, feedback: feedbackOf(judged) } : here;
}

// What the form says; without a seed, the server's problems are drawn with one from here.
function chosenSettings({ draw = true } = {}) {
  const number = (name) => (find(`#${name}`).value === "" ? null : Number(find(`#${name}`).value));
  const body = {
    kinds: [...document.querySelectorAll("#kinds input:checked")].map((box) => box.value),
    level: find("#levels input:checked").value,
    count: number("count"),
    seed: number("seed") ?? (draw ? Math.floor(Math.random() * 10000) : null),
  };
  const range = [number("from"), number("to")];
  if (range.some((end) => end !== null)) body.numbers = [range[0] ?? 0, range[1] ?? 1000000];
  return body;
}

// Fills in the form as a link says.
function fill({ kinds, level, count: wanted, seed, numbers }) {
  for (const box of document.querySelectorAll("#kinds input")) box.checked = kinds.includes(box.value);
  find(`#levels input[value="${level}"]`).checked = true;
  find("#count").value = wanted ?? "";
  find("#seed").value = seed ?? "";
  find("#from").value = numbers?.[0] ?? "";
  find("#to").value = numbers?.[1] ?? "";
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
      el("button", { type: "button", id: "other", onclick: () => start({ ...state.asked, seed: state.asked.seed + 1 }) }, "Other problems like these"),
      copyButton()),
  ] : [el("h2", { tabindex: "-1" }, "So far")];
  find("#summary").replaceChildren(...parts, table("In this browser", state.totals),
    el("div", { class: "row" }, el("button", { type: "button", class: "quiet", id: "forget", onclick: forget }, "Delete my progress")));
}

function forget() {
  localStorage.removeItem(STORE);
  state = { ...EMPTY };
  remember();
  show();
  find("#start").focus();
}

function choice(type, name, value, label, checked) {
  return el("label", {}, el("input", { type, name, value, checked }), label);
}

async function begin() {
  known = await ask("");
  if (!known) return;
  titles = Object.fromEntries(known.kinds.map((kind) => [kind.name, kind.title]));
  find("#kinds .choices").append(...known.kinds.map((kind) => choice("checkbox", "kind", kind.name, kind.title, kind.usual)));
  find("#levels .choices").append(...known.levels.map(({ name, numbers }) => choice("radio", "level", name,
    `${name}: numbers up to ${numbers[1].toLocaleString("en")}`, name === "medium")));
  if (state.asked) fill({ ...state.asked, seed: null });
  await arrive();
}

// A link leads where it says; without one, or if it leads to what was open, that continues.
async function arrive() {
  const wanted = readLink(location.hash, known);
  if (wanted && !(state.asked && writeLink(state.asked, state) === location.hash)) {
    await follow(wanted);
    return;
  }
  find("#work").value = state.work;
  if (state.asked) remember();
  show();
}

addEventListener("hashchange", arrive);
find("#settings").addEventListener("change", () => {
  if (!running()) history.replaceState(null, "", writeLink(chosenSettings({ draw: false })));
});
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
find("#begin").append(copyButton());
find("#stop").before(copyButton("copy"));
begin();
