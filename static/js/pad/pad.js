/* The battle pad: draws a side's counters as tiles, keeps each tap on the device and sends it when there is a network.

   The server has the rules; here its pad is only counted on with what is not sent yet. Entries have ids of their own,
   so one that is sent twice, because an answer was lost, is kept once. Without scripts, or where a browser keeps
   nothing (plain http, a device for both sides), the form of the page does the same with a network. */
import { campaigns, drop, forget, keepMap, keepPad, keptMap, keptPad, put, remember, remembered, waiting } from "./store.js";

const app = document.getElementById("pad-app");
const PLACED = "place", LOCATION = /^[A-Z]{1,2}\d{1,2}(?:\/\d)?$/;
const MOST_TAPPED = 9;
const SOON = 2_000, LATE = 30_000, AGAIN = 15_000, LONGEST = 20_000, BATCH = 50;
const say = (name, values = {}) => {
  const key = `say${name.replace(/(^|-)./g, (part) => part.at(-1).toUpperCase())}`;
  return (app.dataset[key] ?? "").replace(/\{(\w+)\}/g, (whole, one) => values[one] ?? whole);
};

let campaign = location.pathname.slice(app.dataset.scope.length).split("/")[0];
let me; // {mark, key}: who may read what is kept here
let pad; // as the server told it last; null while no scenario is being played
let queue = []; // what waits, refused entries with their reason among it
let token = "";
let mode = new URLSearchParams(location.search).get("mode") ?? "";
let network = true;
let trouble = ""; // a sentence instead of the pad
let full = false; // the last entry could not be kept
let note = "";
let hexes = "";
let place = ""; // of what is tapped as placed
let unfolded = false;

// drawing ------------------------------------------------------------------------------------------

function element(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key in made && key !== "list") made[key] = value;
    else made.setAttribute(key, value);
  }
  made.append(...children.filter((child) => child !== null && child !== ""));
  return made;
}

/** The Location and the tile of an entry: one that was placed has both. */
const split = ({ what, on }) => (what === PLACED ? [on.slice(0, on.indexOf(" ")), on.slice(on.indexOf(" ") + 1)] : ["", on]);

/** What an act does to one counter of a tile: it goes from there to another tile, if to any. */
function deed(what, on) {
  const act = pad.book[on]?.acts[what];
  return act && { from: on, to: act.to, lost: pad.losing.includes(what) ? 1 : 0, cvp: act.cvp };
}

/** The server's pad with what is not sent yet. */
function laid() {
  const counts = { ...pad.counts };
  let { lost, cvp } = pad;
  const entries = new Map(pad.entries.map((each) => [each.id, { words: each.text, times: 1, ...each, did: each.wrong ? undefined : deed(each.what, each.tile) }]));
  const befalls = (did, number) => {
    counts[did.from] = (counts[did.from] ?? 0) - number;
    if (did.to) counts[did.to] = (counts[did.to] ?? 0) + number;
    lost += number * did.lost;
    cvp += number * did.cvp;
  };
  for (const each of queue) {
    if (each.refused || each.scenario !== pad.scenario || entries.has(each.id)) continue;
    if (each.what === "undo") {
      const gone = entries.get(each.on);
      entries.delete(each.on);
      if (gone?.did) befalls(gone.did, -gone.times);
      continue;
    }
    if (each.what === "times") {
      const [id, number] = each.on.split(" ");
      const of = entries.get(id), did = of?.did ?? (of && deed(of.what, of.tile));
      if (!did) continue;
      const times = Number(number), more = times - (of.did ? of.times : 0); // what did not fit has befallen none
      if (more > (counts[did.from] ?? 0)) entries.set(id, { ...of, times, wrong: say("few"), waits: true });
      else {
        befalls(did, more);
        entries.set(id, { ...of, did, times, cvp: times * did.cvp, wrong: "", waits: true });
      }
      continue;
    }
    const [at, on] = split(each);
    const tile = pad.book[on];
    const shown = { id: each.id, what: each.what, tile: on, words: each.on, cvp: 0, by: "", wrong: "", waits: true, times: 1 };
    if (each.what in pad.ground) shown.words = `${pad.ground[each.what]}: ${each.on}`;
    else if (each.what !== "note") {
      shown.words = `${tile ? [tile.name, ...tile.conditions].join(", ") : on.split("|")[1]}: ${[pad.modes[each.what] ?? each.what, at].filter(Boolean).join(" ")}`;
      const did = deed(each.what, on);
      if (did && counts[on] > 0) {
        Object.assign(shown, { did, cvp: did.cvp });
        befalls(did, 1);
      } else shown.wrong = say("gone");
    }
    entries.set(each.id, shown);
  }
  for (const each of entries.values()) each.text = each.times > 1 ? `${each.times} × ${each.words}` : each.words;
  return { counts, lost, cvp, entries: [...entries.values()] };
}

