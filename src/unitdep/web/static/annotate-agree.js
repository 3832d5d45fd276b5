// Two annotators: kappa, conflicts to settle, and the export.
import { count, cutBy, el, request, spans } from "./common.js";

const word = (rate) => (rate ? "rate" : "not a rate");

export async function agreementPart(place, desk) {
  const names = desk.list.annotators.map((a) => a.name);
  if (!names.length) {
    place.replaceChildren(el("p", { class: "empty" }, "Nobody has labelled anything yet."));
    return;
  }
  const choice = (id, label, chosen) => el("div", {}, el("label", { for: id }, label),
    el("select", { id }, ...names.map((name) => el("option", { value: name, selected: name === chosen }, name))));
  const wanted = desk.compared || {};
  const own = [wanted.first, desk.annotator].find((name) => names.includes(name)) || names[0];
  const other = names.includes(wanted.second) ? wanted.second : names.find((n) => n !== own) || own;
  const first = choice("first", "First annotator", own);
  const second = choice("second", "Second annotator", other);
  const report = el("div", { id: "agreement", "aria-live": "polite" });
  const value = (part) => part.querySelector("select").value;
  const show = async () => {
    desk.compared = { first: value(first), second: value(second) };
    desk.remember();
    try {
      await draw(report, desk, value(first), value(second));
    } catch (error) {
      desk.fail(error);
    }
  };
  for (const part of [first, second]) part.querySelector("select").addEventListener("change", show);
  place.replaceChildren(el("div", { class: "columns choosers" }, first, second), report);
  await show();
}

async function draw(place, desk, first, second) {
  const exports = el("div", { class: "row" },
    el("button", { type: "button", id: "export-one", onclick: () => save(desk, { first }) }, `Export ${first}'s labels`),
    first === second ? null : el("button", { type: "button", class: "primary", id: "export-both",
      onclick: () => save(desk, { first, second }) }, "Export what both agree on or has been settled"));
  if (first === second) {
    place.replaceChildren(el("p", { class: "empty" }, "Comparing needs a second annotator."), exports);
    return;
  }
  const found = await request(`/api/annotate/agreement?${desk.query({ first, second })}`);
  const open = found.conflicts.filter((c) => c.settled === null).length;
  const kappa = found.kappa === null ? "not defined" : found.kappa.toFixed(3);
  const line = (name, ...values) => el("tr", {}, el("th", { scope: "row" }, name),
    ...values.map((v) => el("td", { class: "number" }, String(v))));
  place.replaceChildren(
    el("div", { class: "columns" },
      el("div", { class: "card" }, el("p", { class: "answer", id: "kappa" }, kappa),
        el("p", { class: "hint" }, `Cohen's kappa over ${found.vertices} vertices in the ${count(found.problems, "problem")} that both have finished.`)),
      el("div", { class: "card table" }, el("table", {},
        el("thead", {}, el("tr", {}, el("td"), el("th", { class: "number", scope: "col" }, `${second}: rate`),
          el("th", { class: "number", scope: "col" }, `${second}: not`))),
        el("tbody", {}, line(`${first}: rate`, found.both_rate, found.first_only),
          line(`${first}: not`, found.second_only, found.neither))))),
    el("h2", {}, found.conflicts.length ? `Conflicts (${open} open)` : "No conflicts"),
    el("ul", { class: "conflicts", id: "conflicts" },
      ...found.conflicts.map((c) => conflict(c, first, second, () => draw(place, desk, first, second), desk))),
    exports);
}

function conflict(c, first, second, redraw, desk) {
  const inside = (_, part) => el("mark", {}, part);
  const text = c.vertex === "question"
    ? cutBy(c, { start: 0 }, c.text).map(([piece, asked]) => (asked ? el("mark", {}, piece) : piece))
    : spans(c.text, [c], inside);
  const choose = (rate) => async () => {
    try {
      await request("/api/annotate/settle", { body: { id: c.id, vertex: c.vertex, rate: c.settled === rate ? null : rate } });
      await redraw();
    } catch (error) {
      desk.fail(error);
    }
  };
  const button = (rate) => el("button", { type: "button", "aria-pressed": String(c.settled === rate),
    "data-settle": String(rate), onclick: choose(rate) }, rate ? "A rate" : "Not a rate");
  return el("li", { class: "card" }, el("p", {}, ...text),
    el("p", { class: "hint" }, `${c.vertex === "question" ? "The question" : c.caption}: ${first} says ${word(c.first)}, ${second} says ${word(c.second)}.`),
    el("div", { class: "row" }, button(true), button(false)));
}

async function save(desk, people) {
  try {
    const content = await request(`/api/annotate/export?${desk.query(people)}`, { text: true });
    const link = el("a", { href: URL.createObjectURL(new Blob([content], { type: "application/jsonl" })),
      download: "annotations.jsonl" });
    link.click();
    URL.revokeObjectURL(link.href);
  } catch (error) {
    desk.fail(error);
  }
}
