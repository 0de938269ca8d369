// What HTML alone cannot do: focus after a page change, messages that are dismissed, counters.
"use strict";

// In Safari the Enter that confirms a conversion comes after it.
const isOfInputMethod = (event) => event.isComposing || event.keyCode === 229;
window.addEventListener("keydown", (event) => {
  if (isOfInputMethod(event) && event.target.matches("input, textarea")) event.stopImmediatePropagation();
}, true);

function focusOn(element, options) {
  if (!element) return;
  if (element.tabIndex < 0 && !element.hasAttribute("tabindex")) element.setAttribute("tabindex", "-1");
  element.focus(options);
}

// The message that the page opens at: what was saved, was not, or may have been. One in its part comes before a short one
// that is in sight wherever the page is scrolled to.
function message() {
  const found = [...document.querySelectorAll("main [autofocus]")];
  const inPart = found.find((each) => !each.matches("main > .toasts *"));
  return inPart || found[0] || document.querySelector("[data-problems]");
}

// A link may lead to a field, to type there at once, or to a row of a structure. Without htmx the browser itself gives it the focus.
function fieldAskedFor() {
  const part = document.getElementById(location.hash.slice(1));
  return part?.matches("main :is(input, select, textarea, .node)") ? part : null;
}

// A screen reader starts where the focus is, and everybody else where the page was scrolled to.
function focusPage() {
  const found = message() || fieldAskedFor();
  focusOn(found || document.querySelector("main h1"));
  // At once: keys that are pressed while the page glides would go to what nobody sees.
  if (stays(found)) return;
  if (found && !isOnAnotherPage(found)) show(found);
  else window.scrollTo({ top: 0, behavior: "instant" });
}

// A short message is in sight wherever the page is scrolled to: another page begins at its top all the same.
function isOnAnotherPage(found) {
  return found.matches("main > .toasts *") && left !== null && left !== location.pathname;
}

// The form that was sent last, and how far below the top of the window its button stood; and the page that it was on.
let sent = null;
let left = null;

document.addEventListener("htmx:beforeRequest", (event) => {
  const { elt, requestConfig } = event.detail;
  left = location.pathname;
  if (requestConfig.verb === "get" || !elt.matches("form")) sent = null;
  else {
    const order = [...(elt.closest("tbody")?.rows ?? [])].map(rowKey);
    sent = { action: elt.getAttribute("action"), top: elt.getBoundingClientRect().top, order };
  }
});

const rowKey = (row) => row.querySelector("form")?.getAttribute("action");

// After a button of a row its row stays below the pointer: a second click there is about the same thing. Rows of before
// stay in their order until the page is loaded anew.
function stays(found) {
  const row = sent && found?.closest("main > .toasts") && findRow(sent.action);
  const lines = row ? [...row.closest("tbody").rows] : [];
  const place = (line) => sent.order.indexOf(rowKey(line));
  if (row && lines.every((line) => place(line) >= 0)) {
    row.closest("tbody").append(...lines.sort((one, other) => place(one) - place(other)));
  }
  if (row) window.scrollBy({ top: row.getBoundingClientRect().top - sent.top, behavior: "instant" });
  return Boolean(row);
}

function findRow(action) {
  return [...document.querySelectorAll("tbody form")].find((form) => form.getAttribute("action") === action);
}

function show(element) {
  const { top, bottom } = element.getBoundingClientRect();
  window.scrollTo({ top: window.scrollY, behavior: "instant" }); // ends a glide that the focus began
  if (top < 0 || bottom > window.innerHeight) element.scrollIntoView({ block: "center", behavior: "instant" });
}

function count(input) {
  const most = Number(input.dataset.max);
  const typed = [...input.value].length;
  let counter = input.parentElement.querySelector(".counter");
  if (!counter) {
    counter = document.createElement("span");
    counter.className = "counter";
    counter.setAttribute("aria-hidden", "true");
    input.after(counter);
  }
  counter.hidden = typed < most * 0.8;
  const [shown, limit] = [typed, most].map((each) => formatNumber(each));
  counter.textContent = gettext("%(typed)s of %(limit)s", { typed: shown, limit });
  counter.classList.toggle("counter-over", typed > most);
}

function prepare(root) {
  root.querySelectorAll("[data-max]").forEach(count);
  root.querySelectorAll("main > .toasts > [data-outcome=saved]").forEach(tellForAWhile);
  // What only one page needs comes with that page, which may have been left meanwhile.
  root.querySelectorAll("[data-script]").forEach(async (part) => {
    const { start } = await import(part.dataset.script);
    if (part.isConnected) start(part);
  });
}

document.addEventListener("input", (event) => {
  const beside = event.target.closest(".choice-text");
  // Typing into the text of a choice chooses it.
  if (beside) beside.previousElementSibling.querySelector("input").checked = true;
  if (event.target.matches("[data-max]")) count(event.target);
});

// A name follows the title until somebody types one of their own.
document.addEventListener("input", ({ target }) => {
  const follower = target.form?.querySelector(`[data-follows="${target.name}"] input`);
  if (!follower || follower.value !== (target.dataset.followed ?? "")) return;
  const name = foldText(target.value).replace(/[^a-z0-9_]+/g, "-");
  target.dataset.followed = follower.value = name.slice(0, follower.dataset.max).replace(/^-|-$/g, "");
});

document.addEventListener("click", (event) => {
  const dismiss = event.target.closest("[data-dismiss]");
  if (dismiss) dismiss.closest("[data-toast]").remove();
});

