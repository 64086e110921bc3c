import { isFailure, outcomeOf } from '../../result/outcome.ts';
import type { Results, WaiverResult } from '../../result/results.ts';
import { decisionsOf, decidingFindings } from '../failures.ts';
import { headSummaries, interruption, openCount, openGroups, waiverNote, waiverText } from '../view.ts';
import { clip, disarm } from '../visible.ts';
import { inLanguage } from '../in-language.ts';
import { sayWhy } from '../../wording/message.ts';
import { wordingFor } from '../../wording/report.ts';
import type { Wording } from '../../wording/report.ts';

/** What GitHub shows beside a workflow run. */
interface Annotation {
  readonly level: 'error' | 'warning' | 'notice';
  readonly title: string;
  /** Each on a line of its own. */
  readonly lines: readonly string[];
}

/** GitHub drops everything beyond ten of a level in one step. */
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

function failures(results: Results, words: Wording): readonly Annotation[] {
  const { labels } = words;
  const field = (name: string, text = ''): string => (text === '' ? '' : `${name}: ${text}`);
  return results.requirements.filter(isFailure).map((requirement) => {
    const check = decidingFindings(results, requirement)[0]?.check;
    return {
      level: 'error',
      title: requirement.id,
      lines: [
        requirement.statement,
        field(labels.expected, check?.expected),
        field(labels.actual, check?.actual),
        field(labels.why, check === undefined ? '' : sayWhy(check, words.language)),
        ...decisionsOf(requirement, results).map(
          ({ decision, name, date }) => `${labels.decision}: ${words.decisions[decision]}; ${name}, ${date}`,
        ),
      ],
    };
  });
}

const reviews = (results: Results, words: Wording): readonly Annotation[] =>
  results.requirements
    .filter((found) => outcomeOf(found) === 'review')
    .map(({ id, statement }) => ({
      level: 'warning',
      title: `${words.verdicts.review}: ${id}`,
      lines: [`${words.labels.holds} ${statement}`],
    }));

/** The waivers of one state; those that are stale fail the run. */
const waivers = (
  state: WaiverResult['state'],
  level: Annotation['level'],
  results: Results,
  words: Wording,
): readonly Annotation[] =>
  results.waivers
    .filter((waiver) => waiver.state === state)
    .map((waiver) => ({
      level,
      title: `${words.labels.waiver} ${waiver.requirement}`,
      lines: [waiverText(waiver, results, words), waiverNote(waiver, words)],
    }));

function causes(results: Results, words: Wording): readonly Annotation[] {
  const said = interruption(results, words);
  const found = results.rootCauses.map(({ message, hint }) => [message, hint]);
  return [...(said === null ? [] : [[said]]), ...found].map((lines) => ({
    level: 'warning',
    title: words.labels.rootCauses,
    lines,
  }));
}

function openNotice(results: Results, words: Wording): readonly Annotation[] {
  const groups = openGroups(results, words);
  if (groups.length === 0) return [];
  const title = `${words.labels.open}: ${openCount(groups)}`;
  const counts = groups.map(({ name, ids }) => `${name}: ${ids.length}`);
  const sentences = headSummaries(results).map((one) => words.sentence(one));
  return [{ level: 'notice', title, lines: [...counts, ...sentences] }];
}

/** The first ten of a level, and a notice of how many there are besides. */
function limited(annotations: readonly Annotation[], name: string, words: Wording): readonly Annotation[] {
  const rest = annotations.length - shownOfLevel;
  if (rest <= 0) return annotations;
  const notice = { level: 'notice', title: `+${rest} ${name}`, lines: [words.labels.seeReports] } as const;
  return [...annotations.slice(0, shownOfLevel), notice];
}

/**
 * Renders workflow commands for GitHub Actions, a line each: an error per stale waiver and failed requirement, ten at most
 * and a notice of how many more; warnings for root causes, expired waivers, and reviews; a notice of what stayed inconclusive. A quiet run gets no notice.
 */
export function renderAnnotations(recorded: Results, isQuiet: boolean): string {
  const results = inLanguage(recorded, recorded.target.language);
  const words = wordingFor(results.target.language);
  const errors = [...waivers('stale', 'error', results, words), ...failures(results, words)];
  const warnings = [
    ...causes(results, words),
    ...waivers('expired', 'warning', results, words),
    ...reviews(results, words),
  ];
  return [
    ...limited(errors, words.labels.moreFailed, words),
    ...limited(warnings, words.labels.moreWarnings, words),
    ...openNotice(results, words),
  ]
    .filter(({ level }) => !isQuiet || level !== 'notice')
    .map(command)
    .join('');
}
