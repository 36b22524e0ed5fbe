/* Fills the words for the dice with something nobody can guess; whoever likes his own better types over them. */
(() => {
  "use strict";
  for (const field of document.querySelectorAll("input[data-random]")) {
    if (field.value !== "") continue;
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    field.value = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  }
})();
