/* A map that is moved with a finger or the mouse, zoomed with two, the wheel or its buttons, and read hex by hex with
   the arrow keys; a tap takes a hex and a drag a box into the list that is sent. Of the drawing only viewBox, cursor,
   chosen hexes and names change. Its words come from the server; where hexes stand is what
   campaigns/maps/outlines.py says: 16 wide, 14 high, 12 from column to column. */
(() => {
  "use strict";
  const MARGIN = 20, WIDE = 12, HIGH = 14, FINGER = 44, NAMED = 34, MOST_NAMES = 260, CLOSEST = 90;
  const HEX = "m-8 0l4-7h8l4 7-4 7h-8z", SVG = "http://www.w3.org/2000/svg";
  const CODES = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

  for (const box of document.querySelectorAll("[data-map]")) begin(box);

  function begin(box) {
    const svg = box.querySelector("svg"), says = box.querySelector("output"), page = box.closest("[data-map-page]") ?? document;
    const facts = JSON.parse(document.getElementById(box.dataset.map).textContent);
    const [left, top, wide, high] = view();
    const cursor = part("path", "cursor"), chosen = part("path", "chosen"), names = part("text", "near-names");
    const fingers = new Map(), field = page.querySelector("[data-hexes]"), counters = new Map();
    const isTapped = field || box.hasAttribute("data-taps"); // else a page has the hexes told: see placing.js
    let here = hexOf(box.dataset.start) ?? { column: 1, number: facts.odd[0] };
    let moved = 0, frame = 0, next = null, resting = 0, corner = null;
    let mode = page.querySelector('[data-mode][aria-pressed="true"]')?.dataset.mode ?? "move";
    fit();

    /* -- hexes -- */

    function part(kind, name) {
      const made = document.createElementNS(SVG, kind);
      made.setAttribute("class", name);
      svg.append(made);
      return made;
    }
    function isLower(column) { return (column % 2 === 0) === (facts.lower === "even"); }
    function middle({ column, number }) {
      return { x: WIDE * column - 4 + MARGIN, y: 7 * (2 * number + isLower(column) - facts.top + 1) + MARGIN };
    }
    function nameOf({ column, number }) {
      return String.fromCharCode(65 + (column - 1) % 26).repeat(column > 26 ? 2 : 1) + number;
    }
    function hexOf(name) {
      const found = /^([A-Z])(\1?)(\d{1,2})$/.exec((name ?? "").toUpperCase());
      if (!found) return null;
      const hex = { column: found[1].charCodeAt(0) - 64 + (found[2] ? 26 : 0), number: Number(found[3]) };
      return isOnMap(hex) ? hex : null;
    }
    function rows(column) { return column % 2 ? facts.odd : facts.even; }
    function isOnMap({ column, number }) {
      return column >= 1 && column <= facts.columns && number >= rows(column)[0] && number <= rows(column)[1];
    }
    function towards(hex, [columns, numbers]) { // or the last hex on the way
      const column = clamp(hex.column + columns, 1, facts.columns);
      return { column, number: clamp(hex.number + numbers, ...rows(column)) };
    }
    function hexAt(x, y) {
      const guess = Math.round((x + 4 - MARGIN) / WIDE);
      let best = null, least = 64;
      for (const column of [guess - 1, guess, guess + 1]) {
        const number = Math.round(((y - MARGIN) / 7 - 1 + facts.top - isLower(column)) / 2);
        const at = middle({ column, number }), far = (at.x - x) ** 2 + (at.y - y) ** 2;
        if (far < least && isOnMap({ column, number })) { least = far; best = { column, number }; }
      }
      return best;
    }
    function told(hex) {
      let place = hex.number - rows(hex.column)[0];
      for (let column = 1; column < hex.column; column += 1) place += rows(column)[1] - rows(column)[0] + 1;
      const known = facts.said.map(([words, letters]) => words[code(letters[place])]);
      return [...known, counters.get(nameOf(hex))].filter(Boolean);
    }
    function code(letter) { return letter < "\u0100" ? CODES.indexOf(letter) : letter.charCodeAt() - 0x100 + CODES.length; }

    /* -- looking, one change a frame -- */

    function view() { return svg.getAttribute("viewBox").split(" ").map(Number); }
    function whole() { // all of the map, in the shape of its box
      const { width, height } = svg.getBoundingClientRect(), shape = width && height ? width / height : wide / high;
      return shape > wide / high ? [high * shape, high] : [wide, wide / shape];
    }
    function look(x, y, w, h) {
      const scale = Math.min(1, whole()[0] / w);
      w *= scale; h *= scale;
      next = [clamp(x, left, left + wide - w), clamp(y, top, top + high - h), w, h];
      frame ||= requestAnimationFrame(() => {
        frame = 0;
        svg.setAttribute("viewBox", next.map((value) => value.toFixed(1)).join(" "));
        clearTimeout(resting);
        resting = setTimeout(writeNames, 160);
      });
    }
    function clamp(value, low, most) { return most < low ? (low + most) / 2 : Math.min(Math.max(value, low), most); }
    function zoom(by, x, y) {
      const [l, t, w, h] = next ?? view(), to = Math.max(w * by, CLOSEST) / w;
      look(x - (x - l) * to, y - (y - t) * to, w * to, h * to);
    }
    function fit() { // on a phone hexes as large as a finger
      const { width, height } = svg.getBoundingClientRect();
      if (!width) return;
      if (width >= 700) return look(left, top, ...whole());
      const w = 16 * width / FINGER, h = w * height / width, at = middle(here);
      look(at.x - w / 2, at.y - h / 2, w, h);
    }
    function writeNames() { // of large hexes in sight
      const [l, t, w, h] = view(), size = svg.getBoundingClientRect().width / w, words = [];
      const first = Math.max(1, Math.floor((l - MARGIN) / WIDE)), last = Math.min(facts.columns, Math.ceil((l + w - MARGIN) / WIDE));
      if (16 * size >= NAMED && (last - first) * h / HIGH <= MOST_NAMES) {
        for (let column = first; column <= last; column += 1) for (let number = rows(column)[0]; number <= rows(column)[1]; number += 1) {
          const at = middle({ column, number });
          if (at.y < t || at.y - 7 > t + h) continue;
          words.push([at.x, at.y - 2.6, nameOf({ column, number })]);
        }
      }
      spell(names, words, 2.7);
    }
    function spell(text, words, apart) { // each in the middle of its place
      const xs = [], ys = [];
      for (const [x, y, word] of words) [...word].forEach((letter, n) => {
        xs.push((x + apart * (n - (word.length - 1) / 2)).toFixed(1)); ys.push(y);
      });
      text.setAttribute("text-anchor", "middle");
      text.setAttribute("x", xs.join(" ")); text.setAttribute("y", ys.join(" "));
      text.textContent = words.map(([, , word]) => word).join("");
    }
    function outline(path, hexes) {
      path.setAttribute("d", [...hexes].map(middle).map(({ x, y }) => `M${x} ${y}${HEX}`).join(""));
    }
    function go(hex, keys) {
      here = hex;
      const at = middle(hex), [l, t, w, h] = next ?? view();
      outline(cursor, [hex]);
      says.textContent = [nameOf(hex), ...told(hex)].join(", ");
      if (keys && (at.x < l + 10 || at.y < t + 10 || at.x > l + w - 10 || at.y > t + h - 10)) look(at.x - w / 2, at.y - h / 2, w, h);
    }

    /* -- painting: taps and boxes write in the field -- */

    function words() { return field.value.replaceAll(/\s*[-–]\s*/g, "-").split(/[\s,;]+/).filter(Boolean); }
    function read(word) { // none where an end is not of this map
      const [from, to = from, ...more] = word.split("-").map(hexOf);
      return from && to && !more.length ? [...between(from, to)] : [];
    }
    function listed() { // those of this map
      return new Map(words().flatMap(read).map((hex) => [nameOf(hex), hex]));
    }
    function* between(one, other) {
      for (let column = Math.min(one.column, other.column); column <= Math.max(one.column, other.column); column += 1)
        for (let number = Math.min(one.number, other.number); number <= Math.max(one.number, other.number); number += 1)
          if (isOnMap({ column, number })) yield { column, number };
    }
    function write(hexes) { // stretches of columns, alike ones as a box
      const sorted = [...hexes.values()].sort((a, b) => a.column - b.column || a.number - b.number), stretches = [], runs = [];
      for (const hex of sorted) {
        const run = stretches.at(-1);
        if (run && run[1].column === hex.column && run[1].number === hex.number - 1) run[1] = hex;
        else stretches.push([hex, hex]);
      }
      for (const [from, to] of stretches) {
        const box = runs.find(([a, b]) => b.column === from.column - 1 && a.number === from.number && b.number === to.number);
        if (box) box[1] = to; else runs.push([from, to]);
      }
      const typed = words().filter((word) => !read(word).length); // the server says what is wrong with it
      field.value = [...runs.map(([from, to]) => from === to ? nameOf(from) : `${nameOf(from)}-${nameOf(to)}`), ...typed].join(", ");
      field.dispatchEvent(new Event("change", { bubbles: true }));
      mark();
    }
    function mark() {
      const hexes = listed(), count = page.querySelector("[data-count]");
      outline(chosen, hexes.values());
      if (count) count.textContent = hexes.size ? String(hexes.size) : "";
    }
    function take(hexes, toggles) {
      if (!field) return tell([...hexes]);
      const all = listed();
      for (const hex of hexes) if (!(toggles && all.delete(nameOf(hex)))) all.set(nameOf(hex), hex);
      write(all);
    }
    function tell(hexes) { // to placing.js, which answers
      box.dispatchEvent(new CustomEvent("hexes", { detail: { names: hexes.map(nameOf), mode } }));
    }
    box.addEventListener("counters", ({ detail }) => { // [hex, mark, words, the enemy's or not]
      const found = detail.map(([name, ...rest]) => [hexOf(name), ...rest]).filter(([hex]) => hex), drawn = [];
      facts.said.length = 3;
      counters.clear();
      for (const [hex, , words] of found) counters.set(nameOf(hex), words);
      for (const [number, shape] of Object.entries({ 1: "m-5-5h10v10h-10z", 2: "m-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0z" })) {
        const stacks = found.filter(([, , , isEnemy]) => (number !== box.dataset.side) === !!isEnemy);
        if (!stacks.length) continue;
        const path = part("path", `fill-${number}`), text = part("text", "");
        path.setAttribute("d", stacks.map(([hex]) => `M${middle(hex).x} ${middle(hex).y}${shape}`).join(""));
        spell(text, stacks.map(([hex, said]) => [middle(hex).x, middle(hex).y + 2, said]), 4);
        drawn.push(path, text);
      }
      svg.querySelector(".units").replaceChildren(...drawn);
    });
    document.body.addEventListener("htmx:afterSettle", () => { // lines reckoned anew
      for (const part of document.querySelectorAll("svg[data-lines] > g")) svg.querySelector(`g.${part.getAttribute("class")}`)?.replaceWith(part);
    });
    if (isTapped) {
      box.dataset.does = mode;
      field?.addEventListener("input", mark);
      if (field) mark();
      const modes = [...page.querySelectorAll("[data-mode]")];
      function does(button) {
        mode = button.dataset.mode;
        for (const each of modes) each.setAttribute("aria-pressed", String(each === button));
        box.dataset.does = mode;
      }
      for (const button of modes) button.addEventListener("click", () => does(button));
      if (mode === "box" && matchMedia("(pointer:coarse)").matches) does(modes.find((each) => each.dataset.mode === "tap")); // a finger moves the map
      page.querySelector("[data-clear]")?.addEventListener("click", () => { field.value = ""; write(new Map()); });
    }

    /* -- fingers, mouse, wheel -- */

    function onMap({ clientX, clientY }) {
      const at = new DOMPoint(clientX, clientY).matrixTransform(svg.getScreenCTM().inverse());
      return [at.x, at.y];
    }
    svg.addEventListener("pointerdown", (event) => {
      if (event.button) return;
      fingers.set(event.pointerId, event);
      moved = 0;
      corner = mode === "box" && fingers.size === 1 ? hexAt(...onMap(event)) : null;
    });
    svg.addEventListener("pointermove", (event) => {
      const before = fingers.get(event.pointerId);
      if (!before) return;
      if (!event.buttons) { fingers.delete(event.pointerId); return; } // let go outside
      moved += Math.abs(event.clientX - before.clientX) + Math.abs(event.clientY - before.clientY);
      if (moved < 6) return;
      svg.setPointerCapture(event.pointerId);
      const others = [...fingers.values()].filter((each) => each.pointerId !== event.pointerId);
      if (others.length) pinch(before, event, others[0]);
      else if (corner) outline(cursor, between(corner, hexAt(...onMap(event)) ?? corner));
      else {
        const scale = 1 / svg.getScreenCTM().a, [l, t, w, h] = next ?? view();
        look(l - (event.clientX - before.clientX) * scale, t - (event.clientY - before.clientY) * scale, w, h);
      }
      fingers.set(event.pointerId, event);
    });
    function pinch(before, event, other) {
      const gap = ({ clientX: x, clientY: y }) => Math.hypot(x - other.clientX, y - other.clientY) || 1;
      const between = { clientX: (event.clientX + other.clientX) / 2, clientY: (event.clientY + other.clientY) / 2 };
      corner = null;
      zoom(gap(before) / gap(event), ...onMap(between));
    }
    for (const end of ["pointerup", "pointercancel"]) svg.addEventListener(end, (event) => {
      if (!fingers.delete(event.pointerId) || end !== "pointerup" || fingers.size) return;
      const hex = hexAt(...onMap(event));
      if (!hex || (moved >= 6 && !corner)) return;
      go(hex);
      if (corner && moved >= 6) take(between(corner, hex));
      else if (isTapped && mode !== "move") take([hex], true);
      box.focus({ preventScroll: true });
    });
    svg.addEventListener("wheel", (event) => {
      if (!event.ctrlKey && document.activeElement !== box) return;
      event.preventDefault();
      zoom(event.deltaY > 0 ? 1.2 : 1 / 1.2, ...onMap(event));
    }, { passive: false });

    /* -- keys, buttons, layers, paper -- */

    const ways = {
      ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0],
      PageUp: [0, -10], PageDown: [0, 10], Home: [-facts.columns, 0], End: [facts.columns, 0],
    };
    box.addEventListener("keydown", (event) => {
      if (event.target !== box || event.altKey || event.ctrlKey || event.metaKey) return;
      const at = middle(here), way = ways[event.key];
      if (event.key === "+" || event.key === "-") zoom(event.key === "+" ? 1 / 1.4 : 1.4, at.x, at.y);
      else if (event.key === "Enter" || event.key === " ") { go(here, true); if (isTapped && mode !== "move") take([here], true); }
      else if (way) go(towards(here, way), true);
      else return;
      event.preventDefault();
    });
    for (const button of page.querySelectorAll("[data-zoom]")) button.addEventListener("click", () => {
      const [l, t, w, h] = next ?? view();
      if (button.dataset.zoom === "all") look(left, top, ...whole());
      else zoom(button.dataset.zoom === "in" ? 1 / 1.4 : 1.4, l + w / 2, t + h / 2);
    });
    for (const tick of page.querySelectorAll("[data-layer]")) tick.addEventListener("change", () => {
      for (const layer of svg.querySelectorAll(`.${tick.dataset.layer}`)) layer.toggleAttribute("hidden", !tick.checked);
    });
    let kept = ""; // paper shows the whole map
    addEventListener("beforeprint", () => { kept = svg.getAttribute("viewBox"); svg.setAttribute("viewBox", `${left} ${top} ${wide} ${high}`); });
    addEventListener("afterprint", () => svg.setAttribute("viewBox", kept));
  }
})();
