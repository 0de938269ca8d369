// Rows moved with the keyboard: the handle picks one up, keys carry it, and each step is told.
import * as tree from "./tree.js";
import { changed } from "./saving.js";

const PAGE = 10; // rows
const UP = { ArrowUp: 1, PageUp: PAGE, Home: Infinity };
const DOWN = { ArrowDown: 1, PageDown: PAGE, End: Infinity };
const ACROSS = { ArrowLeft: -1, ArrowRight: 1 };
let held = null;
let moving = false;

export const isHeld = () => held !== null;

function pick(row) {
  held = { row, items: tree.taken(row), before: tree.order() };
  held.items.forEach((each) => each.classList.add("node-held"));
  tree.handleOf(row).setAttribute("aria-pressed", "true");
  const where = tree.where(row);
  const more = held.items.length - 1;
  const told = gettext("%(where)s is picked up. The arrow keys move it, Space drops it, Escape cancels.", { where });
  tree.say(more ? `${told} ${ngettext("%(n)s more moves with it.", "%(n)s more move with it.", more)}` : told);
}

function release() {
  held.items.forEach((each) => each.classList.remove("node-held"));
  tree.handleOf(held.row).setAttribute("aria-pressed", "false");
  held = null;
}

export function drop() {
  const { row, items, before } = held;
  release();
  tree.say(gettext("%(where)s is dropped.", { where: tree.where(row) }));
  if (!tree.same(before, tree.order())) changed(items);
}

function escape() {
  const { row, before } = held;
  carry(() => tree.restore(before));
  release();
  tree.say(tree.isBack(row));
}

// The board goes: what was held is where it is.
export function forget() {
  held = null;
}

// A row that is put elsewhere loses the focus; it is the same row, so it gets it back.
function carry(put) {
  moving = true;
  const refused = put();
  if (!refused) {
    tree.reveal(held.row);
    tree.handleOf(held.row).focus({ preventScroll: true });
  }
  moving = false;
  return refused;
}

function put(line, index) {
  const refused = carry(() => tree.place(held.items, line, index));
  tree.say(refused || tree.where(held.row));
}

// Rows that the filter hides are passed over, and keep their places.
function along(steps, back) {
  const line = tree.lineOf(held.row);
  const others = tree.rest(line, held.items);
  const rows = tree.rowsOf(line);
  const here = held.items.filter((each) => rows.includes(each));
  const edge = rows.indexOf(back ? here[0] : here.at(-1));
  const behind = others.filter((each) => rows.indexOf(each) < edge).length;
  const way = back ? others.slice(0, behind).reverse() : others.slice(behind);
  const seen = way.filter((each) => !each.hidden);
  if (!seen.length) {
    const where = tree.where(held.row);
    return tree.say(back ? gettext("%(where)s, the first", { where }) : gettext("%(where)s, the last", { where }));
  }
  const passed = seen[Math.min(steps, seen.length) - 1];
  return put(line, others.indexOf(passed) + (back ? 0 : 1));
}

function across(by) {
  const { row, items } = held;
  const fit = tree.lines().filter((line) => tree.takes(line, row) && !line.closest(".node[hidden]"));
  const line = fit[fit.indexOf(tree.lineOf(row)) + by];
  if (!line) return tree.say(by < 0 ? gettext("There is no place before this one.") : gettext("There is no place after this one."));
  const others = tree.rest(line, items);
  // Out of a group: beside it.
  const beside = others.findIndex((each) => each.contains(row));
  return put(line, tree.nearest(items, line, beside < 0 ? others.length : beside + 1));
}

// With nothing held, the same keys go from row to row: to its handle, or to its box.
function walk(event) {
  const { key, target } = event;
  const kind = ["[data-handle]", "[name=item]"].find((each) => target.matches(`[data-structure] .row-line > ${each}`));
  if (!kind || !(key in UP || key in DOWN)) return;
  const all = [...tree.board().querySelectorAll(`.row-line > ${kind}`)].filter((each) => each.offsetParent);
  const wanted = all.indexOf(target) + (DOWN[key] ?? -UP[key]);
  all[Math.min(Math.max(wanted, 0), all.length - 1)].focus();
  event.preventDefault();
}

document.addEventListener("keydown", (event) => {
  const { key } = event;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (!held) {
    walk(event);
    return;
  }
  if (key === "Escape") escape();
  else if (key in UP) along(UP[key], true);
  else if (key in DOWN) along(DOWN[key], false);
  else if (key in ACROSS) across(ACROSS[key]);
  else return;
  event.preventDefault();
});

// A click without a pointer is Space, Enter, or a screen reader's own.
document.addEventListener("click", ({ target, detail }) => {
  const handle = target.closest("[data-handle]");
  if (!handle || detail !== 0) return;
  const row = handle.closest("[data-item]");
  const isHeldRow = held?.row === row;
  if (held) drop();
  if (!isHeldRow) pick(row);
});
document.addEventListener("focusout", () => {
  if (held && !moving) drop();
});
