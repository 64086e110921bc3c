// Every mistake and every freedom of the reference: the suite finds the one exactly, and leaves the other alone.

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

const [part, parts, isAll] = [inject('part'), inject('parts'), inject('extent') !== 'quick'];
const played = subjects.filter((_, index) =>
  isAll ? index % parts === part : index % (every * parts) === part,
);

const idsOf = ({ requirements }: Results, wanted: Verdict): readonly string[] =>
  requirements.flatMap(({ id, verdict }) => (verdict === wanted ? [id] : [])).toSorted();

async function run({ kind, id, needsTls, intermittent, failedLogins }: Altered): Promise<Results> {
  // A short key: hundreds of ciphertexts are made for a request of B, until one has no plus. Some are about their length.
  const key = /column-too-short|query-limit/.test(id) ? 'service' : 'short';
  const { reference, profile } = await startBuiltIn({ [`${kind}s`]: [id], tls: needsTls, key });
  try {
    // Longer than any tolerance needs, so that what hangs costs little time.
    const limits = { ...profile.limits, timeout: 5000, ...(failedLogins === null ? {} : { failedLogins }) };
    const target = await readTarget({ ...profile, limits });
    // The reference counts requests and never seconds, so nothing is gained by waiting.
    const once = (): Promise<Results> => runTarget({ target, clock: createLeapingClock() });
    let results = await once();
    for (let runs = 1; intermittent && runs < mostRuns && idsOf(results, 'fail').length === 0; runs += 1)
      results = await once();
    return results;
  } finally {
    await reference.close();
  }
}

it.concurrent.for(played)('$kind $id: $summary', { timeout: 600_000 }, async (subject, { expect }) => {
  const { kind, fails, reviews, vacuous, intermittent } = subject;
  const results = await run(subject);
  const [failed, reviewed, open] = (['fail', 'review', 'inconclusive'] as const).map((verdict) =>
    idsOf(results, verdict),
  );
  if (intermittent) {
    expect(failed).not.toEqual([]);
    expect(fails).toEqual(expect.arrayContaining([...(failed ?? [])]));
  } else expect({ failed, reviewed }).toEqual({ failed: fails.toSorted(), reviewed: reviews.toSorted() });
  expect(kind === 'tolerance' ? open : open?.filter((id) => vacuous.includes(id))).toEqual(
    vacuous.toSorted(),
  );
  expect(results.failedLogins).toBeLessThanOrEqual(results.record.profile.limits['failedLogins'] ?? 0);
  const read = JSON.parse(JSON.stringify(results)) as Results;
  expect(judgeAgain(read).requirements).toEqual(results.requirements);
});