const priced = (cvp) => say("cost", { cvp }).replaceAll(" ", "\u00a0"); // a figure stays with what it counts
const cost = (cvp) => (cvp ? element("span", { className: "soft" }, ` ${priced(cvp)}`) : "");
const undoOf = (each) => element("button", { type: "button", className: "ghost", "aria-label": say("undo-of", { entry: each.text }), onclick: () => enter("undo", each.id) }, say("undo"));

function tiles(counts) {
  const parts = [];
  for (const section of pad.sections) {
    const keys = Object.keys(pad.book).filter((key) => pad.book[key].section === section && counts[key] > 0);
    if (!keys.length) continue;
    parts.push(element("h2", {}, section), element("ul", { className: "tiles" }, ...keys.map((key) => {
      const tile = pad.book[key];
      const act = tile.acts[mode];
      const says = mode === PLACED ? (LOCATION.test(place) ? say("place-in", { place }) : say("place-first")) : act ? [act.says, act.cvp && priced(act.cvp)].filter(Boolean).join(", ") : say("not");
      const second = tile.second && pad.modes[tile.second] ? element("button", { type: "button", className: "second", "data-tile": `${tile.second} ${key}`, onclick: () => enter(tile.second, key) },
        element("span", { className: "visually-hidden" }, `${tile.name}: `), pad.modes[tile.second], cost(tile.acts[tile.second].cvp)) : "";
      const button = element("button", { type: "button", "data-tile": key }, element("b", { className: "num" }, String(counts[key])), " ",
        element("span", { className: "printed" }, tile.name), ...tile.conditions.map((word) => element("span", { className: "tag" }, word)), element("small", {}, says));
      if (act && mode === PLACED) button.onclick = () => (LOCATION.test(place) ? enter(PLACED, `${place} ${key}`) : app.querySelector("#pad-place")?.focus());
      else if (act) button.onclick = () => enter(mode, key);
      else button.setAttribute("aria-disabled", "true");
      return element("li", {}, button, second);
    })));
  }
  return parts.length ? parts : [element("p", {}, say("none"))];
}

/** What was entered last, to be undone, and how many of its kind it was. */
function hand(all) {
  const last = all.entries.at(-1);
  if (!last) return "";
  const befell = last.did && last.what !== PLACED ? last.times : 0;
  const most = Math.min(MOST_TAPPED, last.what in pad.modes ? (all.counts[last.tile] ?? 0) + befell : 0);
  const numbers = Array.from({ length: most }, (_, n) => element("button", { type: "button", className: "num", "data-tile": `× ${n + 1}`, "aria-pressed": String(n + 1 === last.times), onclick: () => n + 1 !== last.times && enter("times", `${last.id} ${n + 1}`) }, String(n + 1)));
  return element("div", { className: "latest" }, element("div", { className: `last${last.wrong ? " wrong" : ""}`, role: "status" }, element("p", {}, element("b", {}, last.text), cost(last.cvp)), undoOf(last)),
    most > 1 || (last.wrong && last.times > most && most) ? element("div", { className: "numbers", role: "group", "aria-label": say("numbers") }, element("span", { "aria-hidden": "true" }, "×"), ...numbers) : "");
}

