// The session is over: what a page asks for by itself doesn't lead away from what is typed there; the page says so.
"use strict";

const isSessionOver = (answer) => /\/sign-in(\?|$)/.test(answer.headers.get("HX-Redirect") ?? "");
let showSessionOver;

(() => {
  const PRESSED = ["click", "submit"];
  const stopped = new Set();
  let address = "";
  let typedIn = null;
  const shown = () => document.querySelector("[data-session-over]");

  // What is open over the page hides the messages of the page.
  const place = () => document.querySelector("dialog[open]") ?? document.querySelector(".toasts");

  showSessionOver = (redirect) => {
    address = new URL(redirect, location).pathname;
    if (shown()) return;
    typedIn = document.activeElement;
    const notice = document.createElement("div");
    notice.className = "notice notice-warning";
    notice.setAttribute("role", "alert");
    notice.setAttribute("data-session-over", "");
    const words = document.createElement("p");
    words.textContent = gettext("You are no longer signed in. What you typed is still here.");
    const link = document.createElement("a");
    link.href = `${address}?${new URLSearchParams({ next: location.pathname + location.search })}`;
    link.target = "_blank";
    link.textContent = gettext("Sign in in a new tab");
    words.append(" ", link);
    notice.append(words);
    place()?.append(notice);
  };

  // Somebody signed in again in another tab: what the page asked for then is asked for once more.
  function goOn() {
    const held = shown()?.contains(document.activeElement);
    shown()?.remove();
    if (held) typedIn?.focus(); // the focus would be lost with the link that it was on
    const elements = [...stopped].filter((each) => each.isConnected);
    stopped.clear();
    if (elements.some((each) => each.hasAttribute("hx-post"))) return location.reload(); // its token was the session's
    elements.forEach((each) => htmx.ajax("GET", each.getAttribute("hx-get"), { source: each }));
    return undefined;
  }

  async function look() {
    if (!shown()) return;
    try {
      // Whoever is signed in is led on from there.
      const answer = await fetch(address, { headers: { "HX-Request": "true" } });
      if (answer.ok && answer.headers.has("HX-Redirect")) goOn();
    } catch {} // the notice stays until the portal can be reached
  }

  document.addEventListener("htmx:beforeOnLoad", (event) => {
    const { xhr, elt, requestConfig } = event.detail;
    const redirect = xhr.getResponseHeader("HX-Redirect");
    if (!isSessionOver({ headers: { get: () => redirect } })) return;
    if (PRESSED.includes(requestConfig.triggeringEvent?.type)) return;
    event.preventDefault();
    stopped.add(elt);
    showSessionOver(redirect);
  });
  window.addEventListener("focus", look);
  // A dialog that closes takes along what stands in it.
  document.addEventListener("close", ({ target }) => {
    if (target.contains(shown())) document.querySelector(".toasts")?.append(shown());
  }, true);
})();
