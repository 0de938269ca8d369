// The inbox by keyboard: j next, k previous, x selects, e reviews.
"use strict";

document.addEventListener("keydown", (event) => {
  const step = { j: 1, k: -1, x: 0, e: 0 }[event.key];
  if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest("input:not([type=checkbox]), select, textarea, [contenteditable], dialog")) return;
  const items = [...document.querySelectorAll(".inbox-item")];
  if (!items.length) return;
  event.preventDefault();
  const at = items.indexOf(document.activeElement);
  if (!step) {
    const box = items[at]?.closest("li").querySelector("input");
    if (event.key === "x") box?.click();
    else if (box) settle(box);
    return;
  }
  const next = at < 0 ? 0 : Math.min(Math.max(at + step, 0), items.length - 1);
  items[next].focus();
});

// The review of this item alone: a comment is resolved, a change request archived.
function settle(box) {
  for (const other of box.form.elements) if (other.type === "checkbox") other.checked = other === box;
  const act = box.value.startsWith("comments/") ? "resolve" : "archive";
  const button = box.form.querySelector(`button[value="${act}"]`);
  button.focus(); // htmx sends the button that has the focus along
  box.form.requestSubmit(button);
}
