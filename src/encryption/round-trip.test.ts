import { describe, expect, it } from 'vitest';
import { withRoundTrip } from './round-trip.ts';

const encrypt = async (plain: string) => `<${plain}>`;

describe('a round trip', () => {
  it('hands on a ciphertext that decrypts to what was encrypted', async () => {
    const checked = withRoundTrip(encrypt, { decrypt: async (text) => text.slice(1, -1) });
    expect(await checked('plain', 'password')).toBe('<plain>');
  });

  it.each([null, '', 'plaim', 'plain '])('blames the suite where it yields %j', async (decrypted) => {
    const checked = withRoundTrip(encrypt, { decrypt: async () => decrypted });
    const blame = { fault: 'suite', code: 'ciphertext-does-not-round-trip' };
    await expect(checked('plain', 'password')).rejects.toMatchObject(blame);
  });
});
