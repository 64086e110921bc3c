import type { ClassName, Results, VariantResult } from '../../result/results.ts';
import { variantSummaries } from '../view.ts';
import type { Wording } from '../wording/wording.ts';
import { glyphs } from '../wording/wording.ts';
import { cell, table } from './markdown-text.ts';

const verdicts = ['pass', 'fail', 'review', 'inconclusive'] as const;
const classNames = ['core', 'full'] as const satisfies readonly ClassName[];

function classCell(name: ClassName, { classes }: VariantResult): string {
  const { reached, requirements, prevents } = classes[name];
  if (reached && requirements > 0) return glyphs.pass;
  return `${glyphs.fail} (${requirements - prevents.length} / ${requirements})`;
}

/** One line per variant: its verdict, how many requirements came to which verdict, how far it reaches each class. */
export function standingParts(results: Results, words: Wording): readonly string[] {
  const { labels } = words;
  const heads = [
    labels.variant,
    labels.verdict,
    ...verdicts.map((verdict) => words.verdicts[verdict]),
    labels.waived,
    ...classNames,
  ];
  const rows = variantSummaries(results).map(({ variant, verdict, counts, waived }) => {
    const result = results.variants[variant];
    return [
      cell(words.variant(variant)),
      cell(words.overall[verdict]),
      ...verdicts.map((one) => String(counts[one])),
      String(waived),
      ...classNames.map((name) => (result === undefined ? '' : classCell(name, result))),
    ];
  });
  return [`## ${labels.result}`, table(heads.map(cell), rows)];
}
