import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { createModule } from './module.ts';

const folder = mkdtempSync(join(tmpdir(), 'sbp module-'));
afterAll(() => rmSync(folder, { recursive: true }));

let count = 0;

function build(source: string, timeLimit?: number) {
  count += 1;
  const module = join(folder, `${count} пример.mjs`);
  writeFileSync(module, source);
  return createModule({ scheme: 'module', module, template: '{password}' }, timeLimit);
}

describe('a module', () => {
  it.each([
    ['a function', 'export default (plain) => `<${plain}>`;'],
    ['an async function', 'export default async (plain) => `<${plain}>`;'],
    ['a thenable', 'export default (plain) => ({ then: (done) => done(`<${plain}>`) });'],
  ])('encrypts by %s', async (_name, source) => {
    const encrypt = await build(source);
    expect(await encrypt('Пароль', 'Пароль')).toBe('<Пароль>');
  });

  it.each([
    ['has a syntax error', 'export default (', 'module-not-loadable', 'cannot be loaded'],
    ['throws', 'throw new Error("no licence")', 'module-not-loadable', 'cannot be loaded (no licence)'],
    ['exports nothing', 'export const encrypt = () => "";', 'module-without-function', 'of type undefined'],
    ['exports a text', 'export default "text";', 'module-without-function', 'of type string'],
  ])('that %s is refused', async (_name, source, code, found) => {
    const message = expect.stringContaining(found);
    await expect(build(source)).rejects.toMatchObject({ fault: 'profile', code, message });
  });

  it('that does not exist is refused', async () => {
    const missing = createModule({ scheme: 'module', module: '/none/none.mjs', template: '{password}' });
    await expect(missing).rejects.toMatchObject({ fault: 'profile', code: 'module-not-loadable' });
  });

  it.each([
    ['throws', '() => { throw new Error("no key"); }', 'module-failed', 'failed (no key), expected'],
    ['rejects', 'async () => { throw "no key"; }', 'module-failed', 'failed, expected'],
    ['discloses', '(plain) => { throw new Error(`bad ${plain}`); }', 'module-failed', 'failed, expected'],
    ['returns bytes', '() => Buffer.of(1)', 'module-result-not-text', 'returned object,'],
    ['returns nothing', '() => {}', 'module-result-not-text', 'returned undefined,'],
    ['returns an empty text', '() => ""', 'module-result-not-text', 'returned an empty text,'],
    ['never answers', '() => new Promise(() => {})', 'module-timed-out', 'gave no answer within 300 ms'],
  ])('whose function %s is one message', async (_name, source, code, found) => {
    const encrypt = await build(`export default ${source};`, 300);
    const message = expect.stringContaining(found);
    await expect(encrypt('password', 'password')).rejects.toMatchObject({ fault: 'profile', code, message });
  });

  it('leaves no timer behind', async () => {
    const encrypt = await build('export default (plain) => plain;');
    vi.useFakeTimers();
    await encrypt('password', 'password');
    const count = vi.getTimerCount();
    vi.useRealTimers();
    expect(count).toBe(0);
  });
});
