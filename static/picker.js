// Pickers: a list and an input become one input that searches.
"use strict";

function made(name, attributes, text = "") {
  const element = document.createElement(name);
  Object.entries(attributes).forEach(([key, value]) => element.setAttribute(key, value));
  element.textContent = text;
  return element;
}

function address(root, words) {
  const asked = new URL(root.dataset.picker, window.location.href);
  asked.searchParams.set("q", words);
  return asked;
}

function changed(element) {
  element.dispatchEvent(new Event("input", { bubbles: true }));
  element.dispatchEvent(new Event("change", { bubbles: true }));
}

function searchBox(root, id, label) {
  const input = made("input", { class: "form-control", type: "text", spellcheck: "false", id });
  const list = made("ul", { class: "options picker-list", id: `${id}-list`, "aria-label": label });
  const status = made("div", { class: "visually-hidden", role: "status" });
  const box = made("div", { class: "picker-box" });
  box.append(input, list, status);
  return { input, list, status, box };
}

// One of a kind: what is chosen stays in the list of the form, which is hidden.
function pickOne(root) {
  const select = root.querySelector("select");
  const byHand = root.querySelector("[data-by-hand]");
  const other = byHand.querySelector("input");
  const id = select.id;
  select.id = `${id}-value`;
  select.hidden = true;
  const { input, list, status, box } = searchBox(root, id, root.querySelector("label").textContent);
  ["aria-describedby", "aria-invalid"].forEach((name) => {
    if (select.hasAttribute(name)) input.setAttribute(name, select.getAttribute(name));
  });
  input.disabled = select.disabled || Boolean(select.closest("fieldset[disabled]"));
  select.after(box);
  byHand.hidden = !other.value;

  const restore = () => {
    input.value = select.value ? select.selectedOptions[0].textContent.trim() : "";
    input.placeholder = other.value ? gettext("Named by address below") : root.dataset.nothing;
  };
  restore();

  const nothing = () => {
    const item = made("li", { "data-value": "", "data-label": "" });
    item.append(made("span", { class: "option-title" }, root.dataset.nothing));
    return item;
  };

  // What the page says of an offered thing helps to choose more than where it was seen.
  const detailed = (item) => {
    const option = [...select.options].find((each) => each.value === item.dataset.value);
    const taken = (root.dataset.taken || "").split(" ").includes(item.dataset.value);
    const told = taken ? root.dataset.whyTaken : option?.dataset.details;
    if (told) item.querySelector("small").textContent = told;
    return item;
  };

  combobox(input, list, status, {
    // What stands in the input already is no search.
    find: async (words, signal) => {
      const chosen = select.value && words === select.selectedOptions[0].textContent.trim();
      const asked = chosen ? "" : words;
      const found = await itemsOf(address(root, asked), "directory-options", signal);
      return [...(asked ? [] : [nothing()]), ...found.map(detailed)];
    },
    choose: (item) => {
      if ("add" in item.dataset) {
        byHand.hidden = false;
        other.value = input.dataset.words || other.value;
        select.value = "";
        other.focus();
        restore();
        changed(other);
        return;
      }
      const { value, label } = item.dataset;
      if (![...select.options].some((each) => each.value === value)) select.add(new Option(label, value));
      select.value = value;
      other.value = "";
      byHand.hidden = true;
      restore();
      changed(select);
    },
    closed: restore,
  });
  input.addEventListener("input", (event) => {
    event.stopPropagation(); // a search changes nothing in the form
    input.dataset.words = input.value.trim();
  });
}

// Several: what is chosen is ticked in the list of the form.
function pickSeveral(root) {
  const ticks = root.querySelector("[data-ticks]");
  const label = root.dataset.search;
  const id = `${root.dataset.several}-search`;
  const ids = root.querySelector("textarea, .by-hand input");
  const { input, list, status, box } = searchBox(root, id, label);
  input.placeholder = label;
  input.setAttribute("aria-label", label);
  input.disabled = Boolean(root.closest("fieldset[disabled]"));
  ticks.after(box);

  const typeInto = () => {
    if (input.value.trim()) ids.value = `${ids.value} ${input.value}`.trim();
    input.value = "";
  };

  combobox(input, list, status, {
    find: (words, signal) => itemsOf(address(root, words), "directory-options", signal),
    choose: (item) => {
      if ("add" in item.dataset) {
        typeInto();
        ids.focus();
        changed(ids);
      } else {
        const { value, label: title } = item.dataset;
        let tick = [...ticks.querySelectorAll("input")].find((each) => each.value === value);
        if (!tick) {
          const row = made("label", { class: "choice" });
          tick = made("input", { class: "form-check-input", type: "checkbox", name: root.dataset.several, value });
          row.append(tick, made("span", {}, title));
          ticks.append(row);
        }
        tick.checked = true;
        status.textContent = gettext("%(title)s is selected.", { title });
        changed(tick);
      }
      input.value = "";
      input.dataset.words = "";
    },
  });
  input.addEventListener("input", () => {
    input.dataset.words = input.value.trim();
  });
  // What is typed and not chosen from the list counts as typed into the form.
  input.form.addEventListener("submit", typeInto, true);
}

function preparePickers() {
  document.querySelectorAll("[data-picker]:not([data-ready])").forEach((root) => {
    root.setAttribute("data-ready", "");
    if (root.dataset.several) pickSeveral(root);
    else pickOne(root);
  });
}

document.addEventListener("htmx:afterSettle", preparePickers);
preparePickers();
