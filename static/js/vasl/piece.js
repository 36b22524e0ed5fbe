/* A piece: traits around traits around a basic piece, as two parallel nests of text, its type and its state. */
import { LIMITS, atMost } from "./limits.js";
import { decode, encode } from "./sequence.js";

const IMAGES = 15, NAMES = 16, OLD_LEVELS = 8; // fields of a layer; an old one has a field for each level
const isWhole = (text) => /^[+-]?\d{1,9}$/.test(text ?? "");

export class Trait {
  #fields;
  constructor(type, state) {
    this.id = type.slice(0, type.indexOf(";") + 1) || type;
    this.type = type;
    this.state = state;
  }
  get fields() {
    return (this.#fields ??= decode(this.type.slice(this.id.length), ";"));
  }
}

export class Piece {
  #place;
  #members;
  stack = null; // the id of the one it is in
  constructor(id, type, state) {
    this.id = id;
    this.type = type;
    this.set(state);
  }
  set(state) {
    this.state = state;
    this.#place = this.#members = undefined;
    this.traits = this.type === "stack" ? [] : traitsOf(this.type, state); // outermost first, the basic piece last
  }
  join() {
    this.state = this.traits.map((trait) => trait.state).reduceRight((inner, text) => encode([text, inner], "\t"));
    this.#place = undefined;
  }
  get isStack() { return this.type === "stack"; }
  get isDeck() { return this.type.startsWith("deck;"); }
  get basic() { return this.traits.at(-1); }
  get isCounter() { return this.basic?.id === "piece;"; }
  get name() { return this.basic.fields[3] ?? ""; }
  get image() { return this.basic.fields[2] ?? ""; }
  get place() { return (this.#place ??= placeOf(decode(this.isStack ? this.state : this.basic?.state ?? "", ";", 3))); }
  get members() { // of a stack, bottom first
    if (this.#members) return this.#members;
    const words = decode(this.state, ";");
    return (this.#members = words.slice(words[0] === "null" ? 1 : 3).filter((id) => id && !id.startsWith("@@")));
  }
  hold(members) { // from now on, as a stack
    const { map, x, y } = this.place;
    this.set(encode([...(map === "null" ? [map] : [map, x, y]), ...members], ";"));
  }
  moveTo(map, x, y) {
    const words = decode(this.isStack ? this.state : this.basic?.state ?? "", ";");
    const state = encode([map, x, y, ...(words[0] === "null" && this.isStack ? words.slice(1) : words.slice(3))], ";");
    if (this.isStack) this.set(state);
    else if (this.basic) { this.basic.state = state; this.join(); }
  }
  /* A piece of these traits, on no map. */
  static of(id, traits) {
    const nested = (part) => traits.map(part).reduceRight((inner, text) => encode([text, inner], "\t"));
    return new Piece(id, nested((trait) => trait.type), nested((trait) => trait.state));
  }
  /* Show the level of a layer whose name begins or ends with a word; whether there is one. */
  show(word) {
    for (const trait of this.traits.filter((each) => each.id === "emb2;")) {
      const level = decode(trait.fields[NAMES] ?? "", ",").findIndex((name) => decode(name, "+").some((part) => part && part.trim() === word.trim()));
      if (level < 0) continue;
      trait.state = String(level + 1);
      this.join();
      return true;
    }
    return false;
  }
  trait(id) { return this.traits.find((trait) => trait.id === id); }
  /* Whose hand is on it, by his VASSAL password: compared in memory, never shown, kept or sent. */
  get hiddenBy() { return this.#secret("hide;", (state) => state); }
  get concealedBy() { return this.#secret("conceal;", first) ?? this.#secret("obs;", first); }
  #secret(id, read) { // "" is the password of who never chose one
    const found = this.traits.filter((trait) => trait.id.toLowerCase() === id).map((trait) => read(trait.state));
    return found.find((secret) => secret !== "null") ?? null;
  }
  get labels() { return this.traits.filter((trait) => trait.id === "label;" && trait.state).map((trait) => trait.state); }
  get layers() { return this.traits.filter(isLayer).map(layerOf); }
}

const first = (state) => decode(state, ";", 1)[0];
export const isLayer = (trait) => trait.id === "emb2;" || trait.id === "emb;";

export function layerOf(trait) {
  const old = trait.id === "emb;";
  const pairs = old ? trait.fields.slice(OLD_LEVELS).map((field) => decode(field, ",")) : [];
  const images = old ? pairs.map((pair) => pair[0]) : decode(trait.fields[IMAGES] ?? "", ",");
  const names = old ? pairs.map((pair) => pair[1] ?? "") : decode(trait.fields[NAMES] ?? "", ",");
  const value = isWhole(first(trait.state)) ? Number(first(trait.state)) : old ? 1 : -1;
  return { active: value > 0, name: names[Math.abs(value) - 1] ?? "", image: images[Math.abs(value) - 1] ?? "" };
}

function traitsOf(type, state) {
  const traits = [];
  while (!type.startsWith("piece;")) { // nothing is inside that one, so its text is no list
    const [outer, inner] = decode(type, "\t", 2), [held, rest = "null"] = decode(state, "\t", 2);
    traits.push(new Trait(outer, held));
    atMost(traits.length, LIMITS.traits);
    if (inner === undefined) return traits;
    type = inner;
    state = rest;
  }
  traits.push(new Trait(type, state));
  return traits;
}

function placeOf([map = "null", x, y]) {
  return isWhole(x) && isWhole(y) ? { map, x: Number(x), y: Number(y) } : { map, x: 0, y: 0 };
}
