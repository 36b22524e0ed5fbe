/* Reads the building hexes of a board off the page's own thread. In: {board, module, known}. Out: {name, hexes}, or
   {wrong: code}. */
import { Terrain, openBoard } from "./board.js";
import { Unreadable } from "./limits.js";
import { buildingHexes, buildingTypes } from "./terrain.js";

addEventListener("message", async ({ data: { board, module, known } }) => {
  try {
    const { name, geometry, terrain } = await openBoard(board, known);
    if (!terrain) throw new Unreadable("none");
    const hexes = buildingHexes(await Terrain.open(terrain), geometry, await buildingTypes(module));
    postMessage(hexes.length ? { name, hexes } : { wrong: "empty" });
  } catch (wrong) {
    postMessage({ wrong: wrong instanceof Unreadable ? wrong.code : "broken" });
  }
});
