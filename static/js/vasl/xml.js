/* As much XML as VASSAL writes, as a flat list of its elements. Workers have no DOMParser, and this knows neither DOCTYPE
   nor entities of a file's own, so nothing in a file can make it grow. */
import { MODULE, Unreadable, atMost } from "./limits.js";

const ENTITIES = new Map(Object.entries({ lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" }));
const TOKEN = /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!\[CDATA\[([\s\S]*?)\]\]>|<\/([^\s>]+)\s*>|<([^\s\/>!?]+)((?:\s+[^\s=\/>]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|([^<]+)/y;
const ATTRIBUTE = /([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/* {tag, attributes, text} of each element, the outer before the inner; `text` is what stands in it itself. */
export function elementsOf(xml) {
  const found = [], open = [];
  TOKEN.lastIndex = xml.charCodeAt(0) === 0xfeff ? 1 : 0;
  while (TOKEN.lastIndex < xml.length) {
    const token = TOKEN.exec(xml);
    if (!token) throw new Unreadable("broken");
    const [, data, closed, tag, attributes, empty, text] = token;
    if (data !== undefined || text !== undefined) {
      if (open.length) open.at(-1).text += data ?? plain(text);
    } else if (tag !== undefined) {
      found.push({ tag, attributes: attributesOf(attributes), text: "" });
      atMost(found.length, MODULE.xmlNodes);
      if (!empty) open.push(found.at(-1));
    } else if (closed !== undefined && open.pop()?.tag !== closed) throw new Unreadable("broken");
  }
  if (open.length || !found.length) throw new Unreadable("broken");
  return found;
}

function attributesOf(text) {
  return new Map(Array.from(text.matchAll(ATTRIBUTE), ([, name, one, other]) => [name, plain(one ?? other)]));
}

function plain(text) {
  return text.replace(/&(#x[0-9a-fA-F]{1,6}|#\d{1,7}|\w+);/g, (_, name) => {
    const code = name[0] === "#" ? Number(name[1] === "x" ? `0${name.slice(1)}` : name.slice(1)) : 0;
    const found = name[0] === "#" ? (code <= 0x10ffff ? String.fromCodePoint(code) : undefined) : ENTITIES.get(name);
    if (found === undefined) throw new Unreadable("broken");
    return found;
  });
}
