/* The counters of the reader's own module and of its extensions: type and state of a fresh piece. In a module a counter
   uses prototypes, in a game they are written out. */
import { MODULE, Unreadable, atMost } from "./limits.js";
import { classify, keysOf } from "./names.js";
import { Piece } from "./piece.js";
import { decode, encode } from "./sequence.js";
import { elementsOf } from "./xml.js";
import { Zip } from "./zip.js";

const BUILD_FILES = ["buildFile.xml", "buildFile"]; // since VASSAL 3.4, and before
const MMC = new Set(["squad", "half_squad", "crew"]); // a name alone does not say which of them a counter is

export class Palette {
  #prototypes = new Map();
  #slots = new Map(); // by gpid

  constructor(builds, nations) { // of one module and of its extensions, as texts, in any order
    const read = builds.map(elementsOf), isExtension = ([root]) => root.tag.endsWith("ModuleExtension");
    const isOfVasl = ([root]) => root.attributes.get(isExtension([root]) ? "module" : "name") === "VASL" || root.attributes.get("anyModule") === "true";
    if (!read.every(isOfVasl)) throw new Unreadable("module");
    const modules = read.filter((each) => !isExtension(each));
    if (modules.length !== 1) throw new Unreadable(modules.length ? "several" : "empty");
    const [[{ attributes }]] = modules;
    this.version = attributes.get("version") ?? "";
    this.vassal = attributes.get("VassalVersion") ?? "";
    for (const { tag, attributes: its, text } of [...read.filter(isExtension), ...modules].flat()) { // of two alike the module's stays
      if (tag.endsWith("PrototypeDefinition")) this.#prototypes.set(its.get("name"), text.trim());
      if (tag.endsWith("PieceSlot") && its.get("gpid") && text.trim()) this.#slots.set(its.get("gpid"), text.trim());
    }
    if (!this.#slots.size) throw new Unreadable("empty");
    atMost(this.#slots.size, MODULE.slots);
    this.index = this.#indexed(nations);
  }

  static async open(files, nations) {
    const builds = [];
    for (const file of files) {
      const zip = await Zip.open(file, MODULE), name = BUILD_FILES.find((each) => zip.entries.has(each));
      if (!name) throw new Unreadable("game");
      builds.push(new TextDecoder().decode(await zip.read(name)));
    }
    return new Palette(builds, nations);
  }

  /* A fresh piece on no map. */
  piece(gpid, id) {
    const traits = this.#expand(traitsOf(this.#slots.get(gpid)), 0);
    traits.at(-1).state = encode(["null", 0, 0, gpid, 0], ";");
    return Piece.of(id, traits);
  }

  /* The gpid of a counter of a side by the first of its names that the module has; undefined if it has none. One of the
     same kind goes before others, and one of the side's own nation before one of none. */
  find(side, kind, names) {
    for (const key of names.flatMap(keysOf)) {
      const fit = (this.index.get(key) ?? []).filter((each) => [side, ""].includes(each.side) && (each.kind === kind || !(MMC.has(kind) || MMC.has(each.kind))));
      const rank = (each) => 2 * Number(each.side === side) + Number(each.kind === kind);
      if (fit.length) return fit.reduce((best, each) => (rank(each) > rank(best) ? each : best)).gpid;
    }
    return undefined;
  }

  #indexed(nations) {
    const index = new Map();
    for (const gpid of this.#slots.keys()) {
      const piece = this.piece(gpid, "1");
      if (!piece.isCounter) continue;
      const { name, kind, nation } = classify(piece);
      if (nation && !nations[nation]) continue; // of nobody in this game
      for (const key of keysOf(name)) {
        if (!index.has(key)) index.set(key, []);
        index.get(key).push({ gpid, kind, side: nations[nation] ?? "" });
      }
    }
    return index;
  }

  /* A prototype's traits stand in its place, outside of what it wraps. */
  #expand(traits, depth) {
    atMost(depth, MODULE.prototypes);
    const all = traits.flatMap((trait) => {
      if (trait.id !== "prototype;") return [trait];
      const text = this.#prototypes.get(trait.fields[0]);
      return text ? this.#expand(traitsOf(text).filter((each) => each.id !== "piece;"), depth + 1) : [];
    });
    atMost(all.length, MODULE.traits);
    return all;
  }
}

const traitsOf = (text) => { // +/null/TYPE/STATE
  const [, type = "", state = ""] = decode(text.slice(2), "/");
  return new Piece("slot", type, state).traits;
};
