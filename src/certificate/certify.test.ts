import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readResults } from '../api/read-results.ts';
import { rules } from '../judge/rules.ts';
import { textsToDecide } from '../results/decisions.ts';
import { judgeAgain } from '../results/make-results.ts';
import type { Results } from '../results/results.ts';
import { linesOf } from './lines.ts';
import { renderStatement } from './page.ts';
import { readFolder, writeFolder } from './folder.ts';
import { certifying, resultsOf, verifying } from './signed.test-support.ts';
import { readStatement } from './statement.ts';

let results: Results;
let refused: Results;
let folder: string;

beforeAll(async () => {
  results = await resultsOf([]);
  refused = await resultsOf(['b-missing-400', 'a-errors-200']);
  folder = await mkdtemp(join(tmpdir(), 'sbp-certificate-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('refuses to certify', () => {
  const having = (target: Partial<Results['target']>): Results => ({
    ...results,
    target: { ...results.target, ...target },
  });
  const refusals: readonly (readonly [code: string, results: () => Results])[] = [
    ['selection', () => ({ ...results, isSelection: true })],
    ['interrupted', () => ({ ...results, interrupted: true })],
    ['tls-unverified', () => having({ isTlsVerified: false })],
    ['other-rules', () => ({ ...results, rules: rules - 1 })],
    ['results-differ', () => ({ ...results, verdict: 'nonconforming' })],
    ['results-differ', () => ({ ...refused, requirements: results.requirements })],
  ];

  test.each(refusals)('%s', async (code, made) => {
    await expect(certifying(made())).rejects.toMatchObject({ kind: 'usage', code });
  });

  test('results of another schemaVersion, which are not even read', async () => {
    const file = join(folder, 'older.json');
    await writeFile(file, JSON.stringify({ ...results, schemaVersion: 1 }));
    await expect(readResults(file)).rejects.toMatchObject({ kind: 'usage', code: 'results-unreadable' });
    await rm(file);
  });

  test('the built-in reference, unless that is asked for', async () => {
    await expect(certifying(results, { isReferenceAllowed: false })).rejects.toMatchObject({
      code: 'reference',
    });
  });
});

test('a selection cannot be passed off as a whole run', async () => {
  const cases = results.cases.filter(({ id }) => id.startsWith('a.'));
  const few = judgeAgain({
    ...results,
    record: { ...results.record, selected: cases.map(({ id }) => id) },
  });
  const { statement } = await certifying(few);
  expect(statement.kind).toBe('record');
});

describe('the page', () => {
  test('of a certificate says what is certified, what not, and no date until which it holds', async () => {
    const { statement } = await certifying(results);
    const page = renderStatement(statement, results);
    const { baseUrl, partnerName, bankCode } = results.target;
    const said = [
      baseUrl,
      partnerName,
      bankCode ?? '',
      'class core',
      'of the requirements that were taken from it',
      results.spec.sha256,
      'of the requirements that were taken from it',
      'is correct.',
      'Service unavailable: by the header X-Fault',
    ];
    const untried = results.untried.map(({ request }) => `${request}</code>`);
    expect([...said, ...untried].filter((one) => !page.replaceAll(/<wbr ?\/?>/g, '').includes(one))).toEqual(
      [],
    );
    expect(untried.length).toBeGreaterThan(10);
    expect(/valid until|expires|class="card/i.exec(page)).toBeNull();
  });

  test.each([
    ['pass', [], false, 'In this run the service did'],
    ['inconclusive', [], true, '<p class="warning">This run tested the built-in reference'],
    ['fail', ['a-bic-number'], false, 'At least one claimed variant reached no class.'],
    ['review', ['a-one-text-for-422'], false, 'No requirement failed. 1 text waits for the decision'],
  ] as const)('begins with the sign %s for %j', async (look, defects, isReference, said) => {
    const found = await resultsOf(defects);
    const { files } = await certifying({ ...found, target: { ...found.target, isReference } });
    const page = String(files[1]?.content);
    expect(page).toContain(`<h1 id="statement" class="${look}">`);
    expect(page).toContain(said);
  });

  test('says in words why a requirement was not tested, and of decisions who states them', async () => {
    const found = await resultsOf(['a-one-text-for-422'], {}, { conditions: {} });
    const texts = textsToDecide(found).map(({ requirement, text }) => ({ requirement, text }));
    const who = {
      name: 'B. Reader',
      date: '2026-11-28',
      until: null,
      reason: null,
      decision: 'pass',
    } as const;
    const decided = judgeAgain(
      found,
      texts.map((one) => ({ ...one, ...who })),
    );
    const { statement, files } = await certifying(decided);
    expect([statement.kind, texts.length]).toEqual(['certificate', 2]);
    const page = String(files[1]?.content);
    for (const said of [
      'not tested. The target profile does not say how',
      'conforms, B. Reader',
      'As the persons named have stated it',
    ])
      expect(page).toContain(said);
    expect(page).not.toContain('not-provisioned');
  });

  test('names the variant that is not claimed, and so does what `verify` prints', async () => {
    const { statement, files } = await certifying(await resultsOf([], { variants: ['a'] }));
    expect(String(files[1]?.content)).toMatch(/<dt>Variant B<\/dt>\s*<dd>not claimed, not tested</);
    expect(linesOf({ kind: 'valid', statement })).toContain('  variant b: not claimed, not tested');
  });

  test('has what was not seen to hold, and so does what `verify` prints', async () => {
    const { statement } = await certifying(refused);
    const printed = linesOf({ kind: 'record', statement }).join('\n');
    const { length } = statement.outside;
    expect(printed).toContain(`  not seen to hold: ${length} (${statement.outside[0]?.requirement}, `);
    expect(renderStatement(statement, refused)).toContain(`<dd>${length}: <code`);
  });

  test.each(['en', 'ru'] as const)(
    'of a refusal shows each cause with request, answer and clause: %s',
    (language) => {
      const spoken = { ...refused, target: { ...refused.target, language } };
      return certifying(spoken).then(({ statement }) => {
        const page = renderStatement(statement, spoken);
        const failures = refused.causes.filter(({ kind }) => kind === 'failure');
        expect(failures.length).toBeGreaterThan(1);
        for (const { exchange, request, requirements } of failures) {
          expect(page).toContain(`id="exchange:${exchange}"`);
          expect(page).toContain(`send ${request}`);
          for (const id of requirements) {
            const { section = '' } = refused.requirements.find((one) => one.id === id) ?? {};
            expect(page.replaceAll(/<wbr ?\/?>/g, '')).toMatch(
              new RegExp(`${id}</(?:code|th)>[^]{0,200}${section.replaceAll('.', '[.]')}`),
            );
          }
        }
        expect(page).toContain(`<html lang="${language}"`);
      });
    },
  );

  test('of a refusal is complete on paper: sections, titles, moment and id of a request, how to repeat it', async () => {
    const { files } = await certifying(await resultsOf(['a-bic-number', 'b-missing-400']));
    const page = String(files[1]?.content).replaceAll(/<wbr ?\/?>/g, '');
    for (const said of [
      /4 requirements \(section 4\.2\): <code/,
      /a\.request\.body\.member-order<\/code> \(\w[^<]+\); <code/,
      /Request x1, 2026-[^<]+ UTC, X-Request-Id [\da-f-]{36}\s*<\/figcaption>/,
      /with your profile:<\/p>\s*<div class="copy">\s*<pre>npx \S+ send a\.success --target PROFILE</,
    ])
      expect(page).toMatch(said);
  });

  test.each([
    ['its only failure', ['a-bic-number'], 'a.success.record', 0],
    ['one of several', ['a-bic-number', 'b-missing-400'], 'a.success.record', 1],
    ['a part of one', ['a-bic-number', 'b-missing-400'], 'b.missing.partnerName.status', 2],
  ] as const)('of a refusal shows a waived failure with its evidence: %s', async (_, defects, id, others) => {
    const found = await resultsOf(defects);
    const waiver = { requirement: id, decision: 'waived', until: '2999-01-01', reason: 'known' } as const;
    const waived = judgeAgain(found, [{ ...waiver, name: 'A. Reader', text: null, date: null }]);
    const { statement, files } = await certifying(waived);
    const page = String(files.find(({ name }) => name === 'record.html')?.content);
    const [before = '', accepted = ''] = page
      .replaceAll(/<wbr ?\/?>/g, '')
      .split('<section id="waived-failures">');
    expect([statement.kind, before.split('<article class="card fail"').length - 1]).toEqual([
      'record',
      others,
    ]);
    expect(accepted).toMatch(
      new RegExp(`id="cause:${id}"[^]*>${id}</code> \\(section[^]*expected[^]*actual`),
    );
    expect(page).toContain(`send ${id.replace(/\.\w+$/, '')}`);
  });

  test('takes the words of a target for nothing but words', async () => {
    const hostile = { ...results, target: { ...results.target, name: '<script>alert(1)</script>' } };
    const { files } = await certifying(hostile);
    const page = String(files.find(({ name }) => name === 'certificate.html')?.content);
    expect(page).not.toContain('<script>alert');
    expect(page).toContain('&lt;script&gt;alert(1)');
  });
});

test('the statement is read back as it was written, and nothing else is one', async () => {
  const { statement } = await certifying(refused);
  expect(readStatement(JSON.stringify(statement))).toEqual(statement);
  for (const text of ['', '[]', '{}', JSON.stringify({ ...statement, rules: 'six' })])
    expect(readStatement(text)).toBeNull();
});

describe('the folder', () => {
  test('is written whole, read whole, and never over another', async () => {
    const place = join(folder, 'new', 'certificate');
    const { files } = await certifying(results);
    await writeFolder(place, files);
    expect(await verifying(await readFolder(place))).toMatchObject({ kind: 'valid' });
    const names = ['SHA256SUMS', 'SHA256SUMS.sig', 'certificate.html', 'certificate.json', 'results.json'];
    expect((await readdir(place)).toSorted()).toEqual(names);
    const other = writeFolder(place, (await certifying(refused)).files);
    await expect(other).rejects.toMatchObject({
      code: 'folder-not-empty',
      message: expect.stringContaining('found a signed folder'),
    });
    expect((await readdir(place)).toSorted()).toEqual(names);
  });

  test('with other files in it is left alone', async () => {
    await writeFile(join(folder, 'mine.txt'), '');
    const { files } = await certifying(results);
    await expect(writeFolder(folder, files)).rejects.toMatchObject({ code: 'folder-not-empty' });
    expect(await readdir(folder)).not.toContain('SHA256SUMS');
  });

  test('that is none cannot be read', async () => {
    await expect(readFolder(join(folder, 'mine.txt'))).rejects.toMatchObject({ code: 'folder-unreadable' });
  });
});
