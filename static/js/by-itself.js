/* Presses for the reader where a step decides nothing, such as showing what was chosen or drawing counters, so that a
   dialogue of two pages does not wait for a press that could not be another one. A form says so with data-by-itself; a
   page with a refusal or a message never does. It waits until all parts in the dice have come (see live.js), and once
   pressed the form is not pressed again. Without scripts the button is there. */
(() => {
  "use strict";
  const AFTER = 150, AGAIN = 500;

  function press(form) {
    if (!form.isConnected) return;
    if (document.hidden) { document.addEventListener("visibilitychange", () => press(form), { once: true }); return; }
    if (document.querySelector("#dice .notice")) { setTimeout(press, AGAIN, form); return; }
    form.querySelector(".act .main-button")?.click();
  }

  const begin = (part) => {
    const form = part.querySelector("[data-by-itself]:not([data-begun])");
    if (!form) return;
    form.dataset.begun = "";
    setTimeout(press, AFTER, form);
  };
  begin(document);
  document.addEventListener("htmx:load", () => begin(document));
})();
