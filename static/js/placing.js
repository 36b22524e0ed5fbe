/* Sets up on the map, and names hexes: a tap writes into the line that is chosen, so that tapping and typing are one record.
   map.js tells which hexes were tapped and draws what the lines say; what is wrong with them the server says. */
(() => {
  "use strict";
  const PART = /^(?:(\d{1,3})\s+)?([A-Za-z]{1,2}\d{1,2})(?:\/(\d))?((?:\s.*)?)$/;
  for (const page of document.querySelectorAll("[data-placing]")) begin(page);

  function begin(page) {
    const form = page.closest("form"), box = page.querySelector("[data-map]"), says = box.querySelector("output");
    const kinds = page.querySelector("[data-kinds]"), back = page.querySelector("[data-back]"), done = [];
    const backdrop = JSON.parse(document.getElementById("map-backdrop").textContent);
    const isCounted = "counts" in page.dataset; // else each hex is named once, and nothing stands there
    const nameOf = (option) => page.dataset.prefix + option.value; // its form may stand beside another one
    const lineOf = (option) => form.elements[nameOf(option)];
    const mostOf = (option) => Number(option.dataset.number) || Infinity;

    function read(text) {
      return text.split(/[,;\n]/).map((part) => part.trim()).filter(Boolean).map((part) => {
        const found = PART.exec(part);
        if (!found) return { part };
        const words = found[4].trim().split(/\s+/).filter(Boolean);
        return { number: Number(found[1] ?? 1), hex: found[2].toUpperCase().replace(/(?<=[A-Z])0(?=\d)/, ""), level: found[3] === "0" ? "" : found[3] ?? "", words };
      });
    }
    const place = ({ hex, level }) => level ? `${hex}/${level}` : hex;
    const write = (spots) => spots.map((spot) => spot.part ?? [...(spot.number > 1 ? [spot.number] : []), place(spot), ...spot.words].join(" ")).join(", ");
    const total = (spots) => spots.reduce((sum, spot) => sum + (spot.number ?? 0), 0);

    function draw() {
      const there = new Map(backdrop.map(([hex, number, hidden, words]) => [hex, { number, hidden, enemy: false, words: [words] }]));
      for (const option of kinds.options) {
        const line = lineOf(option), spots = line ? read(line.value) : [];
        if (!line) continue;
        option.textContent = `${option.dataset.name} · ${total(spots)}${mostOf(option) < Infinity ? `/${mostOf(option)}` : ""}`;
        for (const spot of spots.filter((each) => each.hex)) {
          const at = there.get(spot.hex) ?? { number: 0, hidden: true, enemy: true, words: [] }, hides = spot.words.includes("hidden");
          const counted = isCounted ? `${spot.number} × ${option.dataset.name}` : option.dataset.name;
          if (isCounted) {
            at.number += spot.number;
            at.hidden &&= hides;
          }
          at.enemy &&= "enemy" in option.dataset;
          at.words.push([`${place(spot)}: ${counted}`, ...spot.words].join(", "));
          there.set(spot.hex, at);
        }
      }
      const mark = ({ number, hidden }) => number ? `${number}${hidden ? "h" : ""}` : "x";
      box.dispatchEvent(new CustomEvent("counters", { detail: [...there].map(([hex, at]) => [hex, mark(at), at.words.join("; "), at.enemy]) }));
      back.disabled = !done.length;
    }
    function set(line, value) {
      line.value = value;
      line.closest("details")?.setAttribute("open", "");
      line.dispatchEvent(new Event("change", { bubbles: true }));
    }
    function tapped({ names, mode }) {
      const option = kinds.selectedOptions[0], line = option && lineOf(option);
      if (!line) return;
      const spots = read(line.value), before = line.value, wanted = Number(page.querySelector("[data-each]")?.value) || 1;
      const level = page.querySelector("[data-level]")?.value ?? "";
      const words = [...page.querySelectorAll("[data-word]")].filter((each) => each.checked).map((each) => each.dataset.word);
      let moved = 0;
      if (!isCounted && option.dataset.number === "1" && mode !== "take") spots.length = 0;
      for (const hex of names) {
        const there = spots.findLast((spot) => spot.hex === hex && (mode === "take" || (spot.level === level && spot.words.join() === words.join())));
        const number = mode === "take" ? Math.min(wanted, there?.number ?? 0) : Math.min(wanted, mostOf(option) - total(spots));
        if (number <= 0 || (!isCounted && there && mode !== "take")) continue;
        moved += number;
        if (mode === "take") there.number -= number;
        else if (there) there.number += number;
        else spots.push({ number, hex, level, words });
      }
      const left = spots.filter((spot) => spot.part || spot.number > 0), still = mostOf(option) - total(left);
      if (moved) {
        done.push([line, before, write(left)]);
        set(line, write(left));
      }
      const said = moved ? `${mode === "take" ? "−" : ""}${moved} × ${option.dataset.name}` : page.dataset[mode === "take" ? "nothing" : "none"];
      if (moved && !isCounted && !still) kinds.value = [...kinds.options].find((each) => !lineOf(each)?.value)?.value ?? kinds.value;
      says.textContent = `${names.length > 1 ? `${names[0]}–${names.at(-1)}` : names[0]}: ${said}.${still < Infinity ? ` ${page.dataset.left.replace("{number}", () => still)}` : ""}`;
    }

    box.addEventListener("hexes", ({ detail }) => tapped(detail));
    back.addEventListener("click", () => {
      while (done.length) {
        const [line, before, after] = done.pop();
        if (line.value === after) return set(line, before); // else what was typed since would be lost with the tap
      }
      draw();
    });
    form.addEventListener("change", draw);
    form.addEventListener("focusin", ({ target }) => { // whoever types a line has chosen its kind
      const option = [...kinds.options].find((each) => nameOf(each) === target.name);
      if (option) kinds.value = option.value;
    });
    draw();
  }
})();
