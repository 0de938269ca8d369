// Nothing typed is left without a word: a link asks first, and a form keeps what was typed into others as drafts.
"use strict";

(() => {
  const CHANGED = "data-changed";
  const QUESTION = gettext("Leave this page? What you typed here is not saved.");

  const unsaved = () => [...document.querySelectorAll(`form[data-guard][${CHANGED}]`)];

  // Whether the portal has all of it now.
  async function keep(form) {
    const typed = [...new FormData(form)].filter(([, value]) => !(value instanceof File && !value.name));
    if (!form.elements.was || typed.some(([, value]) => value instanceof File)) return false;
    const body = new URLSearchParams([...typed, ["step", "aside"]]);
    try {
      const answer = await fetch(form.action, { method: "POST", body, redirect: "manual" });
      if (answer.ok) form.removeAttribute(CHANGED);
      return answer.ok;
    } catch {
      return false;
    }
  }

  async function send(form, { issueRequest, triggeringEvent }) {
    const kept = await Promise.all(unsaved().map(keep));
    if (kept.every(Boolean) || window.confirm(QUESTION)) {
      triggeringEvent?.submitter?.focus(); // htmx sends the button that has the focus along
      issueRequest(true);
    } else if (form.matches("[data-guard]")) form.setAttribute(CHANGED, "");
  }

  document.addEventListener("input", (event) => {
    event.target.closest("form[data-guard]")?.setAttribute(CHANGED, "");
  });
  // What is sent is not left.
  document.addEventListener("submit", (event) => event.target.removeAttribute(CHANGED), true);
  window.addEventListener("beforeunload", (event) => {
    if (unsaved().length) event.preventDefault();
  });
  document.addEventListener("htmx:confirm", (event) => {
    const { detail, target } = event;
    const sends = target.matches("form") && detail.target === document.body;
    const stays = detail.target.matches("[data-keeps]"); // such as another page of a table
    const follows = target.matches("a[href]") && detail.verb === "get" && !stays;
    if ((!sends && !follows) || !unsaved().length) return;
    event.preventDefault();
    if (sends) send(target, detail);
    else if (window.confirm(QUESTION)) detail.issueRequest(true);
  });
})();
