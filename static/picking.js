// One tick for all rows of a list.
"use strict";

document.addEventListener("change", (event) => {
  const all = event.target.closest("[data-picks]");
  const list = event.target.closest("table");
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
