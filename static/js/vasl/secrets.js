/* The passwords and the players in a save, and the last look at what is posted: no text of a file may tell one of them.
   They are found by the structure of the file and, since that may be damaged, by what stands before them as well. */

const BEFORE = /(?:PLAYER\t|concealment;|OBA\/\+\/[^/]{0,9}\/)([^\t\x1b;,/]+)/g;
const PLAYER = /PLAYER\t[^\t\x1b]*\t([^\t\x1b]+)/g;
const ELSEWHERE = /^(?:piece|label|PROP|mark|emb2?|rotate|moved|immob|turr|setprop|macro|footprint|hide|conceal|obs|concealment);?$/i;
const NOBODY = new Set(["", "null"]);
const SHORTEST = 3; // shorter ones stand in many a word
const RUN = 6; // so many letters of one in a row tell something of it
const PLAYERS = 12; // names of so many are looked for: the more, the fewer counters can be named
const LONGEST = 64; // what is longer is a part of a torn file

export function secretsOf(text, save) {
  const found = new Set(Array.from(text.matchAll(BEFORE), ([, secret]) => secret));
  for (const piece of save.pieces.values()) for (const secret of [piece.hiddenBy, piece.concealedBy, piece.questionOf]) found.add(secret ?? "");
  for (const pile of save.piles.values()) found.add(pile.secret);
  return new Set([...found].filter((secret) => !NOBODY.has(secret) && secret.length <= LONGEST));
}

/* The names of the players, by their list and by who moved a counter last. */
export function playersOf(text, save) {
  const found = new Set(Array.from(text.matchAll(PLAYER), ([, name]) => name));
  for (const piece of save.pieces.values()) found.add(piece.owner);
  return new Set([...found].filter((name) => name.length >= RUN && name.length <= LONGEST).slice(0, PLAYERS));
}

/* The password in a trait that nobody knows, as in that of one whose name is damaged; null if there is none. */
export function secretHeld(piece, secrets) {
  const held = piece.traits.find(({ id, state }) => state.length >= SHORTEST && secrets.has(state) && !ELSEWHERE.test(id));
  return held?.state ?? null;
}

/* Whether a text tells one of the secrets: as a whole, or a part that is long enough. The text is cut into parts as they
   are, for there may be thousands of secrets. */
export function teller(secrets) {
  const parts = new Set(), told = new Map();
  for (const secret of secrets) {
    if (secret.length >= SHORTEST && secret.length <= RUN) parts.add(secret);
    for (let at = 0; at + RUN <= secret.length; at += 1) parts.add(secret.slice(at, at + RUN));
  }
  const sizes = [...new Set(Array.from(parts, (part) => part.length))];
  const hasPart = (text, size) => {
    for (let at = 0; at + size <= text.length; at += 1) if (parts.has(text.slice(at, at + size))) return true;
    return false;
  };
  const looked = (text) => secrets.has(text) || sizes.some((size) => hasPart(text, size));
  return (text) => told.get(text) ?? told.set(text, looked(text)).get(text);
}
