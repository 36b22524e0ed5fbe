/* The reader's choice of light or dark, kept in this browser only.

   Loaded in the head without `defer`, so that a dark page never flashes white. Without a choice, or without
   scripts, the style sheet follows the system. The buttons stay hidden where they could do nothing. */
(() => {
  "use strict";
  const KEY = "theme";
  const root = document.documentElement;

  // Storage may be forbidden by the browser; then the choice lasts for the page.
  const read = () => { try { return localStorage.getItem(KEY); } catch { return null; } };
  const write = (value) => { try { localStorage.setItem(KEY, value); } catch { /* see above */ } };

  function apply(choice) {
    root.dataset.theme = ["light", "dark"].includes(choice) ? choice : "auto";
    for (const button of document.querySelectorAll("[data-theme-choice]")) {
      button.setAttribute("aria-pressed", String(button.dataset.themeChoice === root.dataset.theme));
    }
  }

  apply(read());
  document.addEventListener("DOMContentLoaded", () => {
    apply(read());
    for (const box of document.querySelectorAll(".theme")) box.hidden = false;
  });
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-theme-choice]");
    if (!button) return;
    write(button.dataset.themeChoice);
    apply(button.dataset.themeChoice);
  });
})();
