import { expect, test } from 'vitest';
import { judge } from '../results/judge.ts';
import { conforming, recordWith } from '../results/record.test-data.ts';
import type { Answers } from '../results/record.test-data.ts';
import type { Results } from '../results/results.ts';
import { specification } from '../operation/specification.ts';
import { answered, list, refused } from '../judge/evidence.test-data.ts';
import { say } from '../messages/message.ts';
import { russian as sentences } from '../messages/ru.ts';
import { renderConsole } from './console/render-console.ts';
import { renderHtml } from './html/page.ts';
import { inLanguage } from './in-language.ts';
import { renderSummary } from './machine/summary.ts';
import { russianSample } from './made-results.test-data.ts';

/** Four English words in a row. Text in quotes or code is data. */
const sentence = /(?<![\w`$/.-])[A-Za-z]{2,}(?: [a-z]{1,}){3}(?![\w`/=-])/g;

const sentencesIn = (text: string): readonly string[] =>
  text.replaceAll(/“[^”]*”|`[^`]*`/g, '').match(sentence) ?? [];

/** Every text of Results that a report prints, except those of the target. */
const saidIn = ({ cases, requirements, controls, observations, advisories, rootCauses }: Results) => [
  ...requirements.map(({ statement }) => statement),
  ...cases.flatMap(({ title, note, checks, exchanges }) => [
    title,
    note,
    ...checks.flatMap(({ message, expected, actual }) => [message, expected, actual]),
    ...exchanges.map(({ label }) => label),
  ]),
  ...controls.map(({ label }) => label),
  ...observations.flatMap(({ question, value }) => [question, value]),
  ...advisories.map(({ message }) => message),
  ...rootCauses.flatMap(({ message, hint }) => [message, hint]),
];

/** In Russian: correct refusals, except for one wrong status. */
const refusing: Answers = (request, id) => {
  const { words } = request.testRequest;
  const status = conforming(request, id).response?.status ?? 0;
  const wrong = request.id === 'a.missing.partnerName' ? 400 : status;
  const evidence = status === 200 ? answered(200, list, { id }) : refused(wrong, 'Код 17', { id });
  return { ...evidence, label: say(words, 'en'), words };
};
const judged = judge(recordWith(refusing), specification, [], []);

test.each([
  ['the sample', russianSample()],
  ['a run of every case', { ...judged, target: { ...judged.target, language: 'ru' } }],
] as const)('no English sentence is left in a Russian report: %s', (_, given) => {
  // The title is that of the specification, which stays English.
  const results: Results = { ...given, spec: { ...given.spec, title: '' } };
  expect(saidIn(inLanguage(results, 'ru')).flatMap(sentencesIn)).toEqual([]);
  const page = renderHtml(results)
    .replaceAll(/<(script|style|pre|code)\b[^]*?<\/\1>/g, '')
    .replaceAll(/<[^>]*>/g, '\n');
  const shown = renderConsole(results, { width: 200, color: false, verbose: true })
    .split('\n')
    .filter((line) => !/^ {4}[<>$] |^ {6}/.test(line));
  const summary = renderSummary(results).replaceAll(/^```[^]*?^```$/gm, '');
  expect([page, summary, ...shown].flatMap(sentencesIn)).toEqual([]);
});

test('no sentence of the Russian table is English, and the search finds one that is', () => {
  expect(Object.values(sentences).flatMap(sentencesIn)).toEqual([]);
  expect(sentencesIn('Ошибка: the target does not answer')).not.toEqual([]);
});
