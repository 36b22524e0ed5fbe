/* Makes a set-up off the page's own thread. In: {files, side, nations, wanted, geometry}. Out: {log, placed, beside, missing},
   or {wrong: code}. */
import { Unreadable } from "./limits.js";
import { Palette } from "./palette.js";
import { setUp, writeLog } from "./setup.js";

addEventListener("message", async ({ data: { files, side, nations, wanted, geometry } }) => {
  try {
    const palette = await Palette.open(files, nations), { text, ...found } = setUp(palette, wanted, side, geometry);
    postMessage({ log: await writeLog(text, palette), ...found });
  } catch (wrong) {
    postMessage({ wrong: wrong instanceof Unreadable ? wrong.code : "broken" });
  }
});
