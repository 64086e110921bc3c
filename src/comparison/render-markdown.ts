import { code, prose } from '../report/machine/markdown-text.ts';
import { formatInstant } from '../report/view.ts';
import { clip } from '../report/visible.ts';
import { blocksOf } from './block.ts';
import type { Block, Entry } from './block.ts';
import { isAlike } from './compare-results.ts';
import type { Comparison, Side } from './comparison.ts';
import { comparisonWordingFor } from './wording.ts';
import type { ComparisonWording } from './wording.ts';

/** Entries of one block that are written out; a comment on GitHub holds 65,536 characters. */
const mostEntries = 60;

/** Draws a comparison in GitHub-flavoured Markdown, what got worse first; text of a target stands in it as code. */
export function renderMarkdown(comparison: Comparison, language: 'en' | 'ru'): string {
  const own = comparisonWordingFor(language);
  const parts = [
    `# ${own.title}`,
    [sideLine(own.before, comparison.before), sideLine(own.after, comparison.after)].join('\n'),
    `**${comparison.isWorse ? own.isWorse : own.isNotWorse}**`,
    ...(isAlike(comparison) ? [own.noDifference] : []),
    ...blocksOf(comparison, own).flatMap((block) => blockParts(block, own)),
  ];
  return `${parts.join('\n\n')}\n`;
}

const sideLine = (label: string, { target, baseUrl, startedAt }: Side): string =>
  `- ${label}: ${code(clip(target, 200))}, ${code(clip(baseUrl, 200))}, ${formatInstant(startedAt)}`;

function blockParts({ heading, entries }: Block, own: ComparisonWording): readonly string[] {
  const left = entries.length - mostEntries;
  const shown = entries.slice(0, mostEntries).map((entry) => entryLines(entry, own).join('\n'));
  return [`## ${heading}: ${entries.length}`, [...shown, ...(left > 0 ? [`- … (+${left})`] : [])].join('\n')];
}

function entryLines({ subject, before, after, details }: Entry, own: ComparisonWording): readonly string[] {
  const change =
    before === null || after === null
      ? []
      : [`  - ${own.before}: ${prose(clip(before, 300))}`, `  - ${own.after}: ${prose(clip(after, 300))}`];
  return [
    `- ${prose(clip(subject, 300))}`,
    ...change,
    ...details.map((text) => `  - ${prose(clip(text, 600))}`),
  ];
}
