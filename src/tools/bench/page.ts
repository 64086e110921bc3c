/** A block that `bench --write` writes: the names of its scenarios, and what stands before the end mark. */
const measuredBlock = /(<!-- measured: (?<names>[\w, ]+) -->\n)[^]*?(?=<!-- end -->)/g;

/** The page with new contents in each block all of whose scenarios were measured. */
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
