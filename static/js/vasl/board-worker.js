/* Reads a board off the page's own thread. In: {file, known}. Out: {name, picture, geometry, sure}, or {wrong: code}. */
import { openBoard } from "./board.js";
import { Unreadable } from "./limits.js";

addEventListener("message", async ({ data: { file, known } }) => {
  try {
    const { name, picture, geometry, sure } = await openBoard(file, known);
    postMessage({ name, picture, geometry, sure });
  } catch (wrong) {
    postMessage({ wrong: wrong instanceof Unreadable ? wrong.code : "broken" });
  }
});
