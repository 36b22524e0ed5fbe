/* A map of areas: buttons make it larger and smaller, and it begins where something is going on. Above a form that takes
   areas a tap on one of the reader's own ticks the units there, and one on another area chooses it where it is offered;
   the form says what is chosen, and the map follows it. Without it there is the form alone. */
(() => {
  "use strict";
  const STEP = 1.25, LEAST = 0.5, MOST = 3;
  let size = 1, left = null, top = null; // kept while parts of the page are exchanged

  function begin(box) {
    if (box.classList.contains("begun")) return;
    box.classList.add("begun");
    const view = box.querySelector(".area-view"), svg = view.querySelector("svg");
    const wide = svg.viewBox.baseVal.width, high = svg.viewBox.baseVal.height;

    function draw() {
      svg.setAttribute("width", String(Math.round(wide * size)));
      svg.setAttribute("height", String(Math.round(high * size)));
    }

    function place() {
      if (left === null && view.clientWidth) { // one that is folded away has no width yet
        const start = [...svg.querySelectorAll("[data-area]")].find((each) => each.dataset.area === box.dataset.start)?.getBBox();
        left = start ? (start.x + start.width / 2) * size - view.clientWidth / 2 : 0;
        top = start ? (start.y + start.height / 2) * size - view.clientHeight / 2 : 0;
      }
      view.scrollTo(left ?? 0, top ?? 0);
    }

    draw();
    place();
    box.closest("details")?.addEventListener("toggle", place);
    view.addEventListener("scroll", () => { left = view.scrollLeft; top = view.scrollTop; }, { passive: true });
    box.addEventListener("click", ({ target }) => {
      const button = target.closest("[data-zoom]");
      if (!button) return;
      const before = size;
      size = Math.min(MOST, Math.max(LEAST, button.dataset.zoom === "1" ? size * STEP : size / STEP));
      const across = view.scrollLeft + view.clientWidth / 2, down = view.scrollTop + view.clientHeight / 2;
      draw();
      view.scrollTo(across * size / before - view.clientWidth / 2, down * size / before - view.clientHeight / 2);
    });
    if ("takes" in box.dataset) takeTaps(box, svg);
  }

  function takeTaps(box, svg) {
    const form = document.getElementById("task-form"), says = box.querySelector("output");
    if (!form) return;
    const ticks = new Map();
    for (const each of box.querySelectorAll("[data-ticks]")) {
      ticks.set(each.dataset.ticks, each.dataset.names.split(" ").map((name) => form.elements[name]).filter(Boolean));
    }
    const areas = [...svg.querySelectorAll("[data-area]")];
    const names = new Set(areas.map((each) => each.dataset.area));
    const offers = (area) => [...form.querySelectorAll("select")].find((each) => [...each.options].some((one) => one.value === area));
    const ticked = (area) => (ticks.get(area) ?? []).some((each) => each.checked);

    function follow() {
      const from = [...ticks.keys()].filter(ticked);
      const to = [...form.querySelectorAll("select")].map((each) => each.value).filter((each) => names.has(each));
      for (const each of areas) {
        each.classList.toggle("from", from.includes(each.dataset.area));
        each.classList.toggle("to", to.includes(each.dataset.area));
      }
      says.textContent = [...from, ...to.map((each) => `→ ${each}`)].join(" ");
    }

    function tick(area, on) {
      for (const each of ticks.get(area)) each.checked = on;
      const group = ticks.get(area)[0].closest("details");
      if (group) group.open = on;
    }

    function tap(area) {
      const others = [...ticks.keys()].some((each) => each !== area && ticked(each));
      const select = offers(area);
      if (ticks.get(area)?.length && !(others && select)) tick(area, !ticked(area));
      else if (select) {
        select.value = select.value === area && [...select.options].some((one) => one.value === "") ? "" : area;
        for (const each of box.querySelectorAll("[data-along]")) form.elements[each.dataset.along].value = each.dataset.value;
      }
      form.dispatchEvent(new Event("change", { bubbles: true }));
    }

    svg.addEventListener("click", ({ target }) => {
      const area = target.closest("[data-area]")?.dataset.area;
      if (area) tap(area);
    });
    form.addEventListener("change", follow);
    follow();
  }

  const beginAll = (part) => {
    if (part.matches?.("[data-areas]")) begin(part);
    for (const box of part.querySelectorAll("[data-areas]")) begin(box);
  };
  beginAll(document);
  document.addEventListener("htmx:load", (event) => beginAll(event.detail.elt));
})();
