/* The four forms in which VASSAL writes the game of a save; none of them is encryption. */
import { LIMITS, Unreadable } from "./limits.js";
import { inflate } from "./zip.js";

const text = new TextDecoder();

/* The game's bytes: "!VCSK" of VASSAL 3.0 to 3.7, "VOBS" of 3.8, "!VCSZ" that was never released, and plain. */
export async function deobfuscate(raw) {
  const head = text.decode(raw.subarray(0, 5));
  if (head.startsWith("VOBS")) return xor(raw.subarray(5), raw[4] ?? 0);
  if (head === "!VCSK") return fromHex(raw);
  if (head === "!VCSZ") return inflate(new Blob([fromHex(raw)]), "deflate", LIMITS.entryBytes);
  if (/^(!VC|VOB)/.test(head)) throw new Unreadable("newer");
  return raw;
}

/* As VASSAL 3.0 to 3.7 write it, which all later ones read. */
export function obfuscate(plain, key = 0x5a) {
  const hex = (byte) => byte.toString(16).padStart(2, "0");
  return new TextEncoder().encode(`!VCSK${hex(key)}${Array.from(xor(plain, key), hex).join("")}`);
}

const xor = (bytes, key) => bytes.map((byte) => byte ^ key);

function fromHex(raw) {
  if (raw.length < 7 || raw.length % 2 === 0) throw new Unreadable("broken");
  const key = 16 * digit(raw[5]) + digit(raw[6]), out = new Uint8Array((raw.length - 7) / 2);
  for (let i = 0, at = 7; i < out.length; i += 1, at += 2) out[i] = (16 * digit(raw[at]) + digit(raw[at + 1])) ^ key;
  return out;
}

function digit(code) {
  if (code >= 48 && code <= 57) return code - 48;
  const low = code | 32;
  if (low >= 97 && low <= 102) return low - 87;
  throw new Unreadable("broken");
}
