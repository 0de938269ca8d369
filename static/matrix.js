// The access matrix as a grid.
"use strict";

let chosenCells = []; // what was selected cell by cell, by place and team, while the table is shown anew

function matrixGrid(table, form) {
  const rows = [...table.rows];
  const count = form.querySelector("[role=status]");
  const what = form.elements.what;
  const seen = (row) => [...row.cells].filter((each) => each.offsetParent);
  let at = seen(rows[1])[1] ?? rows[1].cells[0];
  let anchor = null;

  const isCell = (each) => each.matches("tr[data-row] > td");
  const cells = () => [...table.querySelectorAll("tr[data-row] > td")].filter((each) => each.offsetParent);
  const selected = () => [...table.querySelectorAll("td[aria-selected=true]")];
  const boxes = (name) => [...table.querySelectorAll(`input[name="${name}"]`)];
  const place = (cell) => cell.parentElement.querySelector("input[name=row]").value;
  const team = (cell) => boxes("team")[cell.cellIndex - 1].value;

  function tell() {
    const found = selected();
    const [all, everywhere] = ["teams", "places"].map((name) => form.elements[name].selectedOptions[0]);
    const wide = all.value !== "ticked" || everywhere.value !== "ticked";
    count.textContent = wide
      ? gettext("For %(teams)s in %(places)s", { teams: all.text, places: everywhere.text })
      : gettext("%(selected)s selected", { selected: formatNumber(found.length) });
    form.toggleAttribute("data-selected", wide || found.length > 0);
    form.elements.cells.value = found.map((each) => `${each.parentElement.dataset.row}.${each.cellIndex - 1}`).join(" ");
    chosenCells = boxes("row").concat(boxes("team")).some((each) => each.checked)
      ? []
      : found.map((each) => [place(each), team(each)]);
  }

  function select(wanted) {
    const set = new Set(wanted.filter(isCell));
    table.querySelectorAll("tr[data-row] > td").forEach((each) => each.setAttribute("aria-selected", String(set.has(each))));
    tell();
  }

  // What is selected cell by cell takes the place of ticks.
  function choose(wanted) {
    table.querySelectorAll("input:checked").forEach((each) => (each.checked = false));
    table.querySelectorAll("input").forEach((each) => (each.indeterminate = false));
    ["teams", "places"].forEach((name) => (form.elements[name].value = "ticked"));
    select(wanted);
  }

  // Where one kind has no tick, all of it on the page is meant.
  function followTicks() {
    const line = boxes("row").filter((each) => each.checked).map((each) => each.closest("tr"));
    const column = boxes("team").filter((each) => each.checked && each.offsetParent).map((each) => each.closest("th").cellIndex);
    const meant = (cell) =>
      (!line.length || line.includes(cell.parentElement)) && (!column.length || column.includes(cell.cellIndex));
    select(line.length || column.length ? cells().filter(meant) : []);
  }

  function range(from, to) {
    const [top, bottom] = [from.parentElement.rowIndex, to.parentElement.rowIndex].sort((a, b) => a - b);
    const [left, right] = [from.cellIndex, to.cellIndex].sort((a, b) => a - b);
    const between = (value, low, high) => low <= value && value <= high;
    return cells().filter(
      (each) => between(each.parentElement.rowIndex, top, bottom) && between(each.cellIndex, left, right),
    );
  }

  function move(cell, focus = true) {
    at.tabIndex = -1;
    at = cell;
    at.tabIndex = 0;
    if (focus) at.focus();
  }

  const toggle = (cell) => {
    const found = selected();
    choose(found.includes(cell) ? found.filter((each) => each !== cell) : [...found, cell]);
    anchor = cell;
  };

  function openMenu(cell) {
    if (!selected().includes(cell)) choose([cell]);
    anchor = cell;
    roleMenu(cell, what, selected(), (value) => {
      if (value) {
        ["teams", "places"].forEach((name) => (form.elements[name].value = "ticked"));
        what.value = value;
        form.requestSubmit();
      } else {
        cell.querySelector("a").click();
      }
    });
  }

  // A cell that spans the row is met from each column.
  const beside = (row, index) => row.cells[Math.min(index, row.cells.length - 1)];
  const STEPS = {
    ArrowLeft: () => seen(at.parentElement)[seen(at.parentElement).indexOf(at) - 1],
    ArrowRight: () => seen(at.parentElement)[seen(at.parentElement).indexOf(at) + 1],
    ArrowUp: () => rows[at.parentElement.rowIndex - 1] && beside(rows[at.parentElement.rowIndex - 1], at.cellIndex),
    ArrowDown: () => rows[at.parentElement.rowIndex + 1] && beside(rows[at.parentElement.rowIndex + 1], at.cellIndex),
    Home: (event) => (event.ctrlKey ? rows[1].cells[1] : seen(at.parentElement)[0]),
    End: (event) => seen(event.ctrlKey ? rows[rows.length - 1] : at.parentElement).at(-1),
  };

  function press(event) {
    if (event.key in STEPS) {
      const next = STEPS[event.key](event);
      if (!next) return event.preventDefault();
      if (event.shiftKey) {
        anchor ??= at;
        if (isCell(anchor)) choose(range(anchor, next));
      } else {
        anchor = null;
      }
      move(next);
    } else if (event.key === " ") {
      const box = at.querySelector("input");
      if (box) box.click();
      else if (isCell(at)) toggle(at);
    } else if (event.key === "Enter") {
      if (isCell(at)) openMenu(at);
      else (at.querySelector("a") ?? at.querySelector("input"))?.click();
    } else if (event.key === "Escape" && selected().length) {
      choose([]);
    } else {
      return undefined;
    }
    return event.preventDefault();
  }

  table.setAttribute("role", "grid");
  table.setAttribute("aria-multiselectable", "true");
  rows.forEach((row) => [...row.cells].forEach((cell) => (cell.tabIndex = -1)));
  table.querySelectorAll("a, input").forEach((each) => (each.tabIndex = -1));
  table.closest("[role=region]").removeAttribute("tabindex");
  move(at, false);
  table.addEventListener("keydown", press);
  table.addEventListener("focusin", (event) => move(event.target.closest("th, td") ?? at, false));
  table.addEventListener("dragstart", (event) => event.preventDefault());
  table.addEventListener("mousedown", (event) => {
    const cell = event.target.closest("th, td");
    if (!cell || event.button) return;
    if (!event.target.closest("input, label, th a")) move(cell);
    if (event.shiftKey) event.preventDefault();
    else if (isCell(cell)) anchor = cell;
  });
  table.addEventListener("mouseover", (event) => {
    const cell = event.target.closest("td");
    if (event.buttons === 1 && anchor && cell && cell !== anchor && isCell(cell)) choose(range(anchor, cell));
  });
  // Before the link in the cell, and what follows links, hears of it.
  const pressCell = (event) => {
    const cell = event.target.closest("td");
    if (!event.isTrusted || !cell || !isCell(cell)) return; // "View details" of the menu is not trusted
    event.preventDefault();
    event.stopPropagation();
    if (event.shiftKey && anchor) choose(range(anchor, cell));
    else if (event.ctrlKey || event.metaKey) toggle(cell);
    else openMenu(cell);
  };
  table.addEventListener("click", pressCell, true);
  table.addEventListener("ticked", followTicks);
  form.addEventListener("change", tell);
  form.querySelector("button[type=button]").addEventListener("click", () => {
    choose([]);
    at.focus();
  });
  document.getElementById("team-shown").addEventListener("change", () => {
    move(seen(at.parentElement)[1] ?? at, false);
    if (table.querySelector("input:checked")) followTicks();
  });
  const again = chosenCells.filter(() => !table.querySelector("input:checked"));
  const known = cells().filter((each) => again.some(([row, column]) => row === place(each) && column === team(each)));
  if (known.length) choose(known);
  else followTicks();
}

function prepareMatrix() {
  const table = document.querySelector("table[data-matrix]:not([role=grid])");
  const form = table && document.getElementById(table.dataset.matrix);
  if (form) matrixGrid(table, form);
}

// After what one tick does to others.
document.addEventListener("change", (event) => {
  event.target.closest("[data-matrix]")?.dispatchEvent(new Event("ticked"));
});
document.addEventListener("htmx:beforeSwap", (event) => {
  if (!event.detail.target.matches("[data-keeps], [data-keeps] *")) chosenCells = [];
});
document.addEventListener("htmx:afterSwap", prepareMatrix);
prepareMatrix();
