/* A side's set-up as a log that VASL adds to an open game (File, Load Continuation): it places counters, it resets nothing.

   A counter that is wanted: {names, kind, count, conditions, hex, level, covered, group, label}, as
   rules.engine.saved_games.WantedCounter has it. */
import { Grid } from "./boards.js";
import { Unreadable } from "./limits.js";
import { layerWord } from "./names.js";
import { obfuscate } from "./obfuscation.js";
import { Save, commandsOf } from "./save.js";
import { encode } from "./sequence.js";
import { writeZip } from "./zip-write.js";

const MAP = "Main Map", ESC = "\x1b", EDGE = 400, USUAL_VASSAL = "3.7.15";
const FIRST = 40, APART = 64, PER_ROW = 6, TOP = 60; // the rows beside the map, left of it, in pixels

/* {text, placed, beside, missing}: the log's commands, how many counters lie in hexes and beside the map, and what the
   module does not hold. */
export function setUp(palette, wanted, side, geometry, now = Date.now()) {
  const grid = new Grid(geometry), commands = [], missing = [];
  let id = now, placed = 0, beside = 0; // ids as VASSAL makes them: the time, and upwards
  for (const { x, y, counters, onMap } of stacksOf(wanted, grid)) {
    const ids = [];
    for (const each of counters) {
      const gpid = palette.find(side, each.kind, each.names);
      if (gpid === undefined) {
        const alike = missing.find(({ name, place }) => name === each.names[0] && place === each.hex);
        if (alike) alike.count += each.count;
        else missing.push({ name: each.names[0], count: each.count, place: each.hex });
        continue;
      }
      for (let n = 0; n < each.count; n += 1) {
        const piece = dressed(palette.piece(gpid, String((id += 1))), each);
        piece.moveTo(MAP, x, y);
        commands.push(added(piece.id, piece.type, piece.state));
        ids.push(piece.id);
      }
    }
    if (ids.length) commands.push(added(String((id += 1)), "stack", encode([MAP, x, y, ...ids], ";")));
    if (onMap) placed += ids.length;
    else beside += ids.length;
  }
  const text = asLog(["CHAT* Set-up by Refit Room", ...commands]);
  check(text, commands);
  return { text, placed, beside, missing };
}

/* The file of a log. */
export async function writeLog(text, { version, vassal }, now = Date.now()) {
  const about = (more) => `<?xml version="1.0" encoding="UTF-8"?>\n<data version="1">\n${more}  <VassalVersion>${escaped(vassal || USUAL_VASSAL)}</VassalVersion>\n  <dateSaved>${now}</dateSaved>\n`;
  return writeZip({
    savedGame: obfuscate(new TextEncoder().encode(text)),
    moduledata: `${about(`  <version>${escaped(version)}</version>\n`)}  <description>VASL</description>\n  <name>VASL</name>\n</data>\n`,
    savedata: `${about("  <version></version>\n")}</data>\n`,
  });
}

const added = (id, type, state) => `+/${encode([id, type, state], "/")}`;
const escaped = (text) => text.replace(/[<>&]/g, "");

function dressed(piece, { conditions, label }) {
  for (const word of conditions.map(layerWord)) if (word) piece.show(word);
  const trait = piece.trait("label;");
  if (label && trait) {
    trait.state = label;
    piece.join();
  }
  return piece;
}

/* What lies where, the lowest first: below a fortification who is in it, above the marker of a level who is on it. */
function stacksOf(wanted, grid) {
  const at = (each) => (each.hex ? grid.centreOf(each.hex) : null);
  const hexes = grouped(wanted.filter(at), (each) => each.hex);
  const standing = Array.from(hexes.values(), (there) => {
    const { x, y } = at(there[0]);
    return { x: x + EDGE, y: y + EDGE, counters: stacked(there), onMap: true };
  });
  return [...standing, ...rowsBeside(wanted.filter((each) => !at(each)), grid)];
}

function stacked(there) {
  const isWork = (each) => each.kind === "fortification", ground = there.filter((each) => !each.level), stack = [
    ...ground.filter((each) => each.covered && !isWork(each)), ...ground.filter(isWork), ...ground.filter((each) => !each.covered && !isWork(each)),
  ];
  for (const level of [...new Set(there.map((each) => each.level))].filter(Boolean).sort()) {
    const marker = { names: [`Building Level ${level}`], kind: "terrain", count: 1, conditions: [], label: "", hex: there[0].hex };
    stack.push(marker, ...there.filter((each) => each.level === level));
  }
  return stack;
}

/* A row for each group in the margin, as close as the map's height asks. */
function rowsBeside(wanted, grid) {
  const rows = [];
  for (const group of grouped(wanted, (each) => each.group).values()) {
    for (let n = 0; n < group.length; n += PER_ROW) rows.push(group.slice(n, n + PER_ROW));
  }
  const down = Math.min(APART, Math.floor((grid.size.height + EDGE) / Math.max(1, rows.length)));
  return rows.flatMap((row, r) => row.map((each, n) => ({ x: FIRST + APART * n, y: TOP + down * r, counters: [each], onMap: false })));
}

/* One step that executes all commands; the position it starts from is empty. VASSAL keeps of a continuation only what is
   logged, so each command of the step is logged by itself, the first with the others inside. */
function asLog(commands) {
  const step = encode(commands.map((each) => `LOG\t${each}`), ESC);
  return encode(["begin_save", "end_save", step], ESC);
}

/* What was written, read again as VASL will: the same commands, the same pieces. */
function check(text, commands) {
  const [, , said, ...logged] = commandsOf(text), again = new Save(text);
  const pieces = Array.from(again.pieces.values(), (piece) => added(piece.id, piece.type, piece.state));
  const equal = said.startsWith("LOG\tCHAT") && logged.join(ESC) === commands.map((each) => `LOG\t${each}`).join(ESC);
  if (!equal || pieces.join(ESC) !== commands.join(ESC)) throw new Unreadable("broken");
}

function grouped(list, keyOf) {
  const groups = new Map();
  for (const each of list) groups.set(keyOf(each), [...(groups.get(keyOf(each)) ?? []), each]);
  return groups;
}
