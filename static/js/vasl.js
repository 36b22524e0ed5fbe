/* A save or log of VASL, read in this browser alone: a worker reads it, and what it posts are rows of the reader's own
   side and of what lies open (vasl/report.js). The field of the file has no name, so that no form can send it.

   [data-vasl]        where a file is chosen or dropped; hidden without scripts
     data-worker      address of vasl/worker.js
     data-side, data-nations, data-boards   what the file is read for
     data-say-CODE    a sentence for each end of it; {read} and {unread} are filled in
   #vasl              the form, with the fields `save` and `text` */
(() => {
  "use strict";
  const MOST_BYTES = 16 * 2 ** 20, LONGEST = 20_000, TEXT = /\.txt$/i;
  const box = document.querySelector("[data-vasl]");
  if (!box || typeof Worker === "undefined") return;
  const form = document.getElementById("vasl"), { save, text } = form.elements;
  const chosen = box.querySelector("input[type=file]"), says = box.querySelector("output");
  let worker = null, timer = 0;
  box.hidden = false;

  function say(code, filled = {}) {
    const name = `say${code[0].toUpperCase()}${code.slice(1)}`;
    says.textContent = (box.dataset[name] ?? box.dataset.sayBroken).replace(/\{(\w+)\}/g, (whole, part) => filled[part] ?? whole);
    says.dataset.state = code;
  }
  function stop() {
    clearTimeout(timer);
    worker?.terminate();
    worker = null;
  }
  async function read(file) {
    stop();
    save.value = "";
    if (!file) return;
    if (TEXT.test(file.name) && file.size <= text.maxLength) {
      text.value = await file.text();
      return say("text");
    }
    if (file.size > MOST_BYTES) return say("much");
    say("reading");
    worker = new Worker(box.dataset.worker, { type: "module" });
    worker.addEventListener("error", () => { stop(); say("browser"); });
    worker.addEventListener("message", ({ data }) => {
      stop();
      if (data.wrong) return say(data.wrong);
      save.value = JSON.stringify(data.body);
      say("read", data);
    });
    timer = setTimeout(() => { stop(); say("slow"); }, LONGEST);
    const { side, nations, boards } = box.dataset;
    worker.postMessage({ file, side, nations: JSON.parse(nations), boards: JSON.parse(boards) });
  }
  chosen.addEventListener("change", () => read(chosen.files[0]));
  box.addEventListener("dragover", (event) => event.preventDefault());
  box.addEventListener("drop", (event) => {
    event.preventDefault();
    read(event.dataTransfer.files[0]);
  });
  text.addEventListener("input", () => { save.value = ""; });
})();
