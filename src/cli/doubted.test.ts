import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { partner } from '../run/small-service.test-support.ts';
import { expectWarnings } from '../results/warning.test-support.ts';
import { askIn } from './fake-terminal.test-support.ts';
import { openReference, openSite } from './small-profile.test-support.ts';

const few = ['--case', '*.success', '--retries', '0', '--out', 'reports'];

/** The reference, with another password or encryption in its profile. */
async function openDoubted(change: object) {
  const site = await openReference();
  const profile = { ...site.profile, limits: { failedLogins: 3 }, ...change };
  await writeFile(site.target, stringify(profile));
  return site;
}

const credentials = { partnerName: 1042, partnerPassword: '${WORD}', useAuthByCert: 'true' };

describe('a value that is not what its author wrote', () => {
  const said = 'credentials.partnerPassword: the value ends in a line break';
  const advice = 'if that is not meant, correct WORD where it is set (in UTF-8)';

  it('stands on top of a refused run, is said once, and doctor lists it', async () => {
    expectWarnings(/ends in a line break/);
    const { folder, results } = await openDoubted({ credentials });
    const given = { cwd: folder, env: { WORD: `${partner.password}\n` } };
    const { out, err } = await askIn(given, 'run', '--target', 'target.yaml', ...few);
    expect(err.split(said)).toHaveLength(2);
    expect(out).toMatch(/CHECK THIS FIRST\n\n {2}! credentials\.partnerPassword: the value ends/);
    const [first, ...others] = (await results()).rootCauses;
    expect([first?.message, first?.hint, others.length]).toEqual([said, advice, 2]);
    const doctor = await askIn(given, 'doctor', '--target', 'target.yaml');
    expect(doctor.out).toContain(`! profile: ${said}\n  → ${advice}\n`);
    expect(doctor.out.replaceAll(/\n {2}(?=\S)/g, ' ')).toMatch(
      /✗ variant a, plain request: .*\n.* → look first at what is said above/,
    );
  });

  it('is a warning alone where the plain request is accepted', async () => {
    expectWarnings(/ends in a blank/);
    const { ask, results } = await openDoubted({ headers: { 'X-Key': 'a key of a gateway ' } });
    const { code, out } = await ask('run', '--target', 'target.yaml', ...few);
    expect([code, out.includes('CHECK THIS FIRST')]).toEqual([0, false]);
    expect((await results()).warnings).toEqual([]);
  });

  it('can be a ciphertext that a program wraps: said by run, doctor and send', async () => {
    expectWarnings(/the ciphertext of encryption.command holds a line break/);
    const site = await openDoubted({ encryption: { scheme: 'command', command: ['./wrap'] } });
    const { folder, results, ask } = site;
    await writeFile(join(folder, 'wrap'), '#!/bin/sh\ncat > /dev/null\nprintf "QUJD\\nQUJD\\n"\n');
    await chmod(join(folder, 'wrap'), 0o755);
    const flaw = 'the ciphertext of encryption.command holds a line break';
    const ran = await ask('run', '--target', 'target.yaml', ...few);
    expect(ran.err.split(flaw)).toHaveLength(2);
    expect((await results()).rootCauses[0]?.message).toBe(flaw);
    expect((await ask('doctor', '--target', 'target.yaml')).out.split(flaw)).toHaveLength(2);
    expect((await ask('send', 'a.success', '--target', 'target.yaml')).err).toContain(flaw);
  });
});

it('a teardown that fails in both variants is said once', async () => {
  const words = /teardown failed/;
  expectWarnings(words);
  const conditions = { unavailable: { setup: { command: 'true' }, teardown: { command: 'false' } } };
  const { run } = await openSite({ profile: { variants: { a: {}, b: { bankCode: 'acme' } }, conditions } });
  const { out, err } = await run('--case', '*.unavailable');
  expect([err.split(words).length, out.split(words).length]).toEqual([2, 2]);
});
