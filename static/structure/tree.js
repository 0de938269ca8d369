// The tree of rows as it stands in the page: which row may go where, and the one way to put it there.

const WHY = {
  group: gettext("a group can only be at the top level of the site."),
  section: gettext("a section can only be in a group or at the top level of the site."),
  space: gettext("a space can only be in a section, or on a site without sections."),
};
const TOP = "top:";
const KEPT = gettext("You can't change the order of sections outside of groups.");

export const board = () => document.querySelector("[data-structure]");
export const lines = () => [...board().querySelectorAll("[data-line]")];
export const rowsOf = (line) => [...line.children].filter((each) => each.dataset.item);
export const lineOf = (row) => row.parentElement.closest("[data-line]");
export const lineNamed = (key) => lines().find((each) => each.dataset.line === key);
export const rowOf = (id) => document.querySelector(`.node[data-item="${CSS.escape(id)}"]`);
export const handleOf = (row) => row.firstElementChild.querySelector("[data-handle]");
export const takes = (line, row) => line.dataset.takes.split(" ").includes(row.dataset.kind);

export function reasonOf({ dataset: { name, kind } }) {
  return gettext("%(name)s can't go there: %(why)s", { name, why: WHY[kind] });
}

// Tell a screen reader; the same words twice are told twice.
export function say(words) {
  const said = document.querySelector("[data-said]");
  said.textContent = said.textContent === words ? `${words}\u00a0` : words;
}

// What is at a place: "Guides 2 of 9 in API".
export function where(row) {
  const rows = rowsOf(lineOf(row));
  const [position, total] = [rows.indexOf(row) + 1, rows.length].map((each) => formatNumber(each));
  const { name } = row.dataset;
  return gettext("%(name)s %(position)s of %(total)s in %(place)s", { name, position, total, place: lineOf(row).dataset.name });
}

export const isBack = (row) => gettext("%(where)s is back where it was.", { where: where(row) });

// The rows that have a tick, in the order in which they stand.
export function chosen() {
  return [...board().querySelectorAll(".row-line > [name=item]:checked")].map((each) => each.closest("[data-item]"));
}

// The row, and the chosen rows of its kind if it is one of them.
export function taken(row) {
  const rows = chosen().filter((each) => each.dataset.kind === row.dataset.kind);
  return rows.includes(row) ? rows : [row];
}

// The rows of a line but for some.
export function rest(line, items) {
  const going = new Set(items);
  return rowsOf(line).filter((row) => !going.has(row));
}

// Sections outside of groups keep the order that they have on the site.
function passes(items, line, index) {
  const rows = rest(line, items);
  rows.splice(index, 0, ...items);
  const ranks = rows.filter((row) => row.dataset.rank).map((row) => Number(row.dataset.rank));
  return ranks.some((rank, at) => rank < ranks[at - 1]);
}

// Why rows cannot stand at this place of a line, as a sentence; empty where they can.
export function whyNot(items, line, index) {
  const wrong = items.find((row) => !takes(line, row));
  if (wrong) return reasonOf(wrong);
  return line.dataset.line === TOP && passes(items, line, index) ? KEPT : "";
}

// Put rows into a line, behind so many of its other rows. Why that cannot be, or an empty text when it is done.
export function place(items, line, index) {
  const refused = whyNot(items, line, index);
  if (refused) return refused;
  const next = rest(line, items)[index];
  if (next) next.before(...items);
  else line.append(...items);
  return "";
}

// The place nearest to a wanted one at which rows may stand.
export function nearest(items, line, wanted) {
  const places = [...Array(rest(line, items).length + 1).keys()].filter((index) => !whyNot(items, line, index));
  return places.sort((one, other) => Math.abs(one - wanted) - Math.abs(other - wanted))[0] ?? 0;
}

// All lines by their keys.
export function order() {
  return Object.fromEntries(lines().map((line) => [line.dataset.line, rowsOf(line).map((row) => row.dataset.item)]));
}

// Put everything back to where an order says that it was.
export function restore(before) {
  const now = order();
  const other = lines().filter((line) => String(now[line.dataset.line]) !== String(before[line.dataset.line]));
  other.forEach((line) => line.append(...before[line.dataset.line].map(rowOf)));
}

export const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

export function fold(row, folded) {
  row.classList.toggle("folded", folded);
  row.firstElementChild.querySelector("[data-fold-one]").setAttribute("aria-expanded", String(!folded));
}

// Show a row: open what it is in, and bring it into the window.
export function reveal(row) {
  for (let outer = lineOf(row).closest("[data-item]"); outer; outer = lineOf(outer).closest("[data-item]")) {
    fold(outer, false);
  }
  row.firstElementChild.scrollIntoView({ block: "nearest" });
}
