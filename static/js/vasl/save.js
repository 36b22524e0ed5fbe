/* A saved game or log: opened, decoded, and played through to its end. */
import { LIMITS, Unreadable, atMost } from "./limits.js";
import { deobfuscate } from "./obfuscation.js";
import { Piece } from "./piece.js";
import { playersOf, secretsOf } from "./secrets.js";
import { decode, encode } from "./sequence.js";
import { Zip } from "./zip.js";

export const MAPS = new Set(["Main Map", "Map0"]); // since 6.5, and before
export const CASUALTIES = "Casualties";
const ESC = "\x1b";
const BEGIN = /^[\s\x1b]*begin_save/;
const MODULE_NAME = /<name(?:\s[^>]*)?>(?:\s*<!\[CDATA\[)?([^<\]]*)/;
const KNOWN = /^($|begin_save$|end_save$|PLAYER\t|CHAT|EXT\t|P?NOTES\t|SNOTES\t|UNMASK\t|SETUP_STACK|MutableProperty|TURN|UNDO)/;

export class Save {
  pieces = new Map();
  #table = new Table(); // what of them lies on what
  #made = 0; // names of pieces without one
  boards = [];
  figures = new Map(); // such as the CVP of a side
  piles = new Map(); // of artillery, by number: {secret, black, red}
  strange = 0; // commands that nobody knows, in which there are counters
  secrets; // the passwords in it
  players; // their names

  constructor(text) {
    for (const command of commandsOf(text)) this.#execute(command);
    for (const stack of this.pieces.values()) {
      if (!stack.isStack) continue;
      for (const id of stack.members) {
        const piece = this.pieces.get(id);
        if (piece) piece.stack = stack.id;
      }
    }
    this.secrets = secretsOf(text, this);
    this.players = playersOf(text, this);
  }

  static async open(file) {
    const zip = await Zip.open(file);
    if (!zip.entries.has("savedGame")) throw new Unreadable("game");
    if (zip.entries.has("moduledata")) {
      const about = textOf(await zip.read("moduledata")), name = MODULE_NAME.exec(about)?.[1].trim();
      if (name && name !== "VASL") throw new Unreadable("module");
    }
    const text = gameOf(await deobfuscate(await zip.read("savedGame")));
    if (!BEGIN.test(text)) throw new Unreadable("newer");
    return new Save(text);
  }

  get counters() { return [...this.pieces.values()].filter((piece) => piece.isCounter); }

  /* How many things lie open of which nothing can be told, not even where. */
  get unread() {
    const open = (piece) => !piece.isCounter && !piece.isStack && !piece.isDeck && piece.hiddenBy === null && piece.concealedBy === null;
    return this.strange + [...this.pieces.values()].filter(open).length;
  }

  placeOf(piece) { // its stack's before its own
    const there = this.pieces.get(piece.stack)?.place;
    return there && there.map !== "null" ? there : piece.place;
  }

  #execute(command, depth = 0) {
    atMost(depth, LIMITS.depth);
    if (command.startsWith("+/")) this.#add(decode(command.slice(2), "/"));
    else if (command.startsWith("-/")) this.#remove(command.slice(2));
    else if (command.startsWith("D/")) this.#change(decode(command.slice(2), "/"));
    else if (command.startsWith("M/")) this.#move(decode(command.slice(2), "/"));
    else if (command.startsWith("bd\t")) this.#layOut(command);
    else if (command.startsWith("LOG\t")) for (const each of commandsOf(command.slice(4))) this.#execute(each, depth + 1);
    else if (command.startsWith("GlobalProperty\t")) this.#figure(decode(command.slice(15), ";"));
    else if (command.startsWith("INFO\t")) this.#info(decode(command, "\t").map((word) => word.trim()));
    else if (command.startsWith("OBA/")) this.#pile(decode(command.slice(4), "/"));
    else if (!KNOWN.test(command) && command.includes("piece;")) this.strange += 1;
  }
  #add([name, type = "", state = "", ...more]) { // one without a name gets one of its own, as in VASSAL
    const id = !name || name === "null" ? this.#newName() : name, piece = new Piece(id, type, state);
    piece.isTorn ||= more.length > 0;
    this.#remove(id);
    this.pieces.set(id, piece);
    this.#table.lay(piece);
    atMost(this.pieces.size, LIMITS.pieces);
  }
  #newName() { return `made ${(this.#made += 1)}`; }
  #remove(id) {
    const piece = this.pieces.get(id);
    if (!piece) return;
    this.#table.take(piece);
    this.pieces.delete(id);
  }
  #change([id, state = "", old]) { // each trait takes its new state where that differs from its old one
    const piece = this.pieces.get(id);
    if (!piece) return;
    this.#table.take(piece);
    if (old === undefined || !piece.isCounter) piece.set(state);
    else {
      const after = new Piece(id, piece.type, state), before = new Piece(id, piece.type, old).traits;
      piece.isTorn = after.isTorn;
      piece.traits.forEach((trait, n) => {
        if (after.traits[n] && after.traits[n].state !== before[n]?.state) trait.state = after.traits[n].state;
      });
      piece.join();
    }
    this.#table.lay(piece);
  }
  #move([id, map, x, y, under]) { // as VASSAL does: onto the one named as under it, else to the bottom of what lies there
    const piece = this.pieces.get(id);
    if (!piece) return;
    const moved = piece.isStack ? piece.members : [id];
    for (const each of moved) {
      for (const stack of this.#table.stacksWith(each)) {
        if (stack === piece) continue;
        if (stack.members.length > 1) this.#hold(stack, stack.members.filter((other) => other !== each));
        else this.#remove(stack.id);
      }
      if (each !== id) this.#moveTo(this.pieces.get(each), map, x, y);
    }
    this.#moveTo(piece, map, x, y);
    if (map !== "null" && moved.length) this.#join(piece, moved, under);
  }
  #moveTo(piece, map, x, y) {
    if (!piece) return;
    this.#table.take(piece);
    piece.moveTo(map, x, y);
    this.#table.lay(piece);
  }
  #hold(stack, members) {
    this.#table.take(stack);
    stack.hold(members);
    this.#table.lay(stack);
  }
  #join(piece, moved, under = "null") {
    const { map, x, y } = piece.place, there_lie = this.#table.at(piece.place);
    const stacks = there_lie.filter((each) => each.isStack && each !== piece && each.members.length);
    const there = stacks.find((stack) => stack.members.includes(under)) ?? stacks[0];
    const onto = (others) => { // all of them, the lowest first
      const above = others.indexOf(under) + 1 || (piece.isStack || under !== "null" ? others.length : 0);
      return [...others.slice(0, above), ...moved, ...others.slice(above)];
    };
    if (there) {
      this.#hold(there, onto(there.members));
      if (piece.isStack) this.#remove(piece.id);
      return;
    }
    const id = piece.isStack ? piece.id : this.#newName();
    const loose = there_lie.find((each) => each.isCounter && !moved.includes(each.id) && !this.#table.stacksWith(each.id).length);
    this.#add([id, "stack", encode([map, x, y, ...onto(loose ? [loose.id] : [])], ";")]);
  }
  #layOut(command) {
    const found = boardsOf(command);
    if (found.length) this.boards = found;
  }
  #figure([, name, value = ""]) {
    if (/^[A-Z][a-z]+CVP$/.test(name ?? "")) this.figures.set(`${name.slice(0, -3)} CVP`, value.trim());
  }
  #info([, , , turn = "", ...rest]) { // which of the rest is whose SAN or ELR is not known
    this.figures.set("Turn", turn);
    this.figures.set("SAN and ELR", rest.filter(Boolean).join(" "));
  }
  #pile([sign, number = "", said = ""]) {
    const [secret, , black = "", red = ""] = decode(said, ",");
    if (sign === "+" && isFew(number) && isFew(black) && isFew(red)) this.piles.set(number, { secret, black, red });
    else this.piles.delete(number);
  }
}

