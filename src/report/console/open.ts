import { outcomeOf } from '../../result/outcome.ts';
import type { Results } from '../../result/results.ts';
import type { Pen } from './pen.ts';
import { provisioningYaml } from '../provisioning.ts';
import { decidingFindings, openGroups, reasonWords, spokenText } from '../view.ts';
import type { OpenGroup } from '../view.ts';
import { displayWidth, padDisplay } from '../text-width.ts';
import { clip } from '../visible.ts';
import { glyphs } from '../wording/wording.ts';
import type { Wording } from '../wording/wording.ts';

const textLimit = 400;

/** Texts that a person has to read, each with the question that it raises. */
export function reviewLines(results: Results, pen: Pen, words: Wording): readonly string[] {
  const reviews = results.requirements.filter((found) => outcomeOf(found) === 'review');
  if (reviews.length === 0) return [];
  const { labels } = words;
  const nameWidth = Math.max(8, ...[labels.text, labels.decide, labels.why].map(displayWidth));
  const field = (name: string, text: string): readonly string[] =>
    text === ''
      ? []
      : pen.paragraph({
          prefix: `    ${padDisplay(name, nameWidth)} `,
          prefixTone: 'quiet',
          text: clip(text, textLimit),
        });
  return [
    ...pen.heading(`${labels.reviews}: ${reviews.length}`, 'review'),
    ...reviews.flatMap((requirement) => {
      const [finding] = decidingFindings(results, requirement);
      const { check, exchange } = finding ?? { check: null, exchange: null };
      return [
        ...pen.paragraph({
          prefix: `  ${glyphs.review} `,
          prefixTone: 'review',
          text: `${requirement.id} (${labels.section} ${requirement.section})`,
          tone: 'strong',
        }),
        ...field(labels.text, exchange === null ? (check?.actual ?? '') : spokenText(exchange)),
        ...field(labels.decide, `${labels.holds} ${requirement.statement}`),
        ...field(labels.why, check?.message ?? ''),
        '',
      ];
    }),
    ...pen.paragraph({ prefix: '  ', text: labels.patternHint, tone: 'quiet' }),
  ];
}

const namedIds = 10;

/** The first ids, and how many there are besides: all of them stand in the report. */
function namesOf(ids: readonly string[]): string {
  const rest = ids.length - namedIds;
  return rest > 2 ? `${ids.slice(0, namedIds).join(', ')} … (+${rest})` : ids.join(', ');
}

function groupLines(group: OpenGroup, pen: Pen, words: Wording): readonly string[] {
  const { happened, advice } = reasonWords(group, words);
  const yaml = group.reason === 'not-provisioned' ? provisioningYaml(group.conditions, words.language) : [];
  return [
    ...pen.paragraph({
      prefix: `  ${glyphs.inconclusive} `,
      prefixTone: 'inconclusive',
      text: `${group.reason}: ${group.requirements.length}`,
      tone: 'strong',
    }),
    ...pen.paragraph({ prefix: '    ', text: happened }),
    ...pen.paragraph({
      prefix: '    ',
      text: namesOf(group.requirements.map(({ id }) => id)),
      tone: 'quiet',
    }),
    ...group.notes
      .slice(0, 5)
      .flatMap((note) => pen.paragraph({ prefix: '    - ', text: clip(note, textLimit) })),
    ...pen.paragraph({ prefix: '    → ', text: yaml.length > 0 ? words.labels.profileHint : advice }),
    ...yaml.map((line) => `        ${line}`),
    '',
  ];
}

/** What could not be tested, by reason, and what to do about it. */
export function openLines(results: Results, pen: Pen, words: Wording): readonly string[] {
  const groups = openGroups(results);
  if (groups.length === 0) return [];
  const count = groups.reduce((sum, { requirements }) => sum + requirements.length, 0);
  return [
    ...pen.heading(`${words.labels.open}: ${count}`, 'inconclusive'),
    ...groups.flatMap((group) => groupLines(group, pen, words)),
  ];
}
