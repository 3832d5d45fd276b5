// Adding problems: a file or pasted lines, sent in parts that the server accepts.
import { count, el, request } from "./common.js";

const AT_ONCE = 50;
const EXAMPLE = `{"id": "1", "text": "There are 6 eggs in each box. Ann buys 4 boxes. How many eggs does Ann have?", "expression": "6*4"}
{"id": "2", "text": "Ben has 9 pens. He gives away 2 pens. How many pens are left?", "expression": "9-2"}`;

export function loadPart(place, desk) {
  const field = el("textarea", { id: "lines", spellcheck: "false", placeholder: EXAMPLE });
  const file = el("input", { type: "file", id: "file", accept: ".jsonl,.json,.txt" });
  const report = el("div", { id: "loaded", "aria-live": "polite" });
  const button = el("button", { type: "submit", class: "primary", id: "load" }, "Add");
  file.addEventListener("change", async () => {
    if (file.files[0]) field.value = await file.files[0].text();
  });
  const form = el("form", {},
    el("div", { class: "field" }, el("label", { for: "file" }, "A file of problems with their expressions"), file),
    el("div", { class: "field" }, el("label", { for: "lines" }, "or paste the lines"), field,
      el("p", { class: "hint" }, "One JSON object per line: id, text, expression, and the answer if you know it. Problems that only add and subtract are skipped: they have no rates.")),
    el("div", { class: "row" }, button));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    button.disabled = true;
    desk.clear();
    try {
      await load(field.value, report);
      await desk.refresh();
    } catch (error) {
      desk.fail(error);
    }
    button.disabled = false;
  });
  place.replaceChildren(form, report);
}

async function load(content, report) {
  const parts = split(content);
  const sum = { added: 0, known: 0, by_tree: 0, without_tree: [], bad: [] };
  for (const [number, part] of parts.entries()) {
    report.replaceChildren(el("progress", { max: parts.length, value: number, "aria-label": "Adding problems" }));
    const found = await request("/api/annotate/load", { body: { content: part } });
    for (const [key, value] of Object.entries(found)) {
      sum[key] = Array.isArray(value) ? [...sum[key], ...value] : sum[key] + value;
    }
  }
  const more = (title, list) => list.length
    ? el("details", {}, el("summary", {}, title), el("ul", {}, ...list.slice(0, 200).map((line) => el("li", {}, line)))) : null;
  report.replaceChildren(
    el("p", { class: "good" }, `${count(sum.added, "problem")} added${sum.known ? `, ${sum.known} were already there` : ""}. `
      + `${sum.by_tree} of them only add and subtract and need no annotator.`),
    ...[more(`${sum.without_tree.length} left out: no expression over the numbers written in the text, each used once`, sum.without_tree),
      more(`${sum.bad.length} could not be read`, sum.bad)].filter(Boolean));
}

// Splits JSON lines; a line without an id gets its number. A list is sent whole.
function split(content) {
  if (!content.trim().startsWith("{")) return [content];
  const lines = content.split("\n").filter((line) => line.trim()).map((line, k) => {
    try {
      const found = JSON.parse(line);
      const named = ["id", "iIndex", "ID"].some((key) => key in found);
      return named ? line : JSON.stringify({ id: String(k + 1), ...found });
    } catch {
      return line;
    }
  });
  const parts = [];
  for (let k = 0; k < lines.length; k += AT_ONCE) parts.push(lines.slice(k, k + AT_ONCE).join("\n"));
  return parts;
}
