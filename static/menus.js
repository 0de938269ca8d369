// Menus: the arrow keys go along their entries, and they close when the person goes on.
"use strict";

// An open menu lies over what the person goes on to.
function closeMenus(event) {
  document.querySelectorAll("details.menu[open]").forEach((menu) => {
    if (!menu.contains(event.target)) menu.open = false;
  });
}

function entriesOf(menu) {
  const found = [...menu.querySelectorAll(".menu-body :is(a[href], button, input)")];
  return found.filter((each) => each.offsetParent && !each.disabled);
}

// Round and round, from the summary into the menu; a closed one opens for the arrow that leads down.
function goAlong(menu, event) {
  if (event.key === "ArrowDown") menu.open = true;
  if (!menu.open) return;
  const entries = entriesOf(menu);
  const at = entries.indexOf(document.activeElement);
  const last = entries.length - 1;
  const places = { ArrowDown: at < last ? at + 1 : 0, ArrowUp: at > 0 ? at - 1 : last, Home: 0, End: last };
  if (!(event.key in places)) return;
  event.preventDefault(); // it would scroll the page
  entries[places[event.key]]?.focus();
}

document.addEventListener("focusin", closeMenus);
document.addEventListener("click", closeMenus);
document.addEventListener("keydown", (event) => {
  const menu = event.target.closest("details.menu");
  const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
  // An input has a use of its own for the arrow keys.
  if (menu && isPlain && event.target.matches("summary, a, button, [type=checkbox]")) goAlong(menu, event);
  if (event.key !== "Escape") return;
  document.querySelectorAll("details.menu[open]").forEach((each) => {
    each.open = false;
    each.querySelector("summary").focus();
  });
});

// Entries that arrive late take the place of the one that had the focus.
document.addEventListener("htmx:afterSettle", ({ target }) => {
  const menu = target.closest("details.menu[open]");
  if (menu && document.activeElement === document.body) entriesOf(menu)[0]?.focus();
});
