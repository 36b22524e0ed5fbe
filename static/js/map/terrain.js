/* Building hexes out of the owner's own board, proposed as lines of his sheet: he sees them, and a press of his puts them
   into the table, which nothing but his saving sends. Board and module are read in a worker of this browser alone.

   [data-terrain]   the fold with its form; hidden without scripts
     data-worker    address of vasl/terrain-worker.js
     data-boards    the geometry of boards by name, for archives that have none
     data-hexes     the hexes that the sheet has
     data-say-CODE  a sentence for each end of it, with {parts} to fill in */
(() => {
  "use strict";
  const LONGEST = 60_000, MOST_LINES = 400; // a form has a number of cells; more lines go by file
  const box = document.querySelector("[data-terrain]"), table = document.querySelector(".chart-form table.grid");
  if (!box || !table || typeof Worker === "undefined") return;
  const part = (name) => box.querySelector(`[data-${name}]`), says = box.querySelector("output"), link = part("file");
  const files = { board: part("board"), module: part("module") }, keys = { stone: part("stone"), wooden: part("wooden") };
  let worker = null, timer = 0, found = null;
  box.hidden = false;

  function say(code, filled = {}) {
    const name = `say${code[0].toUpperCase()}${code.slice(1)}`;
    says.textContent = (box.dataset[name] ?? box.dataset.sayBroken).replace(/\{(\w+)\}/g, (whole, word) => filled[word] ?? whole);
    says.dataset.state = code;
  }
  function stop() {
    clearTimeout(timer);
    worker?.terminate();
    worker = null;
  }
  function read() {
    const [board] = files.board.files, [module] = files.module.files;
    stop();
    part("proposal").hidden = true;
    if (!board || !module) return say(board ? "also" : "first");
    say("reading");
    worker = new Worker(box.dataset.worker, { type: "module" });
    worker.addEventListener("error", () => { stop(); say("browser"); });
    worker.addEventListener("message", ({ data }) => {
      stop();
      if (data.wrong) return say(data.wrong);
      found = data;
      show();
    });
    timer = setTimeout(() => { stop(); say("slow"); }, LONGEST);
    worker.postMessage({ board, module, known: JSON.parse(box.dataset.boards) });
  }
  const rows = () => [...table.tBodies[0].rows];
  const cells = (row) => [...row.querySelectorAll("td > :is(input, textarea):not([type=checkbox])")];
  function show() { // what stands on the sheet, or by now in the table, is not proposed again
    const there = new Set([...box.dataset.hexes.split(" "), ...rows().map((row) => cells(row)[0].value.trim())]), left = found.hexes.filter(({ hex }) => !there.has(hex));
    const line = ({ hex, stone, levels }) => [hex, keys[stone ? "stone" : "wooden"].value.trim(), levels ?? ""];
    const lines = [["hex", "terrain", "levels"], ...left.map(line)], csv = lines.map((each) => each.join(",")).join("\r\n");
    part("lines").value = lines.map((each) => each.join("\t")).join("\n");
    part("put").disabled = !left.length || left.length > MOST_LINES;
    if (link.href) URL.revokeObjectURL(link.href);
    link.href = URL.createObjectURL(new Blob([`\ufeff${csv}\r\n`], { type: "text/csv" }));
    part("proposal").hidden = false;
    say(left.length ? "found" : "same", { name: found.name, all: left.length, stone: left.filter((each) => each.stone).length, before: found.hexes.length - left.length });
  }
  function put() { // as if the lines were pasted into the first empty line: charts.js fills the table
    const empty = rows().find((row) => cells(row).every((field) => !field.value)), clipboardData = new DataTransfer();
    if (!empty) return say("full");
    clipboardData.setData("text/plain", part("lines").value);
    cells(empty)[0].dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    part("proposal").hidden = true;
    say("put");
    empty.scrollIntoView({ block: "center" });
  }
  for (const field of Object.values(files)) field.addEventListener("change", read);
  for (const field of Object.values(keys)) field.addEventListener("change", () => { if (found) show(); });
  part("put").addEventListener("click", put);
})();
