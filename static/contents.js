// The links to the parts of a page mark the part that is being read.
"use strict";

(() => {
  const BEGUN = 120; // from the top, in pixels: a part that was gone to stands above it
  let waiting = false;

  const part = (link) => document.getElementById(link.hash.slice(1));

  // The last part that has begun. At the end of the page it may be too short to get there: the one
  // that was gone to, or else the last.
  function current(links) {
    const { scrollTop, scrollHeight, clientHeight } = document.documentElement;
    if (scrollTop && scrollTop + clientHeight + 2 >= scrollHeight) {
      const wanted = links.find((link) => link.hash === window.location.hash);
      return wanted && part(wanted).getBoundingClientRect().top >= 0 ? wanted : links.at(-1);
    }
    return links.filter((link) => part(link).getBoundingClientRect().top <= BEGUN).at(-1) || links[0];
  }

  function mark() {
    waiting = false;
    const links = [...document.querySelectorAll(".contents a")].filter(part);
    if (!links.length) return;
    const here = current(links);
    if (here.hasAttribute("aria-current")) return;
    links.forEach((link) => link.removeAttribute("aria-current"));
    here.setAttribute("aria-current", "true");
    here.closest("ul").scrollTo({ left: here.offsetLeft - 48, behavior: "instant" });
  }

  function later() {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(mark);
  }

  document.addEventListener("scroll", later, { passive: true });
  window.addEventListener("resize", later);
  document.addEventListener("htmx:afterSettle", later);
  later();
})();
