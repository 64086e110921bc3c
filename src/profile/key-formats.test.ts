import { execFileSync } from 'node:child_process';
import { X509Certificate, createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { at, openTargetFolder, own, pkcs12, read, valid } from './target.test-support.ts';
import { say } from '../messages/message.ts';

const { folder, put, load } = openTargetFolder();
const certificate = new X509Certificate(read('cyrillic.pem'));
const pem = certificate.toString();
const secret = createPrivateKey(read('cyrillic.key'));
const secretPem = secret.export({ type: 'pkcs8', format: 'pem' }).toString();
const { publicKey } = certificate;
const jwk = publicKey.export({ format: 'jwk' });
const x5c = [certificate.raw.toString('base64')];
const opener = 'correct horse';
const lock = { cipher: 'aes-256-cbc', passphrase: opener } as const;

const openssl = (...words: readonly string[]): Buffer => execFileSync('openssl', words, { stdio: 'pipe' });
const pkcs7 = (form: 'PEM' | 'DER', ...files: readonly string[]): Buffer =>
  openssl('crl2pkcs7', '-nocrl', ...files.flatMap((file) => ['-certfile', file]), '-outform', form);
const utf16 = (text: string): Buffer => Buffer.from(`\uFEFF${text}`, 'utf16le');
const json = (value: unknown): string => JSON.stringify(value, null, 2);

/** Settings that take the content of a file, and what they take of it. */
const settings = ['encryption.key', 'tls.ca', 'tls.cert', 'tls.key', 'tls.pfx'] as const;
type Setting = (typeof settings)[number];

const all = ['encryption.key', 'tls.ca', 'tls.cert'] as const;
const both = [...all, 'tls.key', 'tls.pfx'] as const;
const onlyKey = ['encryption.key'] as const;
const onlySecret = ['tls.key'] as const;

/** Formats, and the settings that read them. The others refuse the file. */
const formats: readonly (readonly [name: string, file: string | Uint8Array, readBy: readonly Setting[]])[] = [
  ['certificate, PEM', pem, all],
  ['certificate, PEM with a byte order mark', `\uFEFF${pem}`, all],
  ['certificate, PEM with CR LF', pem.replaceAll('\n', '\r\n'), all],
  ['certificate, PEM in UTF-16', utf16(pem), all],
  ['certificate, PEM with \\n written out', JSON.stringify(pem), all],
  ['certificate, PEM labelled TRUSTED', openssl('x509', '-in', at('cyrillic.pem'), '-trustout'), all],
  ['certificate, DER (.cer, .crt, .der)', certificate.raw, all],
  ['certificate, base64 without lines around it', x5c[0] ?? '', all],
  ['PKCS#7 (.p7b), PEM', pkcs7('PEM', at('cyrillic.pem')), all],
  ['PKCS#7 (.p7b), DER', pkcs7('DER', at('cyrillic.pem')), all],
  [
    'PKCS#7 (.p7b), PEM with CR LF',
    pkcs7('PEM', at('cyrillic.pem')).toString().replaceAll('\n', '\r\n'),
    all,
  ],
  ['PKCS#12 of certificates', pkcs12(opener, '-nokeys', '-in', at('cyrillic.pem')), all],
  ['JWK with x5c', json({ ...jwk, x5c }), all],
  ['JWKS with x5c', json({ keys: [{ ...jwk, x5c }] }), all],
  ['PKCS#12 (.p12, .pfx)', pkcs12(opener, ...own), both],
  ['PKCS#12 with old ciphers (RC2)', pkcs12(opener, '-legacy', ...own), both],
  ['certificate and private key, PEM', pem + secretPem, both],
  ['private JWK with x5c', json({ ...secret.export({ format: 'jwk' }), x5c }), both],
  ['public key, PEM', publicKey.export({ type: 'spki', format: 'pem' }), onlyKey],
  ['public key, PEM of PKCS#1', publicKey.export({ type: 'pkcs1', format: 'pem' }), onlyKey],
  ['public key, DER', publicKey.export({ type: 'spki', format: 'der' }), onlyKey],
  [
    'public key, base64 without lines around it',
    publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    onlyKey,
  ],
  ['JWK', json({ ...jwk, kid: 'one' }), onlyKey],
  ['JWKS', json({ keys: [jwk] }), onlyKey],
  [
    'RSAKeyValue of .NET',
    `<RSAKeyValue><Modulus>${Buffer.from(jwk.n ?? '', 'base64url').toString('base64')}</Modulus><Exponent>${jwk.e}</Exponent></RSAKeyValue>`,
    onlyKey,
  ],
  ['private key, PEM', secretPem, onlySecret],
  [
    'private key, PEM with CR LF and a byte order mark',
    `\uFEFF${secretPem.replaceAll('\n', '\r\n')}`,
    onlySecret,
  ],
  ['private key, PEM in UTF-16', utf16(secretPem), onlySecret],
  ['private key, PEM of PKCS#1', secret.export({ type: 'pkcs1', format: 'pem' }), onlySecret],
  ['private key, PEM encrypted', secret.export({ type: 'pkcs8', format: 'pem', ...lock }), onlySecret],
  ['private key, DER', secret.export({ type: 'pkcs8', format: 'der' }), onlySecret],
  ['private key, DER encrypted', secret.export({ type: 'pkcs8', format: 'der', ...lock }), onlySecret],
  ['private JWK', json(secret.export({ format: 'jwk' })), onlySecret],
];

/** Formats, and how the row of the page's table begins that lists them. */
const rows: readonly (readonly [format: RegExp, row: string])[] = [
  [/^certificate,/, 'certificate: PEM'],
  [/^PKCS#7/, 'PKCS#7'],
  [/^PKCS#12 of certificates/, 'PKCS#12 of certificates'],
  [/^JWKS? with x5c/, 'JWK, JWKS with'],
  [/^PKCS#12/, 'PKCS#12 (`.p12`'],
  [/^certificate and|^private JWK with/, 'certificate and private key'],
  [/^public key/, 'public key'],
  [/^JWK|^RSAKeyValue/, 'JWK, JWKS, `RSAKeyValue`'],
  [/^private/, 'private key: PEM'],
];
const page = readFileSync(resolve(import.meta.dirname, '../../docs/encryption.md'), 'utf8');

test('the page says of every format which setting reads it', () => {
  for (const [name, , readBy] of formats) {
    const start = rows.find(([format]) => format.test(name))?.[1] ?? 'none';
    const line = page.split('\n').find((each) => each.startsWith(`| ${start}`)) ?? '';
    const cells = line.split('|').slice(2, -1);
    expect([name, ...cells.map((cell) => cell.trim())]).toEqual([
      name,
      ...settings.map((setting) => (readBy.includes(setting) ? 'yes' : '')),
    ]);
  }
});

/** A profile in which one setting names the file. */
function profileWith(setting: Setting, file: string): object {
  const key = setting === 'encryption.key' ? file : at('cyrillic.pem');
  const tls = {
    'encryption.key': undefined,
    'tls.ca': { ca: file, passphrase: opener },
    'tls.cert': { cert: file, key: at('cyrillic.key'), passphrase: opener },
    'tls.key': { cert: at('cyrillic.pem'), key: file, passphrase: opener },
    'tls.pfx': { pfx: file, passphrase: opener },
  }[setting];
  return {
    baseUrl: 'https://127.0.0.1:1',
    variants: { a: {} },
    credentials: { partnerName: 1, partnerPassword: '${PASSWORD}', useAuthByCert: 'true' },
    encryption: { scheme: 'rsa-oaep', key, ...(setting === 'encryption.key' ? { passphrase: opener } : {}) },
    ...(tls === undefined ? {} : { tls }),
  };
}

const env = { PASSWORD: 'the-password-itself' };

describe.each(formats)('%s', (name, bytes, readBy) => {
  const file = put(`${name.replaceAll(/\W+/g, '-')}.bin`, bytes);
  test.each(settings)('in %s', async (setting) => {
    const loading = load(profileWith(setting, file), env);
    if (!readBy.includes(setting)) {
      await expect(loading).rejects.toThrow(
        new RegExp(
          `${setting.replace('.', '\\.')}: found a (private key|certificate|public key)|tls\\.pfx holds no private key`,
        ),
      );
      return;
    }
    const { tls, variants } = await loading;
    const { encryption } = variants['a'] ?? {};
    const keyOf = (text: string): X509Certificate => new X509Certificate(text);
    if (setting === 'encryption.key') {
      const used = encryption !== undefined && 'key' in encryption ? encryption.key : '';
      const isBare = !used.includes('CERTIFICATE');
      expect(isBare ? used : keyOf(used).publicKey.export({ type: 'spki', format: 'pem' })).toBe(
        publicKey.export({ type: 'spki', format: 'pem' }),
      );
    } else if (setting === 'tls.ca') {
      expect(keyOf(tls.ca ?? '').raw.equals(certificate.raw)).toBe(true);
    } else if (setting !== 'tls.pfx' || tls.pfx === undefined) {
      expect(
        keyOf(tls.cert ?? '').checkPrivateKey(createPrivateKey({ key: tls.key ?? '', passphrase: opener })),
      ).toBe(true);
    }
  });
});

describe('of several keys', () => {
  const make = (name: string, ...words: readonly string[]): string => {
    const [key, cert] = [join(folder, `${name}.key`), join(folder, `${name}.pem`)];
    openssl(
      'req',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-keyout',
      key,
      '-x509',
      '-days',
      '20000',
      '-subj',
      `/CN=${name}`,
      '-out',
      cert,
      ...words,
    );
    return cert;
  };
  const issued = (name: string, usage: string): string =>
    make(
      name,
      '-CA',
      root,
      '-CAkey',
      join(folder, 'root.key'),
      '-addext',
      'basicConstraints=CA:FALSE',
      '-addext',
      `keyUsage=${usage}`,
    );
  const root = make('root', '-addext', 'keyUsage=keyCertSign,cRLSign');
  const sealing = issued('sealing', 'keyEncipherment');
  const other = issued('other', 'keyEncipherment');
  const signing = issued('signing', 'digitalSignature');
  const textOf = (...files: readonly string[]): string =>
    files.map((file) => new X509Certificate(openssl('x509', '-in', file)).toString()).join('');
  const use = async (file: string | Uint8Array, more: object = {}) => {
    const profile = profileWith('encryption.key', put('several.bin', file));
    const encryption = { scheme: 'rsa-oaep', key: 'several.bin', ...more };
    const { variants, warnings } = await load({ ...profile, encryption }, env);
    const used = variants['a']?.encryption;
    const key = used !== undefined && 'key' in used ? used.key : '';
    return {
      subject: key.includes('CERTIFICATE') ? new X509Certificate(key).subject : key,
      warnings: warnings.map((one) => say(one, 'en')),
    };
  };

  test.each([
    ['an authority first', [root, sealing]],
    ['an authority last', [sealing, root]],
    ['a key for signatures first', [signing, sealing]],
    ['all of them', [root, signing, sealing]],
  ])('the one that encrypts is taken: %s', async (_name, files) => {
    for (const file of [textOf(...files), pkcs7('DER', ...files)])
      expect(await use(file)).toEqual({ subject: 'CN=sealing', warnings: [] });
  });

  test('several that fit are named', async () => {
    const { subject, warnings } = await use(textOf(sealing, other));
    expect(subject).toBe('CN=sealing');
    expect(warnings).toEqual([
      expect.stringMatching(
        /holds 2 certificates that may be the service’s; that of "CN=sealing" is used, not "CN=other": if another/,
      ),
    ]);
  });

  test.each([
    [root, /"CN=root" is no key for encryption by its own statement \(keyCertSign, cRLSign\)/],
    [signing, /"CN=signing" is no key for encryption by its own statement \(digitalSignature\)/],
  ])('one for another purpose is used, and said', async (file, words) => {
    expect((await use(textOf(file))).warnings).toEqual([expect.stringMatching(words)]);
  });

  test('a client certificate after that of its authority is put first', async () => {
    put('chain.pem', textOf(root, sealing));
    const profile = {
      ...profileWith('tls.cert', 'chain.pem'),
      tls: { cert: 'chain.pem', key: 'sealing.key' },
    };
    const { tls } = await load(profile, env);
    expect(new X509Certificate(tls.cert ?? '').subject).toBe('CN=sealing');
  });

  const jwks = json({
    keys: [
      {
        ...new X509Certificate(openssl('x509', '-in', signing)).publicKey.export({ format: 'jwk' }),
        kid: 'sig',
        use: 'sig',
      },
      { ...jwk, kid: 'enc-1', use: 'enc', alg: 'RSA-OAEP-256' },
      {
        ...new X509Certificate(openssl('x509', '-in', other)).publicKey.export({ format: 'jwk' }),
        kid: 'enc-2',
        use: 'enc',
        alg: 'RSA-OAEP',
      },
    ],
  });
  const spki = (file: string): string =>
    new X509Certificate(openssl('x509', '-in', file)).publicKey
      .export({ type: 'spki', format: 'pem' })
      .toString();

  test('of a JWKS, the key that encryption.kid names is taken, and its alg compared', async () => {
    const named = await use(jwks, { scheme: 'jwe', kid: 'enc-2' });
    expect(named.subject).toBe(spki(other));
    expect(named.warnings).toEqual([
      'encryption.key: the JWK says alg: RSA-OAEP, and encryption.alg is RSA-OAEP-256',
    ]);
    const unnamed = await use(jwks, { scheme: 'jwe' });
    expect(unnamed.subject).toBe(publicKey.export({ type: 'spki', format: 'pem' }));
    expect(unnamed.warnings).toEqual([
      expect.stringMatching(/that of "enc-1" is used, not "enc-2": encryption\.kid names another$/),
    ]);
    await expect(use(jwks, { scheme: 'jwe', kid: 'gone' })).rejects.toThrow(
      /no key with the kid of encryption\.kid, only "sig", "enc-1", "enc-2"/,
    );
  });
});

test.each([
  [
    'an OpenSSH key',
    'ssh-rsa AAAAB3NzaC1yc2E= me',
    /found a public key of OpenSSH/,
    /ssh-keygen -e -m PKCS8/,
  ],
  [
    'a Java keystore',
    Buffer.from('feedfeed00000002', 'hex'),
    /found a Java keystore/,
    /keytool -importkeystore/,
  ],
  ['a web page', '\n<!DOCTYPE html><html></html>', /found a web page/, /Download/],
  [
    'a pointer of Git LFS',
    'version https://git-lfs.github.com/spec/v1\noid sha256:1\n',
    /found a pointer of Git LFS/,
    /git lfs pull/,
  ],
  ['a key of PuTTY', 'PuTTY-User-Key-File-3: ssh-rsa\n', /found a key of PuTTY/, /PuTTYgen/],
  ['a file of gzip', Buffer.from('1f8b08000000000000ff', 'hex'), /found a file compressed by gzip/, /gunzip/],
  ['a ZIP archive', Buffer.from('504b030414000000', 'hex'), /found a ZIP archive/, /Unpack/],
  [
    'PKCS#7 that is no DER',
    Buffer.from('308006092a864886f70d010702a080', 'hex'),
    /found a PKCS#7 file that is not DER/,
    /openssl pkcs7 -inform DER/,
  ],
  ['JSON', '{"error":"not found"}', /found JSON that is no JWK/, /./],
])('%s is named, with what makes it readable', async (_name, bytes, words, hint) => {
  for (const setting of settings) {
    const error: unknown = await load(profileWith(setting, put('stranger.bin', bytes)), env).then(
      () => null,
      (reason: unknown) => reason,
    );
    expect(error).toMatchObject({ message: expect.stringMatching(words), hint: expect.stringMatching(hint) });
  }
});

test('the fixtures are valid on the day of these tests', () => {
  expect(certificate.validToDate > valid).toBe(true);
});
