// Names of partners that do not exist.

/** Makes up a new one each time, since a service may lock names: eight to ten digits, below 2^31. */
export function createStrangers(
  known: readonly string[],
  draw: (end: number) => number,
): (length: number) => string {
  const taken = new Set(known);
  return function make(length): string {
    const more = Math.min(10, Math.max(8, length)) - 1;
    const first = more === 9 ? 1 : 1 + draw(9);
    const name = `${first}${Array.from({ length: more }, () => draw(10)).join('')}`;
    if (taken.has(name)) return make(length);
    taken.add(name);
    return name;
  };
}
