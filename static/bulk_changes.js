// A bulk change that goes on by itself: how far it has come is told now and then, and leaving its page pauses it.
"use strict";

const TELL_EVERY = 10000; // ms
let toldAt = 0;
let toldLabel = "";
let later = 0;

const labelShown = () => document.querySelector("#bulk_changes-progress[data-told]")?.dataset.told.split(".", 1)[0];
let shownLabel = labelShown();

function tell() {
  const shown = document.querySelector("#bulk_changes-progress[data-told]");
  const place = document.querySelector("#bulk-told");
  clearTimeout(later);
  if (!shown || !place) return;
  const text = shown.dataset.told;
  const label = text.split(".", 1)[0];
  const rest = toldAt + TELL_EVERY - Date.now();
  if (text === place.textContent) return;
  // Each slice would be too much to listen to, and an older count would contradict the heading; another state is told at once.
  if (label === toldLabel && rest > 0) {
    place.textContent = "";
    later = setTimeout(tell, rest);
    return;
  }
  toldAt = Date.now();
  toldLabel = label;
  place.textContent = text;
}

// What was said of the bulk change as it was holds no longer, once it stands elsewhere or somebody decided about it.
function takeBackOfBulkChange(pressed) {
  const label = labelShown();
  if (label === shownLabel && !pressed?.matches(".bulk-acts")) return;
  shownLabel = label;
  if (takeBackMessages()) document.querySelector("#how-far").focus();
}

function pause() {
  const going = document.querySelector("form[data-going]");
  if (!going) return;
  const sent = new FormData(going);
  sent.set("do", "pause");
  going.removeAttribute("data-going");
  navigator.sendBeacon(going.action, sent);
}

document.addEventListener("htmx:afterSettle", (event) => {
  if (event.target === document.body) shownLabel = labelShown();
  if (event.target.id === "bulk_changes-progress") takeBackOfBulkChange(event.detail.requestConfig?.elt);
  if (event.target.id === "bulk_changes-progress" || event.target === document.body) tell();
});
// Going on to another page puts a new body in place, and the page itself is never left.
document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.target === document.body) pause();
});
window.addEventListener("pagehide", pause);
