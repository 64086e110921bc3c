import { isFailure, outcomeOf } from '../../results/totals.ts';
import type { Results, WaiverResult } from '../../results/results.ts';
import { sayWhy } from '../../messages/message.ts';
import { decisionsOf } from '../failures.ts';
import { viewOf } from '../view.ts';
import type { View } from '../view.ts';
import { clip, disarm } from '../../base/visible.ts';
import { sentenceOf } from '../sentences.ts';

interface Annotation {
  readonly level: 'error' | 'warning' | 'notice';
  readonly title: string;
  readonly lines: readonly string[];
}

/** GitHub shows at most ten annotations of a level per step. */
const shownOfLevel = 10;
const textLimit = 500;

/** Text of a command (actions/toolkit, `escapeData`). */
const escapeData = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

/** Value of a property of a command (actions/toolkit, `escapeProperty`). */
const escapeProperty = (text: string): string =>
  escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

function command({ level, title, lines }: Annotation): string {
  const text = lines.filter((line) => line !== '').map((line) => disarm(clip(line, textLimit)));
  return `::${level} title=${escapeProperty(disarm(clip(title, textLimit)))}::${escapeData(text.join('\n'))}\n`;
}

function failures({ results, findings, words }: View): readonly Annotation[] {
  const field = (name: string, text = ''): string => (text === '' ? '' : `${name}: ${text}`);
  return results.requirements.filter(isFailure).map((requirement) => {
    const check = findings.get(requirement.id)?.[0]?.check;
    return {
      level: 'error',
      title: requirement.id,
      lines: [
        check?.message ?? '',
        requirement.statement,
        field(words('why'), check === undefined ? '' : sayWhy(check, words.language)),
        ...decisionsOf(requirement, results).map(
          ({ decision, name, date }) =>
            `${words('decision')}: ${words(`decision-${decision}`)}; ${name}, ${date}`,
        ),
      ],
    };
  });
}

const reviews = ({ results, words }: View): readonly Annotation[] =>
  results.requirements
    .filter((found) => outcomeOf(found) === 'review')
    .map(({ id, statement }) => ({
      level: 'warning',
      title: `${words('verdict-review')}: ${id}`,
      lines: [`${words('holds')} ${statement}`],
    }));

/** Waivers in one state. Stale ones fail the run. */
const waivers = (
  state: WaiverResult['state'],
  level: Annotation['level'],
  view: View,
): readonly Annotation[] =>
  view.waivers
    .filter((waiver) => waiver.state === state)
    .map(({ requirement, text, note }) => ({
      level,
      title: `${view.words('waiver')} ${requirement}`,
      lines: [text, note],
    }));

function causes({ results, words, interrupted }: View): readonly Annotation[] {
  const found = results.rootCauses.map(({ message, hint }) => [message, hint]);
  return [...(interrupted === null ? [] : [[interrupted]]), ...found].map((lines) => ({
    level: 'warning',
    title: words('root-causes'),
    lines,
  }));
}

const doubts = ({ unverified }: View): readonly Annotation[] =>
  unverified === null ? [] : [{ level: 'warning', title: 'TLS', lines: [unverified] }];

function openNotice({ groups, openCount, variants, words }: View): readonly Annotation[] {
  if (groups.length === 0) return [];
  const title = `${words('open')}: ${openCount}`;
  const counts = groups.map(({ name, ids }) => `${name}: ${ids.length}`);
  const sentences = variants.map((one) => sentenceOf(one, words));
  return [{ level: 'notice', title, lines: [...counts, ...sentences] }];
}

/** The first ten of a level, and a notice with the number of the others. */
function limited(
  annotations: readonly Annotation[],
  name: string,
  words: View['words'],
): readonly Annotation[] {
  const rest = annotations.length - shownOfLevel;
  if (rest <= 0) return annotations;
  const notice = { level: 'notice', title: `+${rest} ${name}`, lines: [words('see-reports')] } as const;
  return [...annotations.slice(0, shownOfLevel), notice];
}

/**
 * Renders workflow commands for GitHub Actions, one per line. Errors: stale waivers and failed requirements.
 * Warnings: TLS that was not verified, root causes, expired waivers and reviews. At most ten of each, and a
 * notice with the number of the others. Another notice lists what stayed inconclusive. `isQuiet` omits all
 * notices.
 */
export function renderAnnotations(results: Results, isQuiet: boolean): string {
  const view = viewOf(results);
  const { words } = view;
  const errors = [...waivers('stale', 'error', view), ...failures(view)];
  const warnings = [
    ...doubts(view),
    ...causes(view),
    ...waivers('expired', 'warning', view),
    ...reviews(view),
  ];
  return [
    ...limited(errors, words('more-failed'), words),
    ...limited(warnings, words('more-warnings'), words),
    ...openNotice(view),
  ]
    .filter(({ level }) => !isQuiet || level !== 'notice')
    .map(command)
    .join('');
}
