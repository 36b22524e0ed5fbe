/* A board of VASL as its archive has it, or a bare picture: the picture, the geometry of its hexes, its terrain by pixel.
   All of it is the reader's own and stays where it is read. */
import { BOARD, Unreadable, atMost } from "./limits.js";
import { Grid } from "./boards.js";
import { elementsOf } from "./xml.js";
import { Zip, inflate } from "./zip.js";

const METADATA = { a1centerx: "x0", a1centery: "y0", hexwidth: "dx", hexheight: "dy", width: "columns", height: "rows" };
const UNSET = -999; // what VASL writes for "as on a geomorphic board"
const SPANS = { x0: [-10_000, 10_000], y0: [-10_000, 10_000], dx: [8, 400], dy: [8, 400], columns: [1, 200], rows: [1, 200] };

/* {name, picture, geometry, sure, terrain}. `picture` is {blob, width, height}, `terrain` the file of its terrain or null.
   `known` has geometries by the names of boards, for archives that have none; `sure` is whether one was found at all. */
export async function openBoard(file, known = {}) {
  const name = /^(?:bd)?(.*?)(?:\.\w{1,4})?$/i.exec(file.name ?? "")[1].slice(0, 40);
  const usual = Object.keys(known).find((each) => each.toLowerCase() === name.toLowerCase());
  const start = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  const isBare = typeOf(start) !== "";
  if (isBare) atMost(file.size, BOARD.entryBytes);
  const zip = isBare ? null : await Zip.open(file, BOARD), { image = "", ...told } = zip ? await toldBy(zip) : {};
  const entry = zip ? pictureIn(zip, image) : "";
  const picture = pictureOf(zip ? await zip.read(entry) : new Uint8Array(await file.arrayBuffer()));
  const geometry = geometryOf({ ...(usual ? known[usual] : {}), ...told });
  const terrain = zip?.entries.has("LOSData") ? await zip.read("LOSData") : null;
  return { name, picture, geometry, sure: Object.keys(told).length > 0 || usual !== undefined, terrain };
}

async function toldBy(zip) {
  const text = async (entry) => new TextDecoder().decode(await zip.read(entry));
  if (zip.entries.has("BoardMetadata.xml")) return fromMetadata(await text("BoardMetadata.xml"));
  return zip.entries.has("data") ? fromLines(await text("data")) : {};
}

function fromMetadata(xml) {
  const attributes = new Map([...elementsOf(xml)[0].attributes].map(([name, value]) => [name.toLowerCase(), value]));
  const found = { image: attributes.get("boardimagefilename") ?? "", alternate: attributes.get("althexgrain")?.toLowerCase() === "true" };
  for (const [name, key] of Object.entries(METADATA)) {
    const value = attributes.has(name) && attributes.get(name) !== "" ? Number(attributes.get(name)) : UNSET;
    if (value !== UNSET) found[key] = value;
  }
  return found;
}

/* As older archives have it: lines such as `dx 57.7`. */
function fromLines(text) {
  const found = {};
  for (const [, key, value] of text.matchAll(/^\s*(x0|y0|dx|dy|alternate)\s+(\S+)/gim)) {
    found[key.toLowerCase()] = key.toLowerCase() === "alternate" ? value.toLowerCase() === "true" : Number(value);
  }
  return found;
}

function geometryOf(told) {
  const { x0, y0, dx, dy, columns, rows, alternate } = new Grid(told), found = { x0, y0, dx, dy, columns, rows };
  for (const [key, [least, most]] of Object.entries(SPANS)) if (!(found[key] >= least && found[key] <= most)) throw new Unreadable("broken");
  return { ...found, alternate };
}

/* The entry with the picture: that which the archive names, else the one picture called like a board, else the largest. */
function pictureIn(zip, image) {
  const all = [...zip.entries.keys()].filter((name) => /\.(gif|png|jpe?g)$/i.test(name));
  const called = all.find((name) => name.toLowerCase() === image.toLowerCase()) ?? all.find((name) => /^bd[^/]*$/i.test(name));
  const [largest] = all.sort((one, other) => zip.entries.get(other).size - zip.entries.get(one).size);
  if (!largest) throw new Unreadable("board");
  return called ?? largest;
}

