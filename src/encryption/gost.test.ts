import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { createEncrypt } from './encrypt.ts';

const fixtures = fileURLToPath(new URL('../../fixtures/', import.meta.url));
const guide = readFileSync(new URL('../../docs/encryption.md', import.meta.url), 'utf8');
const folder = `${fixtures}keys`;
const passwords = ['ascii', 'cyrillic', 'special'].map((name) =>
  readFileSync(`${fixtures}vectors/${name}.txt`, 'utf8'),
);
const openssl = 'openssl';

const engine = spawnSync(openssl, ['engine', 'gost', '-c'], { encoding: 'utf8' });
const hasEngine = engine.status === 0 && engine.stdout.includes('gost2012_256');

// Commands of the guide, with the path of a test certificate.
const commands = [...guide.matchAll(/```yaml\n(.*?)```/gs)].flatMap(([, text = '']) => {
  const command: unknown = Object(Object(parse(text)).encryption).command;
  const words = Array.isArray(command) ? command.map(String) : [];
  return words.join(' ').includes('gost') ? [words.map((word) => word.replace('keys/gost', 'gost'))] : [];
});

const cms = (input: string | Buffer, ...options: readonly string[]): string =>
  execFileSync(openssl, ['cms', '-engine', 'gost', ...options], {
    cwd: folder,
    input,
    encoding: 'utf8',
    stdio: 'pipe',
  });

describe('GOST by scheme: command, as the guide has it', () => {
  beforeEach((context) => {
    if (hasEngine) return;
    if (process.env['SBP_REQUIRE_TOOLS'] === '1') throw new Error('there is no GOST engine for OpenSSL');
    context.skip('did not run: no GOST engine');
  });

  it.each(passwords)('makes an envelope in PEM and in base64 that OpenSSL opens: %j', async (password) => {
    expect(commands).toHaveLength(2);
    const [message = '', digits = ''] = await Promise.all(
      commands.map(async ([program = '', ...values]) => {
        const settings = { scheme: 'command', command: [program, ...values] } as const;
        const services = { now: () => new Date(0), uuid: () => 'id' };
        return createEncrypt({ ...settings, template: '{password}' }, folder, services)(password);
      }),
    );
    const keys = ['-decrypt', '-binary', '-recip', 'gost.pem', '-inkey', 'gost.key'];
    expect(message).toMatch(/^-----BEGIN CMS-----\n[^]*-----END CMS-----$/);
    expect(cms(message, ...keys, '-inform', 'PEM')).toBe(password);
    expect(digits).toMatch(/^[A-Za-z0-9+/]+={0,2}$/);
    expect(cms(Buffer.from(digits, 'base64'), ...keys, '-inform', 'DER')).toBe(password);
    // The key is a GOST key, and the cipher a GOST cipher.
    const shown = cms(message, '-cmsout', '-print', '-inform', 'PEM');
    expect(shown).toContain('(1.2.643.2.2.21)');
    expect(shown).toContain('(1.2.643.7.1.1.1.1)');
  });
});
