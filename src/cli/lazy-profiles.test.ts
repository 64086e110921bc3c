import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { withBuiltIn } from '../api/built-in.ts';
import { readTarget } from '../api/options.ts';
import type { TargetProfile } from '../api/options.ts';
import { casesOf, runTarget } from '../api/run-target.ts';
import { UserError } from '../base/errors.ts';
import { packageFolder } from '../base/package.ts';
import { settingsIn, statementOf } from '../certificate/certificate.ts';
import { must } from '../certificate/certificate.test-support.ts';
import { renderPage } from '../certificate/page.ts';
import { readCertificates } from '../certificate/chain.ts';
import { say } from '../messages/message.ts';
import { specification } from '../operation/specification.ts';
import { reliedSettings } from '../profile/reliance.ts';
import type { Target } from '../profile/target.ts';
import { subjects } from '../reference/defects.ts';
import { judge } from '../results/judge.ts';
import { recordOf } from '../results/record.ts';
import type { Record as RunRecord } from '../results/record.ts';
import type { Results } from '../results/results.ts';
import { checksUnderReview } from '../results/review.ts';
import { createRandom } from '../run/credentials.ts';
import { requireCodes } from '../results/warning.test-support.ts';
import { computedIn } from '../tools/documentation/block.test-support.ts';
import { readKept, services } from './kept-record.test-support.ts';

/** A change of the reference's profile (RFC 7396), and whether it changes what is sent or only the judging. */
interface LazyProfile {
  readonly name: string;
  readonly changes: 'judging' | 'run';
  readonly profile: Readonly<Record<string, unknown>>;
}

const profiles = parse(
  await readFile(join(packageFolder, 'fixtures/profiles/lazy.yaml'), 'utf8'),
) as readonly LazyProfile[];

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Applies a JSON Merge Patch. */
function merged(value: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const kept = isObject(value) ? value : {};
  const changed = Object.entries(patch).map(([key, member]) => [key, merged(kept[key], member)] as const);
  const all = Object.entries({ ...kept, ...Object.fromEntries(changed) });
  return Object.fromEntries(all.filter(([, member]) => member !== null));
}

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sbp-lazy-'));
  await writeFile(join(folder, 'cheat.mjs'), cheat);
  await writeFile(join(folder, 'reviews.yaml'), '[]');
});
afterAll(() => rm(folder, { recursive: true }));

/** Encrypts in place of every wrong password one that is wrong without doubt. */
const cheat = `import { constants, publicEncrypt } from 'node:crypto';
import { readFileSync } from 'node:fs';
const key = readFileSync(${JSON.stringify(join(packageFolder, 'fixtures/keys/service.pem'))});
const padding = constants.RSA_PKCS1_OAEP_PADDING;
const isRight = (plain) => plain.startsWith('test-only/') && /=\\d{4}$/.test(plain);
export default (plain) =>
  publicEncrypt({ key, oaepHash: 'sha256', padding }, Buffer.from(isRight(plain) ? plain : 'wrong')).toString('base64');
`;

/** The profile with its change; decisions stand in a file, as a user has them. */
const targetOf = (plain: TargetProfile, { profile }: LazyProfile): Promise<Target> => {
  const { reviews, ...change } = profile;
  const changed = merged(plain, reviews === undefined ? change : { ...change, reviews: 'reviews.yaml' });
  return readTarget(changed as TargetProfile, { env: {}, timeout: 1500, folder });
};

const ranks = { core: 1, full: 2 } as const;

/** Class of each variant as a number. */
const classesIn = ({ variants }: Results): Readonly<Record<string, number>> =>
  Object.fromEntries(
    Object.entries(variants).map(([id, { classes }]) => [
      id,
      classes.full.reached ? ranks.full : classes.core.reached ? ranks.core : 0,
    ]),
  );

/** True if a variant reaches a higher class than with a plain profile. */
const isBought = (found: Results, plain: Results): boolean => {
  const before = classesIn(plain);
  return Object.entries(classesIn(found)).some(([id, rank]) => rank > (before[id] ?? 0));
};

const chain = must(
  readCertificates(await readFile(join(packageFolder, 'fixtures/keys/loopback.pem'), 'latin1')),
);

