import { describe, expect, it } from 'vitest';

import { findHints } from './hint.ts';
import { findMeanings } from './meaning.ts';
import { findNaming } from './naming.ts';
import { maskVolatile } from './volatile.ts';

const size = 1 << 18;
/** Milliseconds of CPU time. One run of five has to keep to it, because the machine may be busy. */
const allowed = { meaning: 50, rest: 200 } as const;

const units = [
  'повторите |повторите запрос с с с все |не |не должен зашифрован ',
  'не с корректные данные повторите |fail to |log in |not to |must be |check the data |please ',
  'менеджер |обратитесь к |contact |временно |укажите и |expected |авторизация |login |partner ',
  'missing partnerName add and |partnerName repeat with |partnerPassword must |пользователь ',
  'access to the |доступ к |no key |client is |клиент не |отказано в |нет прав |denied the |not not ',
  'service |access to resource |partner_|a|Aa|1-|#|<|<p |&|&amp;|\\u0041|. |, |- | |\n|\u0301',
  '\u200B|ﷺ|id: |Jan |"|a+/|или |or ',
].flatMap((line) => line.split('|'));

/** Whether one of a few runs keeps to the limit. */
const isWithin = (limit: number, action: () => unknown): boolean =>
  [1, 2, 3, 4, 5].some(() => {
    const start = process.cpuUsage();
    action();
    return process.cpuUsage(start).user / 1000 < limit;
  });

describe.for(units)('256 KiB of %j', (unit) => {
  const text = unit.repeat(Math.ceil(size / unit.length));

  it.for<[string, number, () => unknown]>([
    ['meanings', allowed.meaning, () => findMeanings(text)],
    ['hints', allowed.rest, () => findHints(text, ['partnerName', 'useAuthByCert'])],
    ['names', allowed.rest, () => findNaming(text, 'partnerName')],
    ['what is volatile', allowed.rest, () => maskVolatile(text)],
  ])('is read in time: %s', ([, limit, action]) => {
    expect(isWithin(limit, action)).toBe(true);
  });
});
