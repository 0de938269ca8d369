// Copies what an input or another part holds.
"use strict";

const SHOWN_MS = 2000;

// Said aloud too: the words of a button that has a name of its own are not.
function announce(words) {
  let place = document.querySelector("main > [data-said]");
  if (!place) {
    place = document.createElement("p");
    place.className = "visually-hidden";
    place.setAttribute("role", "status");
    place.setAttribute("data-said", "");
    document.querySelector("main").append(place);
  }
  place.textContent = words;
}

function tellCopied(button) {
  const words = button.querySelector("[data-copied]");
  const before = (words.dataset.before ??= words.textContent);
  words.textContent = words.dataset.copied;
  announce(words.dataset.copied);
  window.setTimeout(() => {
    words.textContent = before;
    announce("");
  }, SHOWN_MS);
}

// Where the browser keeps the clipboard to itself, what is to be copied is shown and selected.
function select(input) {
  const cover = input.closest("details");
  if (cover) cover.open = true;
  if (input.select) {
    input.focus();
    input.select();
  } else getSelection().selectAllChildren(input);
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  const input = document.getElementById(button.dataset.copy);
  try {
    await navigator.clipboard.writeText(input.value ?? input.textContent);
    tellCopied(button);
  } catch {
    select(input);
  }
});
