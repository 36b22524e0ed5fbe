/* What a file may ask of the browser at the most, and the one error of everything in this folder. */
export const LIMITS = Object.freeze({
  fileBytes: 16 * 2 ** 20,
  entryBytes: 48 * 2 ** 20, // one entry when inflated
  ratio: 400, // inflated to stored; 2,000 like counters reach 58
  entries: 2_000, commands: 200_000, depth: 40, pieces: 20_000, traits: 120, boards: 200, nameLength: 80,
  boardPixels: 5_500, // 98 columns or 85 hexes of the usual size: more than any map has, and no name of a hex grows longer
  rows: 4_000, posted: 400_000, // of a report: rows of a part, and bytes of all; as rules/asl/vasl/rows.py has them
});

/* A module holds thousands of pictures, none of which is read. */
export const MODULE = Object.freeze({ ...LIMITS, fileBytes: 512 * 2 ** 20, entries: 60_000, xmlNodes: 200_000, slots: 40_000, prototypes: 30 });

/* A board has one large picture, and a byte or two of terrain for each pixel of it. */
export const BOARD = Object.freeze({ ...LIMITS, fileBytes: 48 * 2 ** 20, terrainBytes: 160 * 2 ** 20, pixels: 64 * 10 ** 6 });

/* A file that can't be read; the page has a sentence for each code. */
export class Unreadable extends Error {
  constructor(code) {
    super(code);
    this.code = code;
  }
}

export function atMost(found, most) {
  if (found > most) throw new Unreadable("much");
}
