// The address of the practice page: which problems, where somebody is, and how it went so far.
// The server makes the same problems for the same settings, so a link brings all of it back.

export const OUTCOMES = ["right at once", "right later", "skipped"];
const LETTERS = ["o", "l", "s"];
const WHOLE = /^\d{1,9}$/;
const KEPT = 5000; // characters of a working; a longer one makes an address that browsers cut

// `asked` is what the server is asked for; `state` is where somebody is in it, or null before.
export function writeLink(asked, state = null) {
  const fields = new URLSearchParams({ kinds: asked.kinds.join(","), level: asked.level });
  if (asked.count !== null) fields.set("count", asked.count);
  if (asked.seed !== null) fields.set("seed", asked.seed);
  if (asked.numbers) fields.set("numbers", asked.numbers.join("-"));
  if (state) {
    fields.set("problem", state.place + 1);
    const done = state.done.map(({ outcome }) => LETTERS[OUTCOMES.indexOf(outcome)]).join("");
    if (done) fields.set("done", done);
    if (state.wrong) fields.set("wrong", state.wrong);
    for (const { work, after } of state.hinted) {
      fields.append("hint", work);
      fields.append("after", after);
    }
    if (state.work && state.work.length <= KEPT) fields.set("work", state.work);
  }
  return `#${fields}`;
}

// Returns {asked, at}: `at` is null for a link to the settings. Returns null if there is no link.
export function readLink(hash, known) {
  const fields = new URLSearchParams(hash.replace(/^#/, ""));
  if (!fields.has("kinds")) return null;
  const names = known.kinds.map((kind) => kind.name);
  const number = (name) => (WHOLE.test(fields.get(name) || "") ? Number(fields.get(name)) : null);
  const level = fields.get("level");
  const range = (fields.get("numbers") || "").split("-");
  const asked = {
    kinds: fields.get("kinds").split(",").filter((name) => names.includes(name)),
    level: known.levels.some(({ name }) => name === level) ? level : "medium",
    count: number("count"),
    seed: number("seed"),
  };
  if (range.length === 2 && range.every((end) => WHOLE.test(end))) asked.numbers = range.map(Number);
  const place = number("problem");
  if (!place || asked.seed === null || !asked.count) return { asked, at: null };
  const outcomes = Array.from(fields.get("done") || "", (letter) => OUTCOMES[LETTERS.indexOf(letter)]);
  return {
    asked,
    at: {
      place: place - 1,
      outcomes: outcomes.filter(Boolean),
      wrong: number("wrong") || 0,
      hinted: fields.getAll("hint").slice(0, 20).map((work, k) => ({ work, after: fields.getAll("after")[k] || "" })),
      work: fields.get("work") || "",
    },
  };
}
