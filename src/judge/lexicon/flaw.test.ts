import { expect, it } from 'vitest';
import { texts } from './flaw.test-data.ts';
import { flawOf } from './flaw.ts';

it.each(texts)('the flaw of %j is %s', (text, flaw) => {
  expect(flawOf(text)).toBe(flaw);
});
