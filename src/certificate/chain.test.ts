import { createPublicKey, generateKeyPairSync, X509Certificate } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sequence } from '../base/der.ts';
import { UserError } from '../base/errors.ts';
import { keyProblem } from './algorithm.ts';
import { extension } from './authority.ts';
import { authority, handOf, hasOpenssl, hex, make, openssl, withRoot } from './certificate.test-support.ts';
import type { Making } from './certificate.test-support.ts';
import { readSignature, signDetached } from './cms.ts';
import { readSigner } from './signer.ts';
import type { Signer, SignerOptions } from './signer.ts';
import { findChainProblems } from './chain.ts';

/** The certificates are made after this line, so the tests use a later time. */
const now = new Date(Date.now() + 3_600_000);

/** Makes a chain from `signer` to the folder's root, lowest authority first. Returns the names. */
function makeChain(folder: string, above: readonly Making[], signer: Making = {}): readonly string[] {
  const names = above.map((_, place) => `above${place}`);
  for (const [place, making] of [...above.entries()].toReversed()) {
    const issuer = names[place + 1] ?? 'root';
    make(folder, names[place] ?? '', { issuer, extensions: authority, ...making });
  }
  make(folder, 'signer', { issuer: names[0] ?? 'root', ...signer });
  return names;
}

const [servers, mail] = [1, 4];
const purpose = (last: number): Buffer =>
  extension('2.5.29.37', hex(`300a06082b060105050703${last.toString().padStart(2, '0')}`));
/** Basic constraints of an authority; `length` is the path length as an integer in hex. */
const isAbove = (length: string): Buffer => extension('2.5.29.19', sequence(hex(`0101ff${length}`)), true);

const handOfRsa = (): KeyObject => generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey;

const rootOf = (folder: string): X509Certificate =>
  new X509Certificate(readFileSync(join(folder, 'root.pem')));

function problemsOf(folder: string, above: readonly string[], at = now): string {
  const { chain } = handOf(folder, 'signer', above);
  return findChainProblems(chain, [rootOf(folder)], [{ name: 'now', at }]).join('\n');
}

