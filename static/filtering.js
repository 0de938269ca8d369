// A search above boxes hides those that do not match.
"use strict";

function searchAbove(root) {
  const label = root.dataset.filtered;
  const input = document.createElement("input");
  const status = document.createElement("p");
  input.type = "search";
  input.className = "form-control";
  input.placeholder = label;
  input.setAttribute("aria-label", label);
  input.autocomplete = "off";
  input.disabled = Boolean(root.closest("fieldset[disabled]"));
  status.className = "hint";
  status.setAttribute("role", "status");
  root.prepend(input, status);

  const choices = [...root.querySelectorAll(".choice")];
  const shown = () => choices.filter((choice) => !choice.hidden);
  // Of what one is chosen from, it goes without saying that one is.
  const isOfSeveral = root.querySelector("input[type=checkbox]") !== null;
  const tell = () => {
    if (!isOfSeveral) {
      status.textContent = input.value.trim() ? ngettext("%(n)s found.", "%(n)s found.", shown().length) : "";
      return;
    }
    const ticked = choices.filter((choice) => choice.querySelector("input").checked).length;
    const selected = formatNumber(ticked);
    status.textContent = input.value.trim()
      ? gettext("%(found)s found, %(selected)s selected.", { found: formatNumber(shown().length), selected })
      : gettext("%(selected)s selected.", { selected });
  };
  // A search changes nothing in the form.
  ["input", "change"].forEach((name) => input.addEventListener(name, (event) => event.stopPropagation()));
  input.addEventListener("input", () => {
    const words = foldText(input.value.trim());
    choices.forEach((choice) => {
      choice.hidden = !foldText(choice.textContent).includes(words);
    });
    tell();
  });
  // Where the search has left one, Enter ticks it; the form is sent by its button.
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    if (input.value.trim() && shown().length === 1) shown()[0].querySelector("input").click();
  });
  root.addEventListener("change", (event) => {
    const own = root.parentElement.querySelector("[type=radio][value=own]");
    if (own && event.target.checked) own.checked = true;
    tell();
  });
  tell();
}

function prepareFilters() {
  document.querySelectorAll("[data-filtered]:not([data-ready])").forEach((root) => {
    root.setAttribute("data-ready", "");
    searchAbove(root);
  });
}

document.addEventListener("htmx:afterSettle", prepareFilters);
prepareFilters();
