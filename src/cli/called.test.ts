import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { packageFolder, programFor } from '../base/package.ts';
import { spawnProgram } from './child.test-support.ts';
import { ask, filesOf, openFolder } from './fake-terminal.test-support.ts';
import { deviating, openSite } from './small-profile.test-support.ts';

const [inCheckout, installed] = ['npm run -s cli --', 'npx sbp-banks-conformance'];
const failing = ['--case', 'a.missing.partnerName', '--variant', 'a'];

/** A folder in this checkout that git ignores. */
let inside: string;
beforeAll(async () => {
  await mkdir(join(packageFolder, 'reports'), { recursive: true });
  inside = await mkdtemp(join(packageFolder, 'reports', 'called-'));
});
afterAll(() => rm(inside, { recursive: true }));

/** The calls of the program in the texts of a folder. */
async function callsIn(folder: string): Promise<readonly string[]> {
  const texts = Object.values(await filesOf(folder)).join('\n');
  return [inCheckout, installed].filter((call) => texts.includes(`${call} `));
}

it('is called as in a checkout only for a reader who is in it, by whatever path', async () => {
  const folder = await openFolder();
  await symlink(packageFolder, join(folder, 'link'));
  const places = [packageFolder, join(inside, 'not', 'there'), join(folder, 'link', 'reports')];
  expect(places.map(programFor)).toEqual(places.map(() => inCheckout));
  const elsewhere = [
    folder,
    join(folder, 'not', 'there'),
    `${packageFolder.replace(/\/$/, '')}-other`,
    join(packageFolder, '..'),
  ];
  expect(elsewhere.map(programFor)).toEqual(elsewhere.map(() => installed));
});

it('reports of a checkout in another folder name the package, those inside of it the checkout, and `report` moves them', async () => {
  const { folder } = await openSite({ answer: deviating });
  const all = ['--format', 'json,html,markdown,junit'];
  const words = ['run', '--target', 'target.yaml', ...failing, ...all];
  const ran = await spawnProgram(folder, [...words, '--out', 'mine']);
  // The person who reads the terminal is in the same other folder.
  expect([ran.code, ran.out.includes(inCheckout), ran.out.includes(installed)]).toEqual([1, false, true]);
  await spawnProgram(folder, [...words, '--out', inside, '--quiet']);
  expect([await callsIn(join(folder, 'mine')), await callsIn(inside)]).toEqual([[installed], [inCheckout]]);
  const away = ['report', join(inside, 'results.json'), '--out', join(folder, 'away'), ...all];
  const home = ['report', join(folder, 'mine', 'results.json'), '--out', join(inside, 'home'), ...all];
  await ask(folder, ...away);
  await ask(folder, ...home);
  expect([await callsIn(join(folder, 'away')), await callsIn(join(inside, 'home'))]).toEqual([
    [installed],
    [inCheckout],
  ]);
});

it('the summary of a step in somebody’s own repository names the package, and so does `explain`', async () => {
  const { folder } = await openSite({ answer: deviating });
  const env = {
    GITHUB_ACTIONS: 'true',
    GITHUB_STEP_SUMMARY: join(folder, 'step.md'),
    GITHUB_OUTPUT: join(folder, 'o'),
  };
  for (const name of ['step.md', 'o']) await writeFile(join(folder, name), '');
  const ran = await spawnProgram(
    folder,
    ['run', '--target', 'target.yaml', ...failing, '--out', inside],
    env,
  );
  const step = await readFile(join(folder, 'step.md'), 'utf8');
  expect([step.includes(installed), step.includes(inCheckout), ran.out.includes(inCheckout)]).toEqual([
    true,
    false,
    false,
  ]);
  const words = ['explain', 'a.missing.partnerName.status', '--results', inside];
  const { code, out } = await spawnProgram(folder, words);
  expect([code, out.includes(installed), out.includes(inCheckout)]).toEqual([0, true, false]);
});
