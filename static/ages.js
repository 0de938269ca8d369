// Ages go on while a page is open; [data-age] has the seconds.
"use strict";

(() => {
  const DAY = 24 * 60 * 60;
  const UNITS = Object.entries({ year: 365 * DAY, month: 30 * DAY, week: 7 * DAY, day: DAY, hour: 3600, minute: 60 });
  const UNIT_IS_LONG = 1.5; // as in i18n/formats.py
  const EVERY = 10000; // ms
  const SAME = 5000; // ms, for which the words of the page are kept
  const words = new Intl.RelativeTimeFormat(LANGUAGE);

  function inWords(seconds) {
    const [unit, length] = UNITS.find((each) => seconds / each[1] >= UNIT_IS_LONG) ?? ["second", 1];
    return words.format(-Math.round(seconds / length), unit);
  }

  function update() {
    const now = Date.now();
    document.querySelectorAll("[data-age]").forEach((part) => {
      part.dataset.since ??= now - part.dataset.age * 1000;
      const age = now - part.dataset.since;
      if (age >= part.dataset.age * 1000 + SAME) part.textContent = inWords(age / 1000);
    });
  }

  document.addEventListener("htmx:afterSettle", update);
  document.addEventListener("visibilitychange", update);
  setInterval(update, EVERY);
  update();
})();