function typeOf(bytes) {
  if (bytes[0] === 0x47 && bytes[1] === 0x49 && bytes[2] === 0x46) return "image/gif";
  if (bytes[0] === 0x89 && bytes[1] === 0x50 && bytes[2] === 0x4e) return "image/png";
  return bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff ? "image/jpeg" : "";
}

/* A picture by what is in it, whatever it is called, with its size before any browser unpacks it. */
function pictureOf(bytes) {
  const type = typeOf(bytes), view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const sizes = { "image/gif": gifSize, "image/png": pngSize, "image/jpeg": jpegSize };
  if (!type) throw new Unreadable("board");
  try {
    const [width, height] = sizes[type](view);
    if (!width || !height) throw new Unreadable("broken");
    atMost(width * height, BOARD.pixels);
    return { blob: new Blob([bytes], { type }), width, height };
  } catch (wrong) {
    throw wrong instanceof RangeError ? new Unreadable("broken") : wrong; // it ends before its size
  }
}

const pngSize = (view) => [view.getUint32(16), view.getUint32(20)];

/* A frame that is larger than its screen makes the picture larger. */
function gifSize(view) {
  const wide = view.getUint16(6, true), high = view.getUint16(8, true), colours = (flags) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  let at = 13 + colours(view.getUint8(10));
  while (view.getUint8(at) === 0x21) { // extensions
    at += 2;
    while (view.getUint8(at)) at += 1 + view.getUint8(at);
    at += 1;
  }
  if (view.getUint8(at) !== 0x2c) throw new Unreadable("broken");
  const [left, top, width, height] = [1, 3, 5, 7].map((more) => view.getUint16(at + more, true));
  return [Math.max(wide, left + width), Math.max(high, top + height)];
}

function jpegSize(view) {
  for (let at = 2; ; at += 2 + view.getUint16(at + 2)) {
    if (view.getUint8(at) !== 0xff) throw new Unreadable("broken");
    const marker = view.getUint8(at + 1);
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) return [view.getUint16(at + 7), view.getUint16(at + 5)];
  }
}

/* Terrain codes by pixel, of the gzipped stream of Java's that an archive calls LOSData. */
export class Terrain {
  constructor({ columns, rows, width, height, cells }) {
    Object.assign(this, { columns, rows, width, height });
    this.cells = cells; // elevation and code of each pixel, column by column
  }
  static async open(packed) {
    const bytes = unblocked(await inflate(new Blob([packed]), "gzip", BOARD.terrainBytes));
    if (bytes.length < 16) throw new Unreadable("broken");
    const view = new DataView(bytes.buffer, bytes.byteOffset), [columns, rows, width, height] = [0, 4, 8, 12].map((at) => view.getInt32(at));
    if (![columns, rows, width, height].every((n) => n > 0) || columns > 200 || rows > 200 || bytes.length < 16 + 2 * width * height) throw new Unreadable("broken");
    return new Terrain({ columns, rows, width, height, cells: bytes.subarray(16) });
  }
  at(x, y) {
    return x >= 0 && y >= 0 && x < this.width && y < this.height ? this.cells[2 * (x * this.height + y) + 1] : undefined;
  }
}

/* What Java wrote in blocks, joined. */
function unblocked(stream) {
  const view = new DataView(stream.buffer, stream.byteOffset, stream.byteLength), blocks = [];
  if (stream.length < 4 || view.getUint32(0) !== 0xaced0005) throw new Unreadable("broken");
  for (let at = 4; at < stream.length; ) {
    const long = stream[at] === 0x7a, head = long ? 5 : 2;
    if ((!long && stream[at] !== 0x77) || at + head > stream.length) throw new Unreadable("broken");
    const length = long ? view.getUint32(at + 1) : stream[at + 1];
    if (at + head + length > stream.length) throw new Unreadable("broken");
    blocks.push(stream.subarray(at + head, at + head + length));
    at += head + length;
  }
  const all = new Uint8Array(blocks.reduce((sum, block) => sum + block.length, 0));
  blocks.reduce((at, block) => { all.set(block, at); return at + block.length; }, 0);
  return all;
}
