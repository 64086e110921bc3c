/**
 * Puts the one copy of a text that is kept in the place of every equal one, in freshly parsed JSON, and gives that same value:
 * a record of many cases repeats nearly every text that stands in it. `kept` grows by the texts that it did not hold.
 */
export function shareTexts(value: unknown, kept: Map<string, string>): unknown {
  if (typeof value === 'string') return keep(value, kept);
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) value[index] = shareTexts(item, kept);
  } else if (typeof value === 'object' && value !== null) {
    const members = value as Record<string, unknown>;
    for (const name of Object.keys(members)) members[name] = shareTexts(members[name], kept);
  }
  return value;
}

function keep(text: string, kept: Map<string, string>): string {
  const own = kept.get(text);
  if (own !== undefined) return own;
  kept.set(text, text);
  return text;
}
