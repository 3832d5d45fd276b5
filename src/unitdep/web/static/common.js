// Shared by the pages: elements, requests, pictures. Texts become text nodes, never markup.

export function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (value === true) node.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) node.setAttribute(name, value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

export const find = (selector) => document.querySelector(selector);

export class RequestError extends Error {
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

const RETRIES = 3;

// Sends a request; asks for the token if the server requires one, and retries if it is busy.
export async function request(path, { body, signal, text = false } = {}) {
  for (let attempt = 0; ; attempt += 1) {
    const headers = {};
    const token = sessionStorage.getItem("token");
    if (token) headers.Authorization = `Bearer ${token}`;
    if (body !== undefined) headers["Content-Type"] = "application/json";
    let response;
    try {
      const method = body === undefined ? "GET" : "POST";
      const content = body === undefined ? undefined : JSON.stringify(body);
      response = await fetch(path, { method, headers, body: content, signal });
    } catch (error) {
      if (error.name === "AbortError") throw error;
      throw new RequestError("The server is not responding. Is it still running?", 0);
    }
    if (response.ok) return text ? response.text() : response.json();
    if (response.status === 401 && (await askToken())) continue;
    if (response.status === 503 && attempt < RETRIES) {
      const seconds = Number(response.headers.get("Retry-After")) || 1;
      await new Promise((resolve) => setTimeout(resolve, 1000 * seconds));
      continue;
    }
    const answer = await response.json().catch(() => ({}));
    throw new RequestError(answer.error || `The server answered with status ${response.status}.`,
      response.status);
  }
}

// Asks for the server's token; resolves to false if none is given.
function askToken() {
  return new Promise((resolve) => {
    const field = el("input", { type: "password", id: "token", autocomplete: "off", required: true });
    const form = el(
      "form",
      { method: "dialog" },
      el("label", { for: "token" }, "This server requires a token."),
      field,
      el("div", { class: "row" }, el("button", { class: "primary", value: "ok" }, "Continue"),
        el("button", { value: "", formnovalidate: true }, "Cancel")),
    );
    const dialog = el("dialog", {}, form);
    dialog.addEventListener("close", () => {
      dialog.remove();
      const given = dialog.returnValue === "ok" && field.value.trim();
      if (given) sessionStorage.setItem("token", given);
      resolve(Boolean(given));
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}

// Makes an element of an SVG text that the server drew.
export function picture(svg, label) {
  const parsed = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  const node = document.importNode(parsed, true);
  return el("div", { class: "picture", tabindex: "0", role: "group", "aria-label": label }, node);
}

// A button that copies the page's address, which has all that the page shows.
export function copyButton(id = null) {
  const copy = async (event) => {
    const button = event.currentTarget;
    try {
      await navigator.clipboard.writeText(location.href);
      button.textContent = "Copied";
    } catch {
      button.textContent = "Copy the link from the address bar";
    }
  };
  return el("button", { type: "button", id, onclick: copy }, "Copy link");
}

// A part that opens; `kept` is the set of the names of those that are open, `changed` is called.
export function opening(name, kept, changed, attributes, ...children) {
  const box = el("details", { ...attributes, open: kept.has(name) }, ...children);
  box.addEventListener("toggle", () => {
    if (box.open === kept.has(name)) return;
    if (box.open) kept.add(name);
    else kept.delete(name);
    changed();
  });
  return box;
}

export function percent(share) {
  if (share > 0 && share < 0.01) return "<1%";
  if (share > 0.99 && share < 1) return ">99%";
  return `${Math.round(100 * share)}%`;
}

// Writes an expression with the signs that people use; the fraction 1/3 stays as it is.
export function forPeople(expression) {
  const signs = { " - ": " − ", " * ": " × ", " / ": " ÷ " };
  return expression.replace(/ [-*/] /g, (sign) => signs[sign]).replaceAll("-", "−");
}

export function shortNumber(value) {
  if (Number.isInteger(value)) return String(value);
  return String(Number(value.toPrecision(6)));
}

export function showError(place, error) {
  place.replaceChildren(el("p", { class: "error", role: "alert" }, error.message));
}

// Returns a text with some spans of it as elements. Offsets count characters as Python does, not
// UTF-16 units. `inside(span, text)` makes the element of a span, `between(stretch, text)` that of
// the text elsewhere.
export function spans(text, marked, inside, between = (_, part) => part) {
  const characters = Array.from(text);
  const cut = (from, to) => characters.slice(from, to).join("");
  const nodes = [];
  let place = 0;
  const plain = (to) => {
    if (to > place) nodes.push(...[between({ start: place, end: to }, cut(place, to))].flat());
  };
  for (const span of [...marked].sort((a, b) => a.start - b.start)) {
    if (span.start < place) continue;
    plain(span.start);
    nodes.push(inside(span, cut(span.start, span.end)));
    place = span.end;
  }
  plain(characters.length);
  return nodes;
}

// Cuts a stretch of text where another span starts and ends: [[part, whether it is inside], ...].
export function cutBy(span, stretch, text) {
  if (!span) return [[text, false]];
  const characters = Array.from(text);
  const at = (place) => Math.min(Math.max(place - stretch.start, 0), characters.length);
  const [from, to] = [at(span.start), at(span.end)];
  const part = (a, b) => characters.slice(a, b).join("");
  return [
    [part(0, from), false],
    [part(from, to), true],
    [part(to, characters.length), false],
  ].filter(([piece]) => piece);
}

export function count(number, word) {
  return `${number} ${word}${number === 1 ? "" : "s"}`;
}
