import { execFileSync } from 'node:child_process';
import { beforeEach, describe, expect, test } from 'vitest';
import { findTool, need } from '../../cli/integration/tools.test-support.ts';
import { spokenIn } from '../in-language.ts';
import { everyVerdict, hostileTexts, sampleResults, withText } from '../made-results.test-data.ts';
import { renderSummary } from './summary.ts';

// GitHub renders Markdown with cmark-gfm and these extensions.
const extensions = ['table', 'strikethrough', 'autolink', 'tagfilter', 'tasklist'];

const asOnGitHub = (markdown: string): string =>
  execFileSync(
    findTool('cmark-gfm') ?? '',
    ['--unsafe', '--github-pre-lang', ...extensions.flatMap((name) => ['--extension', name])],
    { input: markdown, encoding: 'utf8' },
  );

const known = 'h1 h2 h3 p strong ul li code pre details summary table thead tbody tr th td'.split(' ');

const tagsIn = (html: string): readonly string[] =>
  [...new Set([...html.matchAll(/<([a-z]\w*)/gi)].map(([, name = '']) => name))].filter(
    (name) => !known.includes(name),
  );

/** What GitHub turns into links to people, issues, commits and pages, unless it is code. */
const reference = /@[\w-]|#\d|\bgh-\d|\b[0-9a-f]{7,40}\b|https?:|www\./i;

const outsideOfCode = (html: string): string =>
  html.replaceAll(/<pre[^]*?<\/pre>|<code>[^]*?<\/code>/g, '').replaceAll(/<[^>]*>/g, '');

const runs = {
  'a sample': sampleResults(),
  'every verdict': everyVerdict(),
  'a sample in Russian': spokenIn(sampleResults(), 'ru'),
  'every verdict in Russian': spokenIn(everyVerdict(), 'ru'),
  ...Object.fromEntries(hostileTexts.map((text) => [text, withText(text)])),
};

describe('the summary of', () => {
  beforeEach((context) => need(context, findTool('cmark-gfm') !== null, 'cmark-gfm'));

  test.each(Object.entries(runs))('%j is shown by GitHub as it is meant', (_name, results) => {
    const html = asOnGitHub(renderSummary(results));
    expect(tagsIn(html)).toEqual([]);
    expect(
      outsideOfCode(html)
        .split('\n')
        .filter((line) => reference.test(line)),
    ).toEqual([]);
    // A list with a blank line in it is two lists that ran together, and is set apart line by line.
    expect(html).not.toMatch(/<li>\s*<p>/);
    const rows = html.match(/<tr>[^]*?<\/tr>/g) ?? [];
    expect(new Set(rows.map((row) => (row.match(/<t[hd]/g) ?? []).length)).size).toBeLessThanOrEqual(1);
  });
});
