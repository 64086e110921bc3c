import { execFile } from 'node:child_process';
import { constants, privateDecrypt } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, describe, it } from 'vitest';
import { stringify } from 'yaml';
import { blocked, partner } from '../execution/small-service.test-support.ts';
import type { Results } from '../result/results.ts';
import { packageFolder, program } from '../suite.ts';
import { withBuiltIn } from './built-in.ts';
import { askIn, inFolder } from './fake-terminal.test-support.ts';
import { onSite } from './small-profile.test-support.ts';

const run = promisify(execFile);
const privateKey = await readFile(fileURLToPath(new URL('../../fixtures/keys/service.key', import.meta.url)));

const opened = (text: string): string =>
  privateDecrypt(
    { key: privateKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
    Buffer.from(text, 'base64'),
  ).toString();

const both = () => ({ variants: { a: {}, b: { bankCode: 'acme' } } });
const shortened = partner.password.slice(0, -1);

describe('`encrypt`', () => {
  it.each([
    ['', partner.password],
    ['--variant b --as partner-blocked', blocked.password],
    ['--as last-missing', shortened],
    ['--as last-replaced', `${shortened}3`],
    ['--as appended', `${partner.password}3`],
    ['--as encrypted-empty', ''],
    ['--variant b --as partner-blocked:last-missing', blocked.password.slice(0, -1)],
    ['--spelling rich-ciphertext', partner.password],
  ])('with %j prints a fresh ciphertext, and asks nobody', async (options, password) => {
    await onSite(
      async ({ ask, service }) => {
        const words = `encrypt --target target.yaml ${options}`.trim().split(' ');
        const [one, other] = [await ask(...words), await ask(...words)];
        expect([one.code, opened(one.out.trimEnd()), service.calls]).toEqual([0, password, []]);
        expect(one.out).not.toBe(other.out);
      },
      { profile: both },
    );
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
    await onSite(
      async ({ ask }) => {
        const { code, out } = await ask('encrypt', '--target', 'target.yaml', ...options.split(' '));
        expect([code, out]).toEqual([0, `${text}\n`]);
      },
      { profile: () => ({ credentials }) },
    );
  });

  it.each([
    ['', 'encrypt: found no target'],
    ['--target target.yaml --as plane', '--as: found "plane", expected encrypted, plain,'],
    ['--target target.yaml --as plian', 'did you mean plain?'],
    ['--target target.yaml --as partner-blocked', 'or unauthorized, or CONDITION:FORM'],
    ['--target target.yaml --as other-partner', '--as other-partner: '],
    ['--target target.yaml --percent --json', 'found --percent and --json'],
    ['--target target.yaml --variant b', '--variant: found b'],
  ])('with %j is an error', async (options, said) => {
    const words = options.split(' ').filter((word) => word !== '');
    await onSite(
      async ({ ask }) => {
        const { code, out, err } = await ask('encrypt', ...words);
        expect([code, out, err]).toEqual([2, '', expect.stringContaining(said)]);
      },
      { profile: () => ({ conditions: {} }) },
    );
  });
});

/** A shell in which the program answers at once: its commands are carried out by this process. */
async function withShell(
  env: Readonly<Record<string, string>>,
  work: (shell: (script: string) => Promise<string>) => Promise<void>,
): Promise<void> {
  const answer = async (line: string): Promise<string> => {
    const words = line.split('\0').slice(program.split(' ').length - 1);
    const { code, out, err } = await askIn({ cwd: packageFolder, env }, ...words);
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
  const own = `npm() { exec 3<>/dev/tcp/127.0.0.1/${port}; printf '%s\\0' "$@" '' >&3; IFS= read -r -d '' answer <&3; printf '%s' "$answer"; }`;
  const file = await mkdtemp(join(tmpdir(), 'sbp-shell-'));
  try {
    await work(async (script) => {
      await writeFile(join(file, 'script'), `${own}\n${script}\n`);
      const options = { maxBuffer: 2 ** 28, env: { ...process.env, ...env } };
      return (await run('bash', [join(file, 'script')], options)).stdout;
    });
  } finally {
    server.close();
    await rm(file, { recursive: true });
  }
}

const statusOf = (answer: string): number => Number(/^HTTP\/\S+ (\d+)/.exec(answer)?.[1]);

describe('a curl command of a report', () => {
  it('repeats its request, whatever it sent: the recorded status comes back', async () => {
    await withBuiltIn({ defects: ['a-unauthorized-401', 'b-missing-400'] }, ({ profile }) =>
      inFolder(async (folder) => {
        const target = join(folder, "the bank's profile.yaml");
        const env = { GATEWAY_KEY: 'of the "gateway"', REALM: 'x' };
        const headers = { 'X-Gateway-Key': '${GATEWAY_KEY}', 'X-Realm': 'Basic ${REALM}' };
        await writeFile(target, stringify({ ...profile, headers, limits: { failedLogins: 100 } }));
        const words = ['run', '--target', target, '--out', folder, '--format', 'json'];
        const { code, out } = await askIn({ cwd: packageFolder, env }, ...words);
        expect(code).toBe(1);
        const { cases } = JSON.parse(await readFile(join(folder, 'results.json'), 'utf8')) as Results;
        const exchanges = cases.flatMap((one) => one.exchanges);
        const all = new Map(exchanges.map((one) => [one.id, one]));
        expect(all.size).toBeGreaterThan(100);
        expect([...all.values()].filter(({ curl }) => /<(?:ciphertext|password|secret)>/.test(curl))).toEqual(
          [],
        );
        const answered = [...all.values()];
        const script = answered.map(({ curl }) => `${curl} --silent --max-time 15; printf '\\n=====\\n'`);
        await withShell(env, async (shell) => {
          const answers = (await shell(script.join('\n'))).split('\n=====\n');
          const seen = answered.map(({ id }, index) => [id, statusOf(answers[index] ?? '')]);
          expect(seen).toEqual(answered.map(({ id, response }) => [id, response?.status]));
        });
        const [plain] = exchanges;
        const whole = await run('bash', ['-c', `${plain?.curl} --silent`], {
          cwd: packageFolder,
          env: { ...process.env, ...env },
        });
        expect(statusOf(whole.stdout)).toBe(plain?.response?.status);
        const again = / {4}\$ (npm run -s cli -- run .* --case a\.unauthorized\.\S+)\n/.exec(out);
        const elsewhere = join(folder, 'again');
        const command = `${again?.[1]} --format json --out ${elsewhere}`;
        await withShell(env, async (shell) => void (await shell(command)));
        const repeated = JSON.parse(await readFile(join(elsewhere, 'results.json'), 'utf8')) as Results;
        expect(repeated.verdict).toBe('nonconforming');
      }),
    );
  }, 60_000);
});