/* Where pieces lie and which stacks hold them, so that a move looks at its own hex alone. A piece is taken off the table
   before its place or its members change, and laid back after. */
class Table {
  #places = new Map();
  #holders = new Map(); // of ids, also of those that there are not
  #order = new Map(); // the first that was laid down lies lowest
  lay(piece) {
    if (!this.#order.has(piece)) this.#order.set(piece, this.#order.size);
    put(this.#places, spot(piece.place), piece);
    if (piece.isStack) for (const id of piece.members) put(this.#holders, id, piece);
  }
  take(piece) {
    this.#places.get(spot(piece.place))?.delete(piece);
    if (piece.isStack) for (const id of piece.members) this.#holders.get(id)?.delete(piece);
  }
  at(place) { return this.#sorted(this.#places.get(spot(place))); }
  stacksWith(id) { return this.#sorted(this.#holders.get(id)); }
  #sorted(pieces = []) {
    return [...pieces].sort((one, other) => this.#order.get(one) - this.#order.get(other));
  }
}

const spot = ({ map, x, y }) => `${x} ${y} ${map}`;
function put(sets, key, piece) {
  if (!sets.has(key)) sets.set(key, new Set());
  sets.get(key).add(piece);
}
const isFew = (text) => /^\d{1,3}$/.test(text);

export function commandsOf(text, depth = 0, found = []) {
  if (depth > LIMITS.depth) throw new Unreadable("much");
  const tokens = decode(text, ESC);
  if (tokens.length === 1 && tokens[0] === text) {
    found.push(text);
    atMost(found.length, LIMITS.commands);
  } else for (const token of tokens) commandsOf(token, depth + 1, found);
  return found;
}

/* `bd COL ROW [r]NAME [x y w h] VER v … ZOOM z bd …`, by tabs; r is a board turned round. */
export function boardsOf(command) {
  const found = [];
  for (const part of command.slice(3).split(/(?<=.)bd\t/s)) {
    const words = part.split(/[\t\n]/).filter(Boolean), crop = words.slice(3, 7);
    if (words.length < 3) continue;
    const turned = words[2].length > 1 && words[2][0] === "r", isCropped = crop.length === 4 && crop.every((word) => /^-?\d+$/.test(word));
    const [x, y, width, height] = isCropped ? crop.map(Number) : [0, 0, 0, 0];
    found.push({
      isWhole: words.slice(0, 2).every(isFew) && part.includes("\tVER\t"), // as VASL writes all of them
      column: Number(words[0]), row: Number(words[1]), name: turned ? words[2].slice(1) : words[2], turned,
      crop: { x, y, width, height }, zoom: Number(/ZOOM\t([0-9.]+)/.exec(part)?.[1] ?? 1) || 1,
    });
    atMost(found.length, LIMITS.boards);
  }
  return found;
}

/* UTF-8; the first versions of VASSAL wrote letters as their computer had them. */
function gameOf(bytes) {
  try {
    return textOf(bytes);
  } catch {
    const text = new TextDecoder("windows-1252").decode(bytes);
    if (!BEGIN.test(text)) throw new Unreadable("broken");
    return text;
  }
}

function textOf(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Unreadable("broken");
  }
}
