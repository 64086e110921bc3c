import { expect, it } from 'vitest';
import { runConformance, startReference, verify } from './api.ts';
import { conformance } from './conformance.ts';
import { loadProfile } from './options.ts';

/** Calls with options that no compiler has seen. */
const callers = {
  conformance: (options: object) => conformance('/nowhere.yaml', options),
  runConformance: (options: object) => runConformance('/nowhere.yaml', options),
  loadProfile: (options: object) => loadProfile('/nowhere.yaml', options),
  startReference: (options: object) => startReference(options),
  verify: (options: object) => verify('/nowhere', { ca: '/nowhere.pem', ...options }),
} as const;
const names = Object.keys(callers) as readonly (keyof typeof callers)[];

/** What the call is refused with. */
async function refusalOf(name: keyof typeof callers, options: object): Promise<unknown> {
  try {
    await callers[name](options);
    return null;
  } catch (error) {
    return error;
  }
}

it.each(names)('%s refuses an option that it does not have, and options that are none', async (name) => {
  const begins = `^${name}: option \`unheardOf\`: found an unknown key, expected one of \\w+`;
  expect(await refusalOf(name, { unheardOf: true })).toMatchObject({
    name: 'UserError',
    fault: 'usage',
    code: 'unknown-option',
    message: expect.stringMatching(new RegExp(begins)) as string,
  });
  const message = `${name}: options: found a list, expected an object`;
  if (name !== 'verify') expect(await refusalOf(name, [])).toMatchObject({ message });
});

const secret = 'hunter2-hunter2';

it.each([
  ['conformance', { compleet: true }, 'option `compleet`', '; did you mean `complete`?'],
  [
    'conformance',
    { review: 'fails' },
    'option `review`: found "fails", expected one of skip, fail',
    '`fail`?',
  ],
  ['conformance', { formats: ['htlm'] }, 'option `formats`: found "htlm", expected a list', '`html`?'],
  ['conformance', { complete: 'yes' }, 'option `complete`: found a string, expected true or false', ''],
  [
    'conformance',
    { out: '' },
    'option `out`: found an empty string, expected a string that is not empty',
    '',
  ],
  ['conformance', { startTimeout: 0 }, 'option `startTimeout`: found 0, expected a number above 0', ''],
  ['conformance', { onResults: {} }, 'option `onResults`: found an object, expected a function', ''],
  ['runConformance', { cases: 'a.*' }, 'option `cases`: found a string, expected a list of strings', ''],
  [
    'runConformance',
    { rate: null },
    'option `rate`: found nothing, expected a number of requests per second above 0, at most 100000',
    '',
  ],
  ['runConformance', { retries: 1.5 }, 'option `retries`: found 1.5, expected a whole number from 0', ''],
  ['runConformance', { env: secret }, 'option `env`: found a string, expected an object of variables', ''],
  ['runConformance', { signal: true }, 'option `signal`: found true, expected an AbortSignal', ''],
  ['loadProfile', { language: 'de' }, 'option `language`: found "de", expected one of en, ru', ''],
  ['startReference', { latencyMs: null }, 'option `latencyMs`: found nothing, expected a whole number', ''],
  ['verify', { now: '2026-01-01' }, 'option `now`: found a string, expected a Date', ''],
] as const)('%s with %j gets what was found and expected', async (name, options, begins, ends) => {
  const error = await refusalOf(name, options);
  expect(error).toMatchObject({ fault: 'usage' });
  const message = error instanceof Error ? error.message : '';
  expect(message.startsWith(`${name}: ${begins}`) ? begins : message).toBe(begins);
  expect(message.endsWith(ends) ? ends : message).toBe(ends);
  expect(message).not.toContain(secret);
});

it('what an option may be is taken, and undefined counts as absent', async () => {
  const signal = new AbortController().signal;
  const options = { variants: ['a'], baseUrl: 'http://127.0.0.1:9', rate: 0.5, seed: 0, env: {}, signal };
  const taken = { ...options, onEvent: () => undefined, timeout: undefined };
  expect(await refusalOf('runConformance', taken)).toMatchObject({ fault: 'profile' });
});
