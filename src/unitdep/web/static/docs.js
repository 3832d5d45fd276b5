// The API page: a list built from openapi.json, with nothing loaded from elsewhere.
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
      el("td", {}, required.includes(name) ? "required" : "optional"), el("td", {}, part.description || "")));
  return el("div", { class: "table" }, el("table", {}, el("tbody", {}, ...rows)));
}

function operation(spec, path, method, about) {
  const body = about.requestBody?.content["application/json"].schema.$ref;
  const inputs = (about.parameters || []).map((p) =>
    el("li", {}, el("code", {}, p.name), `, ${p.required ? "required" : "optional"}`));
  const errors = Object.keys(about.responses).filter((code) => code !== "200");
  const answer = Object.entries(about.responses["200"].content || {}).map(([kind, part]) =>
    `${kind}${part.schema?.$ref ? ` (${nameOf(part.schema)})` : ""}`).join(", ");
  return el("section", { class: "card operation" },
    el("h2", {}, el("code", {}, `${method.toUpperCase()} ${path}`)),
    el("p", {}, about.description || about.summary || ""),
    body ? fieldsTable(spec.components.schemas[body.split("/").pop()]) : null,
    inputs.length ? el("ul", {}, ...inputs) : null,
    el("p", { class: "hint" }, `Returns ${answer}. Errors: ${errors.join(", ")}, each {"error": "what is wrong"}.`));
}

try {
  const spec = await request("/openapi.json");
  const operations = Object.entries(spec.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, about]) => operation(spec, path, method, about)));
  place.replaceChildren(...operations);
} catch (error) {
  showError(place, error);
}
