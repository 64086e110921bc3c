import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import { createEncryptor } from './create-encryptor.ts';
import { parse } from 'yaml';

const fixtures = fileURLToPath(new URL('../../fixtures/', import.meta.url));
const guide = readFileSync(new URL('../../docs/encryption.md', import.meta.url), 'utf8');
const folder = `${fixtures}keys`;
const passwords = ['ascii', 'cyrillic', 'special'].map((name) =>
  readFileSync(`${fixtures}vectors/${name}.txt`, 'utf8'),
);
const tool = 'openssl';

const engine = spawnSync(tool, ['engine', 'gost', '-c'], { encoding: 'utf8' });
const hasEngine = engine.status === 0 && engine.stdout.includes('gost2012_256');

// The command as it stands in the guide, the certificate put in.
function commandsInGuide(): readonly (readonly [string, ...string[]])[] {
  const blocks = [...guide.matchAll(/```yaml\n(.*?)```/gs)].map(([, text = '']): unknown => parse(text));
  return blocks.flatMap((block) => {
    const command: unknown = Object(Object(block).encryption).command;
    if (!Array.isArray(command)) return [];
    const [program = '', ...rest] = command.map((word) => String(word).replace('keys/gost.pem', 'gost.pem'));
    return rest.join(' ').includes('gost') ? [[program, ...rest] as const] : [];
  });
}

function decrypt(message: string | Buffer, form: 'PEM' | 'DER'): string {
  const keys = ['-recip', 'gost.pem', '-inkey', 'gost.key'];
  const options = ['cms', '-decrypt', '-binary', '-engine', 'gost', '-inform', form, ...keys];
  return execFileSync(tool, options, { cwd: folder, input: message, encoding: 'utf8', stdio: 'pipe' });
}

async function encrypt(command: readonly [string, ...string[]], password: string): Promise<string> {
  const settings = { scheme: 'command', command, folder, template: '{password}' } as const;
  return (await createEncryptor(settings, { now: () => new Date(0), uuid: () => 'id' })).encrypt(password);
}

describe('GOST by scheme: command', () => {
  beforeEach((context) => {
    if (hasEngine) return;
    if (process.env['SBP_REQUIRE_TOOLS'] === '1') throw new Error('there is no GOST engine for OpenSSL');
    context.skip('did not run: no GOST engine');
  });

  it.each(passwords)('makes a CMS envelope without a shell, which OpenSSL opens: %j', async (password) => {
    const [command] = commandsInGuide();
    if (command === undefined) throw new Error('the guide has no command for GOST');
    expect(command[0]).toBe(tool);
    const message = await encrypt(command, password);
    expect(message).toMatch(/^-----BEGIN CMS-----\n[^]*-----END CMS-----$/);
    expect(decrypt(message, 'PEM')).toBe(password);
  });

  it.each(passwords)('makes it base64 on one line by a shell that is named: %j', async (password) => {
    const [, command] = commandsInGuide();
    if (command === undefined) throw new Error('the guide has no second command for GOST');
    const message = await encrypt(command, password);
    expect(message).toMatch(/^[A-Za-z0-9+/]+={0,2}$/);
    expect(decrypt(Buffer.from(message, 'base64'), 'DER')).toBe(password);
  });

  it('encrypts by a GOST cipher for a GOST key', async () => {
    const [command] = commandsInGuide();
    if (command === undefined) throw new Error('the guide has no command for GOST');
    const message = await encrypt(command, 'secret');
    const shown = execFileSync(tool, ['cms', '-cmsout', '-print', '-engine', 'gost', '-inform', 'PEM'], {
      input: message,
      encoding: 'utf8',
      stdio: 'pipe',
    });
    expect(shown).toContain('(1.2.643.2.2.21)');
    expect(shown).toContain('(1.2.643.7.1.1.1.1)');
  });
});
