// The keys take what is offered to a condition.
"use strict";

function takes(place) {
  return document.querySelector(`textarea[data-takes="#${place.id}"]`);
}

function take(link) {
  const input = takes(link.closest("[id$='-look']"));
  input.value = link.dataset.take;
  input.focus();
  input.setSelectionRange(input.value.length, input.value.length);
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-take]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  event.stopPropagation();
  take(link);
}, true);

// From the end of the text the arrow leads into what is offered, and along it; Escape leads back.
document.addEventListener("keydown", (event) => {
  const input = event.target.closest("textarea[data-takes]");
  if (input && event.key === "ArrowDown" && input.selectionStart === input.value.length) {
    const first = document.querySelector(`${input.dataset.takes} .offered a`);
    if (first) event.preventDefault();
    if (first) first.focus();
    return;
  }
  const link = event.target.closest(".offered a");
  if (!link || !["ArrowDown", "ArrowUp", "Escape"].includes(event.key)) return;
  event.preventDefault();
  const links = [...link.closest("ul").querySelectorAll("a")];
  const next = event.key === "Escape" ? null : links[links.indexOf(link) + (event.key === "ArrowDown" ? 1 : -1)];
  if (next) next.focus();
  else if (event.key !== "ArrowDown") takes(link.closest("[id$='-look']")).focus();
});

document.addEventListener("htmx:afterSettle", (event) => {
  const place = document.querySelector(`[data-says="#${event.target.id}"]`);
  const said = event.target.querySelector("[data-said]");
  if (place) place.textContent = said ? said.dataset.said : "";
});
