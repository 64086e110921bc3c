import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findChainProblems } from './chain.ts';
import { readSignature } from './cms-read.ts';
import { signDetached } from './cms-sign.ts';
import type { Signer } from './cms-sign.ts';
import { opensslCommand } from './page.ts';
import { authority, hasOpenssl, make, openssl, withRoot } from './openssl.test-support.ts';

const certificateOf = (folder: string, name: string): X509Certificate =>
  new X509Certificate(readFileSync(join(folder, `${name}.pem`)));

const signerOf = (folder: string, name: string, between: readonly string[] = []): Signer => ({
  key: createPrivateKey(readFileSync(join(folder, `${name}.key`))),
  certificate: certificateOf(folder, name),
  intermediates: between.map((one) => certificateOf(folder, one)),
});

const content = Buffer.from('{"statement": "Соответствует"}\n');

/** What OpenSSL says by the command that the printed certificate names; null: nothing to object. */
function objectionOf(folder: string, signature: Buffer, signed: Buffer): string | null {
  writeFileSync(join(folder, 'certificate.json'), signed);
  writeFileSync(join(folder, 'certificate.json.p7s'), signature);
  try {
    openssl(folder, ...opensslCommand.split(' ').slice(1));
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function problemsOf(folder: string, signature: Buffer, signed: Buffer): Promise<readonly string[]> {
  const read = await readSignature(signed, signature);
  if (typeof read === 'string') return [read];
  const moments = [{ name: 'now', at: new Date() }];
  const anchors = [certificateOf(folder, 'root')];
  const { signer, certificates } = read;
  const chain = await findChainProblems({ signer, intermediates: certificates, anchors, moments });
  return [...(read.problem === null ? [] : [read.problem]), ...chain];
}

describe.skipIf(!hasOpenssl())('OpenSSL and this suite agree', () => {
  it.each([
    ['an RSA key', {}],
    ['an EC key', { kind: 'ec' }],
    ['a Cyrillic name', { subject: '/O=Банк/CN=Подпись' }],
    [
      'the usage of a signer',
      { extensions: ['keyUsage=critical,digitalSignature', 'extendedKeyUsage=emailProtection'] },
    ],
  ] as const)('on a signature with %s, and on the same for another content', async (_name, making) => {
    await withRoot(async (folder) => {
      make(folder, 'signer', { issuer: 'root', ...making });
      const signature = await signDetached(content, signerOf(folder, 'signer'), new Date());
      expect(objectionOf(folder, signature, content)).toBeNull();
      expect(await problemsOf(folder, signature, content)).toEqual([]);
      const other = Buffer.from('{"statement": "something else"}\n');
      expect(objectionOf(folder, signature, other)).toMatch(/content verify error/);
      expect(await problemsOf(folder, signature, other)).toEqual(['it was made for another content']);
    });
  });

  it('on a chain with an authority in between, whole and broken', async () => {
    await withRoot(async (folder) => {
      make(folder, 'between', { issuer: 'root', extensions: authority });
      make(folder, 'signer', { issuer: 'between' });
      const whole = await signDetached(content, signerOf(folder, 'signer', ['between']), new Date());
      expect(objectionOf(folder, whole, content)).toBeNull();
      expect(await problemsOf(folder, whole, content)).toEqual([]);
      const broken = await signDetached(content, signerOf(folder, 'signer'), new Date());
      expect(objectionOf(folder, broken, content)).toMatch(/unable to get local issuer certificate/);
      expect(await problemsOf(folder, broken, content)).toEqual([
        'no chain leads from CN=signer to a certificate of the CA file',
      ]);
    });
  });

  it.each([
    [
      'one that is no authority',
      { extensions: ['basicConstraints=CA:FALSE'] },
      /not a certification authority/,
    ],
    [
      'an authority that may not issue certificates',
      { extensions: ['basicConstraints=critical,CA:TRUE', 'keyUsage=critical,digitalSignature'] },
      /may not issue certificates|no chain leads from CN=signer/,
    ],
    [
      'an authority with a critical extension that nobody knows',
      { extensions: [...authority, '1.2.3.4.5=critical,ASN1:NULL'] },
      /extension that is critical or restricts the chain, and is not understood/,
    ],
    [
      'an authority for servers',
      { extensions: [...authority, 'extendedKeyUsage=serverAuth'] },
      /may not issue certificates for signing: its extended key usage/,
    ],
    [
      'an authority for any purpose',
      { extensions: [...authority, 'extendedKeyUsage=anyExtendedKeyUsage'] },
      /may not issue certificates for signing: its extended key usage/,
    ],
    [
      'an authority for other names',
      { extensions: [...authority, 'nameConstraints=critical,permitted;dirName:other\n[other]\nO=Other'] },
      /extension that is critical or restricts the chain, and is not understood/,
    ],
    [
      'an authority for other names, which does not call that critical',
      { extensions: [...authority, 'nameConstraints=permitted;dirName:other\n[other]\nO=Other'] },
      /extension that is critical or restricts the chain, and is not understood/,
    ],
    [
      'an authority that has expired',
      { extensions: authority, days: -1 },
      /no longer valid now|not valid yet now/,
    ],
  ] as const)('on a signer under %s', async (_name, making, problem) => {
    await withRoot(async (folder) => {
      make(folder, 'between', { issuer: 'root', ...making });
      make(folder, 'signer', { issuer: 'between' });
      const signature = await signDetached(content, signerOf(folder, 'signer', ['between']), new Date());
      expect(objectionOf(folder, signature, content)).not.toBeNull();
      expect((await problemsOf(folder, signature, content)).join('\n')).toMatch(problem);
    });
  });

  it('on authorities that are nested too deeply', async () => {
    await withRoot(async (folder) => {
      make(folder, 'first', { issuer: 'root', extensions: ['basicConstraints=critical,CA:TRUE,pathlen:0'] });
      make(folder, 'second', { issuer: 'first', extensions: authority });
      make(folder, 'signer', { issuer: 'second' });
      const signer = signerOf(folder, 'signer', ['second', 'first']);
      const signature = await signDetached(content, signer, new Date());
      expect(objectionOf(folder, signature, content)).not.toBeNull();
      expect((await problemsOf(folder, signature, content)).join('\n')).toMatch(
        /allows 0 authorities below it/,
      );
    });
  });

  it.each(['serverAuth', 'anyExtendedKeyUsage'])('on a signer whose certificate is for %s', async (usage) => {
    await withRoot(async (folder) => {
      make(folder, 'signer', { issuer: 'root', extensions: [`extendedKeyUsage=${usage}`] });
      const signature = await signDetached(content, signerOf(folder, 'signer'), new Date());
      expect(objectionOf(folder, signature, content)).not.toBeNull();
      expect((await problemsOf(folder, signature, content)).join('\n')).toMatch(
        /may not sign: its extended key usage/,
      );
    });
  });

  it('on a signature that OpenSSL has made', async () => {
    await withRoot(async (folder) => {
      make(folder, 'signer', { issuer: 'root' });
      writeFileSync(join(folder, 'certificate.json'), content);
      const command = 'cms -sign -binary -md sha256 -outform DER -in certificate.json -out made.p7s';
      openssl(folder, ...command.split(' '), '-signer', 'signer.pem', '-inkey', 'signer.key');
      const made = readFileSync(join(folder, 'made.p7s'));
      expect(await problemsOf(folder, made, content)).toEqual([]);
    });
  });
});
