// Cells of a sheet: the clipboard and the inputs.
function splitItems(text) {
  const items = text.split(text.includes("\n") ? "\n" : ";");
  return items.map((each) => each.trim()).filter(Boolean);
}

// As the portal writes several values in one cell.
function joinItems(items) {
  if (!items.some((each) => each.includes(";"))) return items.join("; ");
  return items.join("\n") + (items.length === 1 ? "\n" : "");
}

// As spreadsheets copy: a cell with line ends is in quotes; those of a single line are its own.
export function parseSheet(text) {
  if (/^"[^"\t\r\n]*"\s*$/.test(text)) return [[text.trimEnd()]];
  const rows = [[]];
  const cell = /(?:"((?:[^"]|"")*)"(?=[\t\r\n]|$)|([^\t\r\n]*))(\t|\r\n|\r|\n|$)/gy;
  while (cell.lastIndex < text.length || !rows[0].length) {
    const [, quoted, plain, end] = cell.exec(text);
    rows.at(-1).push(quoted === undefined ? plain : quoted.replaceAll('""', '"').replaceAll("\r\n", "\n"));
    if (!end) break;
    if (end !== "\t" && cell.lastIndex < text.length) rows.push([]);
  }
  return rows;
}

export const writeCell = (text) => (/["\t\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

export function choiceEditor(options, text) {
  const select = document.createElement("select");
  select.className = "form-select form-select-sm";
  const known = ["", ...options];
  if (!known.includes(text)) known.push(text);
  known.forEach((each) => select.add(new Option(each || gettext("No value"), each, false, each === text)));
  return { element: select, focus: select, read: () => select.value };
}

export function boxesEditor(options, text) {
  const box = document.createElement("div");
  box.className = "cell-boxes";
  box.setAttribute("role", "group");
  const chosen = options.includes(text) ? [text] : splitItems(text);
  [...options, ...chosen.filter((each) => !options.includes(each))].forEach((each) => {
    const label = document.createElement("label");
    const input = document.createElement("input");
    input.type = "checkbox";
    input.value = each;
    input.checked = chosen.includes(each);
    label.append(input, ` ${each}`);
    box.append(label);
  });
  const inputs = [...box.querySelectorAll("input")];
  box.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    inputs.at((inputs.indexOf(document.activeElement) + step) % inputs.length).focus();
    event.preventDefault();
  });
  const read = () => joinItems(inputs.filter((each) => each.checked).map((each) => each.value));
  return { element: box, focus: inputs[0] ?? box, read };
}

export function textEditor(kind, text) {
  const input = document.createElement(kind === "tags" ? "textarea" : "input");
  input.className = "form-control form-control-sm";
  input.autocomplete = "off";
  if (kind === "number") input.inputMode = "decimal";
  if (kind === "tags") input.rows = 4;
  input.value = kind === "tags" ? splitItems(text).join("\n") : text;
  const read = () => (kind === "tags" ? joinItems(splitItems(`${input.value}\n`)) : input.value);
  return { element: input, focus: input, read };
}
