import { expect, test } from 'vitest';
import { runConformance, startReference } from '../embedding/api.ts';
import type { Results } from '../result/results.ts';
import { renderConsole } from './console/render-console.ts';
import { renderHtml } from './html/page.ts';
import { inLanguage } from './in-language.ts';
import { renderSummary } from './machine/summary.ts';

const defects = [
  'unauthorized-statuses-swapped',
  'a-missing-400',
  'a-unencrypted-400',
  'b-missing-everything-400',
  'b-unavailable-503',
];

/** Four English words in a row; what is in quotes or code is data. */
const sentence = /(?<![\w`$/.-])[A-Za-z]{2,}(?: [a-z]{1,}){3}(?![\w`/=-])/g;

const sentencesIn = (text: string): readonly string[] =>
  text.replaceAll(/“[^”]*”|`[^`]*`/g, '').match(sentence) ?? [];

/** Every text of the Results that a report says, without what the target sent. */
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

test('no English sentence is left in a Russian report', async () => {
  const reference = await startReference({ defects });
  const run = await runConformance(reference.profile);
  await reference.close();
  // The title is that of the specification.
  const results: Results = {
    ...run,
    target: { ...run.target, language: 'ru' },
    spec: { ...run.spec, title: '' },
  };
  const said = saidIn(inLanguage(results, 'ru'));
  expect(said.length).toBeGreaterThan(200);
  expect(said.flatMap(sentencesIn)).toEqual([]);
  const page = renderHtml(results)
    .replaceAll(/<(script|style|pre|code)\b[^]*?<\/\1>/g, '')
    .replaceAll(/<[^>]*>/g, '\n');
  const shown = renderConsole(results, { width: 200, color: false, verbose: true })
    .split('\n')
    .filter((line) => !/^ {4}[<>$] |^ {6}/.test(line));
  const summary = renderSummary(results).replaceAll(/^```[^]*?^```$/gm, '');
  expect([page, summary, ...shown].flatMap(sentencesIn)).toEqual([]);
});

test('the search finds an English sentence', () => {
  expect(sentencesIn('Ошибка: the target does not answer')).not.toEqual([]);
});
