// The API page: a list built from openapi.json, with nothing loaded from elsewhere.
import { find, el, request, showError } from "./common.js";

const place = find("#operations");

const part = (schema) => schema.$ref.split("/").pop();

// An object in a request is named by its fields, one that is returned by its schema.
function nameOf(schema, schemas = {}) {
  if (!schema) return "";
  if (schema.$ref) {
    const fields = Object.keys(schemas[part(schema)]?.properties || {});
    return fields.length ? `object (${fields.join(", ")})` : part(schema);
  }
  if (schema.anyOf) return schema.anyOf.map((one) => nameOf(one, schemas)).join(" or ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" or ");
  if (schema.type === "array") return `list of ${nameOf(schema.items, schemas)}`;
  return [schema.type].flat().filter(Boolean).join(" or ") || "any";
}

// `marked` becomes code.
function prose(text) {
  return text.split("`").map((piece, k) => (k % 2 ? el("code", {}, piece) : piece));
}

function fieldsTable(schema, schemas) {
  const required = schema.required || [];
  const rows = Object.entries(schema.properties || {}).map(([name, field]) =>
    el("tr", {}, el("td", {}, el("code", {}, name)), el("td", {}, nameOf(field, schemas)),
      el("td", {}, required.includes(name) ? "required" : "optional"), el("td", {}, ...prose(field.description || ""))));
  return el("div", { class: "table" }, el("table", {}, el("tbody", {}, ...rows)));
}

function operation(spec, path, method, about) {
  const body = about.requestBody?.content["application/json"].schema.$ref;
  const inputs = (about.parameters || []).map((p) =>
    el("li", {}, el("code", {}, p.name), `, ${p.required ? "required" : "optional"}`));
  const answer = Object.entries(about.responses["200"].content || {}).map(([kind, { schema }]) =>
    `${kind}${schema?.$ref ? ` (${part(schema)})` : ""}`).join(", ");
  return el("section", { class: "card operation" },
    el("h2", {}, el("code", {}, `${method.toUpperCase()} ${path}`)),
    el("p", {}, ...prose(about.description || about.summary || "")),
    body ? fieldsTable(spec.components.schemas[body.split("/").pop()], spec.components.schemas) : null,
    inputs.length ? el("ul", {}, ...inputs) : null,
    el("p", { class: "hint" }, `Returns ${answer}.`));
}

// What goes wrong is the same for all of them.
function errorsTable(operations) {
  const known = Object.assign({}, ...operations.map((about) => about.responses));
  const rows = Object.entries(known).filter(([code]) => code !== "200").map(([code, { description }]) =>
    el("tr", {}, el("th", { scope: "row" }, code), el("td", {}, description)));
  return el("section", { class: "card", id: "errors" }, el("h2", {}, "Errors"),
    el("p", {}, "An error is ", el("code", {}, '{"error": "what is wrong"}'), "."),
    el("div", { class: "table" }, el("table", {}, el("tbody", {}, ...rows))));
}

try {
  const spec = await request("/openapi.json");
  const operations = Object.entries(spec.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, about]) => operation(spec, path, method, about)));
  const all = Object.values(spec.paths).flatMap((methods) => Object.values(methods));
  place.replaceChildren(...operations, errorsTable(all));
} catch (error) {
  showError(place, error);
}
