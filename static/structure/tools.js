// What only changes how the tree is looked at: the filter, what is folded, what is chosen.
import * as tree from "./tree.js";

const rows = () => [...tree.board().querySelectorAll("[data-item]")];
const box = (row) => row?.firstElementChild.querySelector("[name=item]");
const outer = (row) => tree.lineOf(row).closest("[data-item]");

// What is looked at, to be the same on the board that takes this one's place.
export function remember(board) {
  const ids = (found) => [...found].map((each) => each.dataset.item);
  const words = board.querySelector("[data-filter]")?.value ?? "";
  return { words, folded: ids(board.querySelectorAll(".folded")), chosen: ids(tree.chosen()) };
}

export function resume({ words, folded, chosen }) {
  folded.map(tree.rowOf).forEach((row) => row && tree.fold(row, true));
  chosen.map(tree.rowOf).map(box).forEach((each) => each && (each.checked = true));
  const input = tree.board().querySelector("[data-filter]");
  if (input && words) {
    input.value = words;
    filter(words);
  }
  count();
}

// A row is shown when it, what it is in or what it holds has the words.
function filter(words) {
  const wanted = foldText(words.trim());
  const all = rows();
  const found = all.filter((row) => foldText(row.dataset.name).includes(wanted));
  const shown = new Set(found.flatMap((row) => [row, ...row.querySelectorAll("[data-item]")]));
  for (const row of found) for (let each = outer(row); each && !shown.has(each); each = outer(each)) shown.add(each);
  all.forEach((row) => { row.hidden = !shown.has(row); });
  return found.length;
}

function count() {
  const chosen = tree.chosen().length;
  const place = tree.board().querySelector("[data-chosen]");
  if (!place) return;
  const selected = formatNumber(chosen);
  place.textContent = chosen ? gettext("%(selected)s selected", { selected }) : gettext("selected");
}

function foldAll(button) {
  const folded = button.getAttribute("aria-pressed") !== "true";
  button.setAttribute("aria-pressed", String(folded));
  rows().forEach((row) => row.dataset.kind !== "space" && tree.fold(row, folded));
}

function chooseAll(button) {
  const boxes = tree.rowsOf(tree.lineNamed(button.dataset.choose)).filter((row) => !row.hidden).map(box).filter(Boolean);
  boxes.forEach((each) => { each.checked = true; });
  count();
  tree.say(gettext("%(selected)s selected.", { selected: formatNumber(boxes.length) }));
  button.closest("details").open = false;
}

document.addEventListener("input", ({ target }) => {
  if (!target.matches("[data-filter]")) return;
  const found = filter(target.value);
  const has = () => ngettext("%(n)s row has these words", "%(n)s rows have these words", found);
  tree.say(target.value.trim() ? has() : gettext("All rows are shown"));
});
document.addEventListener("change", ({ target }) => {
  if (target.matches("[data-structure] [name=item]")) count();
});
document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-structure] button");
  const row = button?.closest("[data-item]");
  if (button?.matches("[data-fold-one]")) tree.fold(row, !row.classList.contains("folded"));
  else if (button?.matches("[data-fold-all]")) foldAll(button);
  else if (button?.matches("[data-choose]")) chooseAll(button);
});
