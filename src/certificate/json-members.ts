/** Whether an object of a JSON text has a member twice: of two, one reader takes the first and another the last. */
export function hasTwins(text: string): boolean {
  const colons = text.match(/"(?:[^"\\]*(?:\\[^][^"\\]*)*)"|:/g)?.filter((word) => word === ':').length ?? 0;
  return colons !== countMembers(JSON.parse(text));
}

function countMembers(top: unknown): number {
  const open = [top];
  let count = 0;
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next !== 'object' || next === null) continue;
    const inner: readonly unknown[] = Object.values(next);
    if (!Array.isArray(next)) count += inner.length;
    for (const one of inner) open.push(one);
  }
  return count;
}
