// Hints for a pupil, from vague to clear. None of them has the answer or the result of a step.

// Findings that have nothing to do with what the question asks for.
const ABOUT_NUMBERS = ["arithmetic slip", "copied a number wrongly"];

// Returns the hints in the order in which a pupil gets them; none if there is nothing to improve.
// From the first hint with `marks` on, the steps are marked in the working.
export function hintsFor(checked, solution) {
  if (checked.verdict === "right" || checked.verdict === "cannot tell") return [];
  if (checked.verdict === "incomplete") {
    return [{ text: checked.hint, marks: true }, question(solution)].filter(Boolean);
  }
  const step = checked.first_wrong === null ? null : checked.steps[checked.first_wrong];
  return [
    ABOUT_NUMBERS.includes(checked.finding) ? null : question(solution),
    step ? where(checked, step) : null,
    { text: checked.hint },
    step && checked.finding !== "arithmetic slip" ? units(step) : null,
  ].filter(Boolean);
}

function question({ text, question: asked }) {
  if (!asked) return null;
  const words = Array.from(text).slice(asked.start, asked.end).join("").trim();
  return { text: `This is the question: “${words}?”` };
}

function where(checked, step) {
  const place = checked.first_wrong;
  const sum = step.text.trim();
  if (checked.steps.length === 1) return { text: `Look at your sum: ${sum}`, marks: true };
  const before = place === 0 ? "" : place === 1 ? "Step 1 is fine. " : `Steps 1 to ${place} are fine. `;
  return { text: `${before}Look at step ${place + 1}: ${sum}`, marks: true };
}

// What the numbers of a step count, without what they make. A step with several operations would
// tell the result of the first one.
function units({ units: { lines } }) {
  if (lines.length !== 1) return null;
  const sum = lines[0].split(" = ")[0];
  return /\p{L}/u.test(sum) ? { text: `What do the numbers count? ${sum} = ?` } : null;
}