function entered(entries) {
  const details = element("details", { className: "entered", open: unfolded }, element("summary", {}, say("entries", { number: entries.length })),
    element("ol", {}, ...entries.toReversed().map((each) => element("li", { className: each.wrong ? "wrong" : "" },
      element("span", {}, each.text, cost(each.cvp), element("span", { className: "small soft" }, ` ${each.waits ? say("waits") : each.by}`), each.wrong ? element("span", { className: "field-error" }, ` ${each.wrong}`) : ""), undoOf(each)))));
  details.ontoggle = () => { unfolded = details.open; };
  return details;
}

function refused() {
  const found = queue.filter((each) => each.refused);
  if (!found.length) return "";
  return element("div", { className: "notice warning refused", role: "alert" }, element("p", {}, say("refused")), ...found.map((each) => {
    const tile = pad?.book[split(each)[1]];
    const named = each.what === "note" || each.what in (pad?.ground ?? {}) ? each.on : tile?.name ?? split(each)[1].split("|")[1] ?? "";
    return element("p", {}, element("b", {}, [named, pad?.modes[each.what] ?? pad?.ground[each.what]].filter(Boolean).join(": ")), ` ${each.refused} `,
      element("button", { type: "button", className: "ghost", onclick: () => dismiss(each.id) }, say("dismiss")));
  }));
}

function state() {
  const number = queue.filter((each) => !each.refused).length;
  const text = !network ? say(number ? "offline" : "offline-none", { number }) : number ? say("sending", { number }) : say("sent");
  return element("p", { className: `small state${network ? "" : " offline"}`, role: "status" }, text);
}

function recording(all) {
  if (!pad.records) return element("p", { className: "notice" }, say("mate"));
  const ready = network && !queue.some((each) => !each.refused) && all.entries.length > 0 && token;
  const button = element("button", { className: "main-button", type: "submit", name: "act", value: "record", disabled: !ready }, say("record"));
  const hidden = (name, value) => element("input", { type: "hidden", name, value });
  return element("form", { method: "post", action: `${app.dataset.scope}${campaign}/`, className: "record" }, hidden("csrfmiddlewaretoken", token), hidden("revision", pad.revision), button,
    all.entries.length && !ready ? element("p", { className: "small" }, say("needs-network")) : "");
}

/** Without the map that a page with a network has, its hexes are written. */
function ground() {
  if (!Object.keys(pad.ground).length || document.querySelector("[data-pad-map]")) return "";
  const field = element("input", { type: "text", id: "pad-hexes", maxLength: 160, autocomplete: "off", value: hexes, oninput: () => { hexes = field.value; } });
  const buttons = Object.entries(pad.ground).map(([what, name]) => element("button", { type: "button", className: "ghost", onclick: () => take(what, field) }, name));
  return element("div", { className: "field" }, element("label", { htmlFor: "pad-hexes" }, say("hexes")), field, element("span", { className: "cluster" }, ...buttons));
}
/** Where what is tapped is placed: written, or tapped on the map. */
function placing() {
  if (mode !== PLACED) return "";
  const field = element("input", { type: "text", id: "pad-place", maxLength: 5, size: 6, autocomplete: "off", autocapitalize: "characters", value: place, oninput: () => { place = field.value.trim().toUpperCase(); draw(); } });
  return element("div", { className: "field" }, element("label", { htmlFor: "pad-place" }, say("place")), field);
}
/** In that mode a hex that is tapped on the map is the Location, instead of one more of the list. */
function placedOnMap({ currentTarget: field }) {
  if (mode !== PLACED || !pad) return;
  const tapped = field.value.trim();
  if (!LOCATION.test(tapped)) return; // a list that was begun before
  place = tapped;
  field.value = "";
  field.dispatchEvent(new Event("input"));
  draw();
}

