// The second click of a double click means what the first one pressed. Where the page that follows has another button
// under the pointer, or says what went wrong, nothing more is sent.
"use strict";

(() => {
  let pressed = null;

  const problems = () => document.querySelector("[data-problems]");
  const meaning = ({ form, name, value, textContent }) =>
    [form.getAttribute("action"), name, value, textContent.trim()].join("\n");

  document.addEventListener(
    "click",
    (event) => {
      const button = event.target.closest?.("button");
      const sends = button?.type === "submit" && button.form;
      const now = sends ? { meaning: meaning(button), problems: problems() } : null;
      if (event.detail < 2) pressed = now;
      else if (now && (pressed?.meaning !== now.meaning || pressed.problems !== now.problems)) {
        event.preventDefault();
        event.stopImmediatePropagation();
      }
    },
    true,
  );
})();
