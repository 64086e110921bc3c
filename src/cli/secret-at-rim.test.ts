import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { partner } from '../execution/small-service.test-support.ts';
import { spawnProgram } from './child.test-support.ts';
import { askIn } from './fake-terminal.test-support.ts';
import { onSite } from './small-profile.test-support.ts';
import type { Site } from './small-profile.test-support.ts';

/** The partner's password, as it is and as it may be written. */
const secret = partner.password;
const spellings = [
  secret,
  encodeURIComponent(secret),
  encodeURIComponent(encodeURIComponent(secret)),
  Buffer.from(secret).toString('base64'),
  Buffer.from(secret).toString('base64url'),
  Buffer.from(secret).toString('hex'),
  JSON.stringify(secret).slice(1, -1),
];

/** Where the secret stands in what was said or in any file of the folder, the profile and what brings the secret in aside. */
async function leaksIn(folder: string, said: string, own: readonly string[]): Promise<readonly string[]> {
  const names = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !own.includes(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  const texts = await Promise.all(
    names.map(async (name) => [name.slice(folder.length), await readFile(name, 'utf8')]),
  );
  return [['what was said', said], ...texts].flatMap(([name = '', text = '']) =>
    spellings.some((spelling) => text.includes(spelling)) ? [name] : [],
  );
}

const own = ['target.yaml', 'encrypt.mjs', 'signer.key', 'signer.pem', '.env'];
const env = { SECRET: secret };
const references = (key: string) => ({ [key]: '${SECRET}' });

/** A profile that takes the password from the environment, with this in it. */
async function write({ folder, service }: Site, more: object, url = service.url): Promise<void> {
  const profile = {
    baseUrl: url,
    variants: { a: {} },
    credentials: { partnerName: 1042, useAuthByCert: 'true', ...references('partnerPassword') },
    encryption: { scheme: 'rsa-oaep', key: join(import.meta.dirname, '../../fixtures/keys/service.pem') },
    ...more,
  };
  await writeFile(join(folder, 'target.yaml'), stringify(profile));
}

const few = ['--case', 'a.success', '--case', 'a.missing.*'];
const commands = [
  ['run', ...few],
  ['run', '--dry-run'],
  ['doctor', '--try-encryption'],
  ['encrypt'],
] as const;

/** What all commands say of the target, and every place where the secret stands in it. */
async function saidOf({
  folder,
}: Site): Promise<{ readonly said: string; readonly leaks: readonly string[] }> {
  let said = '';
  for (const [command, ...options] of commands) {
    const words = [command, '--target', 'target.yaml', ...options];
    const { out, err } = await askIn({ cwd: folder, env }, ...words);
    said += `${out}\n${err}\n`;
  }
  return { said, leaks: await leaksIn(folder, said, own) };
}

describe('a secret is in no output', () => {
  it.each([
    ['as it is', secret],
    ['percent-encoded', encodeURIComponent(secret)],
    ['percent-encoded twice', encodeURIComponent(encodeURIComponent(secret))],
    ['in base64', encodeURIComponent(Buffer.from(secret).toString('base64'))],
    ['in hex', Buffer.from(secret).toString('hex')],
  ])('that stands in the path of baseUrl, %s', async (_title, path) => {
    await onSite(async (site) => {
      await write(site, {}, `${site.service.url}/${path}/api`);
      const { said, leaks } = await saidOf(site);
      expect([leaks, said]).toEqual([[], expect.stringContaining('an address whose path holds a secret')]);
      const words = ['run', '--target', 'target.yaml', '--base-url', `${site.service.url}/${path}`];
      await write(site, {});
      const { code, err } = await askIn({ cwd: site.folder, env }, ...words);
      expect([code, await leaksIn(site.folder, err, own)]).toEqual([2, []]);
      expect(site.service.calls.filter(({ url }) => url.includes(path))).toEqual([]);
    });
  });

  it.each(['requirement', 'reason', 'owner'])('that stands in the %s of a waiver', async (key) => {
    await onSite(async (site) => {
      const waiver = { requirement: 'a.success.status', reason: 'r', owner: 'o', until: '2999-01-01' };
      await write(site, { waivers: [{ ...waiver, [key]: `of ${secret}` }] });
      const { said, leaks } = await saidOf(site);
      expect([leaks, said]).toEqual([[], expect.stringContaining('waiver')]);
    });
  });

  it.each<readonly [string, object]>([
    ['at the top', { [secret]: 1 }],
    ['of the credentials', { credentials: { ...references('partnerPassword'), [secret]: 'x' } }],
    ['of a variant', { variants: { [secret]: {} } }],
    ['of a condition', { conditions: { [secret]: {} } }],
    ['of a setting of a condition', { conditions: { unavailable: { [secret]: 'x' } } }],
    ['of the limits', { limits: { [secret]: 1 } }],
    ['of the texts', { texts: { [secret]: 'x' } }],
    ['of a header', { headers: { [secret.replaceAll('/', '-').replaceAll('=', '-')]: 'x', [secret]: 'y' } }],
    ['of the encryption', { encryption: { scheme: 'rsa-oaep', [secret]: 'x' } }],
    ['of tls', { tls: { [secret]: 'x' } }],
    ['of a waiver', { waivers: [{ [secret]: 'x' }] }],
  ])('that is a key %s', async (_title, more) => {
    await onSite(async (site) => {
      await write(site, more);
      const { said, leaks } = await saidOf(site);
      expect([leaks, said.match(/^error: .*target\.yaml/gm)?.length]).toEqual([[], commands.length]);
      expect(site.service.calls).toEqual([]);
    });
  });

  it('that is a key which stands twice', async () => {
    await onSite(async (site) => {
      await write(site, {});
      const file = join(site.folder, 'target.yaml');
      await writeFile(file, `${await readFile(file, 'utf8')}"${secret}": 1\n"${secret}": 2\n`);
      const { said, leaks } = await saidOf(site);
      expect([leaks, said]).toEqual([[], expect.stringContaining('the same key')]);
    });
  });

  it.each([
    ['while it is loaded', 'throw new Error(`no licence for ${word}`);'],
    ['by the call', 'export default (plain) => { throw new Error(`cannot read ${plain}`); };'],
    ['by the call, as a text', 'export default async (plain) => { throw plain; };'],
    ['percent-encoded', 'export default (plain) => { throw new Error(encodeURIComponent(plain)); };'],
    ['in base64', 'export default (plain) => { throw new Error(Buffer.from(plain).toString("base64")); };'],
    ['in hex', 'export default (plain) => { throw new Error(Buffer.from(plain).toString("hex")); };'],
    ['on a later line', 'export default (plain) => { throw new Error(`a\\n${plain}`); };'],
    [
      'as the name of the error',
      'export default (plain) => { const e = new Error("x"); e.name = plain; throw e; };',
    ],
    ['as a cause', 'export default (plain) => { throw new Error("x", { cause: plain }); };'],
  ])('that a module of the profile throws %s', async (_title, source) => {
    await onSite(async (site) => {
      const word = `const word = ${JSON.stringify(secret)};\n`;
      await writeFile(join(site.folder, 'encrypt.mjs'), `${word}${source}`);
      await write(site, { encryption: { scheme: 'module', module: './encrypt.mjs' } });
      const { said, leaks } = await saidOf(site);
      expect([leaks, said]).toEqual([[], expect.stringContaining('encrypt.mjs')]);
      expect(site.service.calls).toEqual([]);
    });
  });

  it.each([
    ['throw new Error(`late: ${plain}`)', 'an error'],
    ['throw plain', 'a text'],
    ['throw Object.assign(new Error("x"), { stack: plain })', 'a stack'],
  ])('that a module throws where nobody catches it: %s', async (thrown, _title) => {
    await onSite(async (site) => {
      const source = `export default (plain) => { setTimeout(() => { ${thrown}; }); return Buffer.from(plain).toString("latin1").length + "x".repeat(30); };`;
      await writeFile(join(site.folder, 'encrypt.mjs'), source);
      await write(site, { encryption: { scheme: 'module', module: './encrypt.mjs' } });
      const { code, said } = await spawnProgram(site.folder, ['run', '--target', 'target.yaml', ...few], env);
      expect([code, said]).toEqual([3, expect.stringContaining('uncaught-exception')]);
      expect(await leaksIn(site.folder, said, own)).toEqual([]);
    });
  });

  it('that is given to --passphrase-env in place of the name of a variable', async () => {
    await onSite(async (site) => {
      await write(site, {});
      const word = 'a-Passphrase_0815';
      const { folder } = site;
      expect((await site.ask('certify', '--init-authority', 'demo')).code).toBe(0);
      const { generateKeyPairSync } = await import('node:crypto');
      const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
      const locked = privateKey.export({
        type: 'pkcs8',
        format: 'pem',
        cipher: 'aes-256-cbc',
        passphrase: word,
      });
      await writeFile(join(folder, 'signer.key'), locked);
      for (const name of [word, `${word} `, '${' + word + '}']) {
        const options = [
          '--key',
          'signer.key',
          '--cert',
          'demo/signer.pem',
          '--out',
          'o',
          '--passphrase-env',
          name,
        ];
        const words = ['certify', '--target', 'target.yaml', ...options];
        const { code, out, err } = await askIn({ cwd: folder, env }, ...words);
        expect([code, err]).toEqual([2, expect.stringContaining('--passphrase-env')]);
        expect(`${out}${err}`).not.toContain(word);
      }
    });
  });
});
