// A form that is too large is not sent: the portal would refuse it unread, and what was typed would be gone with it.
"use strict";

(() => {
  const SEPARATORS = 200; // bytes around each part, at most

  function bytesOf(value) {
    return value instanceof File ? value.size : new TextEncoder().encode(value).length;
  }

  // The part that takes most of it, and how much all of it takes.
  function measure(form) {
    let total = 0;
    let largest = ["", 0];
    for (const [name, value] of new FormData(form)) {
      const bytes = bytesOf(value);
      total += bytes + SEPARATORS;
      if (bytes > largest[1]) largest = [name, bytes];
    }
    return { total, name: largest[0] };
  }

  function tell(input, text) {
    const id = `${input.id}-too-large`;
    let place = document.getElementById(id);
    if (!place) {
      place = document.createElement("p");
      place.className = "error";
      place.id = id;
      place.setAttribute("role", "alert");
      place.setAttribute("tabindex", "-1");
      input.after(place);
    }
    place.textContent = text;
    input.setAttribute("aria-invalid", "true");
    place.focus();
    place.scrollIntoView({ block: "nearest" });
  }

  const tooLarge = (size, most, isFile) =>
    isFile
      ? gettext(
          "This form is %(size)s MB. Masthead accepts %(most)s MB at most, so nothing was sent. Choose a smaller file.",
          { size, most },
        )
      : gettext(
          "This form is %(size)s MB. Masthead accepts %(most)s MB at most, so nothing was sent. Shorten your input here.",
          { size, most },
        );
  const inMegabytes = (bytes, digits) => formatNumber(bytes / 1024 / 1024, digits);

  document.addEventListener(
    "submit",
    (event) => {
      const { total, name } = measure(event.target);
      const named = event.target.elements.namedItem(name);
      const largest = Number(named?.dataset?.largest ?? document.body.dataset.largest);
      if (event.target.method !== "post" || total <= largest) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      tell(named, tooLarge(inMegabytes(total, 1), inMegabytes(largest, 0), named.type === "file"));
    },
    true,
  );
  document.addEventListener("input", (event) => {
    const place = document.getElementById(`${event.target.id}-too-large`);
    if (!place) return;
    place.remove();
    event.target.removeAttribute("aria-invalid");
  });
})();
