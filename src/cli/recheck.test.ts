import { needsProvisioning } from '../operation/specification.ts';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { startBuiltIn } from '../api/built-in.ts';
import { readTarget } from '../api/options.ts';
import { casesOf, runTarget } from '../api/run-target.ts';
import type { Rechecked } from '../certificate/recheck.ts';
import { catalogue } from '../operation/catalogue.test-data.ts';
import { requestIdsOf } from '../plan/plan.ts';
import type { Altered } from '../reference/defect.ts';
import { subjects } from '../reference/defects.ts';
import type { Served } from '../reference/reference.ts';
import { renderJson } from '../report/machine/json.ts';
import { exchangesById } from '../results/results.ts';
import type { Results } from '../results/results.ts';
import { requireCodes } from '../results/warning.test-support.ts';
import { computedIn } from '../tools/documentation/block.test-support.ts';
import { ask, openFolder } from './fake-terminal.test-support.ts';
import { runReference } from './reference-run.test-support.ts';
import { openSite, writeProfile } from './small-profile.test-support.ts';

interface Answer {
  readonly exitCode: number;
  readonly requests: number;
  readonly asked: readonly string[];
  readonly reached: Readonly<Record<string, string>>;
  readonly requirements: readonly (Omit<Rechecked, 'exchange'> & { readonly exchange: unknown })[];
}

let certified: string;
beforeAll(async () => {
  certified = renderJson((await runReference()).results);
}, 60_000);

/** Services that are asked at once. They mostly wait. */
const sideBySide = 6;

const realPartners = ['1042', '1043', '1044'];

/** What the reference saw of a recheck with these changes, and what a run of the same requests shows. */
interface Observed {
  readonly code: number;
  readonly out: string;
  readonly answer: Answer;
  readonly served: readonly Served[];
  /** Failed logins of each variant, as the server counts them. */
  readonly failedLogins: readonly number[];
  /** Requirements that a run fails by requests that a recheck sends too. */
  readonly shown: readonly string[];
}

async function recheckWith(
  subject: Pick<Altered, 'kind' | 'id' | 'needsTls'> | null,
  asked: readonly string[] = [],
): Promise<Observed> {
  const served: Served[] = [];
  const named = subject === null ? [] : [subject.id];
  const changes = subject?.kind === 'tolerance' ? { tolerances: named } : { defects: named };
  const options = { ...changes, tls: subject?.needsTls === true };
  const folder = await openFolder();
  const builtIn = await startBuiltIn({ ...options, onServed: (one) => void served.push(one) });
  try {
    const { profile } = builtIn;
    const limits = { ...Object(Reflect.get(profile, 'limits')), rate: 1000, timeout: 1500 } as object;
    await writeFile(join(folder, 'target.yaml'), stringify({ ...profile, limits }));
    await writeFile(join(folder, 'results.json'), certified);
    const words = ['recheck', 'results.json', '--target', 'target.yaml'];
    const { code, out } = await ask(folder, ...words, '--json');
    const seen = [...served];
    const answer = JSON.parse(out) as Answer;
    return {
      code,
      out,
      answer,
      served: seen,
      failedLogins: ['a', 'b'].map(
        (id) => seen.filter((one) => one.variant === id && isFailedLogin(one)).length,
      ),
      shown: asked.length === 0 ? [] : await shownBy(profile, asked),
    };
  } finally {
    await builtIn.reference.close();
  }
}

/** Kinds whose credentials the service has accepted: whatever the status, no login failed. */
const isAccepted = (kind: Served['kind']): boolean => kind === 'success' || needsProvisioning(kind);

const isFailedLogin = ({ kind, fields, status }: Served): boolean =>
  (kind === 'unauthorized' || (status === 401 && !isAccepted(kind))) &&
  realPartners.includes(JSON.stringify(fields?.partnerName ?? '').replaceAll('"', '')) &&
  typeof fields?.partnerPassword === 'string';

/** Requirements that fail in a run of the cases with these requests, by one of these requests. */
async function shownBy(profile: object, asked: readonly string[]): Promise<readonly string[]> {
  const target = await readTarget(profile, { env: {}, timeout: 1500 });
  const cases = casesOf(target).filter((one) => requestIdsOf(one).some((id) => asked.includes(id)));
  const results = requireCodes(await runTarget({ target, cases, seed: 1 }));
  // What compares several answers needs all of them.
  const comparing = cases.filter(({ assertions }) => assertions.some(({ kind }) => kind.startsWith('own-')));
  const partial = comparing.filter((one) => requestIdsOf(one).some((id) => !asked.includes(id)));
  const without = new Set(partial.map(({ id }) => id));
  return failedBy({ ...results, cases: results.cases.filter(({ id }) => !without.has(id)) }, asked);
}