// A pressed button says what goes on, and the navigation marks where a link leads, until the answer is there.
let takeBack = () => {};

document.addEventListener("htmx:beforeRequest", ({ detail: { elt, requestConfig } }) => {
  const button = requestConfig.triggeringEvent?.submitter;
  if (button?.dataset.pressed) {
    const words = [...button.childNodes];
    button.textContent = button.dataset.pressed;
    takeBack = () => button.replaceChildren(...words);
  }
  const nav = elt.closest(".areas, .area-bar, .parts");
  if (!nav) return;
  const before = [...nav.querySelectorAll("[aria-current]")].map((each) => [each, each.getAttribute("aria-current")]);
  before.forEach(([each]) => each.removeAttribute("aria-current"));
  elt.setAttribute("aria-current", "page");
  takeBack = () => {
    elt.removeAttribute("aria-current");
    before.forEach(([each, current]) => each.setAttribute("aria-current", current));
  };
});

// A refresh is one of what is shown now: filters may have changed since the page came.
document.addEventListener("htmx:configRequest", ({ detail }) => {
  const now = new URL(location);
  if (!detail.elt.matches("[data-refresh]") || new URL(detail.elt.href).pathname !== now.pathname) return;
  now.searchParams.set("refresh", 1);
  detail.path = now.pathname + now.search;
});

// htmx overlooks where a button leads that stands outside its form.
document.addEventListener("htmx:configRequest", ({ detail }) => {
  const button = detail.triggeringEvent?.submitter;
  if (button?.hasAttribute("formaction") && !button.form.contains(button)) detail.path = button.getAttribute("formaction");
});

for (const over of ["htmx:sendError", "htmx:sendAbort", "htmx:timeout"]) {
  document.addEventListener(over, () => {
    takeBack();
    takeBack = () => {};
  });
}

// What was done is told for a while: longer where somebody points at it, or went there with the keyboard.
const TOLD_FOR = 6000;

function tellForAWhile(toast) {
  setTimeout(() => {
    if (!toast.isConnected) return;
    if (toast.matches(":hover, :focus-visible, :has(:focus-visible, .htmx-request)")) return tellForAWhile(toast);
    const isFocused = toast.contains(document.activeElement);
    toast.remove();
    if (isFocused) focusOn(document.querySelector("main h1"), { preventScroll: true });
  }, TOLD_FOR);
}

// What the page was told before holds no longer once it tells something newer. Returns whether the focus went with it.
function takeBackMessages(newer = null) {
  const older = [...document.querySelectorAll(".toasts > div[data-toast]")].filter((each) => !newer?.contains(each));
  const isFocused = older.some((each) => each.contains(document.activeElement));
  older.forEach((each) => each.remove());
  return isFocused;
}

for (const arrived of ["htmx:afterSettle", "structure:renewed"]) {
  document.addEventListener(arrived, ({ target }) => {
    if (target.querySelector("[data-toast]")) takeBackMessages(target);
  });
}

document.addEventListener("htmx:afterSettle", (event) => {
  prepare(event.target);
  if (event.target === document.body) focusPage();
  // What was pressed went with the part that was replaced: go on in what stands there now. What goes on by itself was
  // not pressed, and nobody is to be torn from where they read.
  else if (document.activeElement === document.body && !event.detail.requestConfig?.elt?.matches("[data-going]")) {
    focusOn(event.target.querySelector("[tabindex]"));
  }
});

// The portal itself could not be reached: without a word a click would seem to do nothing. A form may have arrived all
// the same, where only the answer was lost.
const UNREACHED = "[data-offline]";

document.addEventListener("htmx:sendError", (event) => {
  const { elt, requestConfig } = event.detail;
  if (elt.matches("[data-look]")) return;
  const toasts = document.querySelector(".toasts");
  if (!toasts) return;
  const told = toasts.querySelector(UNREACHED);
  const notice = told ?? document.createElement("div");
  const words = told ? notice.querySelector("p") : document.createElement("p");
  const isSent = requestConfig?.verb !== "get" || notice.dataset.offline === "sent";
  notice.className = "notice notice-danger";
  notice.setAttribute("data-toast", "");
  notice.dataset.offline = isSent ? "sent" : "asked";
  words.textContent = isSent
    ? gettext("Masthead didn't answer, so it isn't known whether this was saved. What you typed is still here. Try again.")
    : gettext("Masthead can't be reached. What you typed is still here. Try again.");
  if (told) return;
  notice.append(words);
  toasts.append(notice);
});

// It is taken back once Masthead answers; what was sent only by the answer to a form.
document.addEventListener("htmx:afterRequest", ({ detail }) => {
  const notice = document.querySelector(UNREACHED);
  if (!notice || !detail.xhr?.status) return;
  if (notice.dataset.offline === "asked" || detail.requestConfig?.verb !== "get") notice.remove();
});

// The portal shows times in the zone of the reader, which only the browser knows.
function reportTimeZone() {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  if (timeZone) document.cookie = document.body.dataset.zoneCookie.replace("%", timeZone);
}

// A page that the portal led to begins as one that htmx put in place; elsewhere the browser begins where it does.
function isLedTo() {
  const [navigation] = performance.getEntriesByType("navigation"); // some browsers keep none
  return navigation?.type === "navigate" && document.referrer.startsWith(`${location.origin}/`) && !location.hash;
}

reportTimeZone();
if (message() || isLedTo()) focusPage();
prepare(document);
