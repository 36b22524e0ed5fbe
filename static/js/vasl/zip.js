/* Zip archives by their central directory: stored and deflated entries, which is all that VASSAL writes. What a header
   says of a size is a promise only: inflating stops where it is broken. */
import { LIMITS, Unreadable, atMost } from "./limits.js";

const END = 0x06054b50, CENTRAL = 0x02014b50, LOCAL = 0x04034b50, END_SIZE = 22, LONGEST_COMMENT = 0xffff;
const ZIP64 = 0xffff, ZIP64_START = 0xffffffff;

export class Zip {
  constructor(blob, entries) {
    this.blob = blob;
    this.entries = entries;
  }

  static async open(blob, limits = LIMITS) {
    atMost(blob.size, limits.fileBytes);
    const tail = await view(blob, Math.max(0, blob.size - END_SIZE - LONGEST_COMMENT), blob.size);
    const at = endOf(tail);
    if (at < 0) throw (await isBegun(blob)) ? new Unreadable("broken") : new Unreadable("zip"); // it came in part, or is none
    const count = tail.getUint16(at + 10, true), length = tail.getUint32(at + 12, true), start = tail.getUint32(at + 16, true);
    if (count === ZIP64 || start === ZIP64_START) throw new Unreadable("newer"); // their numbers stand elsewhere
    atMost(count, limits.entries);
    if (start + length > blob.size) throw new Unreadable("broken");
    return new Zip(blob, directory(await view(blob, start, start + length), count));
  }

  async read(name) {
    const entry = this.entries.get(name);
    if (!entry) throw new Unreadable("game");
    if (entry.flags & 1 || ![0, 8].includes(entry.method)) throw new Unreadable("newer");
    atMost(entry.size, LIMITS.entryBytes);
    if (entry.size > 65_536 && entry.size > entry.packed * LIMITS.ratio) throw new Unreadable("much");
    const head = await view(this.blob, entry.offset, entry.offset + 30);
    if (head.byteLength < 30 || head.getUint32(0, true) !== LOCAL) throw new Unreadable("broken");
    const start = entry.offset + 30 + head.getUint16(26, true) + head.getUint16(28, true);
    const packed = this.blob.slice(start, start + entry.packed);
    const found = entry.method ? await inflate(packed, "deflate-raw", entry.size) : new Uint8Array(await packed.arrayBuffer());
    if (found.length !== entry.size || crc32(found) !== entry.crc) throw new Unreadable("broken");
    return found;
  }
}

/* Where the last record of an archive begins: its comment, which may hold anything, reaches to the end of the file. Behind
   one that was handed on there may be more than that. -1 if there is none. */
function endOf(tail) {
  let last = -1;
  for (let at = tail.byteLength - END_SIZE; at >= 0; at -= 1) {
    if (tail.getUint32(at, true) !== END) continue;
    if (at + END_SIZE + tail.getUint16(at + 20, true) === tail.byteLength) return at;
    if (last < 0) last = at;
  }
  return last;
}

async function isBegun(blob) {
  const head = await view(blob, 0, 4);
  return head.byteLength === 4 && head.getUint32(0, true) === LOCAL;
}

function directory(data, count) {
  const entries = new Map();
  let at = 0;
  for (let n = 0; n < count; n += 1) {
    if (at + 46 > data.byteLength || data.getUint32(at, true) !== CENTRAL) throw new Unreadable("broken");
    const length = data.getUint16(at + 28, true);
    const next = at + 46 + length + data.getUint16(at + 30, true) + data.getUint16(at + 32, true);
    if (next > data.byteLength) throw new Unreadable("broken");
    const name = new TextDecoder().decode(new Uint8Array(data.buffer, data.byteOffset + at + 46, length));
    if (entries.has(name)) throw new Unreadable("broken"); // which of the two would be read?
    entries.set(name, {
      flags: data.getUint16(at + 8, true), method: data.getUint16(at + 10, true), crc: data.getUint32(at + 16, true),
      packed: data.getUint32(at + 20, true), size: data.getUint32(at + 24, true), offset: data.getUint32(at + 42, true),
    });
    at = next;
  }
  return entries;
}

export async function inflate(packed, format, most) {
  if (typeof DecompressionStream === "undefined") throw new Unreadable("browser");
  const parts = [];
  let size = 0;
  try {
    const reader = packed.stream().pipeThrough(new DecompressionStream(format)).getReader();
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      size += next.value.length;
      if (size > most) {
        await reader.cancel();
        throw new Unreadable("much");
      }
      parts.push(next.value);
    }
  } catch (wrong) {
    throw wrong instanceof Unreadable ? wrong : new Unreadable("broken");
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

const CRC = Uint32Array.from({ length: 256 }, (_, n) => {
  for (let bit = 0; bit < 8; bit += 1) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1;
  return n;
});

export function crc32(bytes) {
  let sum = ~0;
  for (let i = 0; i < bytes.length; i += 1) sum = CRC[(sum ^ bytes[i]) & 0xff] ^ (sum >>> 8);
  return ~sum >>> 0;
}

async function view(blob, from, to) {
  return new DataView(await blob.slice(from, to).arrayBuffer());
}
