/** JSON of a value with the members of every object in the order of their names: equal for equal values. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );
}

/** Whether two values say the same, whatever the order of their members. */
export function isEqual(left: unknown, right: unknown): boolean {
  return canonical(left) === canonical(right);
}
