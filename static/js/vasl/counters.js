/* All counters of a save with where they are and what the others of their stack say of them. This is the whole truth,
   both sides' secrets included: what may leave is made of it by report.js. */
import { classify, marker } from "./names.js";
import { CASUALTIES, MAPS } from "./save.js";
import { secretHeld } from "./secrets.js";

/* Kinds that something can befall, and kinds that lie open for both sides unless they are hidden. */
export const UNITS = new Set(["squad", "half_squad", "crew", "leader", "hero", "armor_leader", "vehicle", "gun", "weapon"]);
export const GROUND = new Set(["terrain", "wreck", "control"]);
const LEVEL = /^(?:building|fort bldg|steeple) (?:level (\d)|(ground) level|(roof) level|(cellar))/i;
const WORK = /^(?:\dS )?(foxhole|trench|a-t ditch)|\b(pillbox|bunker)\b/i; // what lies below it is in it

export function readCounters(save, layout) {
  const depths = new Map(), torn = new Map(), found = [], tornSpots = new Set();
  for (const piece of save.pieces.values()) if (piece.isTorn) tornSpots.add(spotOf(save.placeOf(piece)));
  const isLost = (id) => tornSpots.size > 0 && (save.pieces.get(id)?.isTorn ?? true); // in a damaged file what is missing is torn
  for (const stack of save.pieces.values()) {
    if (!stack.isStack) continue;
    stack.members.forEach((id, n) => depths.set(id, n));
    torn.set(stack.id, stack.members.findLastIndex(isLost));
  }
  const isBelowTorn = ({ id, stack }) => (stack === null ? tornSpots.has(spotOf(save.pieces.get(id).place)) : depths.get(id) < torn.get(stack));
  const all = save.counters.map((piece) => ({ piece, ...save.placeOf(piece) })).filter(({ map }) => map !== "null"), main = mainMaps(all);
  for (const { piece, map, x, y } of all) {
    const lost = map === CASUALTIES; // what lies in any other window is beside the map
    found.push({
      ...classify(piece), ...((main.has(map) ? layout.find(x, y) : null) ?? { board: "", hex: "", beside: "" }), lost, onMap: main.has(map),
      id: piece.id, stack: piece.stack, depth: depths.get(piece.id) ?? 0, labels: piece.labels,
      spot: spotOf({ map, x, y }), isBelowTorn: isBelowTorn(piece), // what is torn may be a "?"
      hiddenBy: piece.hiddenBy ?? secretHeld(piece, save.secrets), concealedBy: piece.concealedBy, questionOf: piece.questionOf,
    });
  }
  readStacks(found);
  return found;
}

const spotOf = ({ map, x, y }) => `${x} ${y} ${map}`;

/* The map that the boards lie on: by its name, or in a version that calls it otherwise, the fullest. */
function mainMaps(placed) {
  if (placed.some(({ map }) => MAPS.has(map))) return MAPS;
  const times = new Map();
  for (const { map } of placed) if (map !== CASUALTIES) times.set(map, (times.get(map) ?? 0) + 1);
  return new Set([...times].sort((one, other) => other[1] - one[1]).slice(0, 1).map(([map]) => map));
}

/* What the counters of each stack say of each other. Of what one side sees it is read anew: a Trench that the other side
   hides is no Location of one's own unit. */
export function readStacks(counters) {
  for (const counter of counters) Object.assign(counter, { level: "", marked: [] });
  for (const stack of stacksOf(counters)) readStack(stack);
}

/* The counters that lie on each other, the lowest first. */
export function stacksOf(counters) {
  const stacks = new Map();
  for (const counter of counters) {
    if (counter.stack === null) continue;
    if (!stacks.has(counter.stack)) stacks.set(counter.stack, []);
    stacks.get(counter.stack).push(counter);
  }
  for (const stack of stacks.values()) stack.sort((one, other) => one.depth - other.depth);
  return [...stacks.values()];
}

/* Upwards for the levels, downwards for what lies on a counter: a file may have one stack of all its counters. */
function readStack(stack) {
  const over = new Set();
  let level = "", within = "";
  for (const counter of stack) {
    const found = LEVEL.exec(counter.name);
    if (found) level = found[2] ? "" : (found[1] ?? found[3] ?? found[4]).toLowerCase();
    else counter.level = level;
  }
  for (const counter of [...stack].reverse()) {
    counter.level ||= within;
    if (UNITS.has(counter.kind)) counter.marked = [...over].filter((word) => word !== "DM" || counter.conditions.includes("broken"));
    const work = WORK.exec(counter.name), word = counter.kind === "marker" ? marker(counter.name) : "";
    if (work) within = (work[1] ?? work[2]).toLowerCase();
    if (word) over.add(word);
  }
}
