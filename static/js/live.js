/* Follows the room: when something happened that this reader may know of, the side panels fetch themselves anew.

   body[data-live]  address of the event stream. A `change` event carries no content; it only says "look again".
   body[data-beat]  address that answers {"seen": n, "dice": d}, the count of entries this reader may see and of the
                    sides' parts in the dice; asked every five seconds when the stream does not come through, and after
                    each change to judge the task.
   [data-seen]      the count the page's own task was built from.
   [data-told]      the count of parts in the dice that #dice was built from.

   Says `refit:change` on the body; panels listen with hx-trigger="refit:change from:body". A task that went stale is
   not swapped, a bar offers to show the room as it is; nor is a panel whose control is under finger or cursor, until
   it is left. #dice follows even then: nobody types there, and a page must not wait for what has come. */
(() => {
  "use strict";
  const { live, beat } = document.body.dataset;
  if (!live && !beat) return;

  const POLL_EVERY = 5000;
  const RETRY_STREAM_AFTER = 60000;
  const FAILURES_BEFORE_POLLING = 3;
  const bar = document.getElementById("changed");

  let source = null;
  let failures = 0;
  let missed = false; // a stream has ended or was not to be had, so that something may have gone unheard
  let pollTimer = null;
  let retryTimer = null;
  let latest = null; // newest count heard from the beat
  const withheld = new Set(); // panels that were left alone because they were in use
  let asking = 0; // panels under way
  let again = false; // something changed after they had set out

  /* -- the task and the bar -- */

  const task = () => document.querySelector("[data-seen]");
  const followsByItself = (part) => (part.getAttribute("hx-trigger") || "").includes("refit:change");

  function isStale() {
    const part = task();
    if (!part || latest === null || followsByItself(part)) return false;
    const answering = part.closest("[aria-busy=true]") || part.querySelector("[aria-busy=true]");
    return !answering && Number(part.dataset.seen) < latest;
  }

  function showBar() {
    if (bar) bar.hidden = !(withheld.size || isStale());
  }

  // A panel that is under way was written before this change, and takes the place of the one that would ask anew:
  // what is asked of it meanwhile is lost. So it has to arrive first.
  function announce() {
    again = asking > 0;
    if (again) return;
    withheld.clear();
    document.body.dispatchEvent(new CustomEvent("refit:change"));
    showBar();
  }

  const asksAnew = (event) => event.detail.requestConfig?.triggeringEvent?.type === "refit:change";

  function arrived() {
    asking -= 1;
    if (asking === 0 && again) announce();
  }

  document.addEventListener("htmx:beforeSend", (event) => {
    if (!asksAnew(event)) return;
    asking += 1;
    // Of the request itself, for htmx tells nobody of one whose panel is gone; and only what has settled listens.
    event.detail.xhr.addEventListener("loadend", () => setTimeout(arrived, htmx.config.defaultSettleDelay + 1));
  });

  const inUse = (part) =>
    [...part.querySelectorAll("a, button, input, select, textarea, summary, label")].some((control) =>
      control.matches(":active, :focus-visible") || (matchMedia("(hover: hover)").matches && control.matches(":hover")));

  document.addEventListener("htmx:beforeSwap", (event) => {
    if (!asksAnew(event)) return;
    const { target, shouldSwap, serverResponse } = event.detail;
    if (!shouldSwap || !inUse(target)) return;
    event.detail.shouldSwap = false;
    withheld.add(target);
    showBar();
    const dice = document.getElementById("dice");
    if (!dice || inUse(dice) || !serverResponse.includes('id="dice"')) return;
    htmx.swap(dice, serverResponse, { swapStyle: "outerHTML", ignoreTitle: true },
      { select: "#dice" });
  });

  // A panel that is led to another page, as to the log-in, takes the whole page along, but not from whoever types on it,
  // nor while what they pressed is under way: its answer would be lost. A device that two sides share asks at once who
  // is there, whatever was typed.
  function isTypedIn(entry) {
    if (!entry.name || entry.type === "hidden") return false;
    if (entry.matches("[type=checkbox], [type=radio]")) return entry.checked !== entry.defaultChecked;
    if (!entry.matches("select")) return entry.matches("input, textarea") && entry.value !== entry.defaultValue;
    return entry.selectedIndex !== Math.max([...entry.options].findIndex((each) => each.defaultSelected), 0);
  }

  document.addEventListener("htmx:beforeOnLoad", (event) => {
    const { xhr, target } = event.detail;
    if (!asksAnew(event) || !xhr.getResponseHeader("HX-Redirect")) return;
    const pressed = document.querySelector("form[aria-busy=true]");
    const typed = [...document.forms].some((form) => [...form.elements].some(isTypedIn));
    if (!pressed && (!typed || "shared" in document.body.dataset)) return;
    event.preventDefault();
    withheld.add(target);
    showBar();
  });

  // What these events end is over only after them: focus moves on, a press is let go.
  function askOnceLeft() {
    if (withheld.size) setTimeout(() => { if (withheld.size && ![...withheld].some(inUse)) announce(); });
  }
  for (const left of ["focusout", "pointerout", "pointerup", "pointercancel"]) {
    document.addEventListener(left, askOnceLeft);
  }
  document.addEventListener("htmx:afterSettle", showBar);

  /* -- hearing of changes -- */

  async function askBeat() {
    if (!beat) return false;
    const answer = await fetch(beat, { headers: { Accept: "application/json" }, cache: "no-store" });
    if (!answer.ok || answer.redirected) return false;
    const { seen, dice } = await answer.json();
    const known = latest ?? Number(task()?.dataset.seen ?? seen);
    const told = Number(document.querySelector("[data-told]")?.dataset.told ?? dice);
    latest = seen;
    return seen !== known || dice !== told;
  }

  // The network may be gone for a while; the next round asks again.
  const poll = () => askBeat().then((changed) => { if (changed) announce(); }, () => {});

  function onChange() {
    announce();
    askBeat().then(showBar, () => {});
  }

  function startPolling() {
    if (source) source.close();
    source = null;
    if (beat && pollTimer === null) pollTimer = setInterval(poll, POLL_EVERY);
    if (live) retryTimer = setTimeout(openStream, RETRY_STREAM_AFTER);
  }

  function openStream() {
    failures = 0;
    source = new EventSource(live);
    source.addEventListener("change", onChange);
    source.addEventListener("open", () => {
      clearInterval(pollTimer);
      pollTimer = null;
      failures = 0;
      if (missed) onChange(); // not all that pages show is an entry that the beat counts
      else poll(); // what happened while nobody listened
      missed = false;
    });
    source.addEventListener("error", () => {
      failures += 1;
      missed = true;
      const refused = source.readyState === EventSource.CLOSED;
      if (refused || failures >= FAILURES_BEFORE_POLLING) startPolling();
    });
  }

  function stop() {
    if (source) source.close();
    source = null;
    clearInterval(pollTimer);
    clearTimeout(retryTimer);
    pollTimer = retryTimer = null;
  }

  function start() {
    stop();
    if (document.hidden) return;
    if (live) openStream(); else startPolling();
  }

  document.addEventListener("visibilitychange", start);
  window.addEventListener("pagehide", stop);
  window.addEventListener("pageshow", (event) => { if (event.persisted) start(); });
  start();
})();
