import type { Results } from '../../result/results.ts';
import { trafficOf } from '../view.ts';
import { clip } from '../visible.ts';
import { waiverText } from '../waiver-text.ts';
import type { Wording } from '../wording/wording.ts';
import { code, prose } from './markdown-text.ts';

const textLimit = 200;

const section = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : [`## ${title}: ${lines.length}`, ...lines];

function waiverLines(results: Results, words: Wording): readonly string[] {
  const { labels } = words;
  return results.waivers.map(
    (one) =>
      `- ${code(one.requirement)}: ${prose(waiverText(one, results, words))} (${code(clip(one.reason, textLimit))}; ${labels.owner} ${code(one.owner)}; ${labels.until} ${code(one.until)})`,
  );
}

function advisoryLines({ advisories }: Results): readonly string[] {
  return advisories.map(({ id, message }) => `- ${code(id)}: ${prose(clip(message, textLimit))}`);
}

// One part for all of them: they are folded, and short in comparison with all the rest.
function observationParts({ observations }: Results, words: Wording): readonly string[] {
  if (observations.length === 0) return [];
  const lines = observations.map(
    ({ variant, question, value }) =>
      `- ${prose(words.variant(variant))}: ${prose(question)} ${code(clip(value, textLimit))}`,
  );
  return [`## ${words.labels.observations}: ${observations.length}`, ...lines];
}

function factLine(results: Results, words: Wording): string {
  const { latency } = trafficOf(results);
  const times =
    latency === null ? '' : [latency.median, latency.p95, latency.max].map(words.duration).join(' / ');
  const facts = [
    words.requests(results.requests),
    words.duration(results.durationMs),
    ...(times === '' ? [] : [`${words.labels.latency}: ${times}`]),
    words.failedLogins(results.failedLogins),
  ];
  return facts.map(prose).join('; ');
}

/** What is said beside the verdicts, short: waivers, advisories, observations, what the run cost. */
export function noteParts(results: Results, words: Wording): readonly string[] {
  const { labels } = words;
  const absent = results.notApplicable.length;
  return [
    ...section(labels.waivers, waiverLines(results, words)),
    ...section(labels.advisories, advisoryLines(results)),
    ...observationParts(results, words),
    ...(absent === 0 ? [] : [`${prose(labels.notApplicable)}: ${absent}`]),
    factLine(results, words),
  ];
}
