// What only changes how the tree is looked at: the filter, what is folded, what is chosen.
import * as tree from "./tree.js";

const rows = () => [...tree.board().querySelectorAll("[data-item]")];
const box = (row) => row.firstElementChild.querySelector("[name=item]");

// What is looked at, to be the same on the board that takes this one's place.
export function remember(board) {
  const ids = (found) => [...found].map((each) => each.dataset.item);
  return {
    words: board.querySelector("[data-filter]")?.value ?? "",
    folded: ids(board.querySelectorAll(".folded")),
    chosen: ids(tree.chosen()),
  };
}

export function resume({ words, folded, chosen }) {
  folded.map(tree.rowOf).forEach((row) => row && tree.fold(row, true));
  chosen.map(tree.rowOf).forEach((row) => row && box(row) && (box(row).checked = true));
  const input = tree.board().querySelector("[data-filter]");
  if (input && words) {
    input.value = words;
    filter(words);
  }
  count();
}

// A row is shown when it, what it is in or what it holds has the words.
export function filter(words) {
  const wanted = foldText(words.trim());
  const has = new Set(rows().filter((row) => foldText(row.dataset.name).includes(wanted)));
  const outer = (row) => tree.lineOf(row).closest("[data-item]");
  const inside = new Set(has);
  const around = new Set();
  for (const row of rows()) {
    if (inside.has(outer(row))) inside.add(row);
    if (has.has(row)) for (let each = outer(row); each && !around.has(each); each = outer(each)) around.add(each);
  }
  for (const row of rows()) row.hidden = !inside.has(row) && !around.has(row);
  return has.size;
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
  button.textContent = folded ? gettext("Unfold all") : gettext("Fold all");
  rows().forEach((row) => row.dataset.kind !== "space" && tree.fold(row, folded));
}

function chooseAll(key) {
  const inside = tree.rowsOf(tree.lineNamed(key)).filter((row) => !row.hidden).map(box).filter(Boolean);
  const all = inside.every((each) => each.checked);
  inside.forEach((each) => { each.checked = !all; });
  count();
  const selected = formatNumber(inside.length);
  tree.say(all ? gettext("None of them is selected now.") : gettext("%(selected)s selected.", { selected }));
}

export function listen() {
  document.addEventListener("input", (event) => {
    if (!event.target.matches("[data-filter]")) return;
    const found = filter(event.target.value);
    const has = () => ngettext("%(n)s row has these words", "%(n)s rows have these words", found);
    tree.say(event.target.value.trim() ? has() : gettext("All rows are shown"));
  });
  document.addEventListener("change", (event) => {
    if (event.target.matches("[data-structure] [name=item]")) count();
  });
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-structure] button");
    if (button?.matches("[data-fold-one]")) {
      const row = button.closest("[data-item]");
      tree.fold(row, !row.classList.contains("folded"));
    } else if (button?.matches("[data-fold-all]")) foldAll(button);
    else if (button?.matches("[data-choose]")) {
      chooseAll(button.dataset.choose);
      button.closest("details").open = false;
    }
  });
  document.addEventListener("keydown", (event) => {
    // The first button of the form is not what Enter asks for here.
    if (event.key === "Enter" && event.target.matches("[data-filter]")) event.preventDefault();
  });
}
