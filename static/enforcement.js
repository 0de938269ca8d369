// The countdown of single sign-on that waits to be kept: the time that is left, said now and then, and a look at its end.
"use strict";

(() => {
  const SAY_AT = [300, 120, 60, 30, 10]; // s
  const LATER = 1000; // ms; the portal's clock has the last word
  const ASKS_EVERY = 30000; // ms; a colleague may have kept or stopped it, and nothing comes where that is not so
  const ends = new WeakMap();

  function clock(seconds) {
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  }

  // It stands beside what is replaced: a place for messages that comes together with its message is not read out.
  function say(text) {
    const place = document.querySelector("#enforcement-said");
    if (place) place.textContent = text;
  }

  function inSeconds(left) {
    return ngettext(
      "Single sign-on is switched off again in %(n)s second, unless it is kept.",
      "Single sign-on is switched off again in %(n)s seconds, unless it is kept.",
      left,
    );
  }

  function inMinutes(left) {
    return ngettext(
      "Single sign-on is switched off again in %(n)s minute, unless it is kept.",
      "Single sign-on is switched off again in %(n)s minutes, unless it is kept.",
      left,
    );
  }

  function warn(left) {
    if (!SAY_AT.includes(left)) return;
    say(left < 60 ? inSeconds(left) : inMinutes(left / 60));
  }

  function count(part) {
    if (!ends.has(part)) ends.set(part, Date.now() + Number(part.dataset.countdown) * 1000);
    const over = ends.get(part) - Date.now();
    const left = Math.max(0, Math.ceil(over / 1000));
    const shown = part.querySelector("[data-left]");
    if (shown && shown.textContent !== clock(left)) {
      shown.textContent = clock(left);
      warn(left);
    }
    return over < -LATER;
  }

  function tick() {
    const over = [...document.querySelectorAll("[data-countdown]")].map(count);
    const all = document.querySelector("#enforcement-countdown");
    if (!over.includes(true) || !all || all.hasAttribute("data-asked")) return;
    // What comes in its place counts anew; where nothing came, it is asked again in a while.
    all.setAttribute("data-asked", "");
    setTimeout(() => all.removeAttribute("data-asked"), 10 * LATER);
    htmx.trigger(all, "due");
  }

  function ask() {
    const all = document.querySelector("#enforcement-countdown");
    if (all) htmx.trigger(all, "due");
  }

  function trials() {
    return [...document.querySelectorAll("[data-trial-of]")].map((part) => part.dataset.trialOf);
  }

  // What the page itself says of enforcement was read before.
  function tellOnPage(organization) {
    for (const note of document.querySelectorAll("[data-once-over]")) {
      if (note.dataset.onceOver === organization) note.hidden = false;
    }
  }

  let before = [];
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.target.id === "enforcement-countdown") before = trials();
  });
  document.addEventListener("htmx:afterSettle", ({ target }) => {
    const isNews = ["enforcement-countdown", "enforcement-changed"].includes(target.id);
    const isFocused = isNews && takeBackMessages();
    if (isFocused) focusOn(target.querySelector(".notice") ?? document.querySelector("main h1"));
    if (target.id === "enforcement-changed") ask();
  });
  document.addEventListener("htmx:afterSettle", (event) => {
    if (event.target.id !== "enforcement-countdown") return;
    const over = before.filter((each) => !trials().includes(each));
    const told = event.target.querySelector(".notice p");
    if (told) say(told.textContent.replace(/\s+/g, " ").trim());
    else if (over.length) say(gettext("The enforcement trial of single sign-on is over."));
    over.forEach(tellOnPage);
  });
  setInterval(tick, 250);
  setInterval(ask, ASKS_EVERY);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) ask();
  });
})();
