/* A side's next set-up as a log for VASL, made in this browser of the reader's own module. The field of the file has no
   name and is in no form: nothing is sent.

   [data-vasl-set-up]  where a module is chosen or dropped, and its extensions with it or after it; hidden without scripts
     data-worker       address of vasl/setup-worker.js
     data-side, data-nations   whose set-up it is, and the sides by VASL's nations
     data-say-CODE     a sentence for each end of it, with {parts} to fill in
   #vasl-counters, #vasl-boards   the list of the side, and the geometry of boards, as JSON */
(() => {
  "use strict";
  const LONGEST = 60_000, MOST_FILES = 20, EXTENSION = /\.vmdx$/i;
  const box = document.querySelector("[data-vasl-set-up]");
  if (!box || typeof Worker === "undefined") return;
  const listed = (id) => JSON.parse(document.getElementById(id).textContent);
  const wanted = listed("vasl-counters"), boards = listed("vasl-boards");
  const chosen = box.querySelector("input[type=file]"), board = box.querySelector("select"), says = box.querySelector("output");
  const made = box.querySelector("[data-made]"), missing = box.querySelector("[data-missing]"), link = made.querySelector("a");
  let worker = null, timer = 0, files = [];
  box.hidden = false;

  const sentence = (code, filled) => {
    const name = `say${code[0].toUpperCase()}${code.slice(1)}`;
    return (box.dataset[name] ?? box.dataset.sayBroken).replace(/\{(\w+)\}/g, (whole, part) => filled[part] ?? whole);
  };
  function say(code, filled = {}) {
    says.textContent = sentence(code, filled);
    says.dataset.state = code;
  }
  function stop() {
    clearTimeout(timer);
    worker?.terminate();
    worker = null;
  }
  function clear() {
    stop();
    made.hidden = missing.hidden = true;
    if (link.href) URL.revokeObjectURL(link.href);
    link.removeAttribute("href");
  }
  function make() {
    clear();
    if (!files.length) return;
    say("reading");
    worker = new Worker(box.dataset.worker, { type: "module" });
    worker.addEventListener("error", async () => { // a worker tells alike that it was not fetched and that it was not read
      const mine = worker;
      const reached = await fetch(box.dataset.worker, { method: "HEAD" }).then(({ ok }) => ok, () => false);
      if (worker !== mine) return;
      stop();
      say(reached ? "browser" : "network");
    });
    worker.addEventListener("message", ({ data }) => {
      stop();
      if (data.wrong) return say(data.wrong);
      link.href = URL.createObjectURL(data.log);
      made.hidden = false;
      missing.hidden = !data.missing.length;
      missing.querySelector("ul").replaceChildren(...data.missing.map((each) => {
        const line = document.createElement("li");
        line.textContent = sentence("missing", each).trim();
        return line;
      }));
      say("made", data);
    });
    timer = setTimeout(() => { stop(); say("slow"); }, LONGEST);
    const geometry = boards[board.value], list = geometry ? wanted : wanted.map((each) => ({ ...each, hex: "", level: "" }));
    worker.postMessage({ files, side: box.dataset.side, nations: JSON.parse(box.dataset.nations), wanted: list, geometry });
  }
  function take(found) {
    if (!found.length) return;
    const more = found.every(({ name }) => EXTENSION.test(name)), names = new Set(found.map(({ name }) => name));
    files = [...(more ? files.filter(({ name }) => !names.has(name)) : []), ...found].slice(0, MOST_FILES);
    make();
  }
  chosen.addEventListener("click", () => { chosen.value = ""; }); // or the same module chosen again would be no change
  chosen.addEventListener("change", () => take([...chosen.files]));
  board.addEventListener("change", make);
  box.addEventListener("dragover", (event) => event.preventDefault());
  box.addEventListener("drop", (event) => {
    event.preventDefault();
    take([...event.dataTransfer.files]);
  });
})();
