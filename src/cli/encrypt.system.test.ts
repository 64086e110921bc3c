import { constants, privateDecrypt } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, describe, it } from 'vitest';
import { stringify } from 'yaml';
import { blocked, partner } from '../execution/small-service.test-support.ts';
import { packageFolder } from '../suite.ts';
import { execute } from './child.test-support.ts';
import { askIn, resultsIn } from './fake-terminal.test-support.ts';
import { openReference, openSite } from './small-profile.test-support.ts';

const privateKey = await readFile(fileURLToPath(new URL('../../fixtures/keys/service.key', import.meta.url)));

const opened = (text: string): string =>
  privateDecrypt(
    { key: privateKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
    Buffer.from(text, 'base64'),
  ).toString();

const both = { variants: { a: {}, b: { bankCode: 'acme' } } };
const shortened = partner.password.slice(0, -1);

describe('`encrypt`', () => {
  it.each([
    ['', partner.password],
    ['--variant b --as partner-blocked', blocked.password],
    ['--as right', partner.password],
    ['--as last-missing', shortened],
    ['--as last-replaced', expect.stringMatching(/^small\+service\/secret=104[^2]$/)],
    ['--as appended', expect.stringMatching(/^small\+service\/secret=1042\d$/)],
    ['--as encrypted-empty', ''],
    ['--variant b --as partner-blocked:last-missing', blocked.password.slice(0, -1)],
    ['--spelling rich-ciphertext', partner.password],
  ])('with %j prints a fresh ciphertext, and asks nobody', async (options, password) => {
    const { ask, service } = await openSite({ profile: both });
    const words = `encrypt --target target.yaml ${options}`.trim().split(' ');
    const [one, other] = [await ask(...words), await ask(...words)];
    expect([one.code, opened(one.out.trimEnd()), service.calls]).toEqual([0, password, []]);
    expect(one.out).not.toBe(other.out);
  });

  it.each([
    ['--as plain', 'a "b" %/ä\\'],
    ['--as plain --percent', 'a%20%22b%22%20%25%2F%C3%A4%5C'],
    ['--as plain --json', String.raw`a \"b\" %/ä\\`],
    ['--as plain --percent --spelling encoded-lower-case', '%61%20%22%62%22%20%25%2f%c3%a4%5c'],
    ['--as base64', Buffer.from('a "b" %/ä\\').toString('base64')],
    ['--as hex', Buffer.from('a "b" %/ä\\').toString('hex')],
  ])('with %j prints the password so', async (options, text) => {
    const credentials = { partnerName: 1042, partnerPassword: 'a "b" %/ä\\', useAuthByCert: 'true' };
    const { ask } = await openSite({ profile: { credentials } });
    const { code, out } = await ask('encrypt', '--target', 'target.yaml', ...options.split(' '));
    expect([code, out]).toEqual([0, `${text}\n`]);
  });
});

/** Runs a script in a shell. Calls of the program are executed in this process, which is faster. */
async function inShell(
  script: string,
  folder: string,
  env: Readonly<Record<string, string>>,
): Promise<string> {
  const answer = async (line: string): Promise<string> => {
    const { code, out, err } = await askIn({ cwd: packageFolder, env }, ...line.split('\0'));
    return code === 0 ? out : err;
  };
  const server = createServer((socket) => {
    let said = '';
    socket.on('data', (part) => {
      said += String(part);
      if (said.endsWith('\0\0')) void answer(said.slice(0, -2)).then((text) => socket.end(`${text}\0`));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const own = [
    `ask() { exec 3<>/dev/tcp/127.0.0.1/${port}; printf '%s\\0' "$@" '' >&3; IFS= read -r -d '' answer <&3; printf '%s' "$answer"; }`,
    'npm() { shift 4; ask "$@"; }',
    'npx() { shift; ask "$@"; }',
  ].join('\n');
  try {
    await writeFile(join(folder, 'script'), `${own}\n${script}\n`);
    return (await execute('bash', [join(folder, 'script')], packageFolder, env)).out;
  } finally {
    server.close();
  }
}

const statusOf = (answer: string): number => Number(/^HTTP\/\S+ (\d+)/.exec(answer)?.[1]);

it('a curl command of a report repeats its request, whatever it sent: the recorded status comes back', async () => {
  const env = { GATEWAY_KEY: 'of the "gateway"', REALM: 'x' };
  const headers = { 'X-Gateway-Key': '${GATEWAY_KEY}', 'X-Realm': 'Basic ${REALM}' };
  const { folder, profile } = await openReference({ defects: ['a-unauthorized-401', 'b-missing-400'] });
  const target = join(folder, "the bank's profile.yaml");
  await writeFile(target, stringify({ ...profile, headers, limits: { failedLogins: 100 } }));
  const words = ['run', '--target', target, '--out', folder, '--format', 'json'];
  const { code, out } = await askIn({ cwd: packageFolder, env }, ...words);
  expect(code).toBe(1);
  const exchanges = (await resultsIn(folder)).cases.flatMap((one) => one.exchanges);
  const all = [...new Map(exchanges.map((one) => [one.id, one])).values()];
  expect(all.length).toBeGreaterThan(100);
  expect(all.filter(({ curl }) => /<(?:ciphertext|password|secret)>/.test(curl))).toEqual([]);
  const script = all.map(({ curl }) => `${curl} --silent --max-time 15; printf '\\n=====\\n'`).join('\n');
  const answers = (await inShell(script, folder, env)).split('\n=====\n');
  const seen = all.map(({ id }, index) => [id, statusOf(answers[index] ?? '')]);
  expect(seen).toEqual(all.map(({ id, response }) => [id, response?.status]));
  const [plain] = all;
  const whole = await execute('bash', ['-c', `${plain?.curl} --silent`], packageFolder, env);
  expect(statusOf(whole.out)).toBe(plain?.response?.status);
  const [, again] = / {4}\$ (npm run -s cli -- run .* --case a\.unauthorized\.\S+)\n/.exec(out) ?? [];
  await inShell(`${again} --format json --out ${join(folder, 'again')}`, folder, env);
  expect((await resultsIn(join(folder, 'again'))).verdict).toBe('nonconforming');
}, 60_000);
