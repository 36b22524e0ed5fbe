/* A piece: traits around traits around a basic piece, as two parallel nests of text, its type and its state.

   VASSAL writes as many states as types, two texts at each level, and four fields of a basic piece. One of which that is
   not so is torn: any text may have got anywhere in it, so it is counted and nothing is read of it (counters.js). */
import { LIMITS, atMost } from "./limits.js";
import { decode, encode } from "./sequence.js";

const IMAGES = 15, NAMES = 16, OLD_LEVELS = 8; // fields of a layer; an old one has a field for each level
const BASIC = 4, FOREIGN = /\x1b|\\[\t/]/; // fields of a basic piece, and what no name in one has
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
  #state;
  stack = null; // the id of the one it is in
  isTorn = false;
  constructor(id, type, state) {
    this.id = id;
    this.type = type;
    this.set(state);
  }
  set(state) {
    this.#state = state;
    this.#place = this.#members = undefined;
    const { traits, isWhole } = this.type === "stack" ? { traits: [], isWhole: true } : traitsOf(this.type, state);
    this.traits = traits; // outermost first, the basic piece last
    this.isTorn ||= !isWhole;
  }
  get state() { return (this.#state ??= this.traits.map((trait) => trait.state).reduceRight((inner, text) => encode([text, inner], "\t"))); }
  join() { // a trait has another state now
    this.#state = this.#place = undefined;
  }
  get isStack() { return this.type === "stack"; }
  get isDeck() { return this.type.startsWith("deck;"); }
  get basic() { return this.traits.at(-1); }
  get isCounter() { return !this.isTorn && this.basic?.id === "piece;"; }
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
  get questionOf() { return this.trait("concealment;")?.fields[0] || null; }
  get concealedBy() { return this.#secret("conceal;", first) ?? this.#secret("obs;", first); }
  #secret(id, read) { // "" is the password of who never chose one
    const found = this.traits.filter((trait) => trait.id.toLowerCase() === id).map((trait) => read(trait.state));
    return found.find((secret) => secret !== "null") ?? null;
  }
  get owner() { return this.traits.find((trait) => trait.id === "PROP;" && trait.fields[0] === "Owner")?.state ?? ""; }
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
  let isWhole = true;
  while (!type.startsWith("piece;")) { // nothing is inside that one, so its text is no list
    const types = decode(type, "\t", 3), states = decode(state, "\t", 3);
    traits.push(new Trait(types[0], states[0]));
    atMost(traits.length, LIMITS.traits);
    isWhole &&= types.length === states.length && types.length < 3;
    if (types.length < 2) return { traits, isWhole };
    [, type] = types;
    [, state = "null"] = states;
  }
  traits.push(new Trait(type, state));
  return { traits, isWhole: isWhole && isBasic(traits.at(-1)) };
}

/* Four fields and no more, of which none has a separator that is another level's, as the name of the map has none. */
function isBasic({ fields, state }) {
  return fields.slice(BASIC).every((field) => field === "") && !fields.some((field) => FOREIGN.test(field)) && !/^[^;]*[\t\x1b]/.test(state);
}

function placeOf([map = "null", x, y]) {
  return isWhole(x) && isWhole(y) ? { map, x: Number(x), y: Number(y) } : { map, x: 0, y: 0 };
}
