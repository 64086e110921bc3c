/** The first difference of two JSON values, as a sentence; null: they are the same. */
export function findDifference(recorded: unknown, expected: unknown, path = ''): string | null {
  if (Object.is(recorded, expected)) return null;
  if (!isObject(recorded) || !isObject(expected) || Array.isArray(recorded) !== Array.isArray(expected)) {
    return `${path.replace(/^\./, '') || 'the top'}: found ${shown(recorded)}, computed ${shown(expected)}`;
  }
  for (const name of new Set([...Object.keys(recorded), ...Object.keys(expected)])) {
    const [left, right] = [recorded, expected].map((one) =>
      Object.hasOwn(one, name) ? one[name] : undefined,
    );
    const found = findDifference(left, right, `${path}${stepTo(name, recorded, left)}`);
    if (found !== null) return found;
  }
  return null;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Names an item of a list by its id, if it has one. */
function stepTo(name: string, list: unknown, item: unknown): string {
  if (!Array.isArray(list)) return /^\w+$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
  return isObject(item) && typeof item['id'] === 'string' ? `[${item['id']}]` : `[${name}]`;
}

const shown = (value: unknown): string =>
  value === undefined ? 'nothing' : (JSON.stringify(value) ?? '').slice(0, 80);
