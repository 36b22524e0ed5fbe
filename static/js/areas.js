/* A map of areas: buttons make it larger and smaller, and it begins where something is going on. With a form that takes
   areas a tap on one of the reader's own ticks the units there, and one on another area chooses it where it is offered;
   the map shows where those that are ticked can go, and a bar below it says what is chosen and gives the order.
   Without it there is the form alone. */
(() => {
  "use strict";
  const STEP = 1.25, LEAST = 0.5, MOST = 3;
  const READABLE = 0.75; // a map that is not much too wide is shown whole at first
  let size = null, left = null, top = null; // kept while parts of the page are exchanged

  function begin(box) {
    if (box.classList.contains("begun")) return;
    box.classList.add("begun");
    const view = box.querySelector(".area-view"), svg = view.querySelector("svg");
    const wide = svg.viewBox.baseVal.width, high = svg.viewBox.baseVal.height;

    function draw() {
      if (size === null && view.clientWidth) {
        const fits = view.clientWidth / wide;
        size = fits >= READABLE ? Math.min(1, fits) : 1;
      }
      const scale = size ?? 1;
      svg.setAttribute("width", String(Math.floor(wide * scale)));
      svg.setAttribute("height", String(Math.floor(high * scale)));
    }

    function place() {
      if (left === null && view.clientWidth) { // one that is folded away has no width yet
        const start = [...svg.querySelectorAll("[data-area]")].find((each) => each.dataset.area === box.dataset.start)?.getBBox();
        left = start ? (start.x + start.width / 2) * (size ?? 1) - view.clientWidth / 2 : 0;
        top = start ? (start.y + start.height / 2) * (size ?? 1) - view.clientHeight / 2 : 0;
      }
      view.scrollTo(left ?? 0, top ?? 0);
    }

    draw();
    place();
    box.closest("details")?.addEventListener("toggle", () => { draw(); place(); });
    view.addEventListener("scroll", () => { left = view.scrollLeft; top = view.scrollTop; }, { passive: true });
    box.addEventListener("click", ({ target }) => {
      const button = target.closest("[data-zoom]");
      if (!button) return;
      const before = size ?? 1;
      size = Math.min(MOST, Math.max(LEAST, button.dataset.zoom === "1" ? before * STEP : before / STEP));
      const across = view.scrollLeft + view.clientWidth / 2, down = view.scrollTop + view.clientHeight / 2;
      draw();
      view.scrollTo(across * size / before - view.clientWidth / 2, down * size / before - view.clientHeight / 2);
    });
    if ("takes" in box.dataset) takeTaps(box, svg);
  }

  function takeTaps(box, svg) {
    const form = document.getElementById("task-form"), bar = box.querySelector(".area-bar");
    if (!form) return;
    const says = bar.querySelector("output"), act = bar.querySelector("[data-act]"), main = form.querySelector(".act .main-button");
    const ticks = new Map(), ends = new Map();
    for (const { dataset } of box.querySelectorAll("[data-ticks]")) {
      ticks.set(dataset.ticks, dataset.names.split(" ").map((name) => form.elements[name]).filter(Boolean));
    }
    for (const { dataset } of box.querySelectorAll("[data-ends]")) {
      ends.set(form.elements[dataset.ends], new Set(dataset.to.split("|")));
    }
    const areas = [...svg.querySelectorAll("[data-area]")];
    const names = new Set(areas.map((each) => each.dataset.area));
    const selects = [...form.querySelectorAll("select")];
    const offers = (area) => selects.find((each) => [...each.options].some((one) => one.value === area && !one.disabled));
    const ticked = (area) => (ticks.get(area) ?? []).filter((each) => each.checked);

    // Where all that are ticked can go; null if nothing is ticked that says so.
    function open() {
      const each = [...ends].filter(([check]) => check?.checked).map(([, found]) => found);
      return each.length ? new Set([...each[0]].filter((area) => each.every((found) => found.has(area)))) : null;
    }

    function offerOnly(allowed) {
      const known = new Set([...ends.values()].flatMap((found) => [...found]));
      for (const option of selects.flatMap((each) => [...each.options])) {
        if (!known.has(option.value)) continue;
        option.hidden = option.disabled = allowed !== null && !allowed.has(option.value);
        if (option.disabled && option.selected) option.closest("select").value = "";
      }
    }

    function follow() {
      const allowed = open();
      offerOnly(allowed);
      const from = [...ticks.keys()].filter((area) => ticked(area).length);
      const to = selects.map((each) => each.value).filter((each) => names.has(each));
      for (const each of areas) {
        const { area } = each.dataset;
        each.classList.toggle("from", from.includes(area));
        each.classList.toggle("to", to.includes(area));
        each.classList.toggle("may", allowed ? allowed.has(area) : ticks.size ? ticks.has(area) : Boolean(offers(area)));
      }
      const told = [...from.map((area) => `${area} (${ticked(area).length})`), ...to.map((each) => `→ ${each}`)];
      says.textContent = told.join(" ") || says.dataset.none;
      act.textContent = main?.textContent ?? "";
      act.hidden = !main || !to.length || Boolean(ticks.size && !from.length);
    }

    function tick(area, on) {
      for (const each of ticks.get(area)) each.checked = on;
      const group = ticks.get(area)[0].closest("details");
      if (group) group.open = on;
    }

    function tap(area) {
      const others = [...ticks.keys()].some((each) => each !== area && ticked(each).length);
      const select = offers(area);
      if (ticks.get(area)?.length && !(others && select)) {
        for (const each of others ? ticks.keys() : []) tick(each, false);
        tick(area, others || !ticked(area).length);
      } else if (select && !(ticks.size && !others && !ticked(area).length)) {
        select.value = select.value === area && [...select.options].some((one) => one.value === "") ? "" : area;
        for (const each of box.querySelectorAll("[data-along]")) form.elements[each.dataset.along].value = each.dataset.value;
      }
      form.dispatchEvent(new Event("change", { bubbles: true }));
    }

    svg.addEventListener("click", ({ target }) => {
      const area = target.closest("[data-area]")?.dataset.area;
      if (area) tap(area);
    });
    byKeys(svg, areas, box.dataset.start);
    act.addEventListener("click", () => main.click());
    form.addEventListener("change", follow);
    follow();
  }

  /* One area is reached by Tab, the others from it by the arrows; Enter and Space are a tap. */
  function byKeys(svg, areas, start) {
    const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const middle = (each) => { const box = each.getBBox(); return [box.x + box.width / 2, box.y + box.height / 2]; };
    svg.setAttribute("role", "group");
    for (const each of areas) {
      each.setAttribute("role", "button");
      each.setAttribute("tabindex", each.dataset.area === (start || areas[0].dataset.area) ? "0" : "-1");
    }
    svg.addEventListener("keydown", (event) => {
      const here = event.target.closest("[data-area]"), step = STEPS[event.key];
      if (!here) return;
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        here.dispatchEvent(new MouseEvent("click", { bubbles: true }));
      }
      if (!step) return;
      event.preventDefault();
      const [x, y] = middle(here);
      const far = areas.filter((each) => each !== here).map((each) => {
        const [left, top] = middle(each), along = (left - x) * step[0] + (top - y) * step[1];
        return [along > 0 ? Math.hypot(left - x, top - y) ** 2 / along : Infinity, each];
      });
      const [distance, next] = far.reduce((best, each) => (each[0] < best[0] ? each : best));
      if (distance === Infinity) return;
      here.setAttribute("tabindex", "-1");
      next.setAttribute("tabindex", "0");
      next.focus();
    });
  }

  const beginAll = (part) => {
    if (part.matches?.("[data-areas]")) begin(part);
    for (const box of part.querySelectorAll("[data-areas]")) begin(box);
  };
  beginAll(document);
  for (const step of document.querySelectorAll(".news [aria-current]")) { // its list begins there, the page does not
    const list = step.closest(".news");
    list.scrollTop += step.getBoundingClientRect().top - list.getBoundingClientRect().top - list.clientHeight / 3;
  }
  document.addEventListener("htmx:load", (event) => beginAll(event.detail.elt));
})();