/** Keys of the change that the page and `verify` name on their first screen. */
function namedIn(results: Results, { profile }: LazyProfile): readonly string[] {
  const shown = judge(
    recordOf(results, specification, { isPublished: true }),
    specification,
    results.reviews,
    results.waivers,
  );
  const circumstances = { id: '00000000-0000-4000-8000-000000000000', chain, stated: 0 };
  const dates = { issuedAt: '2026-11-26T00:00:00.000Z', expiresAt: '2027-11-26T00:00:00.000Z' };
  const statement = statementOf(shown, specification, { ...circumstances, ...dates }, []);
  const said = settingsIn(statement).map((line) => say(line, 'en'));
  const [first = ''] = said;
  const page = renderPage({ ...statement, language: 'en' }, '');
  if (!page.slice(0, page.indexOf('<dl>')).includes(first.slice(0, 60))) return [];
  expect(secretsOf(profile).filter((value) => said.join().includes(value))).toEqual([]);
  const keys = Object.keys(profile).flatMap((key) =>
    isObject(profile[key]) ? Object.keys(profile[key]).map((member) => `${key}.${member}`) : [key],
  );
  return (statement.settings ?? []).filter((key) =>
    keys.some((one) => key === one || key.startsWith(`${one}.`)),
  );
}

/** Values of a change that are long enough to be told from a key. */
const secretsOf = (value: unknown): readonly string[] =>
  isObject(value) || Array.isArray(value)
    ? Object.values(value).flatMap(secretsOf)
    : typeof value === 'string' && value.length > 4 && !/^[\w.-]+$/.test(value)
      ? [value]
      : [];

/** Outcome of a profile with one defect. `unnamed`: it buys a class, and nobody says by which setting. */
type Outcome = 'refused' | 'same' | 'named' | 'unnamed';

const outcomeOf = (found: Results, plain: Results, lazy: LazyProfile): Outcome =>
  !isBought(found, plain) ? 'same' : namedIn(found, lazy).length > 0 ? 'named' : 'unnamed';

/** The same draw on every machine, a new one for each profile. */
function drawn<Item>(items: readonly Item[], name: string, count: number): readonly Item[] {
  const random = createRandom([...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1e9, 7));
  const left = [...items];
  return Array.from({ length: count }, () => left.splice(Math.floor(random() * left.length), 1)).flat();
}

const changes = new Set(
  subjects
    .filter((one) => one.kind === 'defect' && !one.intermittent && !one.needsTls)
    .filter(({ failedLogins, template }) => failedLogins === null && template === null)
    .map(({ id }) => id),
);
const kept = Object.keys(services).filter((name) => changes.has(name));

/** Judges a kept record as a run with this profile would have. */
function judgedWith(record: RunRecord, target: Target, { profile }: LazyProfile): Results {
  const asked = (profile['reviews'] ?? []) as readonly { readonly case: string }[];
  const open = checksUnderReview(judge(record, specification, [], []));
  const reviews = asked.flatMap((one) =>
    open
      .filter(({ testCase }) => testCase.id === one.case)
      .map(({ text }) => ({
        decision: 'pass' as const,
        name: 'x',
        date: '2026-01-01',
        note: '',
        requirement: null,
        ...one,
        text,
      })),
  );
  const settings = reliedSettings(target);
  const own = { ...record, profile: { ...record.profile, settings } };
  return judge(own, specification, reviews, target.waivers);
}

const opened = new Map<string, Promise<{ readonly record: RunRecord; readonly judged: Results }>>();

/** A kept record, and what it shows with a plain profile. */
function openKept(name: string): Promise<{ readonly record: RunRecord; readonly judged: Results }> {
  const found =
    opened.get(name) ??
    readKept(name).then(({ results }) => {
      const record = recordOf(results, specification);
      return { record, judged: judge(record, specification, [], []) };
    });
  opened.set(name, found);
  return found;
}

async function ofRecords(lazy: LazyProfile, count: number): Promise<readonly Outcome[]> {
  return withBuiltIn({}, async ({ profile }) => {
    const target = await targetOf(profile, lazy).catch(refusal);
    if (target === 'refused') return [target];
    const outcomes = drawn(kept, lazy.name, count).map(async (name) => {
      const { record, judged } = await openKept(name);
      return outcomeOf(judgedWith(record, target, lazy), judged, lazy);
    });
    return Promise.all(outcomes);
  });
}

const refusal = (error: unknown): 'refused' => {
  if (error instanceof UserError) return 'refused';
  throw error;
};

const plainRuns = new Map<string, Promise<Results>>();

const plain: LazyProfile = { name: 'plain', changes: 'run', profile: {} };

const runWith = (lazy: LazyProfile, defect: string): Promise<Results | 'refused'> =>
  withBuiltIn({ defects: [defect] }, async ({ profile }) => {
    try {
      const target = await targetOf(profile, lazy);
      const cases = casesOf(target);
      // Where the plain request is refused, doubts about the values of a hostile profile are said.
      return requireCodes(await runTarget({ target, cases, seed: 1 }), [], ['found-and-advice']);
    } catch (error) {
      return refusal(error);
    }
  });

