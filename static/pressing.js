// The second click of a double click means what the first one pressed, and so does a click in the same place of a table
// whose rows have just moved. Where another button is under the pointer by then, or the page says what went wrong,
// nothing more is sent.
"use strict";

(() => {
  const SAME_PLACE = 6; // pixels
  const JUST = 700; // ms, in which nobody has read what is there now
  let pressed = null;
  let changed = -JUST;

  document.addEventListener("htmx:afterSettle", () => {
    changed = performance.now();
  });

  const problems = () => document.querySelector("[data-problems]");
  const meaning = ({ form, name, value, textContent }) =>
    [form.getAttribute("action"), name, value, textContent.trim()].join("\n");

  const isSecond = ({ detail, clientX, clientY }) =>
    detail > 1 ||
    (detail === 1 &&
      pressed?.row &&
      performance.now() - changed < JUST &&
      Math.hypot(clientX - pressed.x, clientY - pressed.y) < SAME_PLACE);

  document.addEventListener(
    "click",
    (event) => {
      const button = event.target.closest?.("button");
      const sends = button?.type === "submit" && button.form;
      const { clientX: x, clientY: y } = event;
      const now = sends ? { meaning: meaning(button), problems: problems(), x, y, row: button.closest("tr") } : null;
      if (!isSecond(event)) pressed = now;
      else if (now && (pressed?.meaning !== now.meaning || pressed.problems !== now.problems)) {
        event.preventDefault();
        event.stopImmediatePropagation();
      }
    },
    true,
  );
})();
