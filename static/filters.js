// On a phone the line of the filters says how many are active.
"use strict";

function countFilters(form) {
  const said = form.previousElementSibling?.querySelector("[data-active]");
  if (!said) return;
  const narrows = (part) => [...part.querySelectorAll("input, select")].some((field) => field.value);
  const active = [...form.querySelectorAll("[data-narrows]")].filter(narrows).length;
  form.querySelectorAll("[data-narrowed]").forEach((link) => link.toggleAttribute("hidden", !active));
  said.textContent = active ? ngettext("%(n)s active", "%(n)s active", active) : "";
}

function countAllFilters() {
  document.querySelectorAll(".filters-fold + form").forEach(countFilters);
}

["input", "change"].forEach((name) =>
  document.addEventListener(name, (event) => {
    const form = event.target.closest(".filters-fold + form");
    if (form) countFilters(form);
  }),
);
// Back and forward bring the fields as they were.
window.addEventListener("pageshow", countAllFilters);
document.addEventListener("htmx:historyRestore", countAllFilters);
