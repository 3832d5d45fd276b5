// The check page.
import { find, el, forPeople, picture, request, showError, shortNumber } from "./common.js";
import { EXAMPLES } from "./examples.js";

const [field, given] = [find("#problem"), find("#given")];
const [message, result] = [find("#message"), find("#result")];
const TITLES = {
  agrees: "The program agrees",
  "unit error": "The units don't go together",
  "wrong quantity": "Wrong numbers",
  "other operation": "Wrong operation",
  "cannot tell": "The program cannot tell",
};
const sentence = (text) => `${text[0].toUpperCase()}${text.slice(1)}.`;

async function run() {
  const text = field.value.trim();
  const written = given.value.trim();
  if (!text || !written) {
    result.replaceChildren();
    showError(message, new Error("Fill in both the problem and what was written."));
    return;
  }
  history.replaceState(null, "", `#${new URLSearchParams({ text, given: written })}`);
  // a number on its own is an answer; anything else is an expression
  const isAnswer = /^[-+$€£\s]*[\d.,\s]+%?$/.test(written);
  const body = { text, [isAnswer ? "answer" : "expression"]: written };
  result.classList.add("busy");
  try {
    const found = await request("/api/check-page", { body });
    message.replaceChildren();
    draw(found);
  } catch (error) {
    result.replaceChildren();
    showError(message, error);
    if (error.character) {
      const caret = `${" ".repeat(error.character - 1)}↑`;
      message.append(el("pre", { class: "caret" }, `${written}\n${caret}`));
    }
  } finally {
    result.classList.remove("busy");
  }
}

function draw({ result: checked, given_svg: tree, tree_svg: own, solution }) {
  const kind = checked.verdict === "agrees" ? "agrees" : checked.verdict === "cannot tell" ? "" : "rejects";
  const differs = solution.answer !== null && checked.value !== solution.answer;
  const card = el("div", { class: "card", id: "verdict" },
    el("p", { class: `verdict ${kind}`, "data-verdict": checked.verdict }, TITLES[checked.verdict]),
    el("p", {}, sentence(checked.reason)),
    checked.step ? el("p", {}, "The first step that breaks: ", el("strong", { id: "step" }, checked.step.text)) : null,
    checked.value === null ? null
      : el("p", { class: "hint" }, `What was written equals ${shortNumber(checked.value)}.`));
  const figures = [];
  if (tree) {
    const caption = checked.step ? "What was written; the step that breaks is marked" : "What was written";
    figures.push(el("figure", { id: "given-tree" }, el("figcaption", {}, caption), picture(tree, caption)));
  }
  if (own && differs) {
    const caption = `The program's answer: ${solution.answer_text} = ${forPeople(solution.expression)}`;
    figures.push(el("details", {}, el("summary", {}, "Show the program's answer"),
      el("figure", {}, el("figcaption", {}, caption), picture(own, caption))));
  }
  result.replaceChildren(card, el("div", { class: "columns pictures" }, ...figures));
}

find("#form").addEventListener("submit", (event) => {
  event.preventDefault();
  run();
});
find("#example").addEventListener("click", () => {
  field.value = EXAMPLES[0].text;
  given.value = "66 - 10 - 8";
  run();
});
const fields = new URLSearchParams(location.hash.slice(1));
if (fields.has("text")) {
  field.value = fields.get("text");
  given.value = fields.get("given") || "";
  if (given.value) run();
  else given.focus();
}
