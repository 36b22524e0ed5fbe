/* Two small courtesies: the exact moment behind "2 h ago" in the reader's own time zone, and, on a phone, the step
   rail scrolled to where the reader is. Nothing that is being read moves. */
(() => {
  "use strict";
  const format = new Intl.DateTimeFormat(document.documentElement.lang || undefined, {
    dateStyle: "medium", timeStyle: "short",
  });

  // The server writes <time datetime="..." title="... UTC">; only the title is replaced.
  function localise(part) {
    for (const time of part.querySelectorAll("time[datetime]")) {
      const moment = new Date(time.dateTime);
      if (!Number.isNaN(moment.getTime())) time.title = format.format(moment);
    }
  }

  function centreRail() {
    const here = document.querySelector(".rail [aria-current=step]");
    const strip = here?.parentElement;
    if (strip) strip.scrollLeft = here.offsetLeft - (strip.clientWidth - here.offsetWidth) / 2;
  }

  localise(document);
  centreRail();
  document.addEventListener("htmx:load", (event) => localise(event.detail.elt));
})();
