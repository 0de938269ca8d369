// The second click of a double click means what the first one pressed, and so does a click in the same place of a table
// whose rows have just moved. Where another button is under the pointer by then, or the page says what went wrong,
// nothing more is sent. Nor is another act for another row, however late, until the pointer was moved: nobody aimed at it.
"use strict";

(() => {
  const SAME_PLACE = 6; // pixels
  const JUST = 700; // ms, in which nobody has read what is there now
  let pressed = null;
  let changed = -JUST;

  document.addEventListener("htmx:afterSwap", () => {
    changed = performance.now();
  });

  const problems = () => document.querySelector("[data-problems]");
  const meaning = ({ form, name, value, textContent }) =>
    [form.getAttribute("action"), name, value, textContent.trim()].join("\n");

  const isNear = ({ clientX, clientY }) => Math.hypot(clientX - pressed.x, clientY - pressed.y) < SAME_PLACE;
  const isOtherAct = (now) => now && now.words !== pressed.words && now.rowName !== pressed.rowName;

  const isSecond = (event, now) =>
    event.detail > 1 ||
    (event.detail === 1 &&
      pressed?.rowName &&
      isNear(event) &&
      (performance.now() - changed < JUST || (isOtherAct(now) && !pressed.isLeft)));

  document.addEventListener("pointermove", (event) => {
    if (pressed && !isNear(event)) pressed.isLeft = true;
  });

  document.addEventListener(
    "click",
    (event) => {
      const button = event.target.closest?.("button");
      const sends = button?.type === "submit" && button.form;
      const { clientX: x, clientY: y } = event;
      const rowName = button?.closest("tr")?.querySelector("th")?.textContent;
      const words = button?.textContent.trim();
      const now = sends ? { meaning: meaning(button), problems: problems(), x, y, words, rowName } : null;
      if (!isSecond(event, now)) pressed = now;
      else if (now && (pressed?.meaning !== now.meaning || pressed.problems !== now.problems)) {
        event.preventDefault();
        event.stopImmediatePropagation();
      }
    },
    true,
  );
})();
