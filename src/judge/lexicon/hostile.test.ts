import { describe, expect, it } from 'vitest';

import { findHints } from './hint.ts';
import { findMeanings } from './meaning.ts';
import { findNaming } from './naming.ts';
import { maskVolatile } from './volatile.ts';

/** Characters of the longer text. The shorter one has a quarter of that. */
const size = 1 << 18;
/** Maximum growth of the time. Linear time grows by a factor of four, quadratic time by sixteen. */
const mostGrowth = 9;

const units = [
  'повторите |повторите запрос с с с все |не |не должен зашифрован ',
  'не с корректные данные повторите |fail to |log in |not to |must be |check the data |please ',
  'менеджер |обратитесь к |contact |временно |укажите и |expected |авторизация |login |partner ',
  'missing partnerName add and |partnerName repeat with |partnerPassword must |пользователь ',
  'access to the |доступ к |no key |client is |клиент не |отказано в |нет прав |denied the |not not ',
  'service |access to resource |partner_|a|Aa|1-|#|<|<p |&|&amp;|\\u0041|. |, |- | |\n|\u0301',
  '\u200B|ﷺ|id: |Jan |"|a+/|или |or ',
].flatMap((line) => line.split('|'));

/** Milliseconds of processor time. */
function cpuOf(action: () => unknown): number {
  const start = process.cpuUsage();
  action();
  return process.cpuUsage(start).user / 1000;
}

/** True if the time of one of a few pairs of runs grows linearly. The machine may pause in some of them. */
const isLinear = (read: (text: string) => unknown, long: string): boolean =>
  [1, 2, 3, 4, 5].some(() => {
    const took = cpuOf(() => read(long));
    const tookShort = cpuOf(() => read(long.slice(0, size / 4)));
    // Times below a millisecond are not precise.
    return took < mostGrowth * Math.max(1, tookShort);
  });

describe.for(units)('256 KiB of %j', (unit) => {
  const text = unit.repeat(Math.ceil(size / unit.length));

  it.for<[string, (text: string) => unknown]>([
    ['meanings', (one) => findMeanings(one)],
    ['hints', (one) => findHints(one, ['partnerName', 'useAuthByCert'])],
    ['names', (one) => findNaming(one, 'partnerName')],
    ['what is volatile', (one) => maskVolatile(one)],
  ])('is read in linear time: %s', ([, read]) => {
    expect(isLinear(read, text)).toBe(true);
  });
});

it('what is read in quadratic time is noticed', () => {
  const read = (text: string): number => {
    let sum = 0;
    for (let from = 0; from < text.length; from += 8) sum += text.indexOf('!', from);
    return sum;
  };
  expect(isLinear(read, 'x'.repeat(size))).toBe(false);
});
