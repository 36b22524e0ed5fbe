/* A saved game or log: opened, decoded, and played through to its end. */
import { LIMITS, Unreadable, atMost } from "./limits.js";
import { deobfuscate } from "./obfuscation.js";
import { Piece } from "./piece.js";
import { decode, encode } from "./sequence.js";
import { Zip } from "./zip.js";

export const MAPS = new Set(["Main Map", "Map0"]); // since 6.5, and before
export const CASUALTIES = "Casualties";
const ESC = "\x1b";
const KNOWN = /^($|begin_save$|end_save$|PLAYER\t|CHAT|EXT\t|P?NOTES\t|SNOTES\t|UNMASK\t|SETUP_STACK|MutableProperty|TURN|UNDO)/;

export class Save {
  pieces = new Map();
  #stacks = new Map(); // those of them that are stacks
  #loose = null; // the counters that were in no stack when the first one moved
  #made = 0; // stacks that came about by moves
  boards = [];
  figures = new Map(); // such as the CVP of a side
  piles = new Map(); // of artillery, by number: {secret, black, red}
  strange = 0; // commands that nobody knows, in which there are counters

  constructor(text) {
    for (const command of commandsOf(text)) this.#execute(command);
    for (const stack of this.#stacks.values()) {
      for (const id of stack.members) {
        const piece = this.pieces.get(id);
        if (piece) piece.stack = stack.id;
      }
    }
  }

  static async open(file) {
    const zip = await Zip.open(file);
    if (!zip.entries.has("savedGame")) throw new Unreadable("game");
    if (zip.entries.has("moduledata")) {
      const about = textOf(await zip.read("moduledata")), name = /<name>([^<]*)<\/name>/.exec(about)?.[1].trim();
      if (name && name !== "VASL") throw new Unreadable("module");
    }
    const text = textOf(await deobfuscate(await zip.read("savedGame")));
    if (!text.startsWith("begin_save")) throw new Unreadable("newer");
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

  #execute(command) {
    if (command.startsWith("+/")) this.#add(decode(command.slice(2), "/"));
    else if (command.startsWith("-/")) this.#remove(command.slice(2));
    else if (command.startsWith("D/")) this.#change(decode(command.slice(2), "/"));
    else if (command.startsWith("M/")) this.#move(decode(command.slice(2), "/"));
    else if (command.startsWith("bd\t")) this.#layOut(command);
    else if (command.startsWith("LOG\t")) for (const each of commandsOf(command.slice(4))) this.#execute(each);
    else if (command.startsWith("GlobalProperty\t")) this.#figure(decode(command.slice(15), ";"));
    else if (command.startsWith("INFO\t")) this.#info(decode(command, "\t").map((word) => word.trim()));
    else if (command.startsWith("OBA/")) this.#pile(decode(command.slice(4), "/"));
    else if (!KNOWN.test(command) && command.includes("piece;")) this.strange += 1;
  }
  #add([id, type = "", state = ""]) {
    const piece = new Piece(id, type, state);
    this.#remove(id);
    this.pieces.set(id, piece);
    if (piece.isStack) this.#stacks.set(id, piece);
    else this.#loose?.add(id);
    atMost(this.pieces.size, LIMITS.pieces);
  }
  #remove(id) {
    this.pieces.delete(id);
    this.#stacks.delete(id);
  }
  #change([id, state = "", old]) { // each trait takes its new state where that differs from its old one
    const piece = this.pieces.get(id);
    if (!piece) return;
    if (old === undefined || !piece.isCounter) return piece.set(state);
    const after = new Piece(id, piece.type, state).traits, before = new Piece(id, piece.type, old).traits;
    piece.traits.forEach((trait, n) => {
      if (after[n] && after[n].state !== before[n]?.state) trait.state = after[n].state;
    });
    piece.join();
  }
  #move([id, map, x, y, under]) { // as VASSAL does: onto the one named as under it, else to the bottom of what lies there
    const piece = this.pieces.get(id);
    if (!piece) return;
    const moved = piece.isStack ? piece.members : [id];
    for (const each of moved) {
      for (const stack of this.#stacks.values()) {
        if (stack === piece || !stack.members.includes(each)) continue;
        if (stack.members.length > 1) stack.hold(stack.members.filter((other) => other !== each));
        else this.#remove(stack.id);
      }
      this.pieces.get(each)?.moveTo(map, x, y);
    }
    piece.moveTo(map, x, y);
    if (map !== "null" && moved.length) this.#join(piece, moved, under);
  }
  #join(piece, moved, under = "null") {
    const { map, x, y } = piece.place, lies = ({ place }) => place.x === x && place.y === y && place.map === map, stacks = [];
    for (const stack of this.#stacks.values()) if (stack !== piece && lies(stack) && stack.members.length) stacks.push(stack);
    const there = stacks.find((stack) => stack.members.includes(under)) ?? stacks[0];
    const onto = (others) => { // all of them, the lowest first
      const above = others.indexOf(under) + 1 || (piece.isStack || under !== "null" ? others.length : 0);
      return [...others.slice(0, above), ...moved, ...others.slice(above)];
    };
    if (there) {
      there.hold(onto(there.members));
      if (piece.isStack) this.#remove(piece.id);
      return;
    }
    const id = piece.isStack ? piece.id : `made ${(this.#made += 1)}`;
    this.#add([id, "stack", encode([map, x, y, ...onto(this.#looseAt(lies, moved))], ";")]);
  }
  #looseAt(lies, moved) { // the one counter there that is in no stack, if any
    const stacked = () => new Set([...this.#stacks.values()].flatMap((stack) => stack.members));
    this.#loose ??= without([...this.pieces.keys()], stacked());
    const found = [...this.#loose].filter((id) => this.pieces.get(id)?.isCounter && !moved.includes(id) && lies(this.pieces.get(id)));
    return found.length ? [...without(found, stacked())].slice(0, 1) : [];
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

const without = (ids, others) => new Set(ids.filter((id) => !others.has(id)));
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
      column: Number(words[0]), row: Number(words[1]), name: turned ? words[2].slice(1) : words[2], turned,
      crop: { x, y, width, height }, zoom: Number(/ZOOM\t([0-9.]+)/.exec(part)?.[1] ?? 1) || 1,
    });
    atMost(found.length, LIMITS.boards);
  }
  return found;
}

function textOf(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Unreadable("broken");
  }
}
