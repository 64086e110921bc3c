import { describe, expect, test } from 'vitest';
import type { Results } from '../../result/results.ts';
import { englishIn, recordedRun, textsOf } from './recorded.test-data.ts';
import type { Change } from './recorded.test-data.ts';
import { russian } from './ru.ts';

/** Between them they make every judge say everything that it can say. */
const changes: readonly Change[] = [
  {},
  ...[
    ['a-success-reset', 'b-success-cut'],
    ['a-success-html', 'b-error-xml'],
    ['a-path-with-slash', 'b-path-without-slash'],
    ['a-error-array', 'b-error-member-camel-case'],
    ['a-error-byte-order-mark', 'b-error-windows-1251'],
    ['a-one-text-for-everything', 'b-one-text-for-everything'],
    ['a-record-tuple', 'b-record-string'],
    ['a-bic-missing', 'b-bic-number'],
    ['a-list-null', 'b-success-empty'],
    ['a-error-text-empty', 'b-error-text-null'],
    ['a-unauthorized-text-of-unavailable', 'b-partner-blocked-text-of-unauthorized'],
    ['a-reads-query', 'b-encryption-not-checked'],
    ['a-json-canonical-only', 'b-success-502'],
    ['a-list-bare', 'b-missing-upper-case'],
    ['b-unavailable-stack-trace'],
  ].map((defects) => ({ defects })),
  { defects: ['a-resets-without-name'], cases: 'a.missing.partnerName' },
  { defects: ['a-silent-without-parameters'], cases: 'a.missing.partnerName+' },
  { defects: ['b-body-as-string', 'b-error-with-list'], cases: 'b.unauth' },
  { tolerances: ['passing-cut'] },
  { tolerances: ['bic-8'] },
  { profile: (text) => text.replace(/partnerPassword: .*/, 'partnerPassword: wrong') },
  { profile: (text) => text.replace(/^baseUrl: .*/m, 'baseUrl: http://127.0.0.1:9') },
  { profile: (text) => text.replace(/^conditions:\n(?: .*\n)*/m, 'conditions: {}\n') },
];

const leaksOf = (results: Results): readonly string[] =>
  [...textsOf(results)].flatMap((text) => {
    const translated = russian.say(text);
    const left = englishIn(translated);
    return left.length === 0 ? [] : [`${left.join(' ')}: ${text} → ${translated}`];
  });

describe('a record in Russian leaves no English but names and what the target said', () => {
  test.each(changes.map((change) => [JSON.stringify(change), change] as const))(
    'with %s',
    { timeout: 30_000 },
    async (_name, change) => {
      expect(leaksOf(await recordedRun(change))).toEqual([]);
    },
  );
});

test('an English word that is left is found', () => {
  expect(englishIn('код: expected 403; получено “some text” в `banks`')).toEqual(['expected']);
});
