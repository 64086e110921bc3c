import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorkshop } from './forge.test-data.ts';
import type { Workshop } from './forge.test-data.ts';
import { cases } from './forged-case.test-data.ts';
import { exchanges } from './forged-exchange.test-data.ts';
import { ofOtherVersion, outcomes } from './forged-outcome.test-data.ts';
import { identities, statements } from './forged-identity.test-data.ts';
import { verdicts } from './forged-verdict.test-data.ts';

let shop: Workshop;
beforeAll(async () => {
  shop = await openWorkshop();
});
afterAll(() => shop.close());

describe('a certificate that was signed with a valid key', () => {
  it('holds as it was made, and as it is made anew without a change', async () => {
    const fine = { refusals: [], notices: [] };
    expect(await shop.verify(shop.files)).toMatchObject(fine);
    expect(await shop.verify(await shop.forge(() => undefined))).toMatchObject(fine);
  });

  for (const [name, edit, reason, restate] of [
    ...verdicts,
    ...cases,
    ...exchanges,
    ...outcomes,
    ...ofOtherVersion,
    ...identities,
    ...statements,
  ]) {
    it(`is refused for ${name}`, async () => {
      const { refusals } = await shop.verify(await shop.forge(edit, restate));
      expect(refusals.filter((line) => reason.test(line))).not.toEqual([]);
    });
  }

  it('gives no other reason where only the evidence was edited', async () => {
    for (const [name, edit] of [...verdicts, ...cases, ...exchanges, ...outcomes].filter(
      (_row, place) => place % 5 === 0,
    )) {
      const { refusals } = await shop.verify(await shop.forge(edit));
      const others = refusals.filter((line) => /^(?:signature|chain|files|reports|validity):/.test(line));
      expect([name, ...others]).toEqual([name]);
    }
  });
});
