import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { UserError } from '../errors.ts';
import type { Signer } from './cms-sign.ts';
import { findKey } from './key-guard.ts';
import { authority, hasOpenssl, make, openssl, withRoot } from './openssl.test-support.ts';
import { writeCertificates } from './pem.ts';
import { readSigner } from './signer.ts';

const read = (folder: string, chain: readonly string[] = []): Promise<Signer> => {
  const named = (...files: readonly string[]): { readonly name: string; readonly text: string } => ({
    name: files.join(),
    text: files.map((file) => readFileSync(join(folder, file), 'latin1')).join(''),
  });
  const files = {
    key: named('signer.key'),
    certificate: named('signer.pem'),
    chain: chain.length === 0 ? null : named(...chain.map((name) => `${name}.pem`)),
    passphrase: null,
  };
  return readSigner(files, new Date());
};

const refusalOf = (folder: string, chain?: readonly string[]): Promise<unknown> =>
  read(folder, chain).catch((error: unknown) =>
    error instanceof UserError ? `${error.code}: ${error.message}` : error,
  );

/** Signs a request again with SHA-1. */
function weaken(folder: string, name: string, issuer: string): void {
  const by = [
    '-CA',
    `${issuer}.pem`,
    '-CAkey',
    `${issuer}.key`,
    '-CAcreateserial',
    '-extfile',
    `${name}.ext`,
  ];
  openssl(folder, 'x509', '-req', '-in', `${name}.csr`, '-out', `${name}.pem`, ...by, '-sha1');
}

describe.skipIf(!hasOpenssl())('a signer', () => {
  it.each([
    ['for servers', ['extendedKeyUsage=serverAuth'], /expected none or emailProtection/],
    ['for any purpose', ['extendedKeyUsage=anyExtendedKeyUsage'], /expected none or emailProtection/],
    ['with no room for another', ['basicConstraints=CA:FALSE'], /is not a certification authority/],
    ['with constraints of names', ['nameConstraints=permitted;email:.example.test'], /is not understood/],
  ])('under an authority %s is refused before anything is sent', async (_name, extensions, reason) => {
    await withRoot(async (folder) => {
      const own = extensions.some((one) => one.startsWith('basic')) ? [] : authority;
      make(folder, 'between', { issuer: 'root', extensions: [...own, ...extensions] });
      make(folder, 'signer', { issuer: 'between' });
      expect(await refusalOf(folder, ['between'])).toMatch(reason);
    });
  });

  it('whose certificate or authority was signed with SHA-1 is refused, a root on itself is not', async () => {
    await withRoot(async (folder) => {
      make(folder, 'between', { issuer: 'root', extensions: authority });
      make(folder, 'signer', { issuer: 'between' });
      expect(await refusalOf(folder, ['between', 'root'])).toMatchObject({ intermediates: [{}, {}] });
      weaken(folder, 'between', 'root');
      expect(await refusalOf(folder, ['between'])).toMatch(
        /chain-refused: .*CN=between was signed with MD5 or SHA-1/,
      );
      weaken(folder, 'signer', 'root');
      expect(await refusalOf(folder)).toMatch(/chain-refused: .*CN=signer was signed with MD5 or SHA-1/);
    });
  });

  it('finds no private key in a certificate, wherever the modulus stands in it, and one in a copy of the key', async () => {
    await withRoot(async (folder) => {
      for (const subject of ['/CN=a', '/CN=ab', '/CN=abc']) {
        make(folder, 'signer', { issuer: 'root', subject });
        const signer = await read(folder);
        const keyText = readFileSync(join(folder, 'signer.key'), 'latin1');
        const legacy = execFileSync('openssl', ['rsa', '-traditional'], {
          input: keyText,
          encoding: 'utf8',
          stdio: 'pipe',
        });
        const files = [
          { name: 'chain.pem', content: Buffer.from(writeCertificates([signer.certificate])) },
          { name: 'copy', content: Buffer.from(JSON.stringify(keyText)) },
          { name: 'der', content: signer.key.export({ type: 'pkcs8', format: 'der' }) },
        ];
        expect(findKey(files, { signer, keyText })).toEqual(['copy', 'der']);
        expect(findKey(files, { signer, keyText: legacy })).toEqual(['copy', 'der']);
      }
    });
  });
});
