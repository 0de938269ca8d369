// Keys: "?" shows them, "g" and a letter lead to an area, Ctrl+Enter sends the form that one is in.
"use strict";

(() => {
  const AREAS = { h: "", i: "inbox", s: "sites", p: "spaces", l: "links", o: "specs", r: "translations",
    b: "link-health", t: "teams", a: "access", n: "sso", j: "journal", e: "settings" };
  const isTyped = (target) => target.matches("input, textarea, select, [contenteditable], [role=grid] *, dialog *");
  const WAITS = 1500; // ms, for the letter
  const OFF = "shortcuts-off";
  const YEAR = 365 * 24 * 3600;
  let since = -WAITS;
  const isOff = () => document.cookie.includes(`${OFF}=1`);

  const linkOf = (area) =>
    [...document.querySelectorAll(".areas a")].find(({ pathname }) => pathname.split("/orgs/")[1]?.split("/").slice(1).join("/") === area);

  function showKeys() {
    const dialog = made("dialog", { class: "palette keys", "aria-label": gettext("Keys") });
    const list = made("dl", { class: "facts" });
    const tell = (keys, words) => list.append(made("dt", {}, keys), made("dd", {}, words));
    tell(gettext("Ctrl K"), gettext("Go to a page, a name or an action"));
    tell(gettext("Ctrl Enter"), gettext("Save the form"));
    tell("?", gettext("Show the keys"));
    for (const [key, area] of Object.entries(AREAS)) {
      const link = linkOf(area);
      if (link) tell(`g ${key}`, link.firstElementChild.nextSibling.textContent.trim());
    }
    const label = made("label", { class: "choice" });
    const off = made("input", { class: "form-check-input", type: "checkbox" });
    off.checked = !isOff();
    off.addEventListener("change", () => {
      document.cookie = `${OFF}=1; Path=/; SameSite=Lax; Max-Age=${off.checked ? 0 : YEAR}`;
    });
    label.append(off, gettext("Use keys without Ctrl"));
    const close = made("button", { class: "btn btn-outline", type: "button" }, gettext("Close"));
    close.addEventListener("click", () => dialog.close());
    dialog.append(made("h2", {}, gettext("Keys")), list, label, close);
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
  }

  document.addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (key === "Enter" && (event.ctrlKey || event.metaKey)) {
      const form = target.form ?? target.closest("form[method=post]");
      const button = form?.method === "post" && form.querySelector("button.btn-primary, .save-bar button");
      if (!button) return;
      event.preventDefault();
      button.click();
    } else if (!event.defaultPrevented && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyped(target)) {
      if (key === "?") showKeys();
      else if (key === "g" && !isOff()) since = performance.now();
      else if (performance.now() - since < WAITS && key in AREAS) {
        event.preventDefault();
        event.stopImmediatePropagation(); // a list may have the letter too
        linkOf(AREAS[key])?.click();
      }
      if (key !== "g") since = -WAITS;
    }
  });
})();
