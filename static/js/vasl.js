/* A save or log of VASL, read in this browser alone: a worker reads it, and what it posts are rows of the reader's own
   side and of what lies open (vasl/report.js). The field of the file has no name, so that no form can send it.

   [data-vasl]        where a file is chosen or dropped, inside a form with a field `save`; hidden without scripts
     data-worker      address of vasl/worker.js
     data-side, data-nations, data-boards   what the file is read for
     data-names       what of a name is compared, of all that the side's counters may have; without, none is called unknown
     [type=checkbox]  whether both sides have one password; without a name too, the last file is read again when it changes
     data-fill        the form is sent as soon as the file is read, by its button "fill"
     data-say-reading, data-say-read   sentences; {read} and {unread} are filled in
     data-sentences   address of all others by their code, fetched when one is needed: for each fault, and "aside" behind
                      "read" for what lies beside the map and is of no known side; {names} is filled in
     data-say-unread  what is said if they can't be fetched
   [name=text], [name=vasl_text]   of the form: where a text is put that was chosen */
(() => {
  "use strict";
  const MOST_BYTES = 16 * 2 ** 20, LONGEST = 20_000, TEXT = /\.txt$/i;

  function begin(box) {
    const form = box.closest("form"), { save } = form.elements, fills = "fill" in box.dataset;
    const text = form.elements.text ?? form.elements.vasl_text;
    const chosen = box.querySelector("input[type=file]"), says = box.querySelector("output");
    const shared = box.querySelector("input[type=checkbox]");
    let worker = null, timer = 0, last = null, sentences = null, said = 0;
    box.hidden = false;

    const filled = (sentence, parts) => sentence.replace(/\{(\w+)\}/g, (whole, part) => parts[part] ?? whole);
    async function sentence(code) {
      try {
        sentences ??= await (await fetch(box.dataset.sentences)).json();
        return sentences[code] ?? sentences.broken;
      } catch {
        return ""; // no network, or logged out
      }
    }
    async function say(code, parts = {}, aside = []) {
      const mine = ++said, onPage = { reading: box.dataset.sayReading, read: box.dataset.sayRead }[code];
      const text = onPage ?? ((await sentence(code)) || box.dataset.sayUnread);
      const more = aside.length ? filled(await sentence("aside"), { names: counted(aside) }) : "";
      if (mine !== said) return; // something else is said by now
      says.textContent = [filled(text, parts), more].join(" ").trim();
      says.dataset.state = code;
    }
    function counted(names) {
      const times = new Map();
      for (const name of names) times.set(name, (times.get(name) ?? 0) + 1);
      return [...times].map(([name, number]) => (number > 1 ? `${number} × ${name}` : name)).join(", ");
    }
    function stop() {
      clearTimeout(timer);
      worker?.terminate();
      worker = null;
    }
    function send() {
      if (fills) form.querySelector("button[value=fill]").click();
    }
    function clear() { // nothing is said of what is not sent
      said += 1;
      save.value = says.textContent = says.dataset.state = "";
    }
    async function take(file) {
      let letters = null;
      try {
        letters = lettersOf(await file.arrayBuffer());
      } catch { /* it was moved, or written anew, since it was chosen */ }
      if (file !== last) return;
      if (letters === null) return say("unread");
      text.value = letters;
      say("text");
      send();
    }
    function read(file) {
      stop();
      last = file;
      clear();
      if (!file) return;
      say("reading");
      if (TEXT.test(file.name) && file.size <= text.maxLength) return take(file);
      if (file.size > MOST_BYTES) return say("much");
      worker = new Worker(box.dataset.worker, { type: "module" });
      worker.addEventListener("error", () => { stop(); say("browser"); });
      worker.addEventListener("message", ({ data }) => {
        stop();
        if (data.wrong) return say(data.wrong);
        save.value = JSON.stringify(data.body);
        say("read", data, data.aside);
        send();
      });
      timer = setTimeout(() => { stop(); say("slow"); }, LONGEST);
      const { side, nations, boards, names = "null" } = box.dataset;
      worker.postMessage({ file, side, nations: JSON.parse(nations), boards: JSON.parse(boards), names: JSON.parse(names), shared: shared.checked });
    }
    chosen.addEventListener("click", () => { chosen.value = ""; }); // so that a file saved anew can be chosen again
    chosen.addEventListener("change", () => read(chosen.files[0]));
    shared.addEventListener("change", () => { if (last) read(last); });
    box.addEventListener("dragover", (event) => event.preventDefault());
    box.addEventListener("drop", (event) => {
      event.preventDefault();
      if (event.dataTransfer.files.length) read(event.dataTransfer.files[0]);
    });
    text.addEventListener("input", () => { if (save.value) clear(); });
  }

  /* UTF-8, or letters as a computer with Windows had them until Java 18. */
  function lettersOf(bytes) {
    try {
      return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    } catch {
      return new TextDecoder("windows-1252").decode(bytes);
    }
  }

  function look() {
    const box = typeof Worker === "undefined" ? null : document.querySelector("[data-vasl][hidden]");
    if (box) begin(box);
  }
  look();
  document.addEventListener("htmx:load", look);
})();
