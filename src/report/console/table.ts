import { isDecided, outcomeOf } from '../../result/outcome.ts';
import type { RequirementResult, Results } from '../../result/results.ts';
import { worst } from '../../verdict/verdict.ts';
import type { Verdict } from '../../verdict/verdict.ts';
import type { Pen } from './pen.ts';
import { displayWidth, padDisplay } from '../text-width.ts';
import { requirementTail, variantSummaries } from '../view.ts';
import { visible } from '../visible.ts';
import { glyphs } from '../wording/wording.ts';
import type { Aspect, VariantSummary, Wording } from '../wording/wording.ts';

const aspects = ['status', 'names', 'meaning', 'body', 'record'] as const satisfies readonly Aspect[];

/** What one line of the table shows: the requirements of one condition, by aspect. */
interface Row {
  readonly label: string;
  readonly cells: Partial<Record<Aspect, RequirementResult>>;
  readonly requirements: readonly RequirementResult[];
}

/** Widths that the lines of one table share; without room for the aspects only the verdicts are shown. */
interface Layout {
  readonly label: number;
  readonly hasAspects: boolean;
  /** Of what is waived or decided only that is said. */
  readonly isShort: boolean;
}

const aspectsWidth = (words: Wording): number =>
  aspects.reduce((sum, aspect) => sum + displayWidth(words.aspects[aspect]) + 1, 0);

function aspectOf(id: string): Aspect | null {
  const last = id.slice(id.lastIndexOf('.') + 1);
  return aspects.find((aspect) => aspect === last) ?? null;
}

function rowLabel(id: string): string {
  const tail = requirementTail(id);
  return aspectOf(id) === null ? tail : tail.slice(0, tail.lastIndexOf('.'));
}

function rowsOf(requirements: readonly RequirementResult[]): readonly Row[] {
  const byLabel = Map.groupBy(requirements, ({ id }) => rowLabel(id));
  return [...byLabel].map(([label, members]) => ({
    label,
    requirements: members,
    cells: Object.fromEntries(
      members.flatMap((one) => {
        const aspect = aspectOf(one.id);
        return aspect === null ? [] : [[aspect, one]];
      }),
    ),
  }));
}

function rowWords(
  row: Row,
  words: Wording,
  isShort: boolean,
): { readonly verdict: Verdict; readonly text: string } {
  const verdict = worst(row.requirements.map(outcomeOf)) ?? 'inconclusive';
  const decisive = row.requirements.filter((one) => outcomeOf(one) === verdict);
  const more = additionOf(verdict, decisive, words);
  const said =
    more === null ? [words.verdicts[verdict]] : [...(isShort ? [] : [words.verdicts[verdict]]), more];
  return { verdict, text: `${glyphs[verdict]} ${said.join(', ')}` };
}

// What fails by itself is not put down to a person; what passes says that it took one.
function additionOf(
  verdict: Verdict,
  decisive: readonly RequirementResult[],
  { labels }: Wording,
): string | null {
  if (verdict === 'fail' && decisive.every(({ waived }) => waived)) return labels.waived;
  const isByPerson = verdict === 'pass' ? decisive.some(isDecided) : decisive.every(isDecided);
  return isByPerson ? labels.decided : null;
}

function layoutOf(rows: readonly Row[], pen: Pen, words: Wording): Layout {
  const label = Math.max(...rows.map((row) => displayWidth(visible(row.label)))) + 2;
  const widthWith = (isShort: boolean): number =>
    label +
    1 +
    aspectsWidth(words) +
    1 +
    Math.max(...rows.map((row) => displayWidth(rowWords(row, words, isShort).text)));
  const isShort = widthWith(false) > pen.width;
  return { label, hasAspects: widthWith(isShort) <= pen.width, isShort };
}

function cell(title: string, requirement: RequirementResult | undefined, pen: Pen): string {
  const length = displayWidth(title);
  const width = length + 1;
  if (requirement === undefined) return ' '.repeat(width);
  const left = Math.floor(length / 2);
  const outcome = outcomeOf(requirement);
  const sign = pen.paint(glyphs[outcome], outcome);
  return `${' '.repeat(left)}${sign}${' '.repeat(width - left - 1)}`;
}

function rowLines(row: Row, layout: Layout, pen: Pen, words: Wording): readonly string[] {
  const { verdict, text } = rowWords(row, words, layout.isShort);
  if (!layout.hasAspects)
    return pen.paragraph({ prefix: `  ${text} `, prefixTone: verdict, text: row.label });
  const label = padDisplay(`  ${visible(row.label)}`, layout.label);
  const cells = aspects.map((aspect) => cell(words.aspects[aspect], row.cells[aspect], pen)).join('');
  return [`${label} ${cells} ${pen.paint(text, verdict)}`];
}

function headLines(layout: Layout, pen: Pen, words: Wording): readonly string[] {
  if (!layout.hasAspects) return [];
  const label = padDisplay(`  ${words.labels.condition}`, layout.label);
  return [
    pen.paint(
      `${label} ${aspects.map((aspect) => words.aspects[aspect]).join(' ')}  ${words.labels.verdict}`,
      'quiet',
    ),
  ];
}

function variantLines(
  summary: VariantSummary,
  results: Results,
  pen: Pen,
  words: Wording,
): readonly string[] {
  const rows = rowsOf(results.requirements.filter((one) => one.variant === summary.variant));
  const layout = layoutOf(rows, pen, words);
  return [
    ...pen.heading(`${words.variant(summary.variant)}: ${words.overall[summary.verdict]}`),
    ...pen.paragraph({ prefix: '  ', text: words.sentence(summary) }),
    '',
    ...headLines(layout, pen, words),
    ...rows.flatMap((row) => rowLines(row, layout, pen, words)),
  ];
}

/** A table per variant: conditions down, aspects across, the worst verdict of each line in words. */
export function tableLines(results: Results, pen: Pen, words: Wording): readonly string[] {
  return variantSummaries(results).flatMap((summary) => variantLines(summary, results, pen, words));
}
