// The API page: a list made of openapi.json, without anything from elsewhere.
import { find, el, request, showError } from "./common.js";

const place = find("#operations");

function nameOf(schema) {
  if (!schema) return "";
  if (schema.$ref) return schema.$ref.split("/").pop();
  if (schema.anyOf) return schema.anyOf.map(nameOf).join(" or ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" or ");
  if (schema.type === "array") return `list of ${nameOf(schema.items)}`;
  return [schema.type].flat().filter(Boolean).join(" or ") || "any";
}

function fieldsTable(schema) {
  const required = schema.required || [];
  const rows = Object.entries(schema.properties || {}).map(([name, part]) =>
    el("tr", {}, el("td", {}, el("code", {}, name)), el("td", {}, nameOf(part)),
      el("td", {}, required.includes(name) ? "needed" : "optional"), el("td", {}, part.description || "")));
  return el("div", { class: "table" }, el("table", {}, el("tbody", {}, ...rows)));
}

function operation(spec, path, method, told) {
  const body = told.requestBody?.content["application/json"].schema.$ref;
  const inputs = (told.parameters || []).map((p) =>
    el("li", {}, el("code", {}, p.name), `, ${p.required ? "needed" : "optional"}`));
  const errors = Object.keys(told.responses).filter((code) => code !== "200");
  const answer = Object.entries(told.responses["200"].content || {}).map(([kind, part]) =>
    `${kind}${part.schema?.$ref ? ` (${nameOf(part.schema)})` : ""}`).join(", ");
  return el("section", { class: "card operation" },
    el("h2", {}, el("code", {}, `${method.toUpperCase()} ${path}`)),
    el("p", {}, told.description || told.summary || ""),
    body ? fieldsTable(spec.components.schemas[body.split("/").pop()]) : null,
    inputs.length ? el("ul", {}, ...inputs) : null,
    el("p", { class: "hint" }, `Gives ${answer}. Errors: ${errors.join(", ")}, each {"error": "what is wrong"}.`));
}

try {
  const spec = await request("/openapi.json");
  const found = Object.entries(spec.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, told]) => operation(spec, path, method, told)));
  place.replaceChildren(...found);
} catch (error) {
  showError(place, error);
}
