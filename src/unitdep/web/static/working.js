// A working with its steps marked in place, and what is known about each step.
import { el, opening, spans } from "./common.js";

// What a mark looks like: a shape and a word, so that nobody needs its colour.
const MARKS = {
  right: ["✓", "right"],
  slip: ["✗", "slip"],
  units: ["≠", "units"],
  wrong: ["✗", "wrong"],
  follows: ["↳", "follows"],
  unclear: ["?", "not judged"],
};
const MEANINGS = {
  right: "is right",
  slip: "doesn't make what it says",
  units: "puts different units together",
  wrong: "is the first wrong step",
  follows: "carries an earlier mistake on",
  unclear: "could not be read or judged",
};

// Says how a step is marked: a wrong one may be a slip or a matter of units.
export function kindOf(checked, place) {
  const step = checked.steps[place];
  if (step.mark !== "wrong") return step.mark;
  if (step.arithmetic === "wrong") return "slip";
  return place === checked.first_wrong && checked.finding === "units do not close" ? "units" : "wrong";
}

// The final answer has a mark of its own where it is not part of a step: "7", "#### 7".
function answerMark({ answer, steps, verdict, first_wrong: first }) {
  if (!answer || steps.some((step) => step.start < answer.end && answer.start < step.end)) return [];
  const kind = { right: "right", wrong: first === null ? "wrong" : "follows" }[verdict] || "unclear";
  return [{ start: answer.start, end: answer.end, kind, place: null }];
}

// The stretches to mark: where a step begins with the result of the one before, it is cut there.
function stretches(checked) {
  const steps = checked.steps.map(({ start, end }, place) => ({ start, end, kind: kindOf(checked, place), place }));
  const unread = checked.unread.map(({ start, end }) => ({ start, end, kind: "unclear", place: null }));
  let last = 0;
  const cut = [];
  for (const one of [...steps, ...answerMark(checked), ...unread].sort((a, b) => a.start - b.start)) {
    const start = Math.max(one.start, last);
    if (start >= one.end) continue;
    cut.push({ ...one, start });
    last = one.end;
  }
  return cut;
}

// The working as it was written. With `open(place)`, each mark is a button that opens its step.
export function marked(checked, { open } = {}) {
  const inside = ({ kind, place }, text) => {
    const [shape, word] = MARKS[kind];
    const said = [shape, place === null ? null : place + 1, kind === "right" ? null : word].filter(Boolean).join(" ");
    const name = place === null ? word : `step ${place + 1}: ${word}`;
    const sign = open && place !== null
      ? el("button", { type: "button", class: "sign", "aria-label": `${name}; show its units`, onclick: () => open(place) }, said)
      : el("span", { class: "sign", role: "img", "aria-label": name }, said);
    return el("span", { class: `step ${kind}`, "data-mark": kind }, el("span", { class: "written" }, text), sign);
  };
  return el("p", { class: "working", id: "working" }, ...spans(checked.work, stretches(checked), inside));
}

export function legend(checked) {
  const used = new Set(stretches(checked).map(({ kind }) => kind));
  const items = Object.keys(MARKS).filter((kind) => used.has(kind)).map((kind) =>
    el("li", { class: `step ${kind}` }, el("span", { class: "sign" }, MARKS[kind][0]), ` ${MEANINGS[kind]}`));
  return items.length ? el("ul", { class: "legend hint", "aria-label": "What the marks mean" }, ...items) : null;
}

// The steps one by one; each opens to show its units and where its numbers come from.
// `kept` has the names of the open ones, `changed` is called when one opens or closes.
export function stepList(checked, solution, kept, changed) {
  if (!checked.steps.length) return null;
  const items = checked.steps.map((step, place) => {
    const kind = kindOf(checked, place);
    const [shape, word] = MARKS[kind];
    const name = `step-${place + 1}`;
    return el("li", {}, opening(name, kept, changed, { class: `step ${kind}`, id: name, "data-mark": kind },
      el("summary", {}, el("span", { class: "sign" }, `${shape} ${place + 1} ${word}`), " ", el("span", { class: "sum" }, step.text.trim())),
      ...inner(step, solution)));
  });
  return el("section", {}, el("h2", {}, "Step by step"),
    el("p", { class: "hint" }, "Open a step to see its units and where its numbers come from."),
    el("ol", { class: "steps judged", id: "steps" }, ...items));
}

function inner(step, solution) {
  const { units } = step;
  const slip = step.arithmetic === "wrong" && step.value !== null ? `It makes ${step.value}, not ${step.claimed}.` : null;
  const said = { rounded: "The result is rounded.", "not claimed": "No result is written." }[step.arithmetic] || slip;
  return [
    said ? el("p", {}, said) : null,
    el("h3", {}, "Units"),
    units.lines.length ? el("ul", { class: "trail" }, ...units.lines.map((line) => el("li", {}, line))) : null,
    el("p", { class: "hint" }, trailNote(units)),
    el("h3", {}, "Numbers"),
    el("ul", { class: "origins" }, ...step.numbers.map((number) => el("li", {}, origin(number, solution)))),
  ].filter(Boolean);
}

function trailNote(units) {
  if (!units.closes) return `The units don't go together: ${units.note}.`;
  return units.unit ? "The units go together." : "The units aren't known.";
}

function origin({ value, source, quantity, step }, { quantities }) {
  const known = quantities.find((q) => q.index === quantity);
  const unit = known?.unit ? ` (${known.unit})` : "";
  const words = {
    text: `in the problem${unit}`,
    implied: known ? `implied by “${known.text}”${unit}` : "implied by the problem",
    step: step === null ? "from an earlier step" : `the result of step ${step + 1}`,
    part: "part of a number in the problem",
    nowhere: "not in the problem",
  };
  return `${value}: ${words[source]}`;
}
