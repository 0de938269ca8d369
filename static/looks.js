// Parts of an open page that others may change, [data-look], are asked for anew: less and less often, not while the page
// is hidden, and whenever its window is looked at again. Each of them has the trigger `look`.
"use strict";

(() => {
  const FIRST = 5000;
  const LONGEST = 60000;
  const AT_ONCE = 3000;
  const LINE = "status-line";
  let pause = FIRST;
  let waiting = null;
  let last = -AT_ONCE;

  const awayLine = () => document.querySelector(`#${LINE}[data-look]:not([data-toast])`);
  const parts = () => document.querySelectorAll("[data-look]");

  function lookAt(part) {
    htmx.trigger(part, "look");
  }

  function look() {
    waiting = null;
    if (!parts().length || document.hidden) return;
    parts().forEach(lookAt);
    wait();
  }

  function wait() {
    if (waiting === null && parts().length) waiting = setTimeout(look, pause);
    pause = Math.min(pause * 2, LONGEST);
  }

  function beginAnew() {
    clearTimeout(waiting);
    waiting = null;
    pause = FIRST;
    wait();
  }

  // A window that comes to the front is told twice: as visible, and by the focus.
  function comeBack() {
    if (document.hidden || performance.now() - last < AT_ONCE) return;
    last = performance.now();
    parts().forEach(lookAt);
    beginAnew();
  }

  window.addEventListener("focus", comeBack);
  document.addEventListener("visibilitychange", comeBack);
  // A look that nobody asked for puts no page of an error in the place of what somebody types.
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    const failed = detail.xhr.status >= 500 && detail.target === document.body;
    if (failed && detail.requestConfig?.elt?.matches("[data-look]")) detail.shouldSwap = false;
  });
  // Nor does one take the place of an answer that a person waits for, or tell them of what they do themselves.
  const awaited = new Set();
  const isPressed = ({ requestConfig, target }) => requestConfig.elt !== target;
  document.addEventListener("htmx:beforeRequest", ({ detail }) => {
    if (isPressed(detail)) awaited.add(detail.target);
  });
  document.addEventListener("htmx:afterRequest", ({ detail }) => {
    if (isPressed(detail)) awaited.delete(detail.target);
  });
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    const isAwaited = [...awaited].some((place) => place.contains(detail.target));
    if (isAwaited && !isPressed(detail)) detail.shouldSwap = false;
  });
  document.addEventListener("htmx:afterSettle", ({ target, detail }) => {
    if (target === document.body) beginAnew();
    // What a part of the page was just told may be news of the service too.
    else if (awayLine() && !detail.requestConfig?.elt?.matches("[data-look]")) lookAt(awayLine());
  });
  wait();
})();
