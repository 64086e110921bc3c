import { expect, test } from 'vitest';
import { inspection } from '../judge/evidence.test-data.ts';
import { inspectBody } from '../judge/inspect.ts';
import { sameFacts } from './read-answer.ts';

const inspected = (body: string) => inspectBody(Buffer.from(body), null, inspection);

test.for([
  ['{"description_status":"Пароль hunter2"}', '{"description_status":"Пароль <password>"}', true],
  ['{"banks":[{"name":"A","bic":"1"}]}', '{"banks":[{"name":"<secret>","bic":"2"}]}', true],
  ['{"banks":[{"name":"A","bic":"1"}]}', '{"banks":[{"name":"A","bic":1}]}', false],
  ['{"banks":[{"name":"A","bic":null}]}', '{"banks":[{"name":"A","bic":1}]}', false],
  ['{"banks":[]}', '{"banks":[],"x":1}', false],
  ['{"x":1}', '{"y":1}', false],
  ['{"description_status":"x"}', '{"description_status":1}', false],
  ['{"description_status":"partnerName"}', '{"description_status":"<secret>"}', false],
  ['oops', 'other', true],
  ['oops', 'banks: [', false],
] as const)('leads to the same judgement, or does not: %s and %s', ([left, right, isSame]) => {
  expect(sameFacts(inspected(left), inspected(right))).toBe(isSame);
});
