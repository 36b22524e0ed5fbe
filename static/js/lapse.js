/* The front over the dates: a slider shows the drawing of one date and hides the others; they are all on the page. What
   is said of a date stands on its link, which is all there is where no script runs. A page may fetch the part later. */
(() => {
  "use strict";
  const PACE = 900; // milliseconds a date
  let playing = 0;

  function show(lapse, at) {
    const links = [...lapse.querySelectorAll(".dates-of-map a")], slider = lapse.querySelector("input"), said = links[at].dataset.said;
    slider.value = String(at);
    slider.setAttribute("aria-valuetext", said);
    lapse.querySelectorAll("svg > .date").forEach((date, n) => date.toggleAttribute("hidden", n !== at));
    links.forEach((link, n) => n === at ? link.setAttribute("aria-current", "true") : link.removeAttribute("aria-current"));
    lapse.querySelector("output").textContent = links[at].textContent;
    lapse.querySelector("figcaption").textContent = said;
    lapse.querySelector("[role=img]").setAttribute("aria-label", said);
  }

  function stop(button) {
    clearInterval(playing);
    playing = 0;
    if (button.dataset.start) button.textContent = button.dataset.start;
  }

  function play(lapse, button) {
    const slider = lapse.querySelector("input"), last = Number(slider.max);
    let at = Number(slider.value) === last ? 0 : Number(slider.value);
    button.dataset.start = button.textContent;
    button.textContent = button.dataset.stop;
    show(lapse, at);
    playing = setInterval(() => {
      if (!lapse.isConnected || at === last) return stop(button);
      at += 1;
      show(lapse, at);
    }, PACE);
  }

  document.addEventListener("input", (event) => {
    const lapse = event.target.closest("[data-lapse]");
    if (!lapse) return;
    stop(lapse.querySelector("[data-play]"));
    show(lapse, Number(event.target.value));
  });
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-lapse] [data-play]");
    if (!button) return;
    if (playing) stop(button);
    else play(button.closest("[data-lapse]"), button);
  });
})();
