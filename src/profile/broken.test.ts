import { execFileSync } from 'node:child_process';
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { UserError } from '../base/errors.ts';
import type { TargetFlags } from './load.ts';
import { changed, keys, openTargetFolder } from './target.test-support.ts';

const env = {
  PASSWORD: 'correct-horse-battery',
  GATEWAY: 'gateway-key-value',
  PLACE: 'value-from-outside',
};
const secrets = [...Object.values(env), 'literal-password', 'user:info', 'private-header', 'in-the-proxy'];

const valid = {
  baseUrl: 'http://127.0.0.1:1/api',
  variants: { a: {}, b: { bankCode: 'acme' } },
  credentials: { partnerName: 1042, partnerPassword: '${PASSWORD}', useAuthByCert: 'true' },
  encryption: { scheme: 'rsa-oaep', key: `${keys}/service.pem` },
  headers: { 'X-Key': '${GATEWAY}' },
};

/** Rows `WHAT => what the message says` of a file of fixtures/profiles. */
const rowsOf = (name: string) =>
  readFileSync(resolve(import.meta.dirname, '../../fixtures/profiles', name), 'utf8')
    .replaceAll('KEYS', keys)
    .split('\n')
    .flatMap((line) => {
      const [, what, says = ''] = /^([^#\s].*?) ?=> (.*)$/.exec(line) ?? [];
      return what === undefined ? [] : [[what, says] as const];
    });

const long = 'x'.repeat(200_000);
const bomb = (): string => {
  const row = (name: string, of: string) => `${name}: &${name} [${Array(9).fill(`*${of}`).join(', ')}]`;
  return ['a: &a [x]', row('b', 'a'), row('c', 'b'), row('d', 'c')].join('\n');
};
const texts: readonly (readonly [title: string, text: string | Uint8Array, says: string])[] = [
  ...rowsOf('broken-yaml.txt').map(([text, says]) => [text, String(JSON.parse(text)), says] as const),
  ['no UTF-8', Uint8Array.of(0x6e, 0xff, 0xfe), 'found a file that is not UTF-8'],
  ['more than 256 KiB', `# ${long}${long}`, 'found a file larger than 256 KiB'],
  ['a bomb of aliases', bomb(), 'aliases (*name) or nesting'],
  ['a flood of brackets', '['.repeat(16 * 1024), 'found'],
  ['a key of 200,000 characters', `? ${long}\n: 1\n`, '…]: found an unknown key'],
  ['a variable of 200,000 characters', `name: \${${long}}`, 'expected it in the environment or ./.env'],
];

const { folder, load, put, putProfile } = openTargetFolder();
mkdirSync(join(folder, 'folder.yaml'));
const openssl = (...given: readonly string[]): Buffer =>
  execFileSync('openssl', given, { cwd: folder, stdio: 'pipe' });
const fixture = (name: string): string => readFileSync(join(keys, name), 'utf8');
const pem = fixture('service.pem');
put('p8', createPrivateKey(fixture('service.key')).export({ type: 'pkcs8', format: 'der' }));
put('spki', createPublicKey(pem).export({ type: 'spki', format: 'der' }));
put('ec.pem', fixture('ec.pem'));
put('certificate', pem);
put('empty', '');
put('request.pem', pem.replaceAll('CERTIFICATE', 'CERTIFICATE REQUEST'));
put('key.jwk', JSON.stringify(createPublicKey(pem).export({ format: 'jwk' })));
put('key.xml', '<RSAKeyValue><Modulus>w==</Modulus><Exponent>AQAB</Exponent></RSAKeyValue>');
put('key.ssh', 'ssh-rsa AAAAB3NzaC1yc2E= someone');
put(
  'ed25519.pem',
  openssl('pkey', '-in', put('ed.key', openssl('genpkey', '-algorithm', 'ed25519')), '-pubout'),
);
put('bundle.p7b', openssl('crl2pkcs7', '-nocrl', '-certfile', 'certificate', '-outform', 'DER'));
const own = ['-in', 'certificate', '-inkey', join(keys, 'service.key')];
put('store.jks', Buffer.from('feedfeed0000000200000001', 'hex'));
put('wide.pem', Buffer.from(`\ufeff${pem}`, 'utf16le'));
put('key.openssh', '-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaA==\n-----END OPENSSH PRIVATE KEY-----\n');
const short = ['-x509', '-newkey', 'rsa:512', '-nodes', '-keyout', 'weak.key', '-subj', '/CN=weak'];
put('weak.pem', openssl('req', ...short));
put('own.p12', openssl('pkcs12', '-export', '-passout', 'pass:x', ...own));
put('client.p12', openssl('pkcs12', '-export', '-passout', 'pass:correct horse', ...own));
put(
  'bare.p12',
  openssl('pkcs12', '-export', '-passout', 'pass:correct horse', '-nokeys', '-in', 'certificate'),
);
put('locked.key', openssl('rsa', '-aes256', '-in', join(keys, 'service.key'), '-passout', 'pass:x1'));

async function failure(
  file: string | null,
  variables: Readonly<Record<string, string>>,
  flags: TargetFlags = {},
): Promise<UserError> {
  const error: unknown = await load('', variables, { file, flags }).then(
    () => 'loaded',
    (reason: unknown) => reason,
  );
  if (!(error instanceof UserError)) throw new Error(`no UserError but ${String(error)}`);
  for (const secret of secrets) expect(`${error.message}\n${error.hint}`).not.toContain(secret);
  expect(error.message.length).toBeLessThan(2000);
  expect(error.hint).toContain('nothing was sent');
  return error;
}

describe('a broken profile is one error that names the place and shows no secret', () => {
  test('and the profile that the rows break is a good one', async () => {
    await expect(load(valid, env)).resolves.toMatchObject({ baseUrl: valid.baseUrl });
  });

  const broken = rowsOf('broken.txt').map(([row, says]) => {
    const [, path = '', value = ''] = /^(\S*) = (.*)$/.exec(`${row} `) ?? [];
    const given: unknown = value.trim() === '' ? undefined : JSON.parse(value);
    return [row, JSON.stringify(changed(valid, path, given)), says] as const;
  });

  test.for([...broken, ...texts])('%s', async ([, text, says]) => {
    const file = put(`${crypto.randomUUID()}.yaml`, text);
    const { message, kind } = await failure(file, env);
    expect(message).toContain(file);
    expect(message).toContain(says);
    expect(kind).toBe('profile');
  });

  test.for([
    ['folder.yaml', 'folder.yaml: found a folder, expected a target profile in YAML'],
    [
      'none\n::error::x.yaml',
      String.raw`none\u{a}::error::x.yaml: found no such file, expected a target profile in YAML`,
    ],
    [
      '##[error]x.yaml',
      String.raw`#\x23[error]x.yaml: found no such file, expected a target profile in YAML`,
    ],
  ])('%j is no profile', async ([file = '', message]) => {
    expect((await failure(file, env)).message).toBe(message);
  });

  test('of many problems five are listed and the others counted', async () => {
    const unknown = Object.fromEntries(Array.from({ length: 7 }, (_, index) => [`key-${index}`, index]));
    const file = putProfile({ ...valid, ...unknown });
    const lines = (await failure(file, env)).message.split('\n');
    expect([lines.length, lines[0], lines[6]]).toEqual([7, `${file}: 7 problems`, '  and 2 more']);
  });
});

test('a secret that is a word of the interface does not maim the names of settings', async () => {
  const headers = { 'X-Fault': 'unavailable', 'X-Other': 'conditions' };
  const more = { headers, conditions: { unavailable: { x: 1 } } };
  const { message } = await failure(putProfile({ ...valid, ...more }), env);
  expect(message).toContain('conditions.unavailable.x: found an unknown key');
});

describe('a wrong variable or option is one error that names it', () => {
  test.for<[Readonly<Record<string, string>>, TargetFlags, string, string]>([
    [{ SBP_BASE_URL: 'host' }, {}, 'SBP_BASE_URL: found a string, expected an http', 'profile'],
    [{ SBP_BASE_URL: 'http://user:info@h' }, {}, 'SBP_BASE_URL: found a string, expected an http', 'profile'],
    [{}, { baseUrl: 'host' }, '--base-url: found a string, expected an http', 'usage'],
    [{}, { concurrency: 0 }, '--concurrency: found 0', 'usage'],
    [{}, { rate: Number.NaN }, '--rate: found NaN', 'usage'],
    [{}, { timeout: 0.5 }, '--timeout: found 0.5', 'usage'],
    [{}, { retries: -1 }, '--retries: found -1', 'usage'],
    [{}, { proxy: 'h' }, '--proxy: found a string, expected an http or https URL of a proxy', 'usage'],
    [{ HTTPS_PROXY: 'p:3128' }, { proxy: 'environment' }, 'PROFILE: HTTPS_PROXY: found a string', 'profile'],
    [{}, { variants: ['B'] }, '--variant: found "B", expected one that the profile lists', 'usage'],
    [
      {},
      { variants: ['b'] },
      '--variant: found "b", expected one that the profile lists under `variants`: a',
      'usage',
    ],
  ])('%j %j', async ([variables, flags, says, kind]) => {
    const file = putProfile({ ...valid, variants: { a: {} } });
    const { message, kind: of } = await failure(file, { ...env, ...variables }, flags);
    expect([message.replace(file, 'PROFILE').slice(0, says.length), of]).toEqual([says, kind]);
  });

  test('no profile at all', async () => {
    expect(await failure(null, {})).toMatchObject({ kind: 'usage', code: 'no-profile' });
    expect((await failure(null, { SBP_TARGET: 'none.yaml' })).message).toContain(
      'none.yaml: found no such file',
    );
  });
});

test('of a chain, the first certificate that is no authority’s is taken; of an anchor, its members', async () => {
  const request = ['-new', '-newkey', 'rsa:2048', '-nodes', '-keyout', 'leaf.key', '-subj', '/CN=leaf'];
  put('leaf.csr', openssl('req', ...request));
  put('leaf.ext', 'basicConstraints=CA:FALSE\n');
  const signing = ['-CA', 'certificate', '-CAkey', join(keys, 'service.key'), '-CAcreateserial'];
  const leaf = openssl('x509', '-req', '-in', 'leaf.csr', '-extfile', 'leaf.ext', ...signing).toString();
  put('chain.pem', pem + leaf);
  const profile = `baseUrl: http://127.0.0.1:1
variants:
  a: { headers: &usual { X-One: first } }
  b: { bankCode: acme, headers: { <<: *usual, X-Two: second } }
credentials: { partnerName: 7, partnerPassword: right, useAuthByCert: 1 }
encryption: { scheme: cms, key: chain.pem }`;
  const { variants } = await load(profile, {});
  expect(variants.a?.encryption).toMatchObject({ key: leaf });
  expect(variants.b?.headers).toStrictEqual({ 'X-One': 'first', 'X-Two': 'second' });
});
