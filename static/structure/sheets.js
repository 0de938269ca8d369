// Sheets over the page: where rows go, what they are, what is added. Without scripts each is a page of its own.
import * as tree from "./tree.js";
import { act, again, changed, notice, part, twin } from "./saving.js";

const MOST_TOLD = 20; // ids in an address
let sheet = null;
let items = [];
let opener = null;
let isSending = false;
let isTold = false;

async function open(address, target, from) {
  const content = await part(address, target);
  if (!content) return;
  const menu = from?.closest("details.menu");
  opener = menu ? menu.querySelector("summary") : from;
  if (menu) menu.open = false;
  if (!sheet?.isConnected) {
    sheet = document.createElement("dialog");
    sheet.className = "sheet";
    sheet.setAttribute("aria-labelledby", "sheet-title");
    sheet.addEventListener("close", closed);
    document.body.append(sheet);
  }
  show(content);
  if (!sheet.open) sheet.showModal();
  begin();
}

// At what is asked: a button would act at once for whoever presses Enter again.
function begin() {
  const seen = [...sheet.querySelectorAll("input, button")].filter((each) => each.offsetParent);
  const asks = (each) => each.matches("input:not([type=radio]), :checked");
  (seen.find(asks) ?? seen[0])?.focus();
}

function show(content) {
  sheet.replaceChildren(document.adoptNode(content));
  // Not the whole: its links would leave the page.
  sheet.querySelectorAll("[hx-get]").forEach((each) => window.htmx.process(each));
  window.preparePickers();
  window.prepareFilters();
  if (items.length <= MOST_TOLD) return;
  sheet.querySelector("h1").textContent = ngettext("Move %(n)s row", "Move %(n)s rows", items.length);
}

function closed() {
  sheet.replaceChildren();
  if (isSending) again(); // the page says it from here on
  const back = opener && (opener.isConnected ? opener : twin(opener));
  back?.focus({ preventScroll: true });
  opener = null;
}

function chosen() {
  const boxes = [...tree.board().querySelectorAll(".row-line > [name=item]:checked")];
  return boxes.map((each) => each.closest("[data-item]"));
}

function askMove(rows, from) {
  items = rows;
  const query = new URLSearchParams(rows.slice(0, MOST_TOLD).map((row) => ["item", row.dataset.item]));
  return open(`${tree.board().dataset.address}/move?${query}`, "structure-move", from);
}

function moveChosen(from) {
  const rows = chosen();
  if (!rows.length) return tree.say(gettext("Select the rows to move first."));
  if (new Set(rows.map((row) => row.dataset.kind)).size > 1) {
    return tree.say(gettext("Select rows of one kind. Spaces, sections and groups can't be moved together."));
  }
  return askMove(rows, from);
}

// Where a button of the sheet leads: a line, and behind how many of its other rows.
function goal(wanted, position, to) {
  const line = wanted === "into" ? tree.lineNamed(to) : tree.lineOf(items[0]);
  const others = tree.rest(line, items);
  const rows = tree.rowsOf(line);
  const here = items.filter((each) => rows.includes(each));
  const behind = (edge) => others.filter((each) => rows.indexOf(each) < rows.indexOf(edge)).length;
  const numbered = () => Math.max(0, Math.min(Number(position) - 1, others.length));
  const places = {
    first: () => 0,
    last: () => others.length,
    into: () => (position ? numbered() : others.length),
    up: () => Math.max(0, behind(here[0]) - 1),
    down: () => Math.min(others.length, behind(here.at(-1)) + 1),
    position: numbered,
  };
  return [line, places[wanted]()];
}

function odd(position) {
  if (!position) return gettext("Enter a number, starting with 1.");
  return gettext("“%(typed)s” is not a position. Enter a number, starting with 1.", { typed: position.slice(0, 20) });
}

function put(form, button) {
  const position = form.elements.position?.value.trim();
  const isNumbered = button.value === "position" || (button.value === "into" && position);
  if (isNumbered && !/^\d{1,6}$/.test(position)) return problem(odd(position));
  const before = tree.order();
  const refused = tree.place(items, ...goal(button.value, position, form.elements.to?.value));
  if (refused) return problem(refused);
  const [row] = items;
  opener = tree.handleOf(row);
  sheet.close();
  tree.reveal(row);
  tree.say(tree.where(row));
  if (!tree.same(before, tree.order())) changed(items);
  return undefined;
}

function problem(words, takesFocus = true) {
  let place = sheet.querySelector("[data-problems]");
  if (!place) {
    place = document.createElement("div");
    place.className = "notice notice-danger";
    place.setAttribute("role", "alert");
    place.setAttribute("tabindex", "-1");
    place.setAttribute("data-problems", "");
    place.append(document.createElement("p"));
    sheet.querySelector("h1").after(place);
  }
  const said = place.querySelector("p");
  if (said.textContent !== words) said.textContent = words;
  if (takesFocus) place.focus();
}

// In the sheet, or on the page once it is closed. What is told later, while somebody types, leaves the focus alone.
function tell(words, label = "") {
  if (sheet.open) problem(words, !isTold);
  else notice(words, label);
  isTold = true;
}

async function send(form, button) {
  if (isSending) return;
  [isSending, isTold] = [true, false];
  const answer = await act(new FormData(form, button), ({ saved }) => saved, tell);
  isSending = false;
  const wrong = answer.page?.querySelector("[data-problems] p");
  if (answer.saved) sheet.close();
  else if (wrong) tell(wrong.textContent);
  else if (answer.words && !answer.leaves) tell(answer.words);
}

// The forms of a sheet; whether this was one.
export function submitted(form, button) {
  if (!sheet?.contains(form)) return false;
  if (form.hasAttribute("data-places")) put(form, button);
  else send(form, button);
  return true;
}

export function listen() {
  document.addEventListener("input", (event) => {
    const typed = event.target.matches("[data-path]") && event.target.form.querySelector("[data-path-typed]");
    if (typed) typed.textContent = event.target.value.trim().replace(/^\/+|\/+$/g, "");
  });
  document.addEventListener("click", (event) => {
    if (event.target === sheet || (sheet?.contains(event.target) && event.target.closest("[data-close]"))) {
      event.preventDefault();
      sheet.close();
    }
    const link = event.target.closest("[data-structure] [data-sheet]");
    const isPlain = event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
    if (!link || !isPlain) return;
    event.preventDefault();
    if (link.dataset.sheet === "structure-move") askMove([link.closest("[data-item]")], link);
    else {
      items = [];
      open(link.href, link.dataset.sheet, link);
    }
  });
}

export { moveChosen };
