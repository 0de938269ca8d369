// The inbox beside the selected item: j next, k previous, e resolves, m merges, x selects.
const wide = matchMedia("(min-width: 64rem)");
const pane = () => document.getElementById("inbox-item");
const items = () => [...document.querySelectorAll(".inbox-item")];
const current = () => document.querySelector(".inbox-item[aria-current]");

// The page came into the window: the item that is to be open, else the first.
export function start() {
  if (wide.matches) open(current() ?? items()[0]);
}

function mark(link) {
  current()?.removeAttribute("aria-current");
  link?.setAttribute("aria-current", "true");
}

async function open(link) {
  if (!link) return;
  mark(link);
  pane().dataset.item = link.dataset.item;
  const here = new URL(location.href);
  here.searchParams.set("item", link.dataset.item);
  history.replaceState(history.state, "", here);
  link.setAttribute("hx-push-url", "false"); // its own page is not where the reader is
  link.dataset.going = ""; // and the focus stays
  await htmx.ajax("GET", link.href, {
    source: link, target: pane(), select: "#main > :not(#status-line)", swap: "innerHTML ignoreTitle:true",
  });
  pane()?.scrollTo(0, 0);
}

// Other rows of the list.
document.addEventListener("htmx:afterSettle", ({ target }) => {
  if (target.id !== "inbox-rows" || !pane()) return;
  if (pane().firstChild) mark(items().find((each) => each.dataset.item === pane().dataset.item));
  else start();
});

// Before the link itself hears of it. Another button or key opens a page or a tab, as everywhere.
document.addEventListener("click", async (event) => {
  const link = event.target.closest?.(".inbox-item");
  if (!link || !pane() || !wide.matches || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  event.stopPropagation();
  await open(link);
  if (!event.detail) focusOn(pane().querySelector("h1")); // by a key: go on reading there
}, true);

const KEYS = {
  j: () => walk(1),
  k: () => walk(-1),
  e: () => pane().querySelector("form[action$='/resolved'] button")?.click(),
  m: () => merge(pane().querySelector(".form-menu > summary")),
  x: () => (current() ?? document.activeElement).closest("li")?.querySelector("input")?.click(),
};

// The menu that asks once; the focus goes to its button.
function merge(menu) {
  if (!menu) return;
  menu.click();
  menu.parentElement.querySelector("button")?.focus();
}

document.addEventListener("keydown", (event) => {
  const act = KEYS[event.key];
  if (!act || !pane() || !items().length || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest("input:not([type=checkbox]), select, textarea, [contenteditable], dialog")) return;
  event.preventDefault();
  act();
});

function walk(step) {
  const all = items();
  const at = all.indexOf(all.includes(document.activeElement) ? document.activeElement : current());
  const next = all[at < 0 ? 0 : Math.min(Math.max(at + step, 0), all.length - 1)];
  next.focus();
  if (wide.matches && next !== current()) open(next);
}