/** The list is taken out at once, so that a second press finds none; it comes back if there is no room for it. */
async function take(what, field) {
  const text = field.value.trim();
  const write = (value) => {
    hexes = field.value = value;
    field.dispatchEvent(new Event("input")); // the map's marks go with the list
  };
  if (!text) return;
  write("");
  if (!(await enter(what, text))) write([text, field.isConnected ? field.value : hexes].filter(Boolean).join(", "));
  draw();
}

function modes() {
  const names = Object.entries(pad.modes).map(([key, name]) => element("label", {},
    element("input", { type: "radio", name: "mode", value: key, checked: key === mode, onchange: () => { mode = key; draw(); app.querySelector(`input[value="${key}"]`)?.focus(); } }), " ", element("span", {}, name)));
  return element("fieldset", { className: "modes" }, element("legend", { className: "visually-hidden" }, say("mode")), ...names);
}

/** By what a control is found again when all is drawn anew. */
function nameOf(control) {
  const { id, tagName, type, value } = control;
  return control.dataset.tile ?? (id || control.getAttribute("aria-label") || (value ? `${type} ${value}` : tagName === "SUMMARY" ? tagName : control.textContent));
}
const namedAs = (name) => [...app.querySelectorAll("button, input, summary, a")].filter((each) => nameOf(each) === name).reverse();

/** Draw all anew; what has the focus keeps it, for a pad is drawn again by itself while somebody writes or tabs. */
function draw() {
  const held = app.contains(document.activeElement) ? document.activeElement : null;
  const name = held && nameOf(held), at = held && namedAs(name).indexOf(held), caret = held?.type === "text" ? held.selectionStart : null;
  app.hidden = false;
  document.querySelector("[data-pad-form]")?.remove();
  const head = (...more) => element("header", {}, element("h1", {}, say("title")), ...more);
  if (trouble || pad === undefined) {
    const link = campaign && network ? [element("p", {}, element("a", { href: `${app.dataset.scope}${campaign}/` }, say("open")))] : [];
    app.replaceChildren(head(), element("p", { className: "notice", role: "status" }, trouble || say("nothing")), ...link);
    return;
  }
  if (pad === null) {
    app.replaceChildren(head(), state(), refused(), element("p", {}, say("idle")));
    return;
  }
  if (!(mode in pad.modes)) mode = Object.keys(pad.modes)[0];
  const all = laid();
  const figure = (name, value) => element("div", {}, element("dt", {}, say(name)), element("dd", { className: "num" }, String(value)));
  const field = element("input", { type: "text", id: "pad-note", maxLength: 200, autocomplete: "off", value: note, oninput: () => { note = field.value; } });
  const add = async () => { // what is typed while it goes to the disk is the next note
    const text = note.trim();
    if (!text) return;
    note = field.value = "";
    if (!(await enter("note", text))) note = [text, note].filter(Boolean).join(" ");
    draw();
  };
  field.onkeydown = (event) => { if (event.key === "Enter" && !event.isComposing) { event.preventDefault(); add(); } };
  const aside = app.querySelector(".modes")?.scrollLeft ?? 0;
  app.replaceChildren(
    head(element("dl", { className: "own-losses" }, figure("lost", all.lost), figure("cvp", all.cvp))), state(), refused(),
    all.entries.length ? "" : element("p", { className: "small soft" }, say("start")),
    all.entries.some((each) => each.wrong) ? element("p", { className: "notice warning" }, say("wrong")) : "",
    full ? element("p", { className: "notice warning", role: "alert" }, say("full")) : "",
    placing(), ...tiles(all.counts),
    element("div", { className: "field" }, element("label", { htmlFor: "pad-note" }, say("note")), element("span", { className: "with-button" }, field, element("button", { type: "button", className: "ghost", onclick: add }, say("add")))),
    ground(), all.entries.length ? entered(all.entries) : "", recording(all),
    element("p", { className: "small" }, element("button", { type: "button", className: "plain leave", onclick: leave }, say("leave"))),
    element("div", { className: "hand" }, hand(all), modes()));
  app.querySelector(".modes").scrollLeft = aside;
  if (!held) return;
  const found = namedAs(name), again = found[at] ?? found[0] ?? app.querySelector("summary"); // nothing that an Enter too many would do
  again?.focus({ preventScroll: true });
  if (caret !== null && again?.type === "text") again.setSelectionRange(caret, caret);
}

