/* Small courtesies: the server is told the browser's time zone, in which it writes the moment behind "2 h ago" for
   whoever chose none; and, on a phone, the step rail and the links of the head scrolled to where the reader is.
   Nothing that is being read moves. */
(() => {
  "use strict";
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const secure = location.protocol === "https:" ? "; secure" : "";
  if (zone) document.cookie = `zone=${zone}; path=/; samesite=lax${secure}`;

  // `cover` is what stays at the beginning of a strip while the rest is scrolled.
  function centre(here, strip, cover = 0) {
    if (!strip) return;
    const at = here.getBoundingClientRect().left - strip.getBoundingClientRect().left;
    strip.scrollLeft += at - (strip.clientWidth + cover - here.offsetWidth) / 2;
  }

  function centreStrips() {
    const step = document.querySelector(".rail [aria-current=step]") ?? [...document.querySelectorAll(".rail .done")].at(-1);
    centre(step, step?.parentElement);
    const page = document.querySelector(".top [aria-current=page]");
    const strip = page?.closest("nav");
    centre(page, strip, strip?.querySelector("li:has(> form)")?.offsetWidth);
    for (const part of document.querySelectorAll(".sections [aria-current]")) centre(part, part.parentElement);
  }

  // A link is there to be copied: it is chosen as a whole as soon as it is entered.
  document.addEventListener("focusin", ({ target }) => { if (target.matches("input[readonly]")) target.select(); });

  // A device that two commanders share: a page brought back by the back button, or left open in another window
  // while the device went from hand to hand, asks again who is there; and the browser offers nothing typed before.
  const { shared, handedOver } = document.body.dataset;
  if (shared !== undefined || handedOver !== undefined) {
    const seats = new BroadcastChannel("refit-seats");
    seats.postMessage(shared ?? "");
    const askAgain = () => {
      document.body.hidden = true;
      location.reload();
    };
    if (shared !== undefined) {
      const [campaign] = shared.split(" ");
      seats.addEventListener("message", ({ data }) => {
        if (data !== shared && (data === "" || data.startsWith(campaign))) askAgain();
      });
      window.addEventListener("pageshow", (event) => { if (event.persisted) askAgain(); });
      const forget = () => { for (const form of document.forms) form.autocomplete = "off"; };
      forget();
      document.addEventListener("htmx:load", forget);
    }
  }

  // What a battle pad keeps on this device (js/pad/store.js) opens for its owner alone: who else comes, or comes
  // without having logged in, finds no key to it any more.
  try {
    const reader = localStorage.getItem("pad.reader");
    if (reader !== null && reader !== document.body.dataset.reader) {
      indexedDB.deleteDatabase("refit-pad-keys");
      localStorage.removeItem("pad.reader");
    }
  } catch { /* the browser keeps nothing at all */ }

  centreStrips();
})();