async function ofRuns(lazy: LazyProfile, count: number): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const defect of drawn([...changes], lazy.name, count)) {
    const own =
      plainRuns.get(defect) ??
      runWith(plain, defect).then((run) =>
        run === 'refused' ? Promise.reject(new RangeError(defect)) : run,
      );
    plainRuns.set(defect, own);
    const found = await runWith(lazy, defect);
    outcomes.push(found === 'refused' ? found : outcomeOf(found, await own, lazy));
  }
  return outcomes;
}

const outcomesOf = (lazy: LazyProfile, count: number): Promise<readonly Outcome[]> =>
  lazy.changes === 'judging' ? ofRecords(lazy, count) : ofRuns(lazy, count);

const familyOf = ({ name }: LazyProfile): string => name.split('-')[0] ?? name;

it('there are over a hundred profiles, each once', () => {
  expect(new Set(profiles.map(({ name }) => name)).size).toBe(profiles.length);
  expect(profiles.length).toBeGreaterThanOrEqual(139);
});

it.each(profiles.filter(({ changes: what }) => what === 'judging'))(
  '$name buys no class by another judgement that nobody names',
  async (lazy) => {
    expect(await ofRecords(lazy, 1)).not.toContain('unnamed');
  },
);

it('is noticed: what the statement does not name is unnamed', async () => {
  const reviews = [
    { case: 'b.observed.password.case-swapped', decision: 'pass', name: 'x', date: '2026-01-01' },
  ];
  const lazy: LazyProfile = { name: 'decided', changes: 'judging', profile: { reviews } };
  const { record, judged } = await openKept('b-password-case-ignored');
  const unlike: LazyProfile = { ...lazy, profile: { limits: {} } };
  await withBuiltIn({}, async ({ profile }) => {
    const found = judgedWith(record, await targetOf(profile, lazy), lazy);
    expect([outcomeOf(found, judged, lazy), outcomeOf(found, judged, unlike)]).toEqual(['named', 'unnamed']);
  });
});

it('a program that encrypts wrong passwords as something else buys a class, and is named', async () => {
  const lazy = must(profiles.find(({ name }) => name === 'module-of-right-password'));
  const [bare, cheated] = [
    await runWith(plain, 'b-password-case-ignored'),
    await runWith(lazy, 'b-password-case-ignored'),
  ];
  if (bare === 'refused' || cheated === 'refused') throw new RangeError('a profile was refused');
  expect([outcomeOf(cheated, bare, lazy), cheated.profile.settings]).toEqual([
    'named',
    expect.arrayContaining(['encryption.scheme']),
  ]);
});

it.runIf(process.env['SBP_SLOW_TESTS'] === '1')(
  'no profile buys a class that nobody names; docs/detection.md has the table',
  { timeout: 3_600_000 },
  async () => {
    const found = new Map<LazyProfile, readonly Outcome[]>();
    for (const lazy of profiles) found.set(lazy, await outcomesOf(lazy, 3));
    const bought = (outcomes: readonly Outcome[]): number =>
      outcomes.filter((one) => one === 'named' || one === 'unnamed').length;
    const worst = [...found].toSorted(([, one], [, other]) => bought(other) - bought(one)).slice(0, 10);
    for (const [lazy] of worst) found.set(lazy, await outcomesOf(lazy, 20));
    const unnamed = [...found]
      .filter(([, outcomes]) => outcomes.includes('unnamed'))
      .map(([{ name }]) => name);
    expect(unnamed).toEqual([]);
    const families = [...Map.groupBy(found, ([lazy]) => familyOf(lazy))];
    const countOf = (own: readonly (readonly [LazyProfile, readonly Outcome[]])[], wanted: Outcome): string =>
      `${own.flatMap(([, outcomes]) => outcomes).filter((one) => one === wanted).length}`;
    const table = [
      ['what the profile sets', 'profiles', 'with a defect', 'refused', 'a class more, named', 'unnamed'],
      ...families.map(([family, own]) => [
        family,
        `${own.length}`,
        `${own.flatMap(([, outcomes]) => outcomes).length}`,
        countOf(own, 'refused'),
        countOf(own, 'named'),
        countOf(own, 'unnamed'),
      ]),
    ];
    expect(await computedIn('docs/detection.md', 'src/cli/lazy-profiles.test.ts', table)).toEqual(table);
  },
);