// entering and sending -----------------------------------------------------------------------------

let locked = false; // from then on nothing is asked, and no answer brings the key back
let latest = 0;
/** An entry is shown as taken when it is on the disk. */
async function enter(what, on) {
  latest = Math.max(latest + 1, Date.now());
  const entry = { id: crypto.randomUUID(), what, on, scenario: pad.scenario };
  try {
    await put(campaign, me, entry, latest);
    full = false;
  } catch {
    full = true;
    draw();
    return false;
  }
  queue.push({ ...entry, order: latest });
  draw();
  soon();
  return true;
}

async function dismiss(id) {
  await drop([id]);
  queue = queue.filter((each) => each.id !== id);
  draw();
}

/** Nothing of what is kept here can be read from now on, until its owner opens the pad again. */
async function lock(sentence) {
  locked = true;
  clearTimeout(timer);
  await forget(campaign);
  me = undefined;
  pad = undefined;
  queue = [];
  note = hexes = place = "";
  for (const each of document.querySelectorAll("[data-pad-map], [data-pad-left]")) each.remove();
  trouble = sentence;
  draw();
}
const leave = () => lock(say("left"));

class Unknown extends Error {}

/** Ask the server; Unknown where it does not know the reader any more, or a locked room wants its words. */
async function asked(options = {}) {
  const signal = AbortSignal.timeout(LONGEST); // a network that is half dead says nothing
  const answer = await fetch(`${app.dataset.scope}${campaign}/entries/`, { cache: "no-store", redirect: "manual", signal, ...options });
  const page = !(answer.headers.get("Content-Type") ?? "").includes("json");
  if (answer.type === "opaqueredirect" || [404, 409].includes(answer.status) || (answer.ok && page)) throw new Unknown();
  if (!answer.ok) {
    token = "";
    throw new Error(String(answer.status));
  }
  return answer.json();
}

async function told(found) {
  if (locked) throw new Error("locked");
  token = found["X-CSRFToken"];
  if (!found.device) throw new Unknown();
  if (me && me.mark !== found.device.mark) queue = [];
  me = await remember(campaign, found.device, found.reader);
  if (locked) return lock(trouble);
  pad = found.pad;
  await keepPad(campaign, me, pad).catch(() => {}); // a full device still sends
  if (drawn && pad) await keepMap(campaign, me, drawn).then(() => { drawn = ""; }, () => {});
}

/* The map is the page's own. Without a network it is the one that the device kept of it, with the scripts that it keeps. */
const MAP = "[data-pad-map]";
let drawn = (() => { // before map.js draws in it, and without what belongs to one session
  const form = document.querySelector(MAP)?.cloneNode(true);
  for (const each of form?.querySelectorAll("link, script[src], [name=csrfmiddlewaretoken], [name=revision]") ?? []) each.remove();
  return form?.outerHTML ?? "";
})();
async function unfoldMap() {
  if (!me || !pad || document.querySelector(MAP)) return;
  const text = await keptMap(campaign, me);
  if (!text) return;
  const holder = document.createElement("template");
  holder.innerHTML = text;
  document.head.append(element("link", { rel: "stylesheet", href: app.dataset.mapStyle }));
  app.after(holder.content);
  for (const src of [app.dataset.mapScript, app.dataset.pictureScript]) document.head.append(element("script", { src, async: false }));
  draw();
}

