import { expect, it } from 'vitest';
import { countMember } from './count-member.ts';

it.each([
  ['{}', 0],
  ['[]', 0],
  ['{"banks":[]}', 1],
  ['{"banks":[{"name":"banks","bic":"\\"banks\\":"}]}', 1],
  ['{"banks":[{"banks":[],"bic":"1"}]}', 1],
  ['["banks","banks"]', 0],
  ['{"banks":null,"banks":[]}', 2],
  ['{"banks" : [{"name":"a"}],\n\t"other":{"banks":1},"banks"\n:[]}', 2],
  ['{"a":"banks","banks":["banks"],"banks":1,"banks":2}', 3],
])('in %s it stands %i times', (text, count) => {
  expect(countMember(text, 'banks')).toBe(count);
});
