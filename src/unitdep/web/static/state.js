// The state of the solve page: the text, what the reader has decided, and what is open: another
// answer, the panel of a vertex, the graph, ... All of it is in the address, so a link shows the
// same page again.

const OPENING = ["why", "pictures", "scores"];
const LISTS = { rates: "rate", not_rates: "not", dropped: "drop", kept: "keep" };

export function emptyState(text = "") {
  return { text, rates: [], not_rates: [], dropped: [], kept: [], other: null, vertex: null, open: new Set() };
}

export function readState(hash) {
  const fields = new URLSearchParams(hash.replace(/^#/, ""));
  if (!fields.has("text")) return null;
  const state = emptyState(fields.get("text"));
  for (const [name, key] of Object.entries(LISTS)) {
    const values = (fields.get(key) || "").split(",").filter(Boolean);
    const numbers = name === "dropped" || name === "kept";
    state[name] = values
      .filter((value) => /^\d{1,4}$/.test(value) || (!numbers && value === "question"))
      .map((value) => (value === "question" ? value : Number(value)));
  }
  const other = fields.get("other");
  if (/^\d$/.test(other || "")) state.other = Number(other);
  const vertex = fields.get("vertex") || "";
  if (/^(\d{1,4}|question)$/.test(vertex)) state.vertex = vertex === "question" ? vertex : Number(vertex);
  state.open = new Set((fields.get("open") || "").split(",").filter((name) => OPENING.includes(name)));
  return state;
}

export function writeState(state) {
  const fields = new URLSearchParams({ text: state.text });
  for (const [name, key] of Object.entries(LISTS)) {
    if (state[name].length) fields.set(key, state[name].join(","));
  }
  if (state.other !== null) fields.set("other", state.other);
  if (state.vertex !== null) fields.set("vertex", state.vertex);
  if (state.open.size) fields.set("open", [...state.open].join(","));
  return `#${fields}`;
}

export function constraints(state) {
  return Object.fromEntries(Object.keys(LISTS).map((name) => [name, state[name]]));
}

export function isConstrained(state) {
  return Object.keys(LISTS).some((name) => state[name].length);
}

// What is decided about a vertex: {label: "rate" | "not" | "", use: "drop" | "keep" | ""}.
export function decided(state, vertex) {
  const has = (name) => state[name].includes(vertex);
  const label = has("rates") ? "rate" : has("not_rates") ? "not" : "";
  const use = has("dropped") ? "drop" : has("kept") ? "keep" : "";
  return { label, use };
}

// Returns the state after a decision: a number that is left out has no label, and a rate is used.
export function decide(state, vertex, { label, use }) {
  const now = { ...decided(state, vertex) };
  if (label !== undefined) {
    now.label = label;
    if (label === "rate" && now.use === "drop") now.use = "";
  }
  if (use !== undefined) {
    now.use = use;
    if (use === "drop") now.label = "";
  }
  const next = { ...state, other: null };
  const put = (name, yes) => {
    const others = state[name].filter((v) => v !== vertex);
    next[name] = yes ? [...others, vertex] : others;
  };
  put("rates", now.label === "rate");
  put("not_rates", now.label === "not");
  put("dropped", now.use === "drop");
  put("kept", now.use === "keep");
  return next;
}
