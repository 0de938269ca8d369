// The command palette: Ctrl+K, Cmd+K or the button in the banner opens it.
"use strict";

const isForNewTab = (event) => event.ctrlKey || event.metaKey || event.shiftKey;

function paletteItems(found) {
  return found.map((each) => {
    const entry = each.querySelector(".entry");
    const form = each.querySelector("form");
    // An option may hold nothing that takes the focus.
    const item = form ? document.createElement("div") : entry;
    if (form) item.append(...entry.childNodes);
    else item.tabIndex = -1;
    item.goes = () => {
      if (!form) {
        window.location.assign(item.href);
        return;
      }
      form.hidden = true;
      document.body.append(form);
      form.submit();
    };
    return item;
  });
}

function openPalette() {
  const button = document.querySelector("[data-palette]");
  if (!button || document.querySelector("dialog.palette")) return;
  const dialog = made("dialog", { class: "palette", "aria-label": gettext("Go to") });
  const input = made("input", {
    class: "form-control",
    type: "text",
    id: "palette-search",
    "aria-label": gettext("Go to"),
    placeholder: gettext("Name, content, setting or action"),
    spellcheck: "false",
  });
  const list = made("div", { class: "options entries", id: "palette-list", "aria-label": gettext("Results") });
  const status = made("div", { class: "visually-hidden", role: "status" });
  const hint = made("p", { class: "palette-hint" }, gettext("↑ ↓ to select, Enter to open, Ctrl+Enter in a new tab, Escape to close"));
  dialog.append(input, list, hint, status);
  document.body.append(dialog);
  const from = window.location.pathname + window.location.search;
  const asked = (words, part = "") => {
    const address = new URL(button.href);
    address.search = new URLSearchParams({ q: words, from, part });
    return address;
  };

  const box = combobox(input, list, status, {
    keepOpen: true,
    find: async (words, signal) => paletteItems(await itemsOf(asked(words), "search-results", signal)),
    // Pages of the organization with these words, which take longer, above the way to all results.
    more: async (words, signal) =>
      words && button.href.includes("/orgs/")
        ? paletteItems(await itemsOf(asked(words, "content"), "search-results", signal))
        : [],
    choose: (item, event) => {
      if (item.href && isForNewTab(event)) {
        window.open(item.href, "_blank", "noopener");
        return;
      }
      dialog.close();
      item.goes();
    },
  });
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  dialog.showModal();
  input.focus();
  box.look();
}

document.addEventListener("keydown", (event) => {
  if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
  if (!document.querySelector("[data-palette]")) return;
  event.preventDefault();
  openPalette();
});
document.addEventListener(
  "click",
  (event) => {
    const button = event.target.closest("[data-palette]");
    if (!button || isForNewTab(event)) return;
    event.preventDefault();
    event.stopPropagation();
    openPalette();
  },
  true,
);