function failedBy(results: Results, asked: readonly string[]): readonly string[] {
  const exchanges = exchangesById(results);
  const failed = results.cases.flatMap(({ checks }) =>
    checks.filter(
      ({ verdict, exchange }) =>
        verdict === 'fail' && asked.includes(exchanges.get(exchange ?? '')?.planned ?? ''),
    ),
  );
  return [...new Set(failed.map(({ requirement }) => requirement))].toSorted();
}

const changedIn = ({ requirements }: Answer): readonly string[] =>
  requirements.filter(({ state }) => state === 'changed').map(({ requirement }) => requirement);

const subjectOf = (id: string): Altered => {
  const found = subjects.find((one) => one.id === id);
  if (found === undefined) throw new RangeError(id);
  return found;
};

describe('recheck', () => {
  it('of the same service finds nothing changed, by at most 25 requests and without a failed login', async () => {
    const { code, answer, served, failedLogins } = await recheckWith(null);
    expect([code, answer.exitCode, changedIn(answer), failedLogins]).toEqual([0, 0, [], [0, 0]]);
    expect(answer.requests).toBe(served.length);
    expect(served.length).toBeLessThanOrEqual(25);
    expect(answer.asked.filter((id) => /password\.|unencrypted|wrong|spelling|request\./.test(id))).toEqual(
      [],
    );
    expect(answer.requirements.filter(({ state }) => state === 'unchanged').length).toBeGreaterThan(30);
  });

  it.each([
    'a-missing-400',
    'a-success-201',
    'a-success-html',
    'b-success-202',
    'a-success-trailing-comma',
    'b-unauthorized-403',
    'a-unavailable-html',
    'b-blocked-ip-allowed',
    'a-list-by-get',
  ])('finds %s, which shows in harmless requests', async (id) => {
    const { answer: plain } = await recheckWith(null);
    const { code, answer, shown, failedLogins } = await recheckWith(subjectOf(id), plain.asked);
    expect([code, failedLogins]).toEqual([1, [0, 0]]);
    expect(changedIn(answer).filter((one) => shown.includes(one)).length).toBeGreaterThan(0);
  });

  it.each([
    'paraphrase-english-short',
    'list-empty',
    'locked-after-three-failed-logins',
    'first-503',
    'restart',
  ])('flags nothing of %s', async (id) => {
    const { code, answer, failedLogins } = await recheckWith(subjectOf(id));
    expect([code, changedIn(answer)]).toEqual([expect.toBeOneOf([0, 3]), []]);
    expect(Math.max(...failedLogins)).toBeLessThanOrEqual(1);
  });

  it('writes a page of one screen in the language of the profile, with what was planted escaped', async () => {
    const folder = await openFolder();
    await writeFile(join(folder, 'results.json'), certified);
    const banks = [{ name: '<script>alert(1)</script>\u001b[2J', bic: '044525225' }];
    await writeFile(join(folder, 'banks.json'), JSON.stringify(banks));
    const builtIn = await startBuiltIn({
      defects: ['a-bic-number', 'a-missing-400'],
      banksFile: join(folder, 'banks.json'),
    });
    try {
      await writeFile(join(folder, 'target.yaml'), stringify({ ...builtIn.profile, language: 'ru' }));
      const words = ['recheck', 'results.json', '--target', 'target.yaml', '--out', 'page.html'];
      const { code, out } = await ask(folder, ...words);
      expect([code, out]).toEqual([
        1,
        expect.stringMatching(
          new RegExp(String.raw`ИЗМЕНИЛОСЬ: требований \d+ из ${catalogue.length}\n {2}page\.html`),
        ),
      ]);
      const page = await readFile(join(folder, 'page.html'), 'utf8');
      expect(page).toContain('<html lang="ru">');
      expect(page).toMatch(/<strong>a\.success\.record: было выполнено, стало нарушено<\/strong>/);
      expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
      for (const raw of ['<script', '\u001b']) expect(page).not.toContain(raw);
      expect(page.match(/<li>/g)?.length).toBeLessThan(12);
    } finally {
      await builtIn.reference.close();
    }
  });

  it('tells what changed from what it did not reach, and from what was not accepted', async () => {
    const { folder, service, target, ask: say } = await openSite();
    await writeFile(join(folder, 'results.json'), certified);
    const words = ['recheck', 'results.json', '--target', target];
    const answerOf = async (...more: readonly string[]) => {
      const { code, out } = await say(...words, '--json', ...more);
      const { reached, asked } = JSON.parse(out) as Answer;
      return { code, reached, asked };
    };
    const plain = await say(...words);
    expect(plain.out).toMatch(
      /^Reference implementation [^!]*: tested on [^!]*\n! no certificate is in results\.json: [^!]*\n! base URL: certified http:/,
    );
    expect(plain.out.split('\n').length).toBeLessThan(24);
    expect(await answerOf('--base-url', 'http://127.0.0.1:1')).toMatchObject({
      code: 3,
      reached: { a: 'not-reached' },
    });
    const before = service.calls.length;
    const wrong = { partnerName: 1042, partnerPassword: 'not-the-right-one', useAuthByCert: 'true' };
    await writeProfile(folder, service.url, { variants: { a: {} }, credentials: wrong });
    const refused = { code: 3, reached: { a: 'not-accepted' }, asked: ['a.success'] };
    expect([await answerOf(), service.calls.length - before]).toEqual([refused, 1]);
    await writeProfile(folder, service.url, { variants: { a: {} }, limits: { failedLogins: 0 } });
    expect(await answerOf()).toEqual({ code: 3, reached: { a: 'not-asked' }, asked: [] });
  });
});

