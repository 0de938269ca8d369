// A plan that goes on by itself: how far it has come is told now and then, and leaving its page pauses it.
"use strict";

const TELL_EVERY = 10000; // ms
let toldAt = 0;
let toldLabel = "";

function tell() {
  const shown = document.querySelector("#plans-progress[data-told]");
  const place = document.querySelector("#plan-told");
  if (!shown || !place) return;
  const text = shown.dataset.told;
  const label = text.split(".", 1)[0];
  // Each slice would be too much to listen to; another state is told at once.
  if (label === toldLabel && Date.now() - toldAt < TELL_EVERY) return;
  toldAt = Date.now();
  toldLabel = label;
  place.textContent = text;
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
  if (event.target.id === "plans-progress" || event.target === document.body) tell();
});
// Going on to another page puts a new body in place, and the page itself is never left.
document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.target === document.body) pause();
});
window.addEventListener("pagehide", pause);
