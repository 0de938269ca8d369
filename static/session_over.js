// The session is over, or another person signed in in this browser: what a page asks for by itself doesn't lead away
// from what is typed there, and nothing is sent under another person's name; the page says so.
"use strict";

const OTHER_PERSON = gettext("Somebody else signed in in this browser, or you did with another access token.");
const isSessionOver = (answer) => /\/sign-in(\?|$)/.test(answer.headers.get("HX-Redirect") ?? "");
const isOtherPerson = (answer) => answer.headers.has("masthead-other-person");
// What a script asks for in the name of the page: its token says for whom it was drawn.
const asPart = (target) => ({ "HX-Request": "true", "HX-Target": target, "page-token": pageToken() });
const pageToken = () => document.querySelector("[name=csrf_token]")?.value ?? "";
let showAway;

(() => {
  const PRESSED = ["click", "submit"];
  const BY_ITSELF = ["look", "due"];
  const stopped = new Set();
  let address = "";
  let typedIn = null;
  const shown = () => document.querySelector("[data-session-over]");

  // What is open over the page hides the messages of the page.
  const place = () => document.querySelector("dialog[open]") ?? document.querySelector(".toasts");

  // Says why `answer` isn't what was asked for.
  showAway = (answer) => {
    const signIn = answer.headers.get("masthead-other-person") ?? answer.headers.get("HX-Redirect");
    address = new URL(signIn, location).pathname;
    show(isOtherPerson(answer) ? "person" : "session");
  };

  function show(why) {
    if (shown()?.dataset.sessionOver === why) return;
    const held = shown()?.contains(document.activeElement);
    if (!shown()) typedIn = document.activeElement;
    shown()?.remove();
    const notice = makeNotice(why);
    place()?.append(notice);
    if (held) notice.querySelector("a").focus();
  }

  function makeNotice(why) {
    const notice = document.createElement("div");
    notice.className = "notice notice-warning";
    notice.setAttribute("role", "alert");
    notice.dataset.sessionOver = why;
    const words = document.createElement("p");
    const link = document.createElement("a");
    if (why === "person") {
      words.textContent = gettext(
        "%(why)s This page sends nothing until you sign in as before. What you typed is still here.",
        { why: OTHER_PERSON },
      );
      link.href = location.href;
      link.textContent = gettext("Reload page");
    } else {
      words.textContent = gettext("You are no longer signed in. What you typed is still here.");
      link.href = `${address}?${new URLSearchParams({ next: location.pathname + location.search })}`;
      link.target = "_blank";
      link.textContent = gettext("Sign in in a new tab");
    }
    words.append(" ", link);
    notice.append(words);
    return notice;
  }

  // The person signed in again in another tab: what the page asked for then is asked for once more.
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
      const answer = await fetch(address, { headers: { "HX-Request": "true", "page-token": pageToken() } });
      if (isOtherPerson(answer)) showAway(answer);
      else if (answer.ok && answer.headers.has("HX-Redirect")) goOn();
      else if (answer.ok) show("session");
    } catch {} // the notice stays until the portal can be reached
  }

  document.addEventListener("htmx:configRequest", ({ detail }) => {
    detail.headers["page-token"] = pageToken();
    // Nobody has to be there for it, so it doesn't keep the session.
    if (BY_ITSELF.includes(detail.triggeringEvent?.type)) detail.headers["masthead-unattended"] = "true";
  });
  document.addEventListener("htmx:beforeOnLoad", (event) => {
    const { xhr, elt, requestConfig } = event.detail;
    const has = (name) => xhr.getResponseHeader(name) !== null;
    const answer = { headers: { get: (name) => xhr.getResponseHeader(name), has } };
    const isPressed = PRESSED.includes(requestConfig.triggeringEvent?.type);
    if (!isOtherPerson(answer) && (!isSessionOver(answer) || isPressed)) return;
    event.preventDefault();
    if (!isPressed) stopped.add(elt);
    if (elt.matches("form[data-guard]")) elt.setAttribute("data-changed", ""); // it was not sent after all
    showAway(answer);
  });
  window.addEventListener("focus", look);
  // A dialog that closes takes along what stands in it.
  document.addEventListener("close", ({ target }) => {
    if (target.contains(shown())) document.querySelector(".toasts")?.append(shown());
  }, true);
})();
