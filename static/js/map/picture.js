/* One's own picture of the map, laid under its grid: read out of a board archive in a worker, kept in this browser's
   database under the campaign's id, drawn in the drawing that map.js moves. It is sent nowhere: the field of the file has
   no name and is in no form. The drawing takes it as a data: address, so the content policy stays as it is.

   [data-map]         with the campaign's id as data-picture: where a picture that is kept is drawn
   [data-own-picture] the fold, on the map's own page; hidden without scripts. What is in it is fetched once it is opened:
   [data-worker]      the form, with the address of vasl/board-worker.js
     data-say-CODE    a sentence for each end of it, with {parts} to fill in
     data-boards      the geometry of boards by name, for archives that have none */
(() => {
  "use strict";
  const DATABASE = "refit-room-pictures", STORE = "pictures", LONGEST = 60_000, MARGIN = 20, SVG = "http://www.w3.org/2000/svg";
  const page = document.querySelector("[data-map-page]"), box = page?.querySelector("[data-picture]"), svg = box?.querySelector("svg");
  if (!svg || typeof indexedDB === "undefined") return;
  const fold = typeof Worker === "undefined" ? null : page.querySelector("[data-own-picture]");
  const facts = JSON.parse(document.getElementById(box.dataset.map).textContent);
  const key = box.dataset.picture, layer = page.querySelector("[data-picture-layer]");
  let form = null, worker = null, timer = 0, board = null, turn = 0, opened = null;
  const field = (name) => form.querySelector(`[data-${name}]`);

  function say(code, filled = {}) {
    const name = `say${code[0].toUpperCase()}${code.slice(1)}`, says = form.querySelector("output");
    says.textContent = (form.dataset[name] ?? form.dataset.sayBroken).replace(/\{(\w+)\}/g, (whole, part) => filled[part] ?? whole);
    says.dataset.state = code;
  }

  /* -- the browser's database -- */

  function stored(mode, act) { // what `act` asks of the store; rejects where the browser keeps nothing
    return new Promise((done, failed) => {
      const opening = indexedDB.open(DATABASE, 1);
      opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
      opening.onerror = () => failed(opening.error);
      opening.onsuccess = () => {
        const work = opening.result.transaction(STORE, mode), asked = act(work.objectStore(STORE));
        work.oncomplete = () => { opening.result.close(); done(asked.result); };
        work.onabort = () => { opening.result.close(); failed(work.error); };
      };
    });
  }
  let latest = 0;
  async function keep() { // what is said of it is of the last press; an older one may be done later
    const mine = (latest += 1);
    say("reading");
    const code = await stored("readwrite", (store) => store.put(board, key)).then(() => "kept", () => "page");
    if (mine === latest) told(code);
  }

  /* -- reading a file -- */

  function stop() {
    clearTimeout(timer);
    worker?.terminate();
    worker = null;
  }
  async function read(file) {
    if (!file) return;
    await opened;
    stop();
    say("reading");
    worker = new Worker(form.dataset.worker, { type: "module" });
    worker.addEventListener("error", () => { stop(); say("browser"); });
    worker.addEventListener("message", ({ data }) => {
      stop();
      if (data.wrong) say(data.wrong);
      else take({ ...data, corner: "", turned: false });
    });
    timer = setTimeout(() => { stop(); say("slow"); }, LONGEST);
    worker.postMessage({ file, known: JSON.parse(form.dataset.boards) });
  }
  async function take(found) {
    const before = board;
    board = found;
    try {
      await draw();
    } catch { // the browser can't unpack it
      board = before;
      return say("broken");
    }
    fill();
    await keep();
  }

  /* -- where it lies: hexes of the drawing are 12 by 14 from middle to middle -- */

  const rows = (column) => (column % 2 ? facts.odd : facts.even);
  const isLower = (column) => (column % 2 === 0) === (facts.lower === "even");
  const middle = (column, number) => ({ x: 12 * column - 4 + MARGIN, y: 7 * (2 * number + isLower(column) - facts.top + 1) + MARGIN });
  const letters = (column) => String.fromCharCode(65 + column % 26).repeat(Math.floor(column / 26) + 1); // 0 is A
  const isOdd = (column) => Math.abs(column % 2) === 1;

  function centre({ column, number }) { // of a hex of the board, column 0 being A
    const { x0, y0, dx, dy, alternate } = board.geometry, half = isOdd(column) ? (alternate ? 1.5 : 0.5) : 1;
    return { x: x0 + dx * column, y: y0 + dy * (number - half) };
  }
  function hexOf(name) {
    const found = /^([A-Z])(\1{0,3})(-?\d{1,2})$/.exec(name.trim().toUpperCase());
    return found && { column: found[1].charCodeAt(0) - 65 + 26 * found[2].length, number: Number(found[3]) };
  }
  function nearest(x, y) { // the hex of the board at a point of its picture, "" beside the picture
    const { x0, y0, dx, dy, alternate } = board.geometry, column = Math.round((x - x0) / dx), half = isOdd(column) ? (alternate ? 1.5 : 0.5) : 1;
    const isOn = x > -dx && y > -dy && x < board.picture.width + dx && y < board.picture.height + dy;
    return isOn && column >= 0 ? letters(column) + Math.round((y - y0) / dy + half) : "";
  }
  function usualCorner() {
    const { columns, rows: high } = board.geometry;
    return board.turned ? letters(columns - 1) + high : letters(0) + facts.odd[0];
  }
  function placing() { // as an SVG transform, and what of the picture the map's last hex lies on
    const { dx, dy } = board.geometry, from = centre(hexOf(board.corner || usualCorner())), to = middle(1, facts.odd[0]), sign = board.turned ? -1 : 1;
    const last = middle(facts.columns, rows(facts.columns)[1]);
    const far = nearest(from.x + sign * (last.x - to.x) * dx / 12, from.y + sign * (last.y - to.y) * dy / 14);
    return { far, transform: `translate(${to.x} ${to.y}) scale(${sign * 12 / dx} ${sign * 14 / dy}) translate(${-from.x} ${-from.y})` };
  }

  /* -- drawing -- */

  function part(kind, attributes, ...inside) {
    const made = document.createElementNS(SVG, kind);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    made.append(...inside);
    return made;
  }
  const address = (blob) => new Promise((done, failed) => {
    const reader = new FileReader();
    reader.onload = () => done(reader.result);
    reader.onerror = () => failed(reader.error);
    reader.readAsDataURL(blob);
  });
  async function draw() {
    const mine = (turn += 1), { blob, width, height } = board.picture, href = await address(blob), test = new Image();
    test.src = href;
    await test.decode();
    if (mine !== turn) return; // another one was chosen meanwhile
    clear();
    const image = part("image", { href, width, height, preserveAspectRatio: "none" });
    const edge = part("clipPath", { id: "picture-edge" }, part("path", { d: svg.querySelector(".paper").getAttribute("d") }));
    svg.querySelector(".grid").before(part("g", { class: "picture", "clip-path": "url(#picture-edge)" }, edge, image));
    place();
    layer.hidden = false;
    layer.querySelector("input").checked = true;
  }
  const place = () => svg.querySelector(".picture image").setAttribute("transform", placing().transform);
  function clear() {
    svg.querySelector(".picture")?.remove();
    layer.hidden = true;
  }
  function fill() { // the form, as it lies
    field("shown").hidden = false;
    field("unsure").hidden = board.sure;
    field("corner").value = board.corner || usualCorner();
    field("turned").checked = board.turned;
  }
  function told(code) {
    const last = letters(facts.columns - 1) + rows(facts.columns)[1], { columns, rows: high } = board.geometry, { far } = placing();
    const first = letters(0) + facts.odd[0], size = `${columns} × ${high}`;
    say(far ? code : "off", { name: board.name, size, first, last, corner: board.corner || usualCorner(), far });
  }

  function begin() {
    form = fold.querySelector("[data-worker]");
    const chosen = form.querySelector("input[type=file]"), corner = field("corner"), turned = field("turned");
    corner.addEventListener("change", () => {
      const isHex = hexOf(corner.value) !== null;
      corner.setAttribute("aria-invalid", String(!isHex));
      if (isHex) return move({ corner: corner.value.trim().toUpperCase() });
      latest += 1;
      say("corner");
    });
    turned.addEventListener("change", () => move({ corner: "", turned: turned.checked }));
    field("remove").addEventListener("click", async () => {
      board = null;
      turn += 1;
      latest += 1;
      clear();
      chosen.value = "";
      field("shown").hidden = true;
      say("reading");
      await stored("readwrite", (store) => store.delete(key)).catch(() => {});
      say("removed");
    });
    lies();
  }
  function lies() { // as it was kept
    if (!form || !board) return;
    fill();
    told("kept");
  }
  function move(to) {
    Object.assign(board, to);
    place();
    fill();
    return keep();
  }

  if (fold) {
    opened = new Promise((done) => fold.addEventListener("htmx:afterSettle", done, { once: true })).then(begin);
    fold.hidden = false;
    fold.addEventListener("change", ({ target }) => { // it may be there before htmx says that it is
      if (target.type === "file") read(target.files[0]);
    });
    page.addEventListener("dragover", (event) => event.preventDefault());
    page.addEventListener("drop", (event) => {
      if (!event.dataTransfer.files.length) return;
      event.preventDefault();
      fold.open = true;
      read(event.dataTransfer.files[0]);
    });
  }
  stored("readonly", (store) => store.get(key)).then(async (found) => {
    if (!found || board) return;
    board = found;
    await draw();
    lies();
  }).catch(() => { board = null; }); // a browser that keeps nothing, or a picture it can no longer unpack
})();
