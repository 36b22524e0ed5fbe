/* Makes forms kinder: stepper buttons beside number fields, one submit per press, and a sentence when an act
   could not be delivered. Every form works without it. Its words are data attributes of #messages (base.html). */
(() => {
  "use strict";

  const words = document.getElementById("messages")?.dataset ?? {};

  /* -- steppers: the <input data-low data-high> of a <span class="stepper"> gains a button on either side. It is a text
     field, so that whatever is typed in it comes to the server and back, with the rule that it breaks. -- */

  function step(input, direction) {
    const { low, high } = input.dataset;
    const now = input.value.trim() === "" || Number.isNaN(Number(input.value)) ? Number(low) - direction : Number(input.value);
    input.value = Math.min(Math.max(Math.trunc(now) + direction, Number(low)), high ? Number(high) : Infinity);
    input.dispatchEvent(new Event("input", { bubbles: true }));
    input.dispatchEvent(new Event("change", { bubbles: true }));
  }

  function stepButton(input, direction) {
    const button = document.createElement("button");
    const name = input.getAttribute("aria-label") || input.labels?.[0]?.textContent.trim() || "";
    button.type = "button";
    button.tabIndex = -1; // the arrow keys do the same inside the field
    button.textContent = direction > 0 ? "+" : "−";
    button.setAttribute("aria-label", (direction > 0 ? words.more : words.less).replace("{name}", () => name));
    button.addEventListener("click", () => step(input, direction));
    return button;
  }

  function dress(box) {
    const input = box.querySelector("input[data-low]");
    if (!input || box.classList.contains("dressed")) return;
    const less = stepButton(input, -1);
    const more = stepButton(input, +1);
    const limit = () => {
      const value = Number(input.value);
      less.disabled = input.disabled || value <= Number(input.dataset.low);
      more.disabled = input.disabled || (input.dataset.high && value >= Number(input.dataset.high));
      input.closest(".basket tr, .offers > li")?.classList.toggle("in", value > 0);
    };
    input.before(less);
    input.after(more);
    input.addEventListener("input", limit);
    input.addEventListener("keydown", (event) => {
      const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key];
      if (!direction || input.disabled || input.readOnly) return;
      event.preventDefault();
      step(input, direction);
    });
    box.classList.add("dressed");
    limit();
  }

  function dressAll(part) {
    if (part.matches?.(".stepper")) dress(part);
    for (const box of part.querySelectorAll(".stepper")) dress(box);
  }

  /* -- this window has a name, so that what it saves while an answer is under way is known to be its own -- */

  function nameWindow(part) {
    for (const input of part.querySelectorAll("input[name=window]")) {
      if (!input.value) input.value = [...crypto.getRandomValues(new Uint32Array(2))].map((n) => n.toString(36)).join("");
    }
  }

  /* -- one submit per press -- */

  const LONGEST = 10000; // an answer that is a download never replaces the page, so the form frees itself in the end
  const ends = new WeakMap(); // the timer of each form that is held
  const buttonsOf = (form) => [...form.elements].filter((each) => each.type === "submit");

  function hold(form) {
    form.setAttribute("aria-busy", "true");
    // After this event: a button disabled at once would not send its own name and value.
    setTimeout(() => {
      if (form.getAttribute("aria-busy") !== "true") return;
      for (const button of buttonsOf(form)) {
        if (button.disabled) continue;
        button.disabled = true;
        button.dataset.held = "";
      }
    });
    ends.set(form, setTimeout(() => release(form), LONGEST));
  }

  function release(form) {
    clearTimeout(ends.get(form)); // else it would free the next press too soon
    form.removeAttribute("aria-busy");
    for (const button of buttonsOf(form)) {
      if (!("held" in button.dataset)) continue;
      button.disabled = false;
      delete button.dataset.held;
    }
  }

  // While capturing, so that a second press is stopped before htmx sees it.
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.getAttribute("aria-busy") === "true") {
      event.preventDefault();
      event.stopImmediatePropagation();
      return;
    }
    const method = event.submitter?.getAttribute("formmethod") || form.method;
    if (method === "post" || form.hasAttribute("hx-post")) hold(form);
  }, true);

  document.addEventListener("htmx:afterRequest", (event) => {
    const { elt } = event.detail; // a draft that a part of the form has saved is no answer to the press
    if (elt.matches("form")) release(elt);
  });
  // Back and forward may show this very page again, held as it was left.
  window.addEventListener("pageshow", () => { for (const form of document.forms) release(form); });

  // A button that is being pressed is not taken away from under the finger: its click would be lost.
  document.addEventListener("htmx:oobBeforeSwap", (event) => {
    if (event.detail.target.querySelector("button:active")) event.detail.shouldSwap = false;
  });

  // A whole page takes the place of all of this one (config.middleware.WholePages): no part of it goes elsewhere first.
  document.addEventListener("htmx:beforeSwap", ({ detail: { xhr, requestConfig } }) => {
    if (xhr.getResponseHeader("HX-Retarget") === "body") requestConfig.elt.setAttribute("hx-select-oob", "unset");
  });

  /* -- an act that was not delivered, or a link that leads nowhere -- */

  function tell(sentence) {
    const place = document.getElementById("messages");
    if (!place) return;
    const notice = document.createElement("p");
    notice.className = "notice error";
    notice.textContent = sentence;
    place.replaceChildren(notice);
    notice.scrollIntoView({ block: "nearest" }); // a press may be far below it
  }

  const isAct = (event) => event.detail.requestConfig?.verb !== "get";
  document.addEventListener("htmx:sendError", (event) => {
    if (isAct(event)) tell(words.unreachable);
  });
  document.addEventListener("htmx:timeout", (event) => {
    if (isAct(event)) tell(words.noAnswer);
  });
  document.addEventListener("htmx:responseError", (event) => {
    const { xhr, requestConfig } = event.detail;
    if (isAct(event)) tell(words.failed.replace("{status}", xhr.status));
    else if (requestConfig.elt.matches("a[href]")) location.assign(requestConfig.elt.href); // which says why
  });

  function begin(part) {
    dressAll(part);
    nameWindow(part);
  }

  begin(document);
  document.addEventListener("htmx:load", (event) => begin(event.detail.elt));
})();