it.runIf(process.env['SBP_SLOW_TESTS'] === '1')(
  'recheck finds every defect that shows in harmless requests, and flags no tolerance; docs/detection.md has the table',
  { timeout: 3_600_000 },
  async () => {
    const { asked } = (await recheckWith(null)).answer;
    const rows: { readonly subject: Altered; readonly observed: Observed }[] = [];
    const left = subjects.filter(({ intermittent }) => !intermittent).values();
    const worker = async (): Promise<void> => {
      for (const subject of left) rows.push({ subject, observed: await recheckWith(subject, asked) });
    };
    await Promise.all(Array.from({ length: sideBySide }, worker));
    const places = new Map(subjects.map(({ id }, place) => [id, place]));
    rows.sort((one, other) => (places.get(one.subject.id) ?? 0) - (places.get(other.subject.id) ?? 0));
    const named = (wanted: (row: (typeof rows)[number]) => boolean): readonly string[] =>
      rows.filter(wanted).map(({ subject }) => subject.id);
    const isFound = ({ observed }: (typeof rows)[number]): boolean => changedIn(observed.answer).length > 0;
    const isOf =
      (kind: Altered['kind']) =>
      ({ subject }: (typeof rows)[number]): boolean =>
        subject.kind === kind;
    const [defects, tolerances] = [rows.filter(isOf('defect')), rows.filter(isOf('tolerance'))];
    const shows = defects.filter(({ observed }) => observed.shown.length > 0);
    const missed = shows.filter((row) => !isFound(row));
    // Where the plain request is not accepted, nothing else of the variant may be asked.
    const unasked = missed.filter(({ observed }) => observed.code === 3);
    expect(missed.filter((row) => !unasked.includes(row)).map(({ subject }) => subject.id)).toEqual([]);
    expect(named((row) => isOf('tolerance')(row) && isFound(row))).toEqual([]);
    expect(named(({ observed }) => observed.served.length > 25)).toEqual([]);
    expect(named(({ observed }) => Math.max(...observed.failedLogins) > 1)).toEqual([]);
    const most = (numbers: readonly number[]): string => `${Math.max(...numbers)}`;
    const counts = [
      [
        'served',
        'how many',
        'show in harmless requests',
        'changed',
        'not accepted or not reached',
        'most requests',
        'most failed logins of a variant',
      ],
      ...(
        [
          ['defects', defects],
          ['tolerances', tolerances],
        ] as const
      ).map(([what, own]) => [
        what,
        `${own.length}`,
        `${own.filter(({ observed }) => observed.shown.length > 0).length}`,
        `${own.filter(isFound).length}`,
        `${own.filter((row) => row.observed.code === 3).length}`,
        most(own.map(({ observed }) => observed.served.length)),
        most(own.flatMap(({ observed }) => observed.failedLogins)),
      ]),
    ];
    expect(await computedIn('docs/detection.md', 'src/cli/recheck.test.ts', counts)).toEqual(counts);
    const ids = [
      ['changed', 'not accepted or not reached', 'not seen in harmless requests'],
      [
        defects
          .filter(isFound)
          .map(({ subject }) => subject.id)
          .join(' '),
        defects
          .filter((row) => !isFound(row) && row.observed.code === 3)
          .map(({ subject }) => subject.id)
          .join(' '),
        `${defects.filter((row) => !isFound(row) && row.observed.code !== 3).length} others`,
      ],
    ];
    expect(
      await computedIn('docs/detection.md', 'src/cli/recheck.test.ts, the defects that it finds', ids),
    ).toEqual(ids);
  },
);
