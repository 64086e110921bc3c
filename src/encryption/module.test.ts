import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { encryptByModule } from './module.ts';

const folder = mkdtempSync(join(tmpdir(), 'sbp module-'));
afterAll(() => rmSync(folder, { recursive: true }));

let count = 0;

function build(source: string, limit?: number) {
  count += 1;
  const module = join(folder, `${count} пример.mjs`);
  writeFileSync(module, source);
  return encryptByModule({ scheme: 'module', module, template: '{password}' }, limit);
}

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
    ['has a syntax error', 'export default (', 'module-failed', 'cannot be loaded'],
    // The message must end there: an error of the module is not quoted.
    ['throws', 'throw new Error("no licence")', 'module-failed', 'cannot be loaded, expected'],
    ['exports nothing', 'export const encrypt = () => "";', 'module-failed', 'of type undefined'],
    ['exports a text', 'export default "text";', 'module-failed', 'of type string'],
  ])('that %s is refused', async (_name, source, code, found) => {
    const message = expect.stringContaining(found);
    await expect(build(source)).rejects.toMatchObject({ kind: 'profile', code, message });
  });

  it('that does not exist is refused', async () => {
    const settings = { scheme: 'module', module: '/none/none.mjs', template: '{password}' } as const;
    const refusal = { kind: 'profile', code: 'module-failed' };
    await expect(encryptByModule(settings)).rejects.toMatchObject(refusal);
  });

  it.each([
    ['throws', '() => { throw new Error("no key"); }', 'module-failed', 'failed, expected'],
    ['rejects', 'async () => { throw "no key"; }', 'module-failed', 'failed, expected'],
    ['returns bytes', '() => Buffer.of(1)', 'module-failed', 'type object,'],
    ['returns nothing', '() => {}', 'module-failed', 'type undefined,'],
    ['returns an empty text', '() => ""', 'module-failed', 'returned an empty text,'],
    ['never answers', '() => new Promise(() => {})', 'module-failed', 'gave no answer within 300 ms'],
  ])('whose function %s is one message', async (_name, source, code, found) => {
    const encrypt = await build(`export default ${source};`, 300);
    const message = expect.stringContaining(found);
    await expect(encrypt('password')).rejects.toMatchObject({ kind: 'profile', code, message });
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
      message: expect.stringMatching(/^(?!.*[Ss]esame).*пример\.mjs" failed, expected/),
    });
  });
});
