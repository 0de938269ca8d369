// The structure workbench: rows are arranged in the page, and each arrangement is kept in the draft at once.
import * as dragging from "./dragging.js";
import * as keys from "./keys.js";
import * as saving from "./saving.js";
import * as sheets from "./sheets.js";
import * as tools from "./tools.js";
import * as tree from "./tree.js";

const LOST = gettext("Leave this page? Your last move may not be saved in the draft.");
let looked = null;
let started = null;

// A page with a board came into the window.
export function start(board) {
  if (started === board) return;
  started = board;
  saving.told();
  dragging.start(board);
}

async function step(name) {
  const isUndo = name === "undo";
  if (tree.board().querySelector(`[name=do][value=${name}]`)?.ariaDisabled !== "false") {
    tree.say(isUndo ? gettext("There is nothing to undo.") : gettext("There is nothing to redo."));
  } else if ((await saving.act({ do: name })).saved) {
    const summary = tree.board().querySelector("[data-summary]").textContent;
    tree.say(isUndo ? gettext("Undone. %(summary)s", { summary }) : gettext("Redone. %(summary)s", { summary }));
  }
}

function onKey(event) {
  const isElsewhere = event.target.closest("input:not([type=checkbox]), textarea, select, dialog");
  if (!tree.board() || isElsewhere || !(event.ctrlKey || event.metaKey) || event.altKey) return;
  const key = event.key.toLowerCase();
  const name = key === "y" || (key === "z" && event.shiftKey) ? "redo" : key === "z" && "undo";
  if (!name) return;
  event.preventDefault();
  if (keys.isHeld()) keys.drop();
  step(name);
}

function onSubmit(event) {
  const button = event.submitter;
  const isOurs = event.target.closest("[data-structure], dialog.sheet");
  if (!isOurs || !button || [event.target, button].some((each) => each.hasAttribute("data-plain"))) return;
  event.preventDefault();
  if (event.target.closest("dialog.sheet")) sheets.send(event.target, button);
  else if (button.hasAttribute("data-move-chosen")) sheets.moveChosen(button);
  else if (["undo", "redo"].includes(button.value)) step(button.value);
  else saving.act({ do: button.value });
}

// What was moved a moment ago goes with whoever goes on; a link of the pane has another one in its place then.
async function onLeave(event) {
  const link = event.target;
  if (!saving.isUnsent() || !link.matches("a[href]") || event.detail.verb !== "get") return;
  event.preventDefault();
  const isKept = await saving.flush();
  if (!isKept && !(saving.isUnsent() && window.confirm(LOST))) return;
  if (link.isConnected) event.detail.issueRequest(true);
  else saving.twin(link).click();
}

document.addEventListener("structure:leaving", ({ target }) => {
  if (!target.matches("[data-structure]")) return;
  looked = tools.remember(target);
  keys.forget();
  dragging.forget();
});
document.addEventListener("structure:renewed", ({ target }) => {
  saving.told();
  if (!target.matches("[data-structure]")) return;
  start(target);
  tools.resume(looked);
});
document.addEventListener("submit", onSubmit);
document.addEventListener("keydown", onKey);
document.addEventListener("htmx:confirm", onLeave);
document.addEventListener("htmx:beforeRequest", saving.onLook);
document.addEventListener("click", (event) => {
  if (event.target.closest("[data-again]")) saving.flush();
});
window.addEventListener("online", saving.flush);
window.addEventListener("beforeunload", (event) => {
  if (saving.isUnsent()) event.preventDefault();
});
