import { expect, it } from 'vitest';
import { runConformance, startReference, verify } from './api.ts';
import { conformance } from './conformance.ts';
import { loadProfile } from './options.ts';

/** Calls with unchecked options. */
const callers = {
  conformance: (options: object) => conformance('/nowhere.yaml', options),
  runConformance: (options: object) => runConformance('/nowhere.yaml', options),
  loadProfile: (options: object) => loadProfile('/nowhere.yaml', options),
  startReference: (options: object) => startReference(options),
  verify: (options: object) => verify('/nowhere', { ca: '/nowhere.pem', ...options }),
} as const;
const names = Object.keys(callers) as readonly (keyof typeof callers)[];

/** The error of the call. */
async function refusalOf(name: keyof typeof callers, options: object): Promise<unknown> {
  try {
    await callers[name](options);
    return null;
  } catch (error) {
    return error;
  }
}

it.each(names)('%s refuses an option that it does not have, and options that are none', async (name) => {
  const error = await refusalOf(name, { unheardOf: true });
  expect(error).toMatchObject({ name: 'UserError', fault: 'usage', code: 'unknown-option' });
  const begins = `^UserError: ${name}: option \`unheardOf\`: found an unknown key, expected one of \\w+`;
  expect(String(error)).toMatch(new RegExp(begins));
  const message = `${name}: options: found a list, expected an object`;
  if (name !== 'verify') expect(await refusalOf(name, [])).toMatchObject({ message });
});

const secret = 'hunter2-hunter2';

it.each([
  ['conformance', 'compleet', true, 'an unknown key, .*; did you mean `complete`\\?'],
  ['conformance', 'review', 'fails', '"fails", expected one of skip, fail; .*`fail`\\?'],
  ['conformance', 'formats', ['htlm'], '"htlm", expected a list.*`html`\\?'],
  ['conformance', 'complete', 'yes', 'a string, expected true or false'],
  ['conformance', 'out', '', 'an empty string, expected a string that is not empty'],
  ['conformance', 'startTimeout', 0, '0, expected a number above 0'],
  ['conformance', 'onResults', {}, 'an object, expected a function'],
  ['runConformance', 'cases', 'a.*', 'a string, expected a list of strings'],
  [
    'runConformance',
    'rate',
    null,
    'nothing, expected a number of requests per second above 0, at most 100000',
  ],
  ['runConformance', 'retries', 1.5, '1.5, expected a whole number from 0'],
  ['runConformance', 'env', secret, 'a string, expected an object of variables'],
  ['runConformance', 'signal', true, 'true, expected an AbortSignal'],
  ['loadProfile', 'language', 'de', '"de", expected one of en, ru'],
  ['startReference', 'latencyMs', null, 'nothing, expected a whole number'],
  ['verify', 'now', '2026-01-01', 'a string, expected a Date'],
] as const)('%s with the option %s as %j: found %s', async (name, option, value, found) => {
  const error = await refusalOf(name, { [option]: value });
  expect(error).toMatchObject({ fault: 'usage' });
  expect(String(error)).toMatch(new RegExp(`^UserError: ${name}: option \`${option}\`: found ${found}`));
  expect(String(error)).not.toContain(secret);
});

it('what an option may be is taken, and undefined counts as absent', async () => {
  const signal = new AbortController().signal;
  const options = { variants: ['a'], baseUrl: 'http://127.0.0.1:9', rate: 0.5, seed: 0, env: {}, signal };
  const taken = { ...options, onEvent: () => undefined, timeout: undefined };
  expect(await refusalOf('runConformance', taken)).toMatchObject({ fault: 'profile' });
});
