/** A block that `bench --write` writes: the names of its scenarios, and the text before the end mark. */
const measuredBlock = /(<!-- measured: (?<names>[\w, ]+) -->\n)[^]*?(?=<!-- end -->)/g;

/** Replaces the contents of each block all of whose scenarios were measured. */
export function withMeasured(
  page: string,
  measured: readonly string[],
  contentOf: (scenarios: readonly string[]) => string,
): string {
  return page.replaceAll(measuredBlock, (block: string, mark: string, list: string) => {
    const names = list.split(',').map((name) => name.trim());
    return names.every((name) => measured.includes(name)) ? `${mark}\n${contentOf(names)}\n` : block;
  });
}
