/* VASSAL's lists in lists, each level with a delimiter of its own. A delimiter in a token has a backslash before it, a
   backslash has none; quotes stand around a token that ends with a backslash, or begins and ends with a quote. */
export function decode(value, delimiter, most = Infinity) {
  const tokens = [];
  let token = "", start = 0;
  for (let at = value.indexOf(delimiter); at >= 0; at = value.indexOf(delimiter, at + 1)) {
    if (at > 0 && value[at - 1] === "\\") {
      token += value.slice(start, at - 1);
      start = at; // it is data and stays
      continue;
    }
    tokens.push(unquoted(token + value.slice(start, at)));
    if (tokens.length === most) return tokens;
    token = "";
    start = at + 1;
  }
  tokens.push(unquoted(token + value.slice(start)));
  return tokens;
}

export function encode(tokens, delimiter) {
  return tokens.map(String).map((token) => {
    const escaped = token.replaceAll(delimiter, `\\${delimiter}`);
    return token.at(-1) === "\\" || (token[0] === "'" && token.at(-1) === "'") ? `'${escaped}'` : escaped;
  }).join(delimiter);
}

const unquoted = (token) => (token.length > 1 && token[0] === "'" && token.at(-1) === "'" ? token.slice(1, -1) : token);
