import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { startRun } from '../cli/child.test-support.ts';
import { writeProfile } from '../cli/small-profile.test-support.ts';
import { encryptByModule } from './module.ts';
import { expectWarnings } from '../results/warning.test-support.ts';

const folder = mkdtempSync(join(tmpdir(), 'sbp module-'));
afterAll(() => rmSync(folder, { recursive: true }));

let count = 0;

const late = (body: string): string => `export default (plain) => { ${body}; return 'x'; }`;

function build(source: string, limit?: number) {
  count += 1;
  const module = join(folder, `${count} пример.mjs`);
  writeFileSync(module, source);
  return encryptByModule({ scheme: 'module', module, template: '{password}' }, limit);
}

it.each([
  ['throws', late('setTimeout(() => { throw new Error(plain); }, 1)')],
  ['rejects', late('Promise.reject(plain)')],
])('that %s while nobody waits ends the run and shows no secret', async (_name, source) => {
  const profileFolder = mkdtempSync(join(folder, 'own-'));
  writeFileSync(join(profileFolder, 'own.mjs'), source);
  const profile = await writeProfile(profileFolder, 'http://127.0.0.1:9', {
    credentials: { partnerName: 1042, partnerPassword: 'Sesame-opens-9', useAuthByCert: 'true' },
    encryption: { scheme: 'module', module: 'own.mjs' },
  });
  expectWarnings(/^! interrupted/);
  const ended = await startRun(profileFolder, profile, []).ended;
  expect([ended.code, ended.said]).toEqual([3, expect.stringContaining('(uncaught-exception)')]);
  expect(ended.said).not.toContain('Sesame');
});

describe('a module', () => {
  it.each([
    ['a function', 'export default (plain) => `<${plain}>`;'],
    ['an async function', 'export default async (plain) => `<${plain}>`;'],
    ['a thenable', 'export default (plain) => ({ then: (done) => done(`<${plain}>`) });'],
  ])('encrypts by %s and leaves no timer behind', async (_name, source) => {
    const encrypt = await build(source);
    vi.useFakeTimers();
    expect(await encrypt('Пароль')).toBe('<Пароль>');
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
  });

  it.each([
    ['has a syntax error', 'export default (', 'module-not-loadable', 'cannot be loaded'],
    // The message must end there: an error of the module is not quoted.
    ['throws', 'throw new Error("no licence")', 'module-not-loadable', 'cannot be loaded, expected'],
    ['exports nothing', 'export const encrypt = () => "";', 'module-without-function', 'of type undefined'],
    ['exports a text', 'export default "text";', 'module-without-function', 'of type string'],
  ])('that %s is refused', async (_name, source, code, found) => {
    const message = expect.stringContaining(found);
    await expect(build(source)).rejects.toMatchObject({ fault: 'profile', code, message });
  });

  it('that does not exist is refused', async () => {
    const settings = { scheme: 'module', module: '/none/none.mjs', template: '{password}' } as const;
    const refusal = { fault: 'profile', code: 'module-not-loadable' };
    await expect(encryptByModule(settings)).rejects.toMatchObject(refusal);
  });

  it.each([
    ['throws', '() => { throw new Error("no key"); }', 'module-failed', 'failed, expected'],
    ['rejects', 'async () => { throw "no key"; }', 'module-failed', 'failed, expected'],
    ['returns bytes', '() => Buffer.of(1)', 'module-result-not-text', 'returned object,'],
    ['returns nothing', '() => {}', 'module-result-not-text', 'returned undefined,'],
    ['returns an empty text', '() => ""', 'module-result-not-text', 'returned an empty text,'],
    ['never answers', '() => new Promise(() => {})', 'module-timed-out', 'gave no answer within 300 ms'],
  ])('whose function %s is one message', async (_name, source, code, found) => {
    const encrypt = await build(`export default ${source};`, 300);
    const message = expect.stringContaining(found);
    await expect(encrypt('password')).rejects.toMatchObject({ fault: 'profile', code, message });
  });

  it.each([
    ['its password', '`bad ${plain}`'],
    ['it by a getter', 'Object.defineProperty(new Error(), "message", { get() { throw Error(plain); } })'],
  ])('that throws %s is not quoted', async (_name, thrown) => {
    const asError = thrown.startsWith('Object')
      ? thrown
      : `Object.assign(new Error(), { message: ${thrown} })`;
    const encrypt = await build(`export default (plain) => { throw ${asError}; };`);
    await expect(encrypt('at noon|Sesame-opens')).rejects.toMatchObject({
      message: expect.stringMatching(/пример\.mjs" failed, expected/),
      hint: expect.not.stringMatching(/sesame/i),
    });
  });
});
