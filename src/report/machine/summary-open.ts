import { outcomeOf } from '../../result/outcome.ts';
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
  const yaml = group.reason === 'not-provisioned' ? provisioningYaml(group.conditions, words.language) : [];
  const notes = group.notes.slice(0, notesShown).map((note) => `- ${prose(clip(note, textLimit))}`);
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

function reviewPart(requirement: RequirementResult, results: Results, words: Wording): string {
  const { labels } = words;
  const [finding] = decidingFindings(results, requirement);
  const { check, exchange } = finding ?? { check: null, exchange: null };
  const text = exchange === null ? (check?.actual ?? '') : spokenText(exchange);
  return [
    `### ${glyphs.review} ${code(requirement.id)} (${labels.section} ${prose(requirement.section)})`,
    '',
    ...(text === '' ? [] : [`- **${labels.text}**: ${code(clip(text, textLimit))}`]),
    `- **${labels.decide}**: ${labels.holds} ${prose(requirement.statement)}`,
    ...(check === null ? [] : [`- **${labels.why}**: ${prose(clip(check.message, textLimit))}`]),
  ].join('\n');
}

/** Texts that a person has to read, each with the question that it raises. */
export function reviewParts(results: Results, words: Wording): readonly string[] {
  const open = results.requirements.filter((found) => outcomeOf(found) === 'review');
  if (open.length === 0) return [];
  return [
    `## ${words.labels.reviews}: ${open.length}`,
    ...open.map((one) => reviewPart(one, results, words)),
    prose(words.labels.patternHint),
  ];
}
