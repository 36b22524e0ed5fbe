/* Keeps the heads of each campaign that this browser has seen, and says so when a new one does not extend the last.

   #witness              where it stands; without scripts it stays hidden
     data-cid            what the public chain began with (64 hex digits)
     data-head           "214:5f0c…": the newest public entry and its link, as this page was built from
     data-links          address that answers {"cid", "links": [[number, body, link], …]} for ?after=number
     data-say-STATE      the sentence of each state; {from}, {to}, {kept} and {shown} are filled in
   [data-said]           where the sentence goes
   [data-scripted]       shown only where all this works; [data-latest] is filled with the newest entry that was seen
   form[data-compare]    fields `called` and `number`; its <output> shows two words
   [data-receipts]       button: what was kept, as a file

   Nothing secret is kept: only the campaign's id, the cid, public numbers and links. No name, no side. The cid that a
   campaign had when it was first looked at is kept, too: with another one it has begun otherwise, which is an alarm. */
(() => {
  "use strict";
  const MOST = 200; // receipts kept
  const SHORT = 32; // digits shown of a head
  const text = new TextEncoder();
  const TAG = text.encode("refit1 link\0");
  const is64 = (value) => typeof value === "string" && /^[0-9a-f]{64}$/.test(value);
  const bytes = (digits) => Uint8Array.from(digits.match(/../g), (pair) => parseInt(pair, 16));
  const hex = (buffer) => Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, "0")).join("");
  const sha = async (data) => hex(await crypto.subtle.digest("SHA-256", data));
  const brief = (head) => head.slice(0, head.indexOf(":") + 1 + SHORT);
  const place = () => document.getElementById("witness");
  const key = () => `refit.head.${began()}`;

  function began() { // the cid that was seen first under this address
    const { cid, links } = place().dataset;
    const name = `refit.began.${links}`;
    try {
      const first = localStorage.getItem(name);
      if (first === null) localStorage.setItem(name, cid);
      return first ?? cid;
    } catch { return cid; }
  }

  function load() {
    try { return JSON.parse(localStorage.getItem(key())); } catch { return null; }
  }

  function save(kept) {
    try { localStorage.setItem(key(), JSON.stringify(kept)); return true; } catch { return false; }
  }

  function say(state, filled) {
    const said = place().querySelector("[data-said]");
    const name = `say${state[0].toUpperCase()}${state.slice(1)}`;
    said.textContent = place().dataset[name].replace(/\{(\w+)\}/g, (whole, part) => filled?.[part] ?? whole);
    said.classList.toggle("field-error", state === "alarm");
    place().hidden = false;
    place().dataset.state = state;
  }

  function alarm(kept, number, link) { // what was kept stays; what was shown instead is kept beside it
    const shown = `${number}:${link}`;
    const before = kept.against ?? [];
    const against = before.some((each) => each[0] === shown) ? before : [...before, [shown, new Date().toISOString()]];
    save({ ...kept, against: against.slice(-MOST) });
    const [other] = against[0][0] === `${kept.number}:${kept.link}` ? against.at(-1) : against[0];
    say("alarm", { kept: brief(`${kept.number}:${kept.link}`), shown: brief(other) });
  }

  /* The link that follows; `body` is the digest of what the act holds. */
  async function follows(before, body, count) {
    if (!is64(body)) return "";
    const raw = new Uint8Array(TAG.length + 72);
    raw.set(TAG);
    raw.set(bytes(before), TAG.length);
    raw.set(bytes(body), TAG.length + 32);
    new DataView(raw.buffer).setBigUint64(TAG.length + 64, BigInt(count));
    return sha(raw);
  }

  /* The link of entry `to` that follows from entry `at` with link `last`; "" if it does not follow, null if the server
     does not answer. */
  async function walk(at, last, to) {
    while (at < to) {
      const answer = await fetch(`${place().dataset.links}?after=${at}`, { cache: "no-store", credentials: "same-origin" });
      if (!answer.ok) return null;
      const { links } = await answer.json();
      if (!Array.isArray(links) || !links.length) return "";
      for (const [count, body, next] of links) {
        if (!Number.isSafeInteger(count) || count <= at || count > to || !is64(next)) return "";
        if ((await follows(last, body, count)) !== next) return "";
        [last, at] = [next, count];
        if (at === to) break; // more may have happened since the page was built
      }
    }
    return at === to ? last : "";
  }

  async function look() {
    const { cid, head } = place().dataset, first = began();
    const [number, link] = [Number(head.split(":")[0]), head.split(":")[1]];
    const kept = load() ?? { number: 0, link: first, seen: [] };
    if (kept.against || cid !== first || (number === kept.number && link !== kept.link)) return alarm(kept, number, link);
    if (number === kept.number) return say("same", { to: number });
    if (!globalThis.crypto?.subtle) { // plain http, not this machine: kept, not checked
      save({ ...kept, unchecked: head });
      return say("unchecked");
    }
    if (number < kept.number) { // a page built before the last one, or a shorter journal
      const reached = await walk(number, link, kept.number);
      if (reached === null) return say("later");
      return reached === kept.link ? say("same", { to: kept.number }) : alarm(kept, number, link);
    }
    const reached = await walk(kept.number, kept.link, number);
    if (reached === null) return say("later");
    if (reached !== link) return alarm(kept, number, link);
    const since = load(); // another window may have looked meanwhile
    if (since?.against || since?.number > kept.number) return look();
    const seen = [...kept.seen, [number, link, new Date().toISOString()]].slice(-MOST);
    say(save({ number, link, seen }) ? "extends" : "unkept", { from: kept.number + 1, to: number });
  }

  /* Both players type the same word that one of them calls out, and read two words to each other: the host could not
     know the called word when he showed the heads, so he could not search for two journals with the same words. */
  const C = "bdfghjklmnprstvz";
  const V = "aiou";
  const word = (n) => C[n >> 12] + V[(n >> 10) & 3] + C[(n >> 6) & 15] + V[(n >> 4) & 3] + C[n & 15];

  /* The link of an entry that was seen, or that lies between two that were: then it must follow from the one and lead
     to the other. "" if there is none. */
  async function linkAt(at) {
    const seen = [[0, began()], ...(load()?.seen ?? [])];
    const same = seen.find(([count]) => count === at);
    if (same) return same[1];
    const after = seen.find(([count]) => count > at);
    const before = seen.findLast(([count]) => count < at);
    if (!after || !Number.isSafeInteger(at) || at < 1) return "";
    const found = await walk(before[0], before[1], at);
    return found && (await walk(at, found, after[0])) === after[1] ? found : "";
  }

  async function compare(called, at) {
    if (!globalThis.crypto?.subtle) return place().dataset.sayUnchecked;
    const found = await linkAt(at);
    if (!found) return place().dataset.sayNothing;
    const said = called.normalize("NFKC").trim().toLowerCase();
    const sum = bytes(await sha(text.encode(`refit1 compare\0${began()}\0${at}\0${found}\0${said}`)));
    return `${word((sum[0] << 8) | sum[1])} ${word((sum[2] << 8) | sum[3])}`;
  }

  /* What works by scripts alone is shown once the heads were looked at, with the newest entry this browser has seen. */
  function offer() {
    if (!globalThis.crypto?.subtle) return;
    const newest = load()?.number;
    for (const part of document.querySelectorAll("[data-scripted]")) part.hidden = false;
    for (const part of document.querySelectorAll("[data-latest]")) {
      if (newest && part instanceof HTMLInputElement) part.value = newest;
      else if (newest) part.textContent = newest;
    }
  }

  function receipts() {
    const cid = began();
    const whole = JSON.stringify({ format: "refit-room-receipts", cid, ...load() }, null, 1);
    const url = URL.createObjectURL(new Blob([whole], { type: "application/json" }));
    Object.assign(document.createElement("a"), { href: url, download: `receipts-${cid.slice(0, 12)}.json` }).click();
    setTimeout(() => URL.revokeObjectURL(url), 1000);
  }

  const start = () => { if (place() && !place().dataset.state) look().catch(() => say("later")).finally(offer); };
  document.addEventListener("submit", async (event) => {
    const form = event.target.closest("form[data-compare]");
    if (!form) return;
    event.preventDefault();
    const { called, number } = form.elements;
    const shown = form.querySelector("output");
    shown.textContent = "";
    shown.textContent = await compare(called.value, Number(number.value)).catch(() => place().dataset.sayLater);
  });
  document.addEventListener("click", (event) => { if (event.target.closest("[data-receipts]")) receipts(); });
  document.addEventListener("htmx:afterSettle", start);
  start();
})();
