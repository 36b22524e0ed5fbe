/* Writes a zip archive of deflated entries. */
import { Unreadable } from "./limits.js";
import { crc32 } from "./zip.js";

const UTF8 = 0x800, FIRST_DAY = 0x00210000; // 1980-01-01: the archive says nothing of when it was made

export async function writeZip(files) {
  const parts = [], directory = [];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const data = typeof content === "string" ? new TextEncoder().encode(content) : content;
    const packed = await deflate(data), title = new TextEncoder().encode(name);
    const common = [u16(20), u16(UTF8), u16(8), u32(FIRST_DAY), u32(crc32(data)), u32(packed.length), u32(data.length), u16(title.length), u16(0)];
    parts.push(u32(0x04034b50), ...common, title, packed);
    directory.push(u32(0x02014b50), u16(20), ...common, u16(0), u16(0), u16(0), u32(0), u32(offset), title);
    offset += 30 + title.length + packed.length;
  }
  const count = Object.keys(files).length, length = directory.reduce((sum, part) => sum + part.length, 0);
  const end = [u32(0x06054b50), u16(0), u16(0), u16(count), u16(count), u32(length), u32(offset), u16(0)];
  return new Blob([...parts, ...directory, ...end], { type: "application/octet-stream" });
}

async function deflate(data) {
  if (typeof CompressionStream === "undefined") throw new Unreadable("browser");
  const packed = new Response(new Blob([data]).stream().pipeThrough(new CompressionStream("deflate-raw")));
  return new Uint8Array(await packed.arrayBuffer());
}

const u16 = (n) => Uint8Array.of(n & 255, n >>> 8);
const u32 = (n) => Uint8Array.of(n & 255, (n >>> 8) & 255, (n >>> 16) & 255, n >>> 24);
