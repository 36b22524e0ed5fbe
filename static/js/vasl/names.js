/* What a piece is: its name without anything typed on it, its nation, its kind, what stands on it. The words are VASL's;
   rules/asl/vasl/names.py knows the same ones for its text. */
import { isLayer, layerOf } from "./piece.js";
import { decode } from "./sequence.js";

const SIZES = { sq: "squad", hs: "half_squad", cr: "crew" };
const LAYERS = Object.entries({
  "broken ": "broken", "Wnd ": "wounded", "Berserk ": "berserk", "Fanatic ": "fanatic", "Heroic ": "heroic",
  "malf ": "malfunctioned", "Disrupted ": "disrupted", "Abandoned ": "abandoned", "dm ": "dismantled",
});
/* Markers that say something of what lies below them. */
const MARKERS = new Map(Object.entries({
  DM: "DM", Pin: "pinned", CX: "CX", TI: "TI", Melee: "melee", Encircled: "encircled", Prisoner: "prisoner",
  Prisoners: "prisoner", Disrupt: "disrupted", Disrupted: "disrupted", Immobilized: "immobilized", "Immob.": "immobilized",
  Immob: "immobilized", Bog: "bogged", Bogged: "bogged", Mired: "bogged", Stun: "stunned", STUN: "stunned",
  Shock: "shocked", Shocked: "shocked", UK: "shocked", Abandoned: "abandoned", Recall: "recalled",
  "Walking Wounded": "wounded", "Low Ammo": "low ammunition",
}));
const MAN = /^(\*?\d+-\d+-\d+)\s*([A-Za-z0-9 ]*?)(sq|hs|cr)\b(.*)/, ARM = /^(?:AE|N|SSAE|AE SS)$/;
const LEADER = /^\d+[-+]\d(?= |$)/, FACING = / (ca\d|vca\d|tca\d|BU|CE|Ptca\d|Stca\d)\b.*$/;
const WEAPON = /^(LMG|MMG|HMG|\.50|DC|FT|ATR|PSK|BAZ|PIAT|Radio|Phone|MOL|Lt MTR|PF)/i;
const GROUND = /\b(flame|blaze|fire|rubble|burnt|shellholes?|foxhole|trench|wire|minefield|mines?|roadblock|pillbox|bunker|dug-?in|booby|panjis?|set dc|cave|fort bldg|strongpoint|sangar|a-?t ditch|breach|debris|building|steeple)\b/i;
const REPORTED = new Set(["conceal;", "concealment;"]);
const LONGEST = 300; // letters of a name that are looked at, as rules/asl/vasl/text.py does; VASL's own are shorter

/* A name of a rulebook, which tells nothing of a file. */
const PLAIN = /^(?:\*?\d{1,2}-\d{1,2}-\d{1,2}(?: (?:AE|N|SSAE|AE SS))?|\d{1,2}[-+]\d|[LMH]MG|DC|FT|ATR|hero|\?)$/i;

export const isPlain = (name) => PLAIN.test(name) || MARKERS.has(name);
export const marker = (name) => MARKERS.get(name) ?? MARKERS.get(name.split(" ")[0]) ?? "";

/* What of a name is compared, as rules/asl/vasl/names.py does: all else than factors without blanks, dots and slashes,
   and Guns by calibre and model besides. */
const GUN = /^(\d+)\s*(?:mm)?\s*(?:\*|L{0,2})[^()]*\(([^)]*)\)/;
const VASL_GUN = /^(\d+)(?:\*|L{0,2}) (?:AT|AA|ART|INF|MTR|RCL) (?:PTP |PP |ZP |GP |G |PM |BM |GVPM )?(.+)/;

export function keysOf(name) {
  const gun = GUN.exec(name) ?? VASL_GUN.exec(name.replace(/\s+/g, " ").trim());
  return [nameKey(name), gun ? `${gun[1]} ${nameKey(gun[2])}` : ""].filter(Boolean);
}

function nameKey(name) {
  if (/^\d+[-+]\d+/.test(name)) return name.toLowerCase().replaceAll("*", "");
  return name.toLowerCase().replaceAll("pzkpfw", "pz").replaceAll("pzkw", "pz").replace(/[^a-z0-9()]/g, "");
}

/* The words of a layer's level for a condition, such as "broken "; "" if no layer says it. */
export const layerWord = (condition) => LAYERS.find(([, each]) => each === condition)?.[0] ?? "";

/* {name, kind, nation, conditions}; no label that a player typed is part of the name. */
export function classify(piece) {
  const conditions = [], nation = nationOf(piece);
  let name = shown(piece);
  for (let found = true; found; ) {
    found = LAYERS.find(([prefix]) => name.startsWith(prefix));
    if (found) { name = name.slice(found[0].length); conditions.push(found[1]); }
  }
  return { nation, conditions, ...kindOf(piece, name.replace(FACING, ""), nation) };
}

/* Layers add to the name of what is inside them, or take its place. */
function shown(piece) {
  let name = piece.name || piece.image.replace(/^.*\//, "").replace(/\.\w{3,4}$/, "") || "unnamed";
  for (const trait of piece.traits.slice(0, -1).reverse()) {
    const layer = isLayer(trait) ? layerOf(trait) : null;
    if (!layer?.active || !layer.name) continue;
    const words = decode(layer.name, "+");
    name = words.length === 1 ? words[0] : words[0] === "" ? name + words[1] : words[0] + name;
  }
  return tidy(name);
}

const tidy = (name) => name.replace(/\s+/g, " ").trim().slice(0, LONGEST);

function nationOf(piece) {
  for (const trait of piece.traits) {
    if (!REPORTED.has(trait.id)) continue;
    const field = trait.fields[trait.id === "conceal;" ? 2 : 1];
    if (field) return field;
  }
  for (const image of [piece.image, ...piece.layers.map((layer) => layer.image)]) {
    const folder = /^([a-z]{2})\//.exec(image);
    if (folder) return folder[1];
  }
  return /^([a-z]{2})(LDR|HERO|COM)/.exec(piece.name)?.[1] ?? "";
}

function kindOf(piece, name, nation) {
  const man = MAN.exec(name);
  if (man) return { name: [man[1], ARM.exec(man[2].trim())?.[0], man[4].trim()].filter(Boolean).join(" "), kind: SIZES[man[3]] };
  if (LEADER.test(name)) return name.endsWith(" AL") ? { name: name.slice(0, -3), kind: "armor_leader" } : { name, kind: "leader" };
  const images = [piece.image, ...piece.layers.filter((layer) => layer.active).map((layer) => layer.image)];
  if (/wreck/i.test(name)) return { name, kind: "wreck" };
  if (images.some((image) => image.includes("/veh/")) || piece.trait("turr;")) return { name: tidy(piece.name).replace(FACING, ""), kind: "vehicle" };
  if (images.some((image) => image.includes("/gun/"))) return { name: tidy(piece.name).replace(FACING, ""), kind: "gun" };
  return { name, kind: otherKind(piece, name, nation) };
}

function otherKind(piece, name, nation) {
  if (/\bhero\b/i.test(name)) return "hero";
  if (piece.trait("concealment;") || name === "?" || name === "L?") return "concealment";
  if (/\bcontrol$/i.test(name)) return "control"; // before markers: "UK Control"
  if (marker(name)) return "marker";
  if (nation && WEAPON.test(name)) return "weapon";
  if (/perimeter/i.test(name) || GROUND.test(name)) return "terrain";
  return nation && piece.traits.some((trait) => trait.id === "mark;" && trait.state === "unit") ? "weapon" : "other";
}
