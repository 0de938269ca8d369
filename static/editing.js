// Beside a form that is being filled in: what a field was until now, a picture to look at, the time to wait.
"use strict";

function differs(control) {
  if (control.matches("select")) return [...control.options].some((each) => each.selected !== each.defaultSelected);
  if (control.matches("[type=radio], [type=checkbox]")) return control.checked !== control.defaultChecked;
  return control.value !== control.defaultValue;
}

// Shown by the page itself where what was typed came back; else as soon as something is typed.
function tellUntilNow(field) {
  const line = field.querySelector("[data-until-now=typing]");
  if (!line) return;
  const controls = field.querySelectorAll("input:not([type=hidden]), select, textarea");
  line.hidden = ![...controls].some(differs);
}

// What came out of metadata is somebody's own as soon as it is changed.
function tellProvenance(field) {
  const line = field.querySelector("[data-provenance]");
  if (!line) return;
  const changed = [...field.querySelectorAll("input[type=text], input[type=url], textarea")].some(differs);
  [line.children[0].hidden, line.children[1].hidden] = [changed, !changed];
}

// Pages here load nothing from other hosts: what was typed is a link, and opens in a tab of its own.
function offerPicture(field) {
  const place = field.querySelector("[data-picture]");
  if (!place) return;
  const typed = field.querySelector("input:not([type=radio])").value.trim();
  place.textContent = "";
  if (!/^https?:\/\/[^/]/i.test(typed)) return;
  const link = document.createElement("a");
  link.href = typed;
  link.target = "_blank";
  link.rel = "noopener noreferrer";
  link.setAttribute("hx-boost", "false");
  link.textContent = gettext("Open the address that you typed (in a new tab)");
  place.append(link, ". ");
}

function edited(event) {
  const field = event.target.closest("[data-field]");
  if (!field) return;
  tellUntilNow(field);
  tellProvenance(field);
  offerPicture(field);
}

// “Try again in 3 seconds” holds no longer: the message above the form says it likewise.
function takeBackWait(waitWords) {
  for (const told of document.querySelectorAll("[data-problems] li")) {
    const part = [...told.childNodes].find((each) => each.nodeType === Node.TEXT_NODE && each.data.includes(waitWords));
    if (part) part.data = part.data.replace(waitWords, gettext("now"));
  }
}

// The service named a time to wait: nothing is sent before that, and the button says how long it still is.
function countDown(form) {
  const until = Date.now() + Number(form.dataset.wait) * 1000;
  const { waitWords } = form.dataset;
  form.removeAttribute("data-wait");
  const senders = [...form.querySelectorAll("button:not([data-keep])")];
  const buttons = senders.map((button) => [button, button.textContent.trim()]);
  const words = document.createElement("p");
  words.className = "hint";
  words.setAttribute("role", "status");
  (form.querySelector(".save-bar") || form).append(words);
  const tick = () => {
    if (!form.isConnected) return;
    const left = Math.ceil((until - Date.now()) / 1000);
    for (const [button, label] of buttons) {
      button.disabled = left > 0;
      button.textContent = left > 0 ? gettext("%(label)s (in %(left)s s)", { label, left: formatNumber(left) }) : label;
    }
    if (left > 0) setTimeout(tick, 250);
    else {
      words.textContent = gettext("You can save now.");
      takeBackWait(waitWords);
    }
  };
  tick();
}

function prepareForms(root) {
  root.querySelectorAll("form[data-wait]").forEach(countDown);
}

document.addEventListener("input", edited);
document.addEventListener("change", edited);
document.addEventListener("htmx:afterSettle", (event) => prepareForms(event.target));
prepareForms(document);
