import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { packageFolder } from '../../base/package.ts';
import { subjects } from '../../reference/defects.ts';
import { errorsIn, sumOf } from '../../selftest/assess.ts';
import type { Assessment, Errors } from '../../selftest/assess.ts';
import { computedIn } from './block.test-support.ts';
import { askIn } from '../../cli/fake-terminal.test-support.ts';
import { judgeKept, readKept, services } from '../../cli/kept-record.test-support.ts';

const head = [
  'over',
  'how many',
  'requirements judged',
  'wrongly failed',
  'wrongly passed',
  'failed logins beyond the limit',
];

const rowOf = (over: string, all: readonly Errors[]): readonly string[] => {
  const { judged, wronglyFailed, wronglyPassed, beyondLimit: harm } = sumOf(all);
  return [over, `${all.length}`, ...[judged, wronglyFailed, wronglyPassed, harm].map(String)];
};

const none: Errors = { judged: 0, wronglyFailed: 0, wronglyPassed: 0, beyondLimit: 0 };

/** Services behind gateways: all conform. The table has failed logins as counted, reported and allowed. */
async function scenarioErrors(): Promise<readonly Errors[]> {
  const page = await readFile(join(packageFolder, 'docs/gateways.md'), 'utf8');
  const rows = [...page.matchAll(/^\| ([\w./*() -]+?) +\| (\d?) +\| (\d*) +\|.*?\| (\d+, \d+, \d+|) +\|/gm)];
  return rows
    .filter(([, name = '']) => name.includes('/'))
    .flatMap(([, name = '', exit = '', judged = '', logins = '']) => {
      const [counted = 0, , allowed = 0] = logins.split(', ').map(Number);
      const times = Number(/\((\d+)\)/.exec(name)?.[1] ?? 1);
      const own = { judged: Number(judged), wronglyFailed: Number(exit === '1'), wronglyPassed: 0 };
      return Array.from({ length: times }, () => ({ ...own, beyondLimit: Math.max(0, counted - allowed) }));
    });
}

it('the error rates of records and scenarios are those of docs/detection.md', async () => {
  const kept = await Promise.all(
    Object.keys(services).map(async (name) => ({ name, results: judgeKept((await readKept(name)).results) })),
  );
  const known = kept.flatMap(({ name, results }) => {
    const subject = subjects.find(({ id }) => id === name);
    return subject === undefined ? [] : [errorsIn(subject, results)];
  });
  const nobody = { fails: [], intermittent: false };
  const harm = kept.map(({ results }) => ({ ...none, beyondLimit: errorsIn(nobody, results).beyondLimit }));
  expect(known.length).toBeGreaterThan(40);
  const scenarios = await scenarioErrors();
  expect(scenarios.length).toBeGreaterThan(80);
  const table = [
    head,
    rowOf('kept records of defects and tolerances', known),
    rowOf('all kept records (failed logins alone)', harm),
    rowOf('[scenarios](gateways.md), `npm run scenarios`', scenarios),
  ];
  expect(await computedIn('docs/detection.md', 'src/tools/documentation/error-rates.test.ts', table)).toEqual(
    table,
  );
});

it.runIf(process.env['SBP_SLOW_TESTS'] === '1')(
  'those of all defects and tolerances are those of docs/detection.md',
  { timeout: 3_600_000 },
  async () => {
    const { out } = await askIn({}, 'selftest', '--json');
    const { assessments } = JSON.parse(out) as { readonly assessments: readonly Assessment[] };
    const of = (kind: string): readonly Errors[] =>
      assessments.filter(({ subject }) => subject.kind === kind).map(({ errors }) => errors);
    const table = [
      head,
      rowOf('defects, `selftest`', of('defect')),
      rowOf('tolerances, `selftest`', of('tolerance')),
    ];
    expect(await computedIn('docs/detection.md', 'selftest', table)).toEqual(table);
  },
);
