/* The chart editor: cells pasted from a spreadsheet fill the table from where one is and bring lines along, Enter goes
   a line down, saving comes back to the same place, and nobody leaves typed cells behind unasked. It works without. */
(() => {
  "use strict";
  const form = document.querySelector(".chart-form");
  const table = form?.querySelector("table.grid");
  if (!table) return;
  const box = table.closest(".grid-box");
  const body = table.tBodies[0];
  const most = Number(table.dataset.most);
  const columns = table.tHead.rows[0].cells;
  const heads = [...columns].filter((cell) => cell.dataset.key);
  const cellsOf = (row) => [...row.querySelectorAll("td > :is(input, textarea):not([type=checkbox])")];
  /* The words of the table's data attribute `key`, which are in the reader's language, with their values. */
  const said = (key, values) => table.dataset[key].replace(/\{(\w+)\}/g, (_, name) => values[name]);
  const tell = (text) => { document.getElementById("pasted").textContent = text; };

  /* -- the clipboard of a spreadsheet: tabs and line breaks, and quotation marks where a cell holds one of these -- */

  function parsed(text) {
    const rows = [[]];
    let cell = "", quoted = false;
    const end = () => { rows.at(-1).push(cell); cell = ""; };
    for (let at = 0; at < text.length; at++) {
      const letter = text[at];
      if (quoted) {
        if (letter !== '"') cell += letter;
        else if (text[at + 1] === '"') { cell += '"'; at++; }
        else quoted = false;
      } else if (letter === '"' && cell === "") quoted = true;
      else if (letter === "\t") end();
      else if (letter === "\n") { end(); rows.push([]); }
      else if (letter !== "\r") cell += letter;
    }
    end();
    if (rows.at(-1).length === 1 && rows.at(-1)[0] === "") rows.pop();
    return rows;
  }

  /* -- lines -- */

  function addLine() {
    const last = body.rows[body.rows.length - 1];
    const before = last.dataset.line;
    const number = String(Number(before) + 1);
    const row = last.cloneNode(true);
    row.dataset.line = number;
    row.cells[0].textContent = number;
    for (const wrong of row.querySelectorAll(".field-error")) wrong.remove();
    for (const field of row.querySelectorAll("input, textarea")) {
      if (field.type === "checkbox") {
        field.checked = false;
        field.value = number;
      } else {
        field.value = "";
        field.name = number + field.name.slice(before.length);
        field.id = `c-${field.name}`;
        field.removeAttribute("aria-invalid");
        field.removeAttribute("aria-describedby");
      }
      const label = columns[field.closest("td").cellIndex].firstChild.textContent.trim();
      field.setAttribute("aria-label", said(field.type === "checkbox" ? "lineOut" : "cell", { label, number }));
    }
    body.append(row);
    return row;
  }

  const isHeading = (row, from) => row.length > 1 && row.every((text, n) => {
    const head = heads[from + n];
    const word = text.trim().toLowerCase();
    return head && (word === head.dataset.key || word === head.firstChild.textContent.trim().toLowerCase());
  });

  function fill(field, rows) {
    let row = field.closest("tr");
    const from = cellsOf(row).indexOf(field);
    if (isHeading(rows[0], from)) rows.shift();
    let cells = 0, lines = 0, left = 0;
    for (const texts of rows) {
      if (!row && body.rows.length < most) row = addLine();
      if (!row) { left += texts.length; continue; }
      const fields = cellsOf(row);
      texts.forEach((text, n) => {
        const target = fields[from + n];
        if (target) { target.value = text.trim(); cells++; } else if (text.trim()) left++;
      });
      lines++;
      row = row.nextElementSibling;
    }
    const missing = left ? ` ${said(left === 1 ? "leftOne" : "leftMany", { left })}` : "";
    tell(said(lines === 1 ? "pastedOne" : "pastedMany", { cells, lines }) + missing);
  }

  table.addEventListener("paste", (event) => {
    const field = event.target;
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (!field.name || field.type === "checkbox" || !/[\t\n]/.test(text.replace(/\r?\n$/, ""))) return;
    event.preventDefault();
    fill(field, parsed(text));
    table.dispatchEvent(new Event("input", { bubbles: true }));
  });

  /* -- Enter goes down, with Shift up, instead of saving half a chart -- */

  table.addEventListener("keydown", (event) => {
    const field = event.target;
    if (event.key !== "Enter" || event.isComposing || field.tagName !== "INPUT") return;
    event.preventDefault();
    const row = field.closest("tr");
    const next = event.shiftKey ? row.previousElementSibling : row.nextElementSibling ?? (body.rows.length < most ? addLine() : null);
    const at = cellsOf(row).indexOf(field);
    if (next && at >= 0) cellsOf(next)[at].focus();
  });

  /* -- back to where one was; nothing typed is left behind unasked -- */

  const place = `chart-scroll ${location.pathname}`;
  let dirty = document.querySelector("#content .refusal") !== null; // what was refused stands here alone
  form.addEventListener("input", () => { dirty = true; });
  form.addEventListener("submit", () => {
    dirty = false;
    sessionStorage.setItem(place, JSON.stringify([window.scrollX, window.scrollY, box.scrollLeft, box.scrollTop]));
  });
  window.addEventListener("beforeunload", (event) => { if (dirty) event.preventDefault(); });
  const kept = JSON.parse(sessionStorage.getItem(place) ?? "null");
  if (kept) {
    sessionStorage.removeItem(place);
    window.scrollTo(kept[0], kept[1]);
    box.scrollTo(kept[2], kept[3]);
  }
})();
