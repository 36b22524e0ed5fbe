/* Reads a save off the page's own thread. In: {file, side, nations, boards, names, shared}. Out: what makeReport makes of it, or {wrong:
   code}. With the worker's end the rest of the file is gone. */
import { Layout } from "./boards.js";
import { readCounters } from "./counters.js";
import { Unreadable } from "./limits.js";
import { makeReport } from "./report.js";
import { Save } from "./save.js";

addEventListener("message", async ({ data: { file, side, nations, boards, names, shared } }) => {
  try {
    const save = await Save.open(file);
    const made = makeReport(readCounters(save, new Layout(save.boards, boards)), save, side, nations, { boards: Object.keys(boards), names, shared });
    postMessage(made.own ? made : { wrong: "side" });
  } catch (wrong) {
    const isGone = wrong instanceof DOMException; // written anew, or moved, since it was chosen
    postMessage({ wrong: wrong instanceof Unreadable ? wrong.code : isGone ? "unread" : "broken" });
  }
});
