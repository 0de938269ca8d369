// Ticks in lists stay when the list is shown anew; one is for all rows.
"use strict";

document.addEventListener("change", (event) => {
  const all = event.target.closest("[data-picks]");
  const list = event.target.closest("table, [data-list]");
  if (!list) return;
  if (all) {
    list.querySelectorAll(`input[name="${all.dataset.picks}"]`).forEach((each) => {
      each.checked = all.checked;
    });
    return;
  }
  const over = list.querySelector("[data-picks]");
  if (!over || event.target.name !== over.dataset.picks) return;
  const rows = [...list.querySelectorAll(`input[name="${over.dataset.picks}"]`)];
  over.checked = rows.every((each) => each.checked);
  over.indeterminate = !over.checked && rows.some((each) => each.checked);
});

// Space selects. Enter would press the first button of the list's form, and the page with its place would be gone.
document.addEventListener("keydown", (event) => {
  const isOfRow = event.target.matches("input[type=checkbox]") && event.target.closest("table, [data-list], .board");
  if (event.key === "Enter" && isOfRow) event.preventDefault();
});

let kept = null;

document.addEventListener("htmx:beforeSwap", (event) => {
  const list = event.detail.target;
  if (!list.matches("[data-keeps]")) return;
  const ticks = [...list.querySelectorAll("input[type=checkbox]:checked:not([data-picks])")];
  kept = {
    id: list.id,
    ticked: ticks.map((each) => [each.name, each.value]),
    chosen: [...list.querySelectorAll("select")].map((each) => [each.id, each.value]),
  };
});

document.addEventListener("htmx:afterSwap", () => {
  const list = kept && document.getElementById(kept.id);
  if (!list) return;
  const { ticked, chosen } = kept;
  kept = null;
  chosen.forEach(([id, value]) => {
    const select = list.querySelector(`#${id}`);
    if (select && [...select.options].some((each) => each.value === value)) select.value = value;
  });
  ticked.forEach(([name, value]) => {
    const tick = list.querySelector(`input[name="${CSS.escape(name)}"][value="${CSS.escape(value)}"]`);
    if (!tick) return;
    tick.checked = true;
    tick.dispatchEvent(new Event("change", { bubbles: true }));
  });
});
