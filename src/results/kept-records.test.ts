import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { judge } from '../judge/judge.ts';
import { topics } from '../judge/lexicon/hint.ts';
import { refusals } from '../judge/lexicon/refusal.ts';
import { compounds, readings, rules as lexiconRules } from '../judge/lexicon/rules.ts';
import * as vocabulary from '../judge/lexicon/vocabulary.ts';
import { rules } from '../judge/rules.ts';
import { createBuild } from '../plan/build.ts';
import { claimsOf, planOf } from '../plan/plan.ts';
import { loadTarget } from '../profile/load.ts';
import { keep, readRecords, shownBy } from './kept-record.test-support.ts';

const isUpdate = process.env['UPDATE_RECORDS'] === '1';
const records = await readRecords();
const fileAt = (path: string): URL => new URL(`../../${path}`, import.meta.url);

it.each(records)(
  '$name shows what it showed: if it is to show something else, raise `rules`',
  async (record) => {
    const shows = shownBy(judge, record);
    if (isUpdate) await keep(record, shows);
    else expect(shows).toEqual(record.shows);
  },
);

/** What the number of the rules stands for. */
interface Digests {
  readonly rules: number;
  /** The release that first judges by them. */
  readonly since: string;
  readonly lexicon: string;
  /** By profile. */
  readonly plans: Readonly<Record<string, string>>;
  readonly records: string;
}

const digestOf = (value: unknown): string =>
  createHash('sha256')
    .update(
      JSON.stringify(value, (key, part: unknown) => {
        // Sentences are no part of the rules.
        if (key === 'title') return undefined;
        if (part instanceof RegExp) return String(part);
        return part instanceof Set || part instanceof Map ? [...part] : part;
      }),
    )
    .digest('hex')
    .slice(0, 16);

/** Profiles whose plans are digested, with their environment. */
const planned = {
  staging: { STAGING_PASSWORD: 'a', BLOCKED_PASSWORD: 'b', NO_REWARD_PASSWORD: 'c', GATEWAY_KEY: 'd' },
  full: { FULL_PASSWORD: 'a', FULL_TOKEN: 'b', FULL_KEY: 'c' },
} as const;

/** Everything that decides what is sent, in which order, and what must come back; no sentences. */
async function planDigest([name, env]: readonly [string, Readonly<Record<string, string>>]) {
  const file = fileURLToPath(fileAt(`fixtures/targets/${name}.yaml`));
  const target = await loadTarget({ file, env, flags: {}, cwd: '.' });
  const plan = planOf(claimsOf(target));
  let drawn = 7;
  const encrypt = (password: string): Promise<string> => Promise.resolve(`encrypted+${password}/=`);
  const build = createBuild(target, {
    suite: { name: 'suite', version: '0' },
    encrypt: { a: encrypt, b: encrypt },
    draw: (end) => (drawn = (drawn * 16_807) % 2_147_483_647) % end,
    requestId: () => 'id',
  });
  const learned = { ciphertext: 'accepted', cookie: 'session=1' };
  const rows = await Promise.all(plan.rows.map(async (row) => [row, (await build(row, learned))?.wire]));
  return [name, digestOf([rows, plan.cases])] as const;
}

async function currentDigests(): Promise<Omit<Digests, 'since'>> {
  return {
    rules,
    lexicon: digestOf([vocabulary, compounds, readings, lexiconRules, refusals, topics]),
    plans: Object.fromEntries(await Promise.all(Object.entries(planned).map(planDigest))),
    records: digestOf(records.map((record) => [record.name, shownBy(judge, record)])),
  };
}

it('lexicon, plans and kept verdicts are those of the number of the rules: if not, raise `rules`', async () => {
  const file = fileAt('fixtures/rules.json');
  const { since, ...known } = JSON.parse(await readFile(file, 'utf8')) as Digests;
  const current = await currentDigests();
  const [, next = '', unreleased] =
    /^## (\S+)( \(unreleased\))?/m.exec(await readFile(fileAt('CHANGELOG.md'), 'utf8')) ?? [];
  const mayChange = rules !== known.rules || (unreleased !== undefined && since === next);
  if (isUpdate && mayChange)
    await writeFile(
      file,
      `${JSON.stringify({ ...current, since: rules === known.rules ? since : next }, null, 2)}\n`,
    );
  else expect(current).toEqual(known);
});

it('a record that is changed in one status shows something else', () => {
  const record = records.find(({ name }) => name === '5-came-again.yaml');
  expect(record).toBeDefined();
  if (record === undefined) return;
  const changed = record.attempts.map((one) => {
    const { exchange, row } = one;
    if (exchange?.response?.status !== 404 || row !== 'a.missing.partnerName') return one;
    return { ...one, exchange: { ...exchange, response: { ...exchange.response, status: 422 } } };
  });
  expect(shownBy(judge, { ...record, attempts: changed })).not.toEqual(record.shows);
});
