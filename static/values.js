// The values of custom fields as a sheet.
import { boxesEditor, choiceEditor, parseSheet, textEditor, writeCell } from "./cell_editors.js";

// Kept while the table is shown anew; `suspend` gives up the input that is open, which `open` has meanwhile.
const edits = { cells: new Map(), past: [], future: [], open: null, suspend: () => {} };

// With AltGr or Option.
const isTyped = (event) => event.altKey && !event.metaKey && event.key.length === 1 && !/[a-z0-9\s]/i.test(event.key);

function valuesGrid(table, form) {
  const rows = [...table.rows];
  const status = form.querySelector("[role=status]");
  const seen = (row) => [...row.cells].filter((each) => each.offsetParent);
  const isCell = (each) => each.matches("tr[data-space] > td");
  const head = (cell) => rows[0].cells[cell.cellIndex];
  const key = (cell) => JSON.stringify([cell.parentElement.dataset.space, head(cell).dataset.name]);
  const all = () => [...table.querySelectorAll("tr[data-space] > td")];
  const shown = new Map();
  let at = seen(rows[1])[1] ?? rows[1].cells[0];
  let anchor = at;
  let editing = null;

  const textOf = (cell) => edits.cells.get(key(cell))?.text ?? shown.get(cell);

  function draw(cell) {
    const [link, text] = [cell.querySelector("a"), textOf(cell)];
    const edited = edits.cells.has(key(cell));
    cell.classList.toggle("edited", edited);
    if (edited) cell.setAttribute("aria-description", gettext("Edited"));
    else cell.removeAttribute("aria-description");
    if (edited || link.textContent !== shown.get(cell)) link.textContent = text || "–";
  }

  function tell(more = "") {
    const count = edits.cells.size;
    const edited = ngettext("%(n)s value edited", "%(n)s values edited", count);
    status.textContent = [edited, more].filter(Boolean).join(". ");
    form.toggleAttribute("data-changed", count > 0);
    const sent = [...edits.cells].map(([name, each]) => [...JSON.parse(name), each.shown, each.text]);
    form.elements.cells.value = count ? JSON.stringify(sent) : "";
    form.querySelectorAll("button").forEach((each) => (each.disabled = !count));
    form.elements.undo.disabled = !edits.past.length;
  }

  function set(name, entry) {
    if (!entry || entry.text === entry.shown) edits.cells.delete(name);
    else edits.cells.set(name, entry);
  }

  // Pairs of a cell and its text are one step, which is undone as one.
  function change(pairs, more) {
    const step = pairs.map(([cell, text]) => {
      const [name, before] = [key(cell), edits.cells.get(key(cell))];
      return { name, before, after: { shown: before?.shown ?? shown.get(cell), text } };
    });
    if (step.length) {
      step.forEach((each) => set(each.name, each.after));
      edits.past.push(step);
      edits.future = [];
    }
    all().forEach(draw);
    tell(more);
  }

  function turn(from, to, side) {
    const step = from.pop();
    if (!step) return;
    to.push(step);
    step.forEach((each) => set(each.name, each[side]));
    all().forEach(draw);
    tell();
  }
  const undo = () => turn(edits.past, edits.future, "before");
  const redo = () => turn(edits.future, edits.past, "after");

  function range() {
    const [top, bottom] = [anchor, at].map((each) => each.parentElement.rowIndex).sort((a, b) => a - b);
    const [left, right] = [anchor, at].map((each) => each.cellIndex).sort((a, b) => a - b);
    return rows
      .slice(top, bottom + 1)
      .map((row) => seen(row).filter((each) => isCell(each) && left <= each.cellIndex && each.cellIndex <= right))
      .filter((row) => row.length);
  }

  function move(cell, { extend = false, focus = true } = {}) {
    at.tabIndex = -1;
    at = cell;
    at.tabIndex = 0;
    if (!extend) anchor = at;
    const chosen = new Set(range().flat());
    all().forEach((each) => each.setAttribute("aria-selected", String(chosen.has(each))));
    if (focus) at.focus();
  }

  const beside = (row, index) => row && row.cells[Math.min(index, row.cells.length - 1)];
  const sideways = (step) => seen(at.parentElement)[seen(at.parentElement).indexOf(at) + step];
  const STEPS = {
    ArrowLeft: () => sideways(-1),
    ArrowRight: () => sideways(1),
    ArrowUp: () => beside(rows[at.parentElement.rowIndex - 1], at.cellIndex),
    ArrowDown: () => beside(rows[at.parentElement.rowIndex + 1], at.cellIndex),
    Home: (event) => (event.ctrlKey ? rows[1].cells[1] : seen(at.parentElement)[0]),
    End: (event) => seen(event.ctrlKey ? rows.at(-1) : at.parentElement).at(-1),
  };

  // `typed` opens it with that in place of what the cell has, `text` with what was in it before.
  function edit(cell, typed = null, text = textOf(cell)) {
    const { kind, options } = head(cell).dataset;
    const known = JSON.parse(options ?? "[]");
    const choices = kind === "boolean" ? [gettext("Yes"), gettext("No")] : known;
    const found = typed && choices.find((each) => foldText(each).startsWith(foldText(typed)));
    let editor = textEditor(kind, typed ?? text);
    if (kind === "one" || kind === "boolean") editor = choiceEditor(choices, found || text);
    if (kind === "several") editor = boxesEditor(known, text);
    const words = [head(cell).querySelector("a"), cell.parentElement.cells[0]].map((each) => each.textContent.trim());
    editor.focus.setAttribute("aria-label", words.join(", "));
    editing = { cell, editor };
    cell.classList.add("editing");
    cell.append(editor.element);
    editor.focus.focus();
    cell.removeAttribute("tabindex"); // the editor covers it, and has taken the focus
    if (typed === null && text === textOf(cell)) editor.focus.select?.();
  }

  function close(keep) {
    if (!editing) return;
    const { cell, editor } = editing;
    editing = null;
    const text = editor.read();
    cell.classList.remove("editing");
    cell.tabIndex = 0;
    editor.element.remove();
    if (keep && text !== textOf(cell)) change([[cell, text]]);
  }

  function pressWhileEditing(event) {
    if (event.key === "Escape" || event.key === "Tab" || (event.key === "Enter" && !event.shiftKey && !event.altKey)) {
      close(event.key !== "Escape");
      const steps = { Tab: () => sideways(event.shiftKey ? -1 : 1), Enter: STEPS.ArrowDown };
      const next = steps[event.key]?.();
      move(next || at);
      event.preventDefault();
    }
    event.stopPropagation();
  }

  function press(event) {
    if (editing) return pressWhileEditing(event);
    const command = event.ctrlKey || event.metaKey;
    if (event.key in STEPS) {
      const next = STEPS[event.key](event);
      if (next) move(next, { extend: event.shiftKey });
    } else if (event.key === "Tab") {
      const next = sideways(event.shiftKey ? -1 : 1);
      if (!next) return undefined; // out of the table
      move(next);
    } else if (command && event.key.toLowerCase() === "z") (event.shiftKey ? redo : undo)();
    else if (command && event.key.toLowerCase() === "y") redo();
    else if (isCell(at) && (isOfInputMethod(event) || event.key === "Dead")) return edit(at, "");
    else if ((command || event.altKey) && !isTyped(event)) return undefined;
    else if (event.key === "Enter" || event.key === "F2") {
      if (isCell(at)) edit(at);
      else at.querySelector("a")?.click();
    } else if (event.key === "Delete" || event.key === "Backspace") change(range().flat().map((each) => [each, ""]));
    else if (event.key === "Escape") move(at);
    else if (event.key.length === 1 && isCell(at)) edit(at, event.key);
    else return undefined;
    return event.preventDefault();
  }

  function paste(event) {
    if (editing || !isCell(at)) return;
    event.preventDefault();
    const given = parseSheet(event.clipboardData.getData("text/plain"));
    const chosen = range();
    if (given.length === 1 && given[0].length === 1) return change(chosen.flat().map((each) => [each, given[0][0]]));
    const [first, pairs] = [chosen[0][0], []];
    given.forEach((row, down) => {
      const cells = seen(rows[first.parentElement.rowIndex + down] ?? rows[0]);
      const from = cells.findIndex((each) => each.cellIndex === first.cellIndex);
      row.forEach((text, across) => pairs.push([from < 0 ? undefined : cells[from + across], text]));
    });
    const fitting = pairs.filter(([cell]) => cell && isCell(cell));
    const left = pairs.length - fitting.length;
    const lost = () => ngettext("%(n)s pasted value has no place here", "%(n)s pasted values have no place here", left);
    change(fitting, left ? lost() : "");
  }

  const drawn = (cell) => (cell.querySelector("i") ? "" : cell.querySelector("a").textContent);
  all().forEach((cell) => shown.set(cell, cell.dataset.text ?? drawn(cell)));
  table.setAttribute("role", "grid");
  table.setAttribute("aria-multiselectable", "true");
  rows.forEach((row) => [...row.cells].forEach((cell) => (cell.tabIndex = -1)));
  table.querySelectorAll("a").forEach((each) => (each.tabIndex = -1));
  table.closest("[role=region]").removeAttribute("tabindex");
  table.addEventListener("keydown", press);
  table.addEventListener("paste", paste);
  table.addEventListener("copy", (event) => {
    if (editing || !range().length) return;
    const lines = range().map((row) => row.map((each) => writeCell(textOf(each))).join("\t"));
    event.clipboardData.setData("text/plain", lines.join("\n"));
    event.preventDefault();
  });
  table.addEventListener("focusin", (event) => {
    const cell = event.target.closest("th, td");
    if (!editing && cell && cell !== at) move(cell, { focus: false });
  });
  table.addEventListener("focusout", (event) => {
    if (editing && !editing.cell.contains(event.relatedTarget)) close(true);
  });
  table.addEventListener("dragstart", (event) => event.preventDefault());
  table.addEventListener("mousedown", (event) => {
    const cell = event.target.closest("th, td");
    if (!cell || event.button || editing?.cell === cell) return;
    if (!event.target.closest("th a")) move(cell, { extend: event.shiftKey });
    if (isCell(cell)) event.preventDefault();
  });
  table.addEventListener("mouseover", (event) => {
    const cell = event.target.closest("td");
    if (event.buttons === 1 && !editing && cell && isCell(cell) && isCell(anchor)) move(cell, { extend: true });
  });
  table.addEventListener("dblclick", (event) => {
    const cell = event.target.closest("td");
    if (cell && isCell(cell) && !editing) edit(cell);
  });
  // Before the link in the cell, and what follows links, hears of it.
  table.addEventListener("click", (event) => {
    const cell = event.target.closest("td");
    if (!cell || !isCell(cell) || event.ctrlKey || event.metaKey || editing?.cell === cell) return;
    event.preventDefault();
    event.stopPropagation();
  }, true);
  edits.suspend = () => {
    if (document.activeElement === at) edits.focused = key(at);
    if (!editing) return;
    edits.open = { name: key(editing.cell), text: editing.editor.read() };
    editing = null;
  };
  form.elements.undo.onclick = () => {
    undo();
    if (form.elements.undo.disabled) at.focus();
  };
  form.elements.discard.onclick = () => {
    edits.cells.clear();
    [edits.past, edits.future] = [[], []];
    all().forEach(draw);
    tell();
    at.focus();
  };
  move(at, { focus: false });
  all().forEach(draw);
  tell();
  const focused = edits.focused && all().find((each) => key(each) === edits.focused);
  if (focused) move(focused);
  const again = edits.open && all().find((each) => key(each) === edits.open.name);
  if (again) {
    move(again, { focus: false });
    edit(again, null, edits.open.text);
  }
  edits.open = edits.focused = null;
}

export function start() {
  const table = document.querySelector("table.values:not([role=grid])");
  const form = document.querySelector("#values-draft > form"); // what was typed before has forms of its own
  if (!table || !form) return;
  if (!edits.cells.size && form.elements.cells.value) {
    const kept = JSON.parse(form.elements.cells.value);
    kept.forEach(([space, field, shown, text]) => edits.cells.set(JSON.stringify([space, field]), { shown, text }));
  }
  valuesGrid(table, form);
}

document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.target.matches("[data-keeps], [data-keeps] *")) {
    if (event.detail.target.matches("#field_values-rows")) edits.suspend();
    return;
  }
  edits.cells.clear();
  [edits.past, edits.future] = [[], []];
});
document.addEventListener("htmx:afterSwap", start);
