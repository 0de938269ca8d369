// Sheets over the page: where rows go, what they are, what is added. Without scripts each is a page of its own.
import * as tree from "./tree.js";
import { act, again, notice, part, twin, unselectWithin } from "./saving.js";

const MOST_TOLD = 20; // ids in an address
let sheet = null;
let items = []; // ids of the rows to move
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

function askMove(rows, from) {
  items = rows.map((row) => row.dataset.item);
  const query = new URLSearchParams(items.slice(0, MOST_TOLD).map((id) => ["item", id]));
  return open(`${tree.board().dataset.address}/move?${query}`, "structure-move", from);
}

export function moveChosen(from) {
  const rows = tree.chosen();
  if (!rows.length) return tree.say(gettext("Select the rows to move first."));
  if (new Set(rows.map((row) => row.dataset.kind)).size > 1) {
    return tree.say(gettext("Select rows of one kind. Spaces, sections and groups can't be moved together."));
  }
  return askMove(rows, from);
}

// In the sheet, or on the page once it is closed. What is told later, while somebody types, leaves the focus alone.
function tell(words, label = "") {
  if (!sheet.open) return notice(words, label);
  const place = sheet.querySelector("[data-problems]");
  place.hidden = false;
  const said = place.querySelector("p");
  if (said.textContent !== words) said.textContent = words;
  if (!isTold) place.focus();
  isTold = true;
  return undefined;
}

async function send(form, button) {
  if (isSending) return;
  [isSending, isTold] = [true, false];
  const fields = new FormData(form, button);
  if (items.length) fields.delete("item");
  items.forEach((id) => fields.append("item", id));
  items.forEach((id) => unselectWithin(tree.rowOf(id)));
  const answer = await act(fields, ({ saved }) => saved, tell);
  isSending = false;
  const wrong = answer.page?.querySelector("[data-problems] p");
  if (answer.saved) done();
  else if (wrong) tell(wrong.textContent);
  else if (answer.words && !answer.leaves) tell(answer.words);
}

function done() {
  const row = items.length && tree.rowOf(items[0]);
  if (row) opener = tree.handleOf(row);
  sheet.close();
  if (!row) return;
  tree.reveal(row);
  tree.say(tree.where(row));
}

// The forms of a sheet; whether this was one.
export function submitted(form, button) {
  const isOurs = Boolean(sheet?.contains(form));
  if (isOurs) send(form, button);
  return isOurs;
}

document.addEventListener("input", ({ target }) => {
  const typed = target.matches("[data-path]") && target.form.querySelector("[data-path-typed]");
  if (typed) typed.textContent = target.value.trim().replace(/^\/+|\/+$/g, "");
});
document.addEventListener("click", (event) => {
  const { target } = event;
  const link = target.closest("[data-structure] [data-sheet]");
  const isPlain = event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
  const closes = target === sheet || (sheet?.contains(target) && target.closest("[data-close]"));
  if (!closes && !(link && isPlain)) return;
  event.preventDefault();
  if (closes) sheet.close();
  else if (link.dataset.sheet === "structure-move") askMove([link.closest("[data-item]")], link);
  else {
    items = [];
    open(link.href, link.dataset.sheet, link);
  }
});
