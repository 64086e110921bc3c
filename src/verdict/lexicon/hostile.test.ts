import { describe, expect, it } from 'vitest';

import { findHints } from './hint.ts';
import { findMeanings } from './meaning.ts';
import { findNaming } from './naming.ts';
import { maskVolatile } from './volatile.ts';

const size = 1 << 20;
/** Milliseconds; the machine may be busy with other tests, so the best of three runs counts. */
const allowed = 200;

const units = [
  'повторите ',
  'повторите запрос с с с все ',
  'не ',
  'not to ',
  'must be ',
  'check the data ',
  'please ',
  'менеджер ',
  'обратитесь к ',
  'contact ',
  'временно ',
  'укажите и ',
  'expected ',
  'авторизация ',
  'login ',
  'partner ',
  'missing partnerName add and ',
  'partnerName repeat with ',
  'partnerPassword must ',
  'пользователь ',
  'service ',
  'access to resource ',
  'partner_',
  'a',
  'Aa',
  '1-',
  '#',
  '<',
  '<p ',
  '&',
  '&amp;',
  '\\u0041',
  '. ',
  ', ',
  '- ',
  ' ',
  '\n',
  '\u0301',
  '\u200B',
  'ﷺ',
  'id: ',
  'Jan ',
  '"',
  'a+/',
  'или ',
  'or ',
] as const;

function best(action: () => unknown): number {
  const runs = [0, 1, 2].map(() => {
    const start = performance.now();
    action();
    return performance.now() - start;
  });
  return Math.min(...runs);
}

describe.for(units)('a megabyte of %j', (unit) => {
  const text = unit.repeat(Math.ceil(size / unit.length));

  it('is judged in time', () => {
    expect(best(() => findMeanings(text))).toBeLessThan(allowed);
    expect(best(() => findHints(text, ['partnerName', 'useAuthByCert']))).toBeLessThan(allowed);
    expect(best(() => findNaming(text, 'partnerName'))).toBeLessThan(allowed);
    expect(best(() => maskVolatile(text))).toBeLessThan(allowed);
  });
});
