// While the service is away, look now and then whether it is back: less and less often, and not for a hidden page.
"use strict";

(() => {
  const FIRST = 5000;
  const LONGEST = 60000;
  const LINE = "status-line";
  let pause = FIRST;
  let waiting = null;

  const isAway = () => document.querySelector(`#${LINE}[data-look]:not([data-toast])`) !== null;
  const line = () => document.querySelector("[data-look]");

  function look() {
    waiting = null;
    if (!line() || document.hidden) return;
    htmx.trigger(line(), "look");
    wait();
  }

  function wait() {
    if (waiting === null && line()) waiting = setTimeout(look, pause);
    pause = Math.min(pause * 2, LONGEST);
  }

  function beginAnew() {
    clearTimeout(waiting);
    waiting = null;
    pause = FIRST;
    wait();
  }

  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) beginAnew();
  });
  document.addEventListener("htmx:afterSettle", (event) => {
    if (event.target === document.body) beginAnew();
    // What a part of the page was just told may be news of the service too.
    else if (event.target.id !== LINE && isAway()) htmx.trigger(line(), "look");
  });
  wait();
})();
