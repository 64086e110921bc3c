// Every mistake and every freedom of the reference: the suite finds the one exactly, and leaves the other alone.

import { isDeepStrictEqual } from 'node:util';
import { inject, it } from 'vitest';
import { startBuiltIn } from '../src/api/built-in.ts';
import { readTarget } from '../src/api/options.ts';
import { runTarget } from '../src/api/run-target.ts';
import type { Verdict } from '../src/judge/check.ts';
import { subjects } from '../src/reference/defects.ts';
import type { Altered } from '../src/reference/defect.ts';
import { judgeAgain } from '../src/results/make-results.ts';
import type { Results } from '../src/results/results.ts';
import { createLeapingClock } from '../src/base/leaping-clock.test-support.ts';

/** Of so many one is played where not all are; of each kind and variant some, since it is no even number. */
const every = 9;
/** Mistakes that only some answers show, two of them by a race, are looked for so often. */
const mostRuns = 3;

/** Played in one run. */
type Group = readonly Altered[];

/** These are about the length of a ciphertext. */
const needsLongKey = ({ id }: Altered): boolean => /column-too-short|query-limit/.test(id);

/** A mistake of A and one of B do not meet: half the runs show both. */
function inGroups(all: readonly Altered[]): readonly Group[] {
  const isOf = (variant: string, { kind, ...subject }: Altered): boolean => {
    const { needsTls, intermittent, failedLogins, template, fails, reviews, vacuous } = subject;
    const isPlain = !needsTls && !intermittent && failedLogins === null && template === null;
    const ids = [...fails, ...reviews, ...vacuous];
    return kind === 'defect' && isPlain && ids.every((id) => id.startsWith(`${variant}.`));
  };
  const free = all.filter((subject) => !needsLongKey(subject));
  const aspectsOf = ({ fails, reviews, vacuous }: Altered): readonly string[] =>
    [...fails, ...reviews, ...vacuous].map((id) => id.slice(2));
  const areApart = (one: Altered, other: Altered): boolean =>
    aspectsOf(one).every((aspect) => !aspectsOf(other).includes(aspect));
  const left = free.filter((subject) => isOf('b', subject));
  // What one of them shows must not be taken for what the other one does.
  const pairs = free.flatMap((one): Group[] => {
    const at = isOf('a', one) ? left.findIndex((other) => areApart(one, other)) : -1;
    return at < 0 ? [] : [[one, ...left.splice(at, 1)]];
  });
  const paired = new Set(pairs.flat());
  return [...pairs, ...all.filter((subject) => !paired.has(subject)).map((subject) => [subject])];
}

const [part, parts, extent] = [inject('part'), inject('parts'), inject('extent')];
const played = inGroups(subjects).filter((_, index) => {
  const isQuick = index % (every * parts) === part;
  return extent === 'quick' ? isQuick : index % parts === part && !(extent === 'rest' && isQuick);
});

const idsOf = ({ requirements }: Results, wanted: Verdict): readonly string[] =>
  requirements.flatMap(({ id, verdict }) => (verdict === wanted ? [id] : [])).toSorted();

async function run(group: Group): Promise<Results> {
  const of = (what: Altered['kind']): readonly string[] =>
    group.flatMap(({ kind, id }) => (kind === what ? [id] : []));
  // A short key: hundreds of ciphertexts are made for a request of B, until one has no plus.
  const key = group.some(needsLongKey) ? 'service' : 'short';
  const tls = group.some(({ needsTls }) => needsTls);
  const { reference, profile } = await startBuiltIn({
    defects: of('defect'),
    tolerances: of('tolerance'),
    tls,
    key,
  });
  try {
    const failedLogins = group[0]?.failedLogins ?? null;
    // Longer than any tolerance needs, so that what hangs costs little time.
    const limits = { ...profile.limits, timeout: 5000, ...(failedLogins === null ? {} : { failedLogins }) };
    const target = await readTarget({ ...profile, limits });
    // The reference counts requests and never seconds, so nothing is gained by waiting.
    const once = (): Promise<Results> => runTarget({ target, clock: createLeapingClock() });
    let results = await once();
    const isIntermittent = group.some(({ intermittent }) => intermittent);
    for (let runs = 1; isIntermittent && runs < mostRuns && idsOf(results, 'fail').length === 0; runs += 1)
      results = await once();
    return results;
  } finally {
    await reference.close();
  }
}

/** What a run of the group has shown, beside what it has to show. */
async function outcomeOf(group: Group) {
  const results = await run(group);
  const [failed = [], reviewed, open = []] = (['fail', 'review', 'inconclusive'] as const).map((verdict) =>
    idsOf(results, verdict),
  );
  const [fails = [], reviews, vacuous = []] = (['fails', 'reviews', 'vacuous'] as const).map((verdict) =>
    group.flatMap((subject) => subject[verdict]).toSorted(),
  );
  const isIntermittent = group.some(({ intermittent }) => intermittent);
  const isSome = isIntermittent && failed.length > 0 && failed.every((id) => fails.includes(id));
  const isTolerance = group.every(({ kind }) => kind === 'tolerance');
  const limit = results.record.profile.limits['failedLogins'] ?? 0;
  const read = JSON.parse(JSON.stringify(results)) as Results;
  return {
    shown: {
      failed: isSome ? fails : failed,
      reviewed: isSome ? reviews : reviewed,
      open: isTolerance ? open : open.filter((id) => vacuous.includes(id)),
      isWithinLimit: results.failedLogins <= limit,
      judgedAgain: judgeAgain(read).requirements,
    },
    wanted: {
      failed: fails,
      reviewed: reviews,
      open: vacuous,
      isWithinLimit: true,
      judgedAgain: results.requirements,
    },
  };
}

/** Where neither variant hands the list out, less can be judged than with one mistake: then each is played alone. */
async function outcomesOf(group: Group) {
  const { shown, wanted } = await outcomeOf(group);
  const isSound = shown.isWithinLimit && isDeepStrictEqual(shown.judgedAgain, wanted.judgedAgain);
  if (group.length === 1 || !isSound || isDeepStrictEqual(shown, wanted)) return [{ shown, wanted }];
  const alone = [];
  for (const subject of group) alone.push(await outcomeOf([subject]));
  return alone;
}

const titleOf = (group: Group): string =>
  group.map(({ kind, id, summary }) => `${kind} ${id}: ${summary}`).join(' ');
const named = played.map((group) => [titleOf(group), group] as const);

it.concurrent.for(named)('%s', { timeout: 600_000 }, async ([, group], { expect }) => {
  const outcomes = await outcomesOf(group);
  expect(outcomes.map(({ shown }) => shown)).toEqual(outcomes.map(({ wanted }) => wanted));
});
