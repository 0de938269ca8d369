// The second click of a double click means what the first one pressed. Where the page that follows has another button
// under the pointer, or says what went wrong, nothing more is sent.
"use strict";

(() => {
  let pressed = null;

  const problems = () => document.querySelector("[data-problems]");
  const meaning = ({ form, name, value, textContent }) => [form.action, name, value, textContent.trim()].join("\n");

  document.addEventListener(
    "click",
    (event) => {
      const button = event.target.closest?.("button");
      if (button?.type !== "submit" || !button.form) return;
      const now = { meaning: meaning(button), problems: problems() };
      if (event.detail < 2) pressed = now;
      else if (pressed?.meaning !== now.meaning || pressed.problems !== now.problems) {
        event.preventDefault();
        event.stopImmediatePropagation();
      }
    },
    true,
  );
})();
