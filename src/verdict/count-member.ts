/** How often a member of that name stands in the object on top of a JSON text that parses: a parser keeps only the last. */
export function countMember(text: string, name: string): number {
  // Nearly every body has it once, and a second one written with escapes is left to the parser.
  const quoted = JSON.stringify(name);
  const first = text.indexOf(quoted);
  if (first === -1 || !text.includes(quoted, first + 1)) return first === -1 ? 0 : 1;
  let depth = 0;
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text[at];
    if (unit === '{' || unit === '[') depth += 1;
    else if (unit === '}' || unit === ']') depth -= 1;
    else if (unit === '"') {
      const end = endOfText(text, at);
      if (depth === 1 && text.slice(at, end) === quoted && /^\s*:/.test(text.slice(end, end + 20)))
        count += 1;
      at = end - 1;
    }
  }
  return count;
}

/** The place behind the quotation mark that ends a text. */
function endOfText(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}
