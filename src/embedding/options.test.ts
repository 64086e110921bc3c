import { describe, expect, it } from 'vitest';
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

describe.each(names)('%s', (name) => {
  it('refuses an option that it does not have', async () => {
    expect(await refusalOf(name, { unheardOf: true })).toMatchObject({
      name: 'UserError',
      fault: 'usage',
      code: 'unknown-option',
      message: expect.stringMatching(
        new RegExp(`^${name}: option \`unheardOf\`: found an unknown option, expected one of \\w+`),
      ),
    });
  });

  it.runIf(name !== 'verify')('refuses options that are none', async () => {
    expect(await refusalOf(name, [])).toMatchObject({
      message: `${name}: options: found a list, expected an object`,
    });
  });
});

const secret = 'hunter2-hunter2';

it.each([
  [
    'conformance',
    { variant: ['a'] },
    'option `variant`: found an unknown option, expected one of variants',
    '; did you mean `variants`?',
  ],
  ['conformance', { compleet: true }, 'option `compleet`', '; did you mean `complete`?'],
  [
    'conformance',
    { review: 'fails' },
    'option `review`: found "fails", expected one of skip, fail; did you mean `fail`?',
    '',
  ],
  [
    'conformance',
    { formats: ['json', 'htlm'] },
    'option `formats`: found "htlm", expected a list of some of json',
    '; did you mean `html`?',
  ],
  ['conformance', { formats: 'json' }, 'option `formats`: found "json", expected a list', ''],
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
    { timeout: '5' },
    'option `timeout`: found a string, expected a whole number from 1',
    '',
  ],
  ['runConformance', { retries: 1.5 }, 'option `retries`: found 1.5, expected a whole number from 0', ''],
  ['runConformance', { rate: -1 }, 'option `rate`: found -1, expected a number above 0', ''],
  ['runConformance', { env: secret }, 'option `env`: found a string, expected an object of variables', ''],
  ['runConformance', { signal: true }, 'option `signal`: found true, expected an AbortSignal', ''],
  [
    'runConformance',
    { review: 'fail' },
    'option `review`: found an unknown option',
    '; did you mean `reviews`?',
  ],
  ['loadProfile', { language: 'de' }, 'option `language`: found "de", expected one of en, ru', ''],
  ['startReference', { defect: ['a-bic-number'] }, 'option `defect`', '; did you mean `defects`?'],
  [
    'startReference',
    { latencyMs: null },
    'option `latencyMs`: found nothing, expected a whole number from 0',
    '',
  ],
  ['verify', { now: '2026-01-01' }, 'option `now`: found a string, expected a Date', ''],
] as const)('%s with %j is told what was found and expected', async (name, options, begins, ends) => {
  const error = await refusalOf(name, options);
  expect(error).toMatchObject({ fault: 'usage' });
  const message = error instanceof Error ? error.message : '';
  expect(message.startsWith(`${name}: ${begins}`) ? begins : message).toBe(begins);
  expect(message.endsWith(ends) ? ends : message).toBe(ends);
  expect(message).not.toContain(secret);
});

it('an option that is undefined counts as left out', async () => {
  const error = await refusalOf('runConformance', { timeout: undefined, onEvent: undefined });
  expect(error).toMatchObject({ fault: 'profile' });
});

it('what an option may be is taken', async () => {
  const options = {
    variants: ['a'],
    baseUrl: 'http://127.0.0.1:9',
    rate: 0.5,
    seed: 0,
    env: {},
    signal: new AbortController().signal,
    onEvent: () => undefined,
  };
  expect(await refusalOf('runConformance', options)).toMatchObject({ fault: 'profile' });
});
