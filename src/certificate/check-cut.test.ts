import { describe, expect, it } from 'vitest';
import { specification } from '../spec/variant.ts';
import type { BodyFacts } from '../verdict/facts.ts';
import { inspectBody } from '../verdict/inspect.ts';
import type { Inspection } from '../verdict/inspect.ts';
import { fitsBeginning } from './check-cut.ts';

const inspection: Inspection = {
  contract: specification.body,
  mask: (text) => text,
  parameters: ['partnerName', 'partnerPassword', 'useAuthByCert'],
  pattern: null,
};
const kept = 1000;
type Facts = Extract<BodyFacts, { readonly kind: 'json' }>;

/** Whether the beginning of a body fits what is said of the whole, once it is edited. */
function fits(body: string, edit: (facts: Facts) => BodyFacts = (facts) => facts): boolean {
  const facts = inspectBody(Buffer.from(body), null, inspection);
  return fitsBeginning(body.slice(0, kept), facts.kind === 'json' ? edit(facts) : facts, inspection);
}

const bank = (at: number): object => ({ name: `Bank ${at}`, bic: String(44_525_000 + at).padStart(9, '0') });
const list = (wrong: object = {}): string =>
  JSON.stringify({
    banks: Array.from({ length: 100 }, (_one, at) => ({ ...bank(at), ...(at === 3 ? wrong : {}) })),
  });
const long = ' '.repeat(2 * kept);
const error = (text: string, more: object = {}): string =>
  JSON.stringify({ description_status: text, ...more, pad: long });
const bodies = {
  'a list': list(),
  'a list with a wrong record in sight': list({ bic: 1 }),
  'a list with further members': list({ swift: 'x' }),
  'white space in front': `${long}${list()}`,
  'a list that is said twice': `{"banks":1,${list().slice(1)}`,
  'a list that is not JSON at its end': `${list()}x`,
  'an error': error('partnerName is missing: repeat the request with correct data'),
  'an error without a text': JSON.stringify({ error: 1, pad: long }),
  'an error with an endless text': JSON.stringify({ description_status: `go away${long}` }),
  'a number as text': JSON.stringify({ description_status: 1, pad: long }),
  'a page': `<html>${long}`,
  'a page with a list': `<html>"banks": [${long}`,
  'a list in a comment': `/* "banks": [ ${long} */ {}`,
  'a text': JSON.stringify(long),
  'an array': JSON.stringify([long, long]),
} as const;

describe('the beginning of a body', () => {
  it.each(Object.entries(bodies))('fits what was found out of the whole: %s', (_name, body) => {
    expect(fits(body)).toBe(true);
  });

  const noProblems = { problems: [], problemCount: 0 };
  it.each<readonly [name: string, body: string, edit: (facts: Facts) => BodyFacts]>([
    [
      'a wrong record denied',
      list({ bic: 1 }),
      (facts) => ({ ...facts, list: facts.list && { ...facts.list, ...noProblems } }),
    ],
    ['a list denied', list(), (facts) => ({ ...facts, isSuccess: false, list: null, showsList: false })],
    ['a list called no list', list(), (facts) => ({ ...facts, showsList: false })],
    ['a list called no JSON', list(), () => ({ kind: 'not-json', problem: 'x', showsList: false })],
    ['fewer records', list(), (facts) => ({ ...facts, list: facts.list && { ...facts.list, count: 1 } })],
    [
      'other shapes of BIC',
      list(),
      (facts) => ({ ...facts, list: facts.list && { ...facts.list, bicShapes: { other: 100 } } }),
    ],
    ['a further member denied', error('x'), (facts) => ({ ...facts, isSuccess: true })],
    [
      'another meaning',
      error('go away'),
      (facts) => ({ ...facts, text: facts.text && { ...facts.text, meanings: ['try-later'] } }),
    ],
    [
      'another text',
      error('go away'),
      (facts) => ({ ...facts, text: facts.text && { ...facts.text, text: 'repeat later' } }),
    ],
    [
      'another beginning of an endless text',
      bodies['an error with an endless text'],
      (facts) => ({ ...facts, text: facts.text && { ...facts.text, text: 'repeat later' } }),
    ],
    ['an error called none', error('go away'), (facts) => ({ ...facts, isError: false })],
    ['a number called an error', bodies['a number as text'], (facts) => ({ ...facts, isError: true })],
    ['another type', list(), (facts) => ({ ...facts, type: 'array' })],
  ])('does not fit %s', (_name, body, edit) => {
    expect(fits(body, edit)).toBe(false);
  });

  it('of no JSON does not fit facts of JSON', () => {
    const facts = inspectBody(Buffer.from(list()), null, inspection);
    for (const body of ['{"banks" [', '<html><p>', '<html> <p>', 'x'])
      expect(fitsBeginning(body, facts, inspection)).toBe(false);
    expect(fitsBeginning('{"banks": [', facts, inspection)).toBe(true);
  });
});