let wait = SOON;
let timer;
let begun; // the run that has not begun yet: many taps need but one
/** Send what waits, in its order, one window at a time; then know what others of the side have entered. */
function sync() {
  begun ??= navigator.locks.request(`pad ${campaign}`, async () => {
    begun = undefined;
    clearTimeout(timer);
    if (locked) return;
    try {
      if (!token || !me) await told(await asked());
      queue = await waiting(campaign, me);
      let batch = queue.filter((each) => !each.refused).slice(0, BATCH);
      if (!batch.length) await told(await asked());
      while (batch.length) {
        const entries = batch.map(({ id, what, on, scenario }) => ({ id, what, on, scenario }));
        const found = await asked({ method: "POST", headers: { "Content-Type": "application/json", "X-CSRFToken": token }, body: JSON.stringify({ mark: me.mark, entries }) });
        for (const each of batch.filter((one) => found.refused[one.id])) await put(campaign, me, { ...each, refused: found.refused[each.id] }, each.order);
        await told(found);
        await drop(found.kept);
        queue = await waiting(campaign, me);
        batch = queue.filter((each) => !each.refused).slice(0, BATCH);
      }
      network = true;
      trouble = "";
      wait = SOON;
      timer = setTimeout(() => document.visibilityState === "visible" && sync(), AGAIN);
    } catch (error) {
      if (locked) return;
      if (error instanceof Unknown) return lock(say("log-in"));
      network = false;
      timer = setTimeout(sync, wait); // no event tells for certain that the network is back
      wait = Math.min(wait * 2, LATE);
    }
    draw();
  });
  return begun;
}
function soon() {
  wait = SOON;
  return sync();
}

async function start() {
  if (!campaign) {
    const known = await campaigns();
    if (known.length === 1) [campaign] = known;
    else if (known.length) {
      app.hidden = false;
      document.querySelector("[data-pad-form]")?.remove();
      const links = known.map((each) => element("li", {}, element("a", { href: `${app.dataset.scope}${each}/` }, each)));
      app.replaceChildren(element("h1", {}, say("title")), element("ul", {}, ...links));
      return;
    } else return draw();
  }
  addEventListener("storage", ({ key, newValue }) => { if (key === "pad.reader" && newValue === null) lock(say("left")); });
  me = await remembered(campaign);
  if (me) {
    pad = await keptPad(campaign, me);
    queue = await waiting(campaign, me);
  }
  if (document.querySelector("[data-pad-form]:not([data-shell])")) {
    // The page came with a network: it has its own way until it is known that this device may keep something.
    try {
      const found = await asked();
      if (!found.device) return;
      await told(found);
      queue = await waiting(campaign, me);
    } catch (error) {
      if (error instanceof Unknown || !me) return;
    }
  }
  draw();
  await unfoldMap().catch(() => {}); // without it hexes are written
  const map = document.querySelector(MAP);
  map?.addEventListener("submit", (event) => {
    event.preventDefault();
    event.currentTarget.removeAttribute("aria-busy"); // it is not sent: form.js would hold it as if it were
    if (event.submitter?.value && pad) take(event.submitter.value, event.currentTarget.elements.hexes);
  });
  map?.elements.hexes.addEventListener("change", placedOnMap);
  for (const name of ["online", "focus"]) addEventListener(name, soon);
  addEventListener("offline", () => { network = false; draw(); });
  document.addEventListener("visibilitychange", () => { if (document.visibilityState === "visible") soon(); });
  await soon();
  navigator.storage?.persist?.();
}

if (globalThis.crypto?.subtle && globalThis.indexedDB && navigator.locks) {
  navigator.serviceWorker?.register(app.dataset.worker, { scope: app.dataset.scope, updateViaCache: "none" }).catch(() => {});
  await start().catch(() => {});
  app.dataset.ready = "";
}
