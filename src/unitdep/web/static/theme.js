// Sets the colours before the page is drawn: the reader's choice, or the system's.
const THEMES = ["auto", "light", "dark"];

function applyTheme(theme) {
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

function storedTheme() {
  try {
    const theme = localStorage.getItem("theme");
    return THEMES.includes(theme) ? theme : "auto";
  } catch {
    return "auto";
  }
}

applyTheme(storedTheme());

document.addEventListener("DOMContentLoaded", () => {
  const button = document.querySelector("#theme");
  let theme = storedTheme();
  const part = (name, text, hidden) => {
    const span = document.createElement("span");
    span.className = name;
    span.textContent = text;
    if (hidden) span.setAttribute("aria-hidden", "true");
    return span;
  };
  const show = () => {
    const said = { auto: "Colours: system", light: "Colours: light", dark: "Colours: dark" }[theme];
    button.replaceChildren(part("sign-only", "◐ ", true), part("words", said, false));
  };
  button.addEventListener("click", () => {
    theme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length];
    try {
      localStorage.setItem("theme", theme);
    } catch {
      // the choice lasts as long as the page
    }
    applyTheme(theme);
    show();
  });
  show();
  // paper is light
  addEventListener("beforeprint", () => applyTheme("light"));
  addEventListener("afterprint", () => applyTheme(theme));
});
