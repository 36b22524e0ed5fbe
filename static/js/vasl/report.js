/* What one side may post of a save: its own counters and what lies open. Everything else stays where the file was read.

   1. What is hidden by the other side or by nobody known leaves nothing, no row and no number.
   2. A concealed stack of the other side is one "?", whatever and however much is in it.
   3. No text that a player typed is posted, no secret, owner, id or time.
   4. A file may be damaged so that any text stands anywhere in it. Of a piece that is torn (piece.js) nothing is posted, what
      might lie below another side's "?" is covered, and at the very last a name or figure that tells of a secret is left out.

   Whose a secret is, the nations of what it hides tell: a captured Gun that the other side hid is of one's own nation
   and still its secret. A secret that hides as much of the others as of one's own counts as theirs, unless the reader says
   that both sides have it: then what is hidden goes by its nation. A draw pile of artillery is told if its secret is one's own. */
import { GROUND, UNITS, readStacks, stacksOf } from "./counters.js";
import { LIMITS, Unreadable, atMost } from "./limits.js";
import { isPlain, keysOf } from "./names.js";
import { teller } from "./secrets.js";

const LABEL = /^[A-Z]{1,2}\d{1,2}\/\d{1,3}$/; // what this program itself writes on a counter, such as I1/2
const UNNAMED = "unnamed", BOARD = /^[\p{L}\p{N}_][\p{L}\p{N}\p{M} _.+()'-]*$/u;
const UNREAD = new Set(["marker", "concealment", "terrain", "control", "wreck", "crew", "hero"]), ARM = / (?:AE|N|SSAE)$/; // as matching.py
const IGNORED = /Sniper|^User-Labeled|^Turn\b| Turn\b/;
const FIGURE = /^[\d?]{1,4}( [\d?]{1,4}){0,7}$/; // numbers, or VASL's question mark for one that nobody set
const CODES = "\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069";
const CONTROLS = new RegExp(`[${CODES}]`, "g");
const MOST_WITHIN = 40; // as rules/asl/vasl/rows.py has it
const HALF = /[\ud800-\udbff]$/; // of a letter that the cut went through

/* {body, read, unread, aside}: what is posted, of how many counters it is, how many of them were not understood, and the
   names of those of no known side that lie open beside the boards: they may be anybody's, so they are told here and not
   posted. `nations` has the side of each nation, `known` the boards of the game and what of the side's names is compared
   (keysOf in names.js), null where nobody says, and whether both sides have one password (`shared`). */
export function makeReport(counters, save, side, nations, known = { boards: [], names: null, shared: false }) {
  const sided = counters.map((each) => ({ ...each, side: Object.hasOwn(nations, each.nation) ? nations[each.nation] : "" }));
  const owners = known.shared ? new Map() : ownersOf(sided, side), view = seenBy(sided, side, owners);
  readStacks(view);
  const own = view.filter((each) => each.side === side && !GROUND.has(each.kind) && !IGNORED.test(each.name) && (each.mine || each.hex || each.lost));
  const enemy = view.filter((each) => each.side && each.side !== side && !GROUND.has(each.kind) && (each.hex || each.lost));
  const ofNobody = (each) => !each.side && !GROUND.has(each.kind) && each.kind !== "marker" && each.kind !== "concealment" && !IGNORED.test(each.name);
  const ground = view.filter((each) => each.hex && (GROUND.has(each.kind) || ofNobody(each)));
  const aside = view.filter((each) => !each.hex && (each.onMap || each.lost) && ofNobody(each));
  for (const part of [own, enemy, ground]) atMost(part.length, LIMITS.rows);
  const isTorn = [...save.pieces.values()].some((piece) => piece.isTorn);
  const tells = teller(new Set([...save.secrets, ...save.players]));
  const isOpen = (each) => !isTorn || each.side === side || GROUND.has(each.kind); // else the damage may have laid it open
  const named = (each) => (isPlain(each.name) || (isOpen(each) && !tells(each.name)) ? safe(each.name).trim() || UNNAMED : UNNAMED);
  const boardNamed = ({ name, isWhole }) => (known.boards.includes(name) || (isWhole && !isTorn && BOARD.test(name) && !tells(name)) ? safe(name) : UNNAMED);
  const units = new Map(), isUnit = (each) => UNITS.has(each.kind) && each.stack !== null;
  for (const each of view) if (each.side && isUnit(each)) units.set(each.stack, [...(units.get(each.stack) ?? []), each]);
  const within = (each) => (each.hex && isUnit(each) ? units.get(each.stack) : []).filter((other) => other.side !== each.side);
  const told = (each) => row(each, named);
  const piles = [...save.piles].filter(([, pile]) => owners.get(pile.secret) === true).map(([number, pile]) => [`OBA ${number}`, `${pile.black} ${pile.red}`]);
  const hints = [...save.figures, ...piles].filter(([, value]) => FIGURE.test(value) && !tells(value));
  const body = {
    format: 1, boards: [...new Set(save.boards.map(boardNamed))], own: own.map((each) => ({ ...told(each), ...ownOnly(each, within(each).slice(0, MOST_WITHIN).map(named)) })),
    enemy: enemy.map(told), ground: ground.map(told), hints: Object.fromEntries(hints.slice(0, 24)),
  };
  if (new TextEncoder().encode(JSON.stringify(body)).length > LIMITS.posted) throw new Unreadable("much");
  const names = known.names && new Set(known.names), isOther = ({ kind }) => kind === "other";
  const isNew = (each) => !UNREAD.has(each.kind) && !keysOf(each.name.replace(ARM, "")).concat(keysOf(each.name)).some((key) => names.has(key));
  const unread = own.filter(names ? isNew : isOther).length + [...enemy, ...ground, ...aside].filter(isOther).length + save.unread;
  return { body, read: view.length + save.unread, unread, own: own.length, aside: aside.map(named) };
}

function seenBy(counters, side, owners) {
  const covered = coveredBy(counters, side), told = new Set(), view = [];
  for (const each of counters) {
    const secrets = [each.hiddenBy, each.concealedBy].filter((secret) => secret !== null);
    const isOwn = each.side === side ? !secrets.some((secret) => owners.get(secret) === false) : !each.side && secrets.length > 0 && secrets.every((secret) => owners.get(secret) === true);
    if (isOwn) view.push({ ...each, side: each.side || (GROUND.has(each.kind) ? "" : side), mine: true });
    else if (each.hiddenBy !== null) continue;
    else if (each.concealedBy !== null || covered.has(each) || each.kind === "concealment") {
      const place = each.stack ?? each.id;
      if (!each.side || each.side === side || told.has(place) || !each.hex) continue;
      told.add(place);
      view.push({ ...each, kind: "concealment", name: "?", conditions: [], labels: [], mine: false });
    } else view.push({ ...each, mine: false });
  }
  return view;
}

/* Whether each secret is one's own: true, false, or undefined where nothing tells. */
function ownersOf(counters, side) {
  const votes = new Map();
  for (const each of counters) {
    for (const secret of new Set([each.hiddenBy, each.concealedBy, each.questionOf])) {
      if (secret === null || !each.side) continue;
      const sum = votes.get(secret) ?? { own: 0, others: 0 };
      sum[each.side === side ? "own" : "others"] += 1;
      votes.set(secret, sum);
    }
  }
  const owner = ({ own, others }) => (others === 0 ? true : others >= own ? false : undefined);
  return new Map([...votes].map(([secret, sum]) => [secret, owner(sum)]));
}

/* What lies in a stack below another side's "?" is concealed, even where the file does not say so; where one of the two
   is in no stack, what lies in the same place. */
function coveredBy(counters, side) {
  const covered = new Set(), covers = new Map();
  const isCover = (each) => each.side !== side && each.hiddenBy === null && (each.kind === "concealment" || each.concealedBy !== null);
  const isCovered = (each) => each.side !== side && !GROUND.has(each.kind);
  for (const stack of stacksOf(counters)) {
    const top = stack.findLastIndex(isCover);
    for (const each of stack.slice(0, top + 1)) if (isCovered(each)) covered.add(each);
  }
  for (const each of counters.filter(isCover)) covers.set(each.spot, covers.get(each.spot) || each.stack === null);
  for (const each of counters) {
    const isThere = covers.has(each.spot) && (each.stack === null || covers.get(each.spot));
    if (isCovered(each) && (isThere || each.isBelowTorn)) covered.add(each);
  }
  return covered;
}

function row(counter, named) {
  const { kind, hex, beside, level, lost } = counter;
  return {
    kind, name: named(counter), ...(hex && { hex }), ...(beside && { beside }), ...(level && { level }), ...(lost && { lost }),
    ...(counter.conditions.length && { conditions: [...new Set(counter.conditions)].sort() }),
    ...(counter.marked.length && { marked: [...counter.marked].sort().slice(0, 12) }),
    ...(counter.mine && counter.hiddenBy !== null && { hidden: true }), // one's own: others' are never here
  };
}

function ownOnly(counter, within) {
  const group = counter.labels.find((label) => LABEL.test(label));
  return { ...(group && { group }), ...(within.length && { within }) };
}

/* A stranger's text, shortened and without what would turn a line round: still to be shown as text alone. */
const safe = (text) => text.replace(CONTROLS, "").slice(0, LIMITS.nameLength).replace(HALF, "");
