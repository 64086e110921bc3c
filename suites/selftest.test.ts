// Every mistake and every freedom of the reference: the suite finds the one exactly, and leaves the other alone.

import { isDeepStrictEqual } from 'node:util';
import { inject, it } from 'vitest';
import { startBuiltIn } from '../src/api/built-in.ts';
import { readTarget } from '../src/api/options.ts';
import { runTarget } from '../src/api/run-target.ts';
import type { Verdict } from '../src/judge/check.ts';
import { subjects } from '../src/reference/defects.ts';
import type { Altered } from '../src/reference/defect.ts';
import { bodyTolerances } from '../src/reference/tolerances/body.ts';
import { choiceTolerances } from '../src/reference/tolerances/choice.ts';
import { textTolerances } from '../src/reference/tolerances/text.ts';
import { judgeAgain } from '../src/results/make-results.ts';
import type { Results } from '../src/results/results.ts';
import { createLeapingClock } from '../src/base/leaping-clock.test-support.ts';

/** Of so many one is played where not all are; of each kind and variant some, since it is no even number. */
const every = 17;
/** Mistakes that only some answers show, two of them by a race, are looked for so often. */
const mostRuns = 3;

/** Played in one run, so many at most. */
type Group = readonly Altered[];
const most = 4;

/** These are about the length of a ciphertext. */
const needsLongKey = ({ id }: Altered): boolean => /column-too-short|query-limit/.test(id);

const isOfBoth = ({ kind, id }: Altered): boolean => kind === 'defect' && !/^[ab]-/.test(id);

/** What needs a run of its own. */
const isAlone = (subject: Altered): boolean =>
  subject.needsTls || subject.template !== null || needsLongKey(subject) || isOfBoth(subject);

/** Requirements that show it. */
const shownIn = ({ fails, reviews, vacuous }: Altered): readonly string[] => [
  ...fails,
  ...reviews,
  ...vacuous,
];

/** Where no request is accepted, or no error can be read, other mistakes of the variant are not seen. */
const hidesOthers = (subject: Altered): boolean =>
  shownIn(subject).some((id) => /\.(?:success|request|error)\./.test(id));

const themes = [bodyTolerances, choiceTolerances, textTolerances];
const themeOf = (subject: Altered): number => themes.findIndex((theme) => theme.includes(subject));

/** With one place more each variant still tries the same wrong passwords, since they take turns. */
const isLikeLimit = (one: Altered, other: Altered): boolean =>
  one.failedLogins === null || other.failedLogins === null
    ? one.failedLogins === other.failedLogins
    : Math.abs(one.failedLogins - other.failedLogins) <= 1;

/** Neither hides the other or is taken for it: mistakes that show elsewhere, freedoms of other parts of an answer. */
function canMeet(one: Altered, other: Altered): boolean {
  const ids = shownIn(one);
  if (one.kind !== other.kind || shownIn(other).some((id) => ids.includes(id))) return false;
  if (one.kind === 'tolerance') return themeOf(one) !== themeOf(other);
  const mayHide = one.intermittent || hidesOthers(one) || hidesOthers(other);
  const isApart = one.id[0] !== other.id[0] || !mayHide;
  return isApart && one.intermittent === other.intermittent && isLikeLimit(one, other);
}

function inGroups(all: readonly Altered[]): readonly Group[] {
  const groups: Altered[][] = [];
  for (const subject of all) {
    const fits = (group: Group): boolean =>
      group.length < most && group.every((other) => !isAlone(other) && canMeet(subject, other));
    const found = isAlone(subject) ? undefined : groups.find(fits);
    if (found === undefined) groups.push([subject]);
    else found.push(subject);
  }
  return groups;
}

const [part, parts, extent] = [inject('part'), inject('parts'), inject('extent')];
const played = inGroups(subjects).filter((_, index) => {
  const isQuick = index % (every * parts) === part;
  return extent === 'quick' ? isQuick : index % parts === part && !(extent === 'rest' && isQuick);
});

const idsOf = ({ requirements }: Results, wanted: Verdict): readonly string[] =>
  requirements.flatMap(({ id, verdict }) => (verdict === wanted ? [id] : [])).toSorted();

const isIntermittent = (group: Group): boolean => group.every(({ intermittent }) => intermittent);

const showsEach = (group: Group, results: Results): boolean =>
  group.every(({ fails }) => idsOf(results, 'fail').some((id) => fails.includes(id)));

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
    const failedLogins = Math.max(...group.map((subject) => subject.failedLogins ?? 0));
    // Longer than any tolerance needs, so that what hangs costs little time.
    const limits = { ...profile.limits, timeout: 5000, ...(failedLogins > 0 && { failedLogins }) };
    const target = await readTarget({ ...profile, limits });
    // The reference counts requests and never seconds, so nothing is gained by waiting.
    const once = (): Promise<Results> => runTarget({ target, clock: createLeapingClock() });
    let results = await once();
    for (let runs = 1; isIntermittent(group) && runs < mostRuns && !showsEach(group, results); runs += 1)
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
  const isSome =
    isIntermittent(group) && showsEach(group, results) && failed.every((id) => fails.includes(id));
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

/** Where one hides another after all, each is played alone. */
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
