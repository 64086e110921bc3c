const withoutCode = (text: string): string => text.replaceAll(/^([ \t]*)(`{3,}).*?^\1\2[ \t]*$/gms, '');

/** The relative links of a Markdown file, code left out. */
export function linksOf(text: string): readonly string[] {
  const prose = withoutCode(text).replaceAll(/`[^`\n]*`/g, 'code');
  const inline = prose.matchAll(/\]\(\s*<?([^()\s>]+)>?(?:\s+"[^"]*")?\s*\)/g);
  const defined = prose.matchAll(/^\[[^\]]+\]:\s*(\S+)/gm);
  return [...inline, ...defined]
    .map(([, link = '']) => link)
    .filter((link) => !/^[a-z][a-z+.-]*:/i.test(link));
}

/** The anchors that GitHub gives the headings of a Markdown file; a heading that comes again is numbered. */
export function anchorsOf(text: string): ReadonlySet<string> {
  const seen = new Map<string, number>();
  const headings = [...withoutCode(text).matchAll(/^#{1,6}\s+(.*?)\s*#*$/gm)];
  return new Set(
    headings.map(([, heading = '']) => {
      const slug = slugOf(heading);
      const count = seen.get(slug) ?? 0;
      seen.set(slug, count + 1);
      return count === 0 ? slug : `${slug}-${count}`;
    }),
  );
}

const slugOf = (heading: string): string =>
  heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');