describe.skipIf(!hasOpenssl())('a chain', () => {
  it.each<readonly [string, readonly Making[], Making]>([
    ['of two, with an RSA key', [], { kind: 'rsa' }],
    ['of two, with an EC key', [], {}],
    ['of three, with a key on P-521 above', [{ kind: 'wide' }], { kind: 'rsa' }],
    ['of three, signed by Ed25519', [{ kind: 'ed25519' }], { sign: 'ed25519' }],
    ['of four, as long as it may be', [{}, { extensions: [isAbove('020101')] }], {}],
    ['with a Cyrillic name', [], { subject: 'Подпись' }],
    ['for signers', [], { extensions: [extension('2.5.29.15', hex('03020780'), true), purpose(mail)] }],
    [
      'under a critical policy',
      [{ extensions: [...authority, extension('2.5.29.32', hex('3007300506032a0304'), true)] }],
      {},
    ],
    ['below a length of 256', [{ extensions: [isAbove('02020100')] }, {}], {}],
    ['signed with PSS', [{ kind: 'rsa' }], { sign: 'pss' }],
  ])('%s is accepted, and what its signer signs, by OpenSSL as well', async (_name, above, signer) => {
    await withRoot(async (folder) => {
      const names = makeChain(folder, above, signer);
      expect(problemsOf(folder, names)).toBe('');
      const content = Buffer.from('a list of digests\n');
      const { key, chain } = handOf(folder, 'signer', names);
      const signature = signDetached(content, key, chain, now);
      expect(readSignature(content, signature, chain)).toMatchObject({ kind: 'checked' });
      writeFileSync(join(folder, 'content'), content);
      writeFileSync(join(folder, 'signature'), signature);
      const command = 'cms -verify -binary -inform DER -in signature -content content -CAfile root.pem -out';
      expect(() => openssl(folder, command, '/dev/null')).not.toThrow();
    });
  });

  const only = (...extensions: readonly Buffer[]): readonly Making[] => [{ extensions }];
  const restricted = (...more: readonly Buffer[]): readonly Making[] => only(...authority, ...more);

  it.each<readonly [string, readonly Making[], Making, RegExp]>([
    [
      'one that is no authority',
      only(extension('2.5.29.19', hex('3000'))),
      {},
      /not a certification authority/,
    ],
    ['one that does not say it is one', only(), {}, /not a certification authority/],
    [
      'an authority that may not issue',
      only(isAbove(''), extension('2.5.29.15', hex('03020780'))),
      {},
      /was not issued by/,
    ],
    ['a length of 0', [{}, ...only(isAbove('020100'))], {}, /allows 0 authorities below it, found 1/],
    [
      'an unknown extension',
      restricted(extension('1.2.3.4.5', hex('0500'), true)),
      {},
      /critical extension \(1\.2\.3/,
    ],
    [
      'name constraints',
      restricted(extension('2.5.29.30', hex('300aa0083006810474657374'))),
      {},
      /name constraints .* check/,
    ],
    ['policy constraints', restricted(extension('2.5.29.36', hex('3003800103'))), {}, /policy constraints/],
    ['inhibited policies', restricted(extension('2.5.29.54', hex('020102'))), {}, /inhibited policies/],
    ['another purpose', restricted(purpose(servers)), {}, /expected none or emailProtection/],
    ['a purpose cut off', restricted(extension('2.5.29.37', hex('30'))), {}, /no chain leads from CN=signer/],
    [
      'two purposes in one',
      restricted(extension('2.5.29.37', hex('30003000'))),
      {},
      /cannot be read: .*found no single/,
    ],
    ['any purpose', restricted(extension('2.5.29.37', hex('30060604551d2500'))), {}, /extended key usage/],
    ['an authority that expired', [{ days: -1 }], {}, /was no longer valid now/],
    ['a short key', [{ kind: 'short' }], { sign: 'rsa' }, /an RSA key of 1024 bits, expected 2048 or more/],
    ['a curve of its own', [{ kind: 'koblitz' }], {}, /the curve secp256k1/],
    ['SHA-1', [{ sign: 'ec-sha1' }], {}, /algorithm that is not accepted \(1\.2\.840\.10045\.4\.1\)/],
    ['SHA-224', [{ sign: 'ec-sha224' }], {}, /algorithm that is not accepted/],
    ['PSS with SHA-1', [{ kind: 'rsa' }], { sign: 'pss-sha1' }, /not accepted/],
    ['five authorities', [{}, {}, {}, {}, {}], {}, /it holds 6 certificates, expected at most 5/],
    ['a signer for servers', [], { extensions: [purpose(servers)] }, /extended key usage/],
    [
      'a signer that may not sign',
      [],
      { extensions: [extension('2.5.29.15', hex('03020520'))] },
      /may not sign: its key/,
    ],
    ['a signer that expired', [], { days: -1 }, /was no longer valid now/],
    ['a signer without a name', [], { subject: '' }, /a certificate without a subject names nobody/],
    ['an authority without a name', [{ subject: '' }], {}, /names nobody|no chain leads from CN=signer/],
    ['a signer with a short key', [], { kind: 'short' }, /an RSA key of 1024 bits/],
  ])('with %s is refused, and before anything is sent', async (_name, above, signer, reason) => {
    await withRoot(async (folder) => {
      const names = makeChain(folder, above, signer);
      expect(problemsOf(folder, names)).toMatch(reason);
      expect(
        await refusalOf(folder, { chain: names.length === 0 ? undefined : bundle(folder, names) }),
      ).toMatch(/^(chain-refused|key-refused|chain-mismatch): /);
    });
  });

  it('has no RSA key whose exponent lets everybody sign', () => {
    const { n = '' } = handOfRsa().export({ format: 'jwk' });
    const key = createPublicKey({ key: { kty: 'RSA', n, e: 'AQ' }, format: 'jwk' });
    expect(keyProblem(key)).toBe('an RSA key with the exponent 1, expected 3 or more');
  });

  it('that is broken, in another order, or under another root of the same name is refused', async () => {
    await withRoot(async (folder) => {
      const names = makeChain(folder, [{}, {}]);
      expect(problemsOf(folder, names.slice(1))).toMatch(
        /CN=signer was not issued by CN=above1, which follows/,
      );
      expect(problemsOf(folder, names.toReversed())).toMatch(/no chain leads from/);
      expect(problemsOf(folder, [])).toBe('no chain leads from CN=signer to a certificate of the CA file');
      make(folder, 'root', { issuer: null, extensions: authority });
      expect(problemsOf(folder, names)).toBe('no chain leads from CN=signer to a certificate of the CA file');
    });
  });

  it('may end in the root, or in any authority that is trusted', async () => {
    await withRoot(async (folder) => {
      const names = makeChain(folder, [{}, {}]);
      const { chain } = handOf(folder, 'signer', [...names, 'root']);
      for (const anchor of chain) {
        expect(findChainProblems(chain, [anchor], [{ name: 'now', at: now }])).toEqual([]);
      }
    });
  });
});

const bundle = (folder: string, names: readonly string[]): string => {
  writeFileSync(
    join(folder, 'bundle.pem'),
    names.map((name) => readFileSync(join(folder, `${name}.pem`))).join(''),
  );
  return 'bundle.pem';
};

const order = (folder: string, options: Partial<SignerOptions> = {}): Promise<Signer> => {
  const usual = { key: 'signer.key', cert: 'signer.pem', chain: undefined };
  const none = { signWith: undefined, passphraseEnv: undefined, validDays: undefined };
  return readSigner({ ...usual, ...none, ...options }, {}, folder, now);
};

const refusalOf = (folder: string, options: Partial<SignerOptions> = {}): Promise<unknown> =>
  order(folder, options).then(
    () => 'accepted',
    (error: unknown) => (error instanceof UserError ? `${error.code}: ${error.message}` : error),
  );

describe.skipIf(!hasOpenssl())('a signer', () => {
  it('puts the certificates of a bundle in order, and leaves out what does not belong to them', async () => {
    await withRoot(async (folder) => {
      const names = makeChain(folder, [{}, {}]);
      make(folder, 'stranger', { extensions: authority });
      const { chain } = await order(folder, {
        chain: bundle(folder, ['stranger', 'root', ...names.toReversed()]),
      });
      expect(chain.map(({ subject }) => subject)).toEqual(['CN=signer', 'CN=above0', 'CN=above1', 'CN=root']);
    });
  });

  it('is read in any format, the authority first too', async () => {
    await withRoot(async (folder) => {
      const names = makeChain(folder, [{}], { kind: 'rsa' });
      const [above = ''] = names;
      openssl(folder, 'x509 -in signer.pem -outform DER -out signer.cer');
      openssl(folder, 'pkcs8 -topk8 -nocrypt -in signer.key -outform DER -out signer.p8');
      openssl(folder, `crl2pkcs7 -nocrl -certfile ${above}.pem -outform DER -out above.p7b`);
      openssl(folder, `crl2pkcs7 -nocrl -certfile ${above}.pem -certfile signer.pem -out all.p7b`);
      const { chain: usual } = await order(folder, { chain: `${above}.pem` });
      const binary = { cert: 'signer.cer', key: 'signer.p8', chain: 'above.p7b' };
      for (const options of [binary, { cert: 'all.p7b' }]) {
        const { chain } = await order(folder, options);
        expect(chain.map(({ subject }) => subject)).toEqual(usual.map(({ subject }) => subject));
      }
    });
  });

  it('may be a program of its own, which is believed only what it signs', async () => {
    await withRoot(async (folder) => {
      make(folder, 'signer', { kind: 'rsa' });
      make(folder, 'other');
      const by = (name: string): string => `-signer ${name}.pem -inkey ${name}.key`;
      const sign = 'openssl cms -sign -binary -md sha256';
      const content = Buffer.from('a list of digests\n');
      const signed = async (signWith: string): Promise<unknown> => {
        const signer = await order(folder, { key: undefined, signWith });
        return signer.sign(content, now).then(
          (made) => readSignature(content, made, signer.chain),
          (error: unknown) => (error instanceof UserError ? `${error.code}: ${error.message}` : error),
        );
      };
      for (const form of ['DER', 'PEM']) {
        expect(await signed(`${sign} -outform ${form} ${by('signer')}`)).toMatchObject({ kind: 'checked' });
      }
      for (const [command, reason] of [
        [`${sign} -outform DER ${by('other')}`, /its output cannot be used: it names another signer/],
        [
          `echo x | ${sign} -outform DER ${by('signer')}`,
          /its output cannot be used: it was made for another content/,
        ],
        [`${sign} ${by('signer')}`, /something else than a detached CMS signature in DER/],
        ['echo no card >&2; exit 3', /the command failed \(3\): no card/],
        ['yes', /the command printed more than 65536 bytes/],
        ['true', /its output cannot be used/],
      ] as const) {
        expect(await signed(command)).toMatch(reason);
      }
    });
  });
});

it('a signature by an Ed25519 key, made by GnuTLS, is accepted, and none of its bytes can be changed', () => {
  const fixture = (name: string): string =>
    readFileSync(new URL(`../../fixtures/signatures/${name}`, import.meta.url), 'utf8');
  const chain = [new X509Certificate(fixture('ed25519.pem'))] as const;
  const signature = Buffer.from(fixture('ed25519.b64'), 'base64');
  const check = (content = 'a list of digests\n'): unknown =>
    readSignature(Buffer.from(content), signature, chain);
  expect(check()).toMatchObject({ kind: 'checked', algorithm: '1.3.101.112' });
  expect(check('another list\n')).toBe('it was made for another content');
  for (const [at, byte] of signature.entries()) {
    signature[at] = byte ^ (1 << (at % 8));
    expect([at, check()]).toEqual([at, expect.any(String)]);
    signature[at] = byte;
  }
});
