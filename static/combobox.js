// An input with a list of what it finds; the focus stays in the input.
"use strict";

const WAIT = 250; // ms, until somebody has stopped typing

// Nobody is signed in, or another person than the one whose page this is.
class NotSignedIn extends Error {}

// What a fragment of the portal offers: its list items, each with its attributes.
async function itemsOf(address, target, signal) {
  const answer = await fetch(address, { headers: asPart(target), signal });
  if (isSessionOver(answer) || isOtherPerson(answer)) {
    showAway(answer);
    throw new NotSignedIn(
      isOtherPerson(answer)
        ? gettext("Somebody else is signed in now, so nothing was looked up.")
        : gettext("You are no longer signed in, so nothing was looked up."),
    );
  }
  if (!answer.ok || answer.redirected) return [];
  const part = new DOMParser().parseFromString(await answer.text(), "text/html");
  return [...part.querySelectorAll(`#${target} li`)];
}

// `find(text, signal)` gives list items and `more` those for the place before the last, `choose(item, event)` takes one, `closed()` is told when the list closes.
function combobox(input, list, status, { find, more, choose, closed = () => {}, keepOpen = false }) {
  let items = [];
  let at = -1;
  let timer = 0;
  let under = null;
  let early = null; // the keys that were pressed for a list that is on its way

  input.setAttribute("role", "combobox");
  input.setAttribute("aria-autocomplete", "list");
  input.setAttribute("aria-expanded", "false");
  input.setAttribute("aria-controls", list.id);
  input.setAttribute("autocomplete", "off");
  list.setAttribute("role", "listbox");
  list.hidden = true;

  const isOpen = () => !list.hidden;

  function mark(next) {
    at = next;
    items.forEach((item, place) => item.setAttribute("aria-selected", String(place === at)));
    if (at < 0) {
      input.removeAttribute("aria-activedescendant");
      return;
    }
    input.setAttribute("aria-activedescendant", items[at].id);
    items[at].scrollIntoView({ block: "nearest" });
  }

  function show(found, marked = keepOpen && found.length ? 0 : -1) {
    items = found;
    items.forEach((item, place) => {
      item.id = `${list.id}-${place}`;
      item.setAttribute("role", "option");
    });
    list.replaceChildren(...items);
    list.hidden = items.length === 0;
    input.setAttribute("aria-expanded", String(isOpen()));
    mark(marked);
    const pressed = early ?? [];
    early = null;
    const count = items.filter((item) => !("add" in item.dataset)).length;
    status.textContent = ngettext("%(n)s found.", "%(n)s found.", count);
    pressed.forEach(press);
  }

  async function look() {
    clearTimeout(timer);
    early ??= [];
    if (under) under.abort();
    under = new AbortController();
    const own = under;
    try {
      const found = await find(input.value.trim(), own.signal);
      if (own !== under || own.signal.aborted) return;
      show(found);
      const later = more ? await more(input.value.trim(), own.signal) : [];
      if (later.length && own === under && !own.signal.aborted) show([...items.slice(0, -1), ...later, ...items.slice(-1)], at);
    } catch (trouble) {
      if (trouble.name === "AbortError") return;
      // Nothing was found out, so the list stays as it is.
      early = null;
      status.textContent = trouble instanceof NotSignedIn ? trouble.message : gettext("Masthead can't be reached.");
    }
  }

  function close() {
    clearTimeout(timer);
    if (under) under.abort();
    under = early = null;
    if (keepOpen) return;
    const was = isOpen();
    list.hidden = true;
    input.setAttribute("aria-expanded", "false");
    mark(-1);
    if (was) status.textContent = "";
    closed();
  }

  function take(item, event) {
    close();
    choose(item, event);
  }

  const STEPS = {
    ArrowDown: () => (at + 1) % items.length,
    ArrowUp: () => (at <= 0 ? items.length : at) - 1,
    Home: () => 0,
    End: () => items.length - 1,
  };

  function press(event) {
    if (event.key === "Enter" && isOpen() && at >= 0) take(items[at], event);
    else if (event.key in STEPS && isOpen() && items.length) mark(STEPS[event.key]());
    else return false;
    return true;
  }

  input.addEventListener("keydown", (event) => {
    const isArrow = event.key === "ArrowDown" || event.key === "ArrowUp";
    if (early && (isArrow || (event.key === "Enter" && early.length))) {
      early.push(event);
    } else if (press(event)) {
      // done
    } else if (isArrow) {
      look();
      early.push({}); // it opens the list and marks nothing
    } else if (event.key === "Escape" && isOpen() && !keepOpen) {
      close();
    } else {
      if (event.key === "Tab") close();
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  });
  input.addEventListener("input", () => {
    clearTimeout(timer);
    early = [];
    timer = setTimeout(look, WAIT);
  });
  input.addEventListener("click", () => {
    if (!isOpen()) look();
  });
  input.addEventListener("blur", () => {
    if (!keepOpen) close();
  });
  // The focus has to stay in the input.
  list.addEventListener("mousedown", (event) => event.preventDefault());
  list.addEventListener("click", (event) => {
    const item = event.target.closest("[role=option]");
    event.preventDefault();
    if (item) take(item, event);
  });
  return { look, close };
}
