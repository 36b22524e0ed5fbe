/* Building hexes as a board's terrain data say them: a proposal for the sheet of a map's hexes, for its owner to look over.
   The data have a code for each point; what a code means stands in VASL's module. */
import { Grid, hexName } from "./boards.js";
import { MODULE, Unreadable } from "./limits.js";
import { elementsOf } from "./xml.js";
import { Zip } from "./zip.js";

const TYPES = "boardData/SharedBoardMetadata.xml", NEAR = 0.2, LEAST = 0.15, MOST_LEVELS = 9;

/* What the building codes of a module mean: {name, stone, levels}, levels null where a height is none, as in factories. */
export async function buildingTypes(file) {
  const zip = await Zip.open(file, MODULE);
  if (!zip.entries.has(TYPES)) throw new Unreadable("module");
  const found = new Map();
  for (const { tag, attributes } of elementsOf(new TextDecoder().decode(await zip.read(TYPES)))) {
    const told = new Map([...attributes].map(([name, value]) => [name.toLowerCase(), value]));
    const code = Number(told.get("typecode")), name = told.get("name") ?? "", category = (told.get("loscategory") ?? "").toUpperCase();
    if (tag !== "terrainType" || !told.has("typecode") || !["BUILDING", "FACTORY"].includes(category)) continue;
    const height = Math.floor(Number(told.get("height")));
    found.set(code, { name, stone: /stone/i.test(name), levels: category === "BUILDING" && height >= 0 ? Math.min(height, MOST_LEVELS) : null });
  }
  if (!found.size) throw new Unreadable("module");
  return found;
}

/* The hexes around whose middle there is a building, by column and number: {hex, name, stone, levels}. */
export function buildingHexes(terrain, geometry, types) {
  const grid = new Grid({ ...geometry, columns: terrain.columns, rows: terrain.rows }), found = [];
  for (let column = 0; column < grid.columns; column += 1) {
    const first = column % 2 === 0 || grid.alternate ? 1 : 0; // every other column has one hex more
    for (let n = 0; n < grid.rows + column % 2; n += 1) {
      const type = types.get(commonest(terrain, grid, grid.centre(column, first + n), types));
      if (type) found.push({ hex: hexName(column, first + n), ...type });
    }
  }
  return found;
}

/* The building code of most of the points around one; undefined if too few of them have any. */
function commonest(terrain, grid, { x, y }, types) {
  const reach = Math.round(grid.dy * NEAR), counts = new Map();
  let all = 0;
  for (let i = -reach; i <= reach; i += 1) for (let j = -reach; j <= reach; j += 1) {
    if (i * i + j * j > reach * reach) continue;
    const code = terrain.at(x + i, y + j);
    all += 1;
    if (types.has(code)) counts.set(code, (counts.get(code) ?? 0) + 1);
  }
  const built = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return built < LEAST * all ? undefined : [...counts].reduce((most, each) => (each[1] > most[1] ? each : most))[0];
}

