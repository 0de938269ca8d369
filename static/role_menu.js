// The role menu of cells of the access matrix.
"use strict";

// The role that all of these cells have; empty where they differ, or have none of their own.
function commonRole(cells) {
  const found = new Set(cells.map((each) => (each.matches(".role-above") ? "" : each.querySelector("a").textContent.trim())));
  return found.size === 1 ? [...found][0] : "";
}

// What the cells are about: of one, the team and the place.
function cellsTitle(cells) {
  if (cells.length > 1) return ngettext("Set role of %(n)s cell", "Set role of %(n)s cells", cells.length);
  const [cell] = cells;
  const [team, place] = [
    cell.closest("table").rows[0].cells[cell.cellIndex],
    cell.parentElement.cells[0],
  ].map((each) => each.querySelector("a").textContent.trim());
  return gettext("Set role of %(team)s in %(place)s", { team, place });
}

function roleItem(label, meaning, value, isCurrent) {
  const item = document.createElement("button");
  item.type = "button";
  item.textContent = label;
  item.tabIndex = -1;
  item.value = value;
  item.setAttribute("role", value ? "menuitemradio" : "menuitem");
  if (value) item.setAttribute("aria-checked", String(isCurrent));
  if (meaning) {
    const small = document.createElement("small");
    small.textContent = isCurrent ? gettext("Current role. %(meaning)s", { meaning }) : meaning;
    item.append(" ", small);
  }
  return item;
}

// The roles to choose from, at a cell; `take` gets the chosen one, or nothing for the explanation.
function roleMenu(cell, what, cells, take) {
  document.getElementById("role-menu")?.remove();
  const menu = document.createElement("div");
  menu.id = "role-menu";
  menu.popover = "auto";
  menu.setAttribute("role", "menu");
  const title = document.createElement("p");
  title.id = "role-menu-title";
  title.setAttribute("role", "none"); // a menu holds nothing but its items
  title.textContent = cellsTitle(cells);
  menu.setAttribute("aria-labelledby", title.id);
  const now = commonRole(cells);
  const options = [...what.options].filter((each) => each.dataset.label);
  const items = options.map(({ dataset, value }) => roleItem(dataset.label, dataset.meaning, value, dataset.label === now));
  items.push(roleItem(gettext("View details"), "", "", false));
  items.forEach((item) =>
    item.addEventListener("click", () => {
      menu.hidePopover();
      take(item.value);
    }),
  );
  // One item alone is marked: where the pointer goes, the focus goes too.
  items.forEach((item) => item.addEventListener("pointermove", () => item.focus()));
  menu.append(title, ...items);
  cell.closest(".matrix-wrap").append(menu);
  menu.addEventListener("keydown", (event) => {
    const from = items.indexOf(document.activeElement);
    const steps = { ArrowDown: from + 1, ArrowUp: from - 1 + items.length, Home: 0, End: items.length - 1 };
    const named = items.find((each) => foldText(each.textContent).startsWith(foldText(event.key)));
    if (event.key in steps) items[steps[event.key] % items.length].focus();
    else if (event.key === "Tab" || event.key === "Escape") menu.hidePopover();
    else if (event.key.length === 1 && event.key !== " " && named) named.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  menu.addEventListener("toggle", (event) => {
    if (event.newState !== "closed") return;
    if (menu.contains(document.activeElement) || document.activeElement === document.body) cell.focus();
    menu.remove();
  });
  menu.showPopover();
  const box = cell.getBoundingClientRect();
  menu.style.left = `${Math.max(8, Math.min(box.left, innerWidth - menu.offsetWidth - 8))}px`;
  menu.style.top = `${Math.max(8, Math.min(box.bottom, innerHeight - menu.offsetHeight - 8))}px`;
  (menu.querySelector("[aria-checked=true]") ?? items.find((each) => each.value === what.value)).focus();
}
