// The annotate page: who annotates, its three sections, and the address that leads back to them.
import { find, request, showError } from "./common.js";
import { agreementPart } from "./annotate-agree.js";
import { loadPart } from "./annotate-load.js";
import { markPart } from "./annotate-mark.js";

const PARTS = ["mark", "load", "agree"];
const field = find("#annotator");
const message = find("#message");

export const desk = {
  annotator: "",
  part: "mark",
  id: null, // the problem that is open
  compared: null, // the two annotators who are compared: {first, second}
  list: null,
  fail: (error) => showError(message, error),
  clear: () => message.replaceChildren(),
  query: (fields) => new URLSearchParams(fields).toString(),
  remember() {
    const fields = { annotator: this.annotator, part: this.part };
    if (this.id !== null) fields.id = this.id;
    if (this.part === "agree") Object.assign(fields, this.compared);
    history.replaceState(null, "", `#${this.query(fields)}`);
  },
  async refresh() {
    this.list = await request(`/api/annotate/problems?${this.query({ annotator: this.annotator })}`);
    return this.list;
  },
  async show(part) {
    this.part = part;
    this.remember();
    for (const name of PARTS) {
      find(`#tab-${name}`).setAttribute("aria-selected", String(name === part));
      find(`#tab-${name}`).tabIndex = name === part ? 0 : -1;
      find(`#part-${name}`).hidden = name !== part;
    }
    this.clear();
    try {
      await this.refresh();
      await { mark: markPart, load: loadPart, agree: agreementPart }[part](find(`#part-${part}`), this);
    } catch (error) {
      this.fail(error);
    }
  },
};

for (const part of PARTS) {
  find(`#tab-${part}`).addEventListener("click", () => desk.show(part));
  find(`#tab-${part}`).addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const next = PARTS[(PARTS.indexOf(part) + step + PARTS.length) % PARTS.length];
    find(`#tab-${next}`).focus();
    desk.show(next);
  });
}

function start(part) {
  desk.annotator = field.value.trim().replace(/\s+/g, " ");
  if (!desk.annotator) return;
  try {
    localStorage.setItem("annotator", desk.annotator);
  } catch {
    // the name lasts as long as the page
  }
  find("#desk").hidden = false;
  desk.show(part);
}

find("#who").addEventListener("submit", (event) => {
  event.preventDefault();
  desk.id = null;
  start("mark");
});

// Opens what the address says: a link, or what was open before the page was loaded again.
function arrive() {
  const fields = new URLSearchParams(location.hash.slice(1));
  const name = fields.get("annotator");
  field.value = name || storedName();
  if (!name) {
    field.focus();
    return;
  }
  const [first, second] = [fields.get("first"), fields.get("second")];
  desk.id = fields.get("id");
  desk.compared = first && second ? { first, second } : null;
  start(PARTS.includes(fields.get("part")) ? fields.get("part") : "mark");
}

function storedName() {
  try {
    return localStorage.getItem("annotator") || "";
  } catch {
    return "";
  }
}

addEventListener("hashchange", arrive);
arrive();
