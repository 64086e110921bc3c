import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { subjects } from '../reference/defects.ts';
import type { Explanation } from '../report/explain.ts';
import { defectFor } from './explain.ts';
import { refusedWith, rowsOf } from './fake-terminal.test-support.ts';
import { deviating, openSite } from './small-profile.test-support.ts';
import { expectWarnings } from '../results/warning.test-support.ts';

const id = 'a.missing.partnerName.status';
const quick = ['--format', 'json', '--quiet', '--case', 'a.missing.partnerName'];

describe('`explain`', () => {
  it('says in the language of the results, or another one, how a verdict came about', async () => {
    const { run, ask, folder } = await openSite({ answer: deviating });
    await run(...quick);
    const { code, out, err } = await ask('explain', id);
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain(`✗ fail  ${id}`);
    expect(out).toContain(`--target ${join(folder, 'target.yaml')} --case a.missing.partnerName\n`);
    expect(out).toContain(
      `  $ npx sbp-banks-conformance mock --defect ${defectFor(id)} --write-target defect.yaml\n`,
    );
    const russian = await ask('explain', id, '--results', 'reports', '--language', 'ru');
    expect([russian.code, russian.out]).toEqual([0, expect.stringContaining(`✗ нарушено  ${id}`)]);
  });

  it('prints an object for programs', async () => {
    const { run, ask } = await openSite({ answer: deviating, profile: { language: 'ru' } });
    await run(...quick);
    const { code, out } = await ask('explain', id, '--json');
    const found = JSON.parse(out) as Explanation;
    expect(code).toBe(0);
    expect(found).toMatchObject({ requirement: id, verdict: 'fail', reason: null, defect: defectFor(id) });
    expect(found.checks[0]).toMatchObject({
      message: 'A answers 400 instead of 422 for a request without `partnerName`',
      exchanges: ['a.missing.partnerName'],
      controls: [{ id: 'a.success', good: true }],
    });
    expect(found.repeat).toMatch(/ --case a\.missing\.partnerName$/);
  });

  it('says that a requirement is not applicable', async () => {
    const { run, ask } = await openSite();
    await run(...quick);
    const other = await ask('explain', 'b.success.status');
    expect([other.code, other.out]).toEqual([0, expect.stringContaining('Not claimed by the target')]);
  });

  it.each([
    [[], 'found no REQUIREMENT'],
    [['a.missing.partnerName.sttus'], 'did you mean a.missing.partnerName.status?'],
    [['a.unauthorized'], 'did you mean a.unauthorized.status or a.unauthorized.meaning?'],
    [['nothing'], 'found "nothing", expected the id of a requirement\n'],
  ])('%j is no requirement', async (words, said) => {
    const { run, ask } = await openSite();
    await run(...quick);
    const found = await ask('explain', ...words);
    expect(found).toMatchObject(refusedWith('unknown-requirement'));
    expect(found.err).toContain(said);
  });

  it('judges the record again, and says where the file differs', async () => {
    const { run, ask, folder } = await openSite();
    await run(...quick);
    const file = join(folder, 'reports', 'results.json');
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replaceAll('"verdict": "pass"', '"verdict": "fail"'));
    expectWarnings(/^! The file says/);
    // A case of the requirement was left out, so it did not pass.
    expect((await ask('explain', 'a.error.body')).err).toMatch(/^! The file says “\w+”; its record, judged/);
    await writeFile(file, text.replaceAll('"request": "a.missing.partnerName"', '"request": "a.x"'));
    expect(await ask('explain', id)).toMatchObject(refusedWith('results-invalid'));
  });
});

it('every requirement has a lasting defect that shows it, and no other has fewer failures', () => {
  for (const [requirement = ''] of rowsOf('requirements')) {
    const found = subjects.find((one) => one.id === defectFor(requirement));
    expect([requirement, found?.fails]).toEqual([requirement, expect.arrayContaining([requirement])]);
  }
  expect(defectFor('a.success.record')).toBe('a-bic-number');
  expect(defectFor('nothing')).toBeNull();
});
