// Rows dragged by their handles, with a mouse or a finger. SortableJS shows it; where rows go, the tree decides.
import * as tree from "./tree.js";
import { changed } from "./saving.js";

const LONG_PRESS = 250; // ms, for a finger
const OPENS_AFTER = 600; // ms, over something that is folded
const LOOKS_EVERY = 100; // ms
const TOLD_FOR = 6000; // ms
let Sortable = null;
let made = [];
let drag = null;

export async function start(board) {
  Sortable ??= (await import(board.dataset.sortable)).default;
  stop();
  if (!board.isConnected || !board.querySelector("[data-handle]")) return;
  made = tree.lines().map((line) => new Sortable(line, {
    group: { name: "structure", put: (to, from, row) => tree.takes(to.el, row) },
    draggable: "[data-item]",
    handle: "[data-handle]",
    delay: LONG_PRESS,
    delayOnTouchOnly: true,
    touchStartThreshold: 5,
    forceFallback: true,
    fallbackOnBody: true,
    fallbackTolerance: 4,
    fallbackClass: "node-dragged",
    ghostClass: "node-ghost",
    swapThreshold: 0.65,
    emptyInsertThreshold: 12,
    scrollSensitivity: 80,
    scrollSpeed: 14,
    onStart: ({ item }) => begin(item),
    onEnd: ({ item }) => end(item),
  }));
  board.classList.add("board-ready");
}

function stop() {
  made.forEach((each) => each.destroy());
  made = [];
}

function begin(row) {
  const items = tree.taken(row);
  drag = { row, items, line: tree.lineOf(row), next: row.nextElementSibling, at: null, over: null, since: 0 };
  items.forEach((each) => each.classList.toggle("node-along", each !== row));
  mark(true);
  document.addEventListener("pointermove", follow);
  window.addEventListener("pointerup", catchUp, true);
  document.addEventListener("keydown", giveUp, true);
  drag.timer = setInterval(look, LOOKS_EVERY);
  tree.say(gettext("%(where)s is being dragged.", { where: tree.where(row) }));
}

// The lines that take it light up. Where it can go neither inside a row nor beside it, nor beside what it is in, the row
// is dimmed.
function mark(isOn) {
  for (const line of tree.lines()) {
    const takes = tree.takes(line, drag.row);
    line.classList.toggle("line-lit", isOn && takes);
    line.classList.toggle("line-dim", isOn && !takes);
  }
}

function follow(event) {
  drag.at = [event.clientX, event.clientY];
}

// The library looks where the pointer is every 50 ms: a quick drop would count where it was before.
function catchUp() {
  Sortable.active?._emulateDragOver();
}

// Escape puts it back: as if the pointer had been let go, and nothing had moved.
function giveUp(event) {
  if (event.key !== "Escape") return;
  event.preventDefault();
  drag.isOff = true;
  document.dispatchEvent(new PointerEvent("pointerup", { bubbles: true }));
}

// What lies under the pointer: opened when it is folded, told when nothing can be dropped there.
function look() {
  const row = under();
  if (row !== drag.over) {
    drag.over = row;
    drag.since = Date.now();
    note(refusalHere());
  } else if (row?.classList.contains("folded") && Date.now() - drag.since >= OPENS_AFTER) tree.fold(row, false);
}

const under = () => drag.at && document.elementFromPoint(...drag.at)?.closest(".tree [data-item]");

function refusalHere() {
  const over = under();
  if (!over || over === drag.row) return "";
  // As in structure.css.
  return over.matches(".line-dim:not(.line-lit *) > .node:not(:has(> .line-lit))") ? tree.reasonOf(drag.row) : "";
}

function end(row) {
  const { items, line, next, isOff } = drag;
  const wrong = refusalHere();
  const to = tree.lineOf(row);
  const index = tree.rest(to, items.filter((each) => each !== row)).indexOf(row);
  finish();
  line.insertBefore(row, next);
  const before = tree.order();
  const refused = isOff ? "" : wrong || tree.place(items, to, index);
  tree.handleOf(row).focus({ preventScroll: true });
  tree.say(refused || (isOff ? tree.isBack(row) : tree.where(row)));
  note(refused);
  if (refused) setTimeout(() => !drag && tree.board() && note(""), TOLD_FOR);
  else if (!tree.same(before, tree.order())) changed(items);
}

// The board goes, and with it what was on its way.
export function forget() {
  if (drag) finish();
  stop();
}

function finish() {
  clearInterval(drag.timer);
  document.removeEventListener("pointermove", follow);
  window.removeEventListener("pointerup", catchUp, true);
  document.removeEventListener("keydown", giveUp, true);
  drag.items.forEach((each) => each.classList.remove("node-along"));
  mark(false);
  note("");
  drag = null;
}

// Why it can't be dropped here, for those who see.
function note(words) {
  const place = tree.board().querySelector("[data-drag-note]");
  if (place.textContent !== words) [place.textContent, place.hidden] = [words, !words];
}
