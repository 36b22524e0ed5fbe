/* What one side may post of a save: its own counters and what lies open. Everything else stays where the file was read.

   1. What is hidden by the other side or by nobody known leaves nothing, no row and no number.
   2. A concealed stack of the other side is one "?", whatever and however much is in it.
   3. No text that a player typed is posted, no secret, owner, id or time.

   Whose a secret is, the nations of what it hides tell: a captured Gun that the other side hid is of one's own nation
   and still its secret. A secret that hides as much of the others as of one's own counts as theirs. A draw pile of artillery
   is told if its secret is one's own. */
import { GROUND, UNITS, readStacks, stacksOf } from "./counters.js";
import { LIMITS, Unreadable, atMost } from "./limits.js";

const LABEL = /^[A-Z]{1,2}\d{1,2}\/\d{1,3}$/; // what this program itself writes on a counter, such as I1/2
const IGNORED = /Sniper|^User-Labeled|^Turn\b| Turn\b/;
const FIGURE = /^[\d?]{1,4}( [\d?]{1,4}){0,7}$/; // numbers, or VASL's question mark for one that nobody set
const CODES = "\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069";
const CONTROLS = new RegExp(`[${CODES}]`, "g");
const HALF = /[\ud800-\udbff]$/; // of a letter that the cut went through

/* {body, read, unread}: what is posted, and how many counters it is of. `nations` has the side of each nation. */
export function makeReport(counters, save, side, nations) {
  const sided = counters.map((each) => ({ ...each, side: Object.hasOwn(nations, each.nation) ? nations[each.nation] : "" }));
  const owners = ownersOf(sided, side), view = seenBy(sided, side, owners);
  readStacks(view);
  const own = view.filter((each) => each.side === side && !GROUND.has(each.kind) && !IGNORED.test(each.name) && (each.mine || each.hex || each.lost));
  const enemy = view.filter((each) => each.side && each.side !== side && !GROUND.has(each.kind) && (each.hex || each.lost));
  const ground = view.filter((each) => each.hex && (GROUND.has(each.kind) || (!each.side && each.kind !== "marker" && each.kind !== "concealment" && !IGNORED.test(each.name))));
  for (const part of [own, enemy, ground]) atMost(part.length, LIMITS.rows);
  const piles = [...save.piles].filter(([, pile]) => owners.get(pile.secret) === true).map(([number, pile]) => [`OBA ${number}`, `${pile.black} ${pile.red}`]);
  const body = {
    format: 1, boards: [...new Set(save.boards.map((board) => safe(board.name)))], own: own.map((each) => row(each, view)),
    enemy: enemy.map((each) => row(each)), ground: ground.map((each) => row(each)),
    hints: Object.fromEntries([...save.figures, ...piles].filter(([, value]) => FIGURE.test(value)).slice(0, 24)),
  };
  if (new TextEncoder().encode(JSON.stringify(body)).length > LIMITS.posted) throw new Unreadable("much");
  return { body, read: view.length + save.unread, unread: view.filter((each) => each.kind === "other").length + save.unread, own: own.length };
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

/* What lies in a stack below another side's "?" is concealed, even where the file does not say so. */
function coveredBy(counters, side) {
  const covered = new Set();
  for (const stack of stacksOf(counters)) {
    const top = stack.findLastIndex((each) => each.side !== side && each.hiddenBy === null && (each.kind === "concealment" || each.concealedBy !== null));
    for (const each of stack.slice(0, top + 1)) if (each.side !== side && !GROUND.has(each.kind)) covered.add(each);
  }
  return covered;
}

function row(counter, view = []) {
  const { kind, hex, beside, level, lost } = counter, group = counter.labels.find((label) => LABEL.test(label));
  const within = UNITS.has(kind) && hex && counter.stack !== null
    ? view.filter((each) => each.stack === counter.stack && each.side && each.side !== counter.side && UNITS.has(each.kind)) : [];
  return {
    kind, name: safe(counter.name), ...(hex && { hex }), ...(beside && { beside }), ...(level && { level }), ...(lost && { lost }),
    ...(counter.conditions.length && { conditions: [...new Set(counter.conditions)].sort() }),
    ...(counter.marked.length && { marked: [...counter.marked].sort().slice(0, 12) }),
    ...(group && view.length && { group }), ...(within.length && { within: within.slice(0, 40).map((each) => safe(each.name)) }),
  };
}

/* A stranger's text, shortened and without what would turn a line round: still to be shown as text alone. */
export const safe = (text) => text.replace(CONTROLS, "").slice(0, LIMITS.nameLength).replace(HALF, "");
