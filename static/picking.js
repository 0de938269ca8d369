// Ticks in lists stay when the list is shown anew; one is for all rows, and Shift for those from the last one on.
"use strict";

let lastTick = null;

function tellSelected(form, count) {
  const told = form?.querySelector("[data-selected]");
  if (told) told.textContent = ngettext("%(n)s selected", "%(n)s selected", count);
}

// All that match on all pages: the boxes of this page follow, and a row that is left out means not all.
document.addEventListener("change", ({ target }) => {
  const all = target.form?.querySelector(":scope > .select-all [name=all]");
  if (all && target !== all && !target.checked) all.checked = false;
  if (!all || target !== all) return;
  const boxes = [...target.form.elements].filter((each) => each.type === "checkbox");
  boxes.forEach((each) => { [each.checked, each.indeterminate] = [all.checked, false]; });
  if (!all.checked) tellSelected(target.form, 0);
  else if (all.dataset.count) tellSelected(target.form, Number(all.dataset.count));
  else target.form.querySelector("[data-selected]").textContent = gettext("All selected");
});

document.addEventListener("change", (event) => {
  const all = event.target.closest("[data-picks]");
  const list = event.target.closest("table, [data-list]");
  const over = list?.querySelector("[data-picks]");
  if (!over) return;
  const rows = [...list.querySelectorAll(`input[name="${over.dataset.picks}"]`)];
  if (all) rows.forEach((each) => (each.checked = all.checked));
  else if (!rows.includes(event.target)) return;
  const ticked = rows.filter((each) => each.checked).length;
  over.checked = ticked === rows.length;
  over.indeterminate = ticked > 0 && !over.checked;
  tellSelected(event.target.form, ticked);
});

document.addEventListener("click", ({ target, shiftKey }) => {
  if (!target.matches("input[type=checkbox][name]")) return;
  const rows = [...(target.closest("table, [data-list]")?.querySelectorAll(`input[name="${target.name}"]`) ?? [])];
  const [from, to] = [rows.indexOf(lastTick), rows.indexOf(target)].sort((one, other) => one - other);
  if (shiftKey && from >= 0) rows.slice(from, to + 1).forEach((each) => (each.checked = target.checked));
  lastTick = target;
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
