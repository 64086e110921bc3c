/** The longest end of a base URL's path that one of the suite's own paths begins with, and that would therefore stand twice; null where there is none. */
export function doubledPath(baseUrl: string, paths: readonly string[]): string | null {
  const base = segments(new URL(baseUrl).pathname);
  const doubled = paths.flatMap((path) => {
    const own = segments(path);
    return own.map((_, index) => own.slice(0, index + 1)).filter((start) => endsWith(base, start));
  });
  const [longest] = doubled.toSorted((left, right) => right.length - left.length);
  return longest === undefined ? null : `/${longest.join('/')}`;
}

const segments = (path: string): readonly string[] => path.split('/').filter((segment) => segment !== '');

function endsWith(base: readonly string[], end: readonly string[]): boolean {
  return end.length <= base.length && base.slice(base.length - end.length).join('/') === end.join('/');
}
