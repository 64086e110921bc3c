import { describe, expect, it } from 'vitest';
import { specification } from '../spec/variant.ts';
import { variantById } from '../spec/specification.ts';
import { answered } from '../verdict/evidence.test-data.ts';
import { inspectCondition } from './inspect-condition.ts';

const variant = variantById(specification, 'a');

describe('a condition that needs nothing of the profile', () => {
  it.each([
    [403, 'good'],
    // A run can judge these: whose mistake they are is not for the profile to mend.
    [401, 'warning'],
    [200, 'warning'],
    [502, 'bad'],
    [429, 'bad'],
  ])('and is answered %i is %s', (status, mark) => {
    const evidence = answered(status, { description_status: 'No.' });
    expect(inspectCondition(variant, 'unauthorized', {}, evidence).mark).toBe(mark);
  });

  it('is bad with another answer where the profile names a way', () => {
    const provision = { headers: { 'X-Fault': 'on' } };
    const evidence = answered(401, { description_status: 'No.' });
    expect(inspectCondition(variant, 'unauthorized', provision, evidence).mark).toBe('bad');
  });
});
