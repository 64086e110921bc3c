import { describe, expect, it } from 'vitest';

import { findHints } from './hint.ts';
import { findMeanings } from './meaning.ts';
import { findNaming } from './naming.ts';
import { maskVolatile } from './volatile.ts';

const size = 1 << 20;
/** Milliseconds of the processor; the machine may be busy with other tests, so the best run counts. */
const allowed = { meaning: 50, rest: 200 } as const;

const units = [
  'повторите |повторите запрос с с с все |не |не должен зашифрован ',
  'не с корректные данные повторите |fail to |log in |not to |must be |check the data |please ',
  'менеджер |обратитесь к |contact |временно |укажите и |expected |авторизация |login |partner ',
  'missing partnerName add and |partnerName repeat with |partnerPassword must |пользователь ',
  'service |access to resource |partner_|a|Aa|1-|#|<|<p |&|&amp;|\\u0041|. |, |- | |\n|\u0301',
  '\u200B|ﷺ|id: |Jan |"|a+/|или |or ',
].flatMap((line) => line.split('|'));

function best(action: () => unknown): number {
  const runs = Array.from({ length: 5 }, () => {
    const start = process.cpuUsage();
    action();
    return process.cpuUsage(start).user / 1000;
  });
  return Math.min(...runs);
}

describe.for(units)('a megabyte of %j', (unit) => {
  const text = unit.repeat(Math.ceil(size / unit.length));

  it('is judged in time', () => {
    expect(best(() => findMeanings(text))).toBeLessThan(allowed.meaning);
    expect(best(() => findHints(text, ['partnerName', 'useAuthByCert']))).toBeLessThan(allowed.rest);
    expect(best(() => findNaming(text, 'partnerName'))).toBeLessThan(allowed.rest);
    expect(best(() => maskVolatile(text))).toBeLessThan(allowed.rest);
  });
});
