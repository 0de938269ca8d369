// A browser sends a date that is filled in only in part as none: the form is not sent, and the field says why.
"use strict";

(() => {
  const idOf = (input) => `${input.id}-incomplete`;

  function tell(input) {
    const place = document.createElement("p");
    place.className = "error";
    place.id = idOf(input);
    place.textContent = gettext("Enter the whole date, or clear the field.");
    input.after(place);
    input.classList.add("is-invalid");
    input.setAttribute("aria-invalid", "true");
    input.setAttribute("aria-describedby", `${input.getAttribute("aria-describedby") ?? ""} ${place.id}`.trim());
  }

  function takeBack(input) {
    const place = document.getElementById(idOf(input));
    if (!place) return;
    place.remove();
    input.classList.remove("is-invalid");
    input.removeAttribute("aria-invalid");
    const others = input.getAttribute("aria-describedby").split(" ").filter((id) => id !== idOf(input));
    if (others.length) input.setAttribute("aria-describedby", others.join(" "));
    else input.removeAttribute("aria-describedby");
  }

  document.addEventListener(
    "submit",
    (event) => {
      const dates = [...event.target.elements].filter((each) => each.matches("input[type=date]"));
      dates.forEach(takeBack);
      const incomplete = dates.filter((each) => each.validity.badInput);
      if (!incomplete.length) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      incomplete.forEach(tell);
      incomplete[0].focus();
      incomplete[0].scrollIntoView({ block: "center", behavior: "instant" });
    },
    true,
  );
  document.addEventListener("input", ({ target }) => {
    if (target.matches("input[type=date]") && !target.validity.badInput) takeBack(target);
  });
})();
