import type { RequirementResult, Results } from '../../result/results.ts';
import { provisioningYaml } from '../provisioning.ts';
import { decidingFindings, openGroups, reasonWords, spokenText } from '../view.ts';
import type { OpenGroup } from '../view.ts';
import { clip } from '../visible.ts';
import { glyphs } from '../wording/wording.ts';
import type { Wording } from '../wording/wording.ts';
import { code, prose } from './markdown-text.ts';

const textLimit = 400;
const notesShown = 5;

function groupPart(group: OpenGroup, words: Wording): string {
  const { happened, advice } = reasonWords(group, words);
  const yaml = group.reason === 'not-provisioned' ? provisioningYaml(group.conditions, words.say) : [];
  const notes = group.notes
    .slice(0, notesShown)
    .map((note) => `- ${prose(clip(words.say(note), textLimit))}`);
  return [
    `### ${glyphs.inconclusive} ${code(group.reason)}: ${group.requirements.length}`,
    '',
    prose(happened),
    '',
    group.requirements.map(({ id }) => code(id)).join(', '),
    '',
    ...(notes.length === 0 ? [] : [...notes, '']),
    `→ ${prose(yaml.length > 0 ? words.labels.profileHint : advice)}`,
    ...(yaml.length === 0 ? [] : ['', '```yaml', ...yaml, '```']),
  ].join('\n');
}

/** What could not be tested, by reason, and what to do about it. */
export function openParts(results: Results, words: Wording): readonly string[] {
  const groups = openGroups(results);
  if (groups.length === 0) return [];
  const count = groups.reduce((sum, { requirements }) => sum + requirements.length, 0);
  return [`## ${words.labels.open}: ${count}`, ...groups.map((group) => groupPart(group, words))];
}

function decisionLines(
  { id, decided }: RequirementResult,
  results: Results,
  words: Wording,
): readonly string[] {
  if (decided === null) return [];
  const settled = results.reviews.filter((one) => one.state === 'used' && one.requirements.includes(id));
  const said = settled.map(
    ({ decision, name, date, note }) =>
      `  - ${prose(words.decisions[decision])}: ${[name, date, note].filter(Boolean).map(code).join(', ')}`,
  );
  return [`- **${prose(words.labels.decidedBy)}**: ${prose(words.decisions[decided])}`, ...said];
}

function reviewPart(requirement: RequirementResult, results: Results, words: Wording): string {
  const { labels } = words;
  const [finding] = decidingFindings(results, requirement);
  const { check, exchange } = finding ?? { check: null, exchange: null };
  const text = exchange === null ? (check?.actual ?? '') : spokenText(exchange);
  const decided = decisionLines(requirement, results, words);
  return [
    `### ${glyphs.review} ${code(requirement.id)} (${labels.section} ${prose(requirement.section)})`,
    '',
    ...(text === '' ? [] : [`- **${labels.text}**: ${code(clip(text, textLimit))}`]),
    `- **${labels.decide}**: ${labels.holds} ${prose(words.say(requirement.statement))}`,
    ...(check === null ? [] : [`- **${labels.why}**: ${prose(clip(words.say(check.message), textLimit))}`]),
    ...decided,
  ].join('\n');
}

/** Texts that a person has to read, each with the question that it raises, and those that persons have settled. */
export function reviewParts(results: Results, words: Wording): readonly string[] {
  const reviews = results.requirements.filter(({ verdict }) => verdict === 'review');
  const open = reviews.filter(({ decided }) => decided === null);
  const settled = reviews.filter(({ decided }) => decided !== null);
  const section = (title: string, members: readonly RequirementResult[]): readonly string[] =>
    members.length === 0
      ? []
      : [`## ${title}: ${members.length}`, ...members.map((one) => reviewPart(one, results, words))];
  return [
    ...section(words.labels.reviews, open),
    ...(open.length === 0 ? [] : [prose(words.labels.patternHint)]),
    ...section(words.labels.decidedBy, settled),
  ];
}
