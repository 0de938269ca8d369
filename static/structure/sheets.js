// Sheets over the page: where rows go, what they are, what is added. Without scripts each is a page of its own.
import * as tree from "./tree.js";
import { act, flush, notice, part, twin } from "./saving.js";

const MOST_TOLD = 20; // ids in an address
let items = []; // ids of the rows to move
let opener = null;
let isSending = false;
let isTold = false;
const place = () => document.querySelector("dialog.sheet");

async function open(address, target, from) {
  const content = await part(address, target);
  if (!content) return;
  const [sheet, menu] = [place(), from?.closest("details.menu")];
  opener = menu ? menu.querySelector("summary") : from;
  if (menu) menu.open = false;
  sheet.replaceChildren(document.adoptNode(content));
  sheet.setAttribute("aria-labelledby", "sheet-title");
  // Not the whole: its links would leave the page.
  sheet.querySelectorAll("[hx-get]").forEach((each) => window.htmx.process(each));
  window.preparePickers();
  window.prepareFilters();
  if (items.length > MOST_TOLD) {
    sheet.querySelector("h1").textContent = ngettext("Move %(n)s row", "Move %(n)s rows", items.length);
  }
  if (!sheet.open) sheet.showModal();
  // At what is asked: a button would act at once for whoever presses Enter again.
  const seen = [...sheet.querySelectorAll("input, button")].filter((each) => each.offsetParent);
  (seen.find((each) => each.matches("input:not([type=radio]), :checked")) ?? seen[0])?.focus();
}

function closed() {
  place().replaceChildren();
  if (isSending) flush(); // the page says it from here on
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
  if (new Set(rows.map((row) => row.dataset.kind)).size > 1) {
    return tree.say(gettext("Select rows of one kind. Spaces, sections and groups can't be moved together."));
  }
  return askMove(rows, from);
}

// In the sheet, or on the page once it is closed. What is told later, while somebody types, leaves the focus alone.
function tell(words, label = "") {
  const problem = place().querySelector("[data-problems]");
  if (!problem) return notice(words, label);
  problem.hidden = false;
  const said = problem.querySelector("p");
  if (said.textContent !== words) said.textContent = words;
  if (!isTold) problem.focus();
  isTold = true;
  return undefined;
}

// A form of a sheet is sent.
export async function send(form, button) {
  if (isSending) return;
  [isSending, isTold] = [true, false];
  const fields = new FormData(form, button);
  if (items.length) fields.delete("item");
  items.forEach((id) => fields.append("item", id));
  const answer = await act(fields, ({ saved }) => saved, tell);
  isSending = false;
  const wrong = answer.page?.querySelector("[data-problems] p");
  if (answer.saved) done();
  else if (wrong) tell(wrong.textContent);
  else if (answer.isStale) tell(gettext("Nothing was changed. Your draft changed since you opened this page."));
}

function done() {
  const row = items.length && tree.rowOf(items[0]);
  if (row) opener = tree.handleOf(row);
  place().close();
  if (!row) return;
  tree.reveal(row);
  tree.say(tree.where(row));
}

document.addEventListener("input", ({ target }) => {
  const typed = target.matches("[data-path]") && target.form.querySelector("[data-path-typed]");
  if (typed) typed.textContent = target.value.trim().replace(/^\/+|\/+$/g, "");
});
document.addEventListener("close", ({ target }) => target === place() && closed(), true);
document.addEventListener("click", (event) => {
  const [{ target }, sheet] = [event, place()];
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
