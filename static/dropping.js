// A file that is dropped beside its input goes into it. Where the form is for the file alone, it is sent then.
"use strict";

(() => {
  // The input that a drag of files would fill, with the part of the page that takes it.
  function target(event) {
    const zone = event.target.closest && event.target.closest("[data-drop]");
    const input = zone && zone.querySelector("input[type=file]:not(:disabled)");
    return input && event.dataTransfer.types.includes("Files") ? { zone, input } : null;
  }

  function mark(zone) {
    document.querySelectorAll("[data-drop].is-over").forEach((each) => each.classList.toggle("is-over", each === zone));
    if (zone) zone.classList.add("is-over");
  }

  document.addEventListener("dragover", (event) => {
    const found = target(event);
    mark(found && found.zone);
    if (found) event.preventDefault();
  });
  document.addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) mark(null);
  });
  document.addEventListener("drop", (event) => {
    const found = target(event);
    mark(null);
    if (!found) return;
    event.preventDefault();
    const first = new DataTransfer();
    first.items.add(event.dataTransfer.files[0]);
    found.input.files = first.files;
    found.input.dispatchEvent(new Event("input", { bubbles: true }));
    found.input.dispatchEvent(new Event("change", { bubbles: true }));
    found.input.focus();
  });
  document.addEventListener("change", ({ target: input }) => {
    if (!input.matches("[data-drop=send] input[type=file]") || !input.files.length) return;
    input.form.requestSubmit(input.form.querySelector("button.btn-primary"));
  });
})();
