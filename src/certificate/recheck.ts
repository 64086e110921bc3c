import { worst } from '../judge/check.ts';
import type { Verdict } from '../judge/check.ts';
import { outcomeOf } from '../results/totals.ts';
import { exchangesById } from '../results/results.ts';
import type { CheckResult, Results } from '../results/results.ts';
import { textOfCheck } from '../results/review.ts';
import { variantById } from '../operation/specification.ts';
import type { Specification } from '../operation/specification.ts';
import { message } from '../messages/message.ts';
import type { Message } from '../messages/message.ts';
import { bankCodeIn } from './request.ts';

/** What became of one requirement since the certificate. */
export interface Rechecked {
  readonly requirement: string;
  readonly state: 'unchanged' | 'changed' | 'not-looked-at';
  /** The verdict in the certificate: of the same check if it changed, else of the requirement. */
  readonly before: Verdict;
  /** Null: not looked at. */
  readonly after: Verdict | null;
  /** The exchange that shows the change. */
  readonly exchange: string | null;
  /** Code of the check that shows it. */
  readonly code: string | null;
}

interface Seen {
  readonly check: CheckResult;
  readonly text: string;
}

/** The worst check on a requirement in each case and each of its requests, by all three. */
function checksIn(results: Results): ReadonlyMap<string, Seen> {
  const exchanges = exchangesById(results);
  const seen = new Map<string, Seen>();
  for (const { id, checks } of results.cases) {
    for (const check of checks) {
      const planned = exchanges.get(check.exchange ?? '')?.planned;
      if (planned === undefined || check.verdict === 'inconclusive') continue;
      const key = [check.requirement, id, planned].join(' ');
      const known = seen.get(key);
      if (known !== undefined && worst([known.check.verdict, check.verdict]) === known.check.verdict)
        continue;
      seen.set(key, { check, text: textOfCheck(check, exchanges) });
    }
  }
  return seen;
}

/** What became of a certificate, and what was asked now that is not what was certified. */
interface Recheck {
  readonly requirements: readonly Rechecked[];
  /** Another base URL or bank code. */
  readonly differing: readonly Message[];
}

/**
 * Compares the answers of today with those of a certificate, check by check: what was not asked again, or shows
 * nothing, is not looked at. A text that only a person can decide counts as changed if it is another one.
 * `isHeard` tells of which variants the answers say anything.
 */
export function compareWithCertificate(
  certified: Results,
  today: Results,
  spec: Specification,
  isHeard: (variant: string) => boolean,
): Recheck {
  const [before, after] = [checksIn(certified), checksIn(today)];
  const byRequirement = Map.groupBy(after, ([key]) => key.slice(0, key.indexOf(' ')));
  const claimed = certified.requirements.filter(({ variant }) => today.target.variants.includes(variant));
  const requirements = claimed.map((found): Rechecked => {
    const { id: requirement } = found;
    const own = isHeard(found.variant) ? (byRequirement.get(requirement) ?? []) : [];
    const verdict = outcomeOf(found);
    const rest = { requirement, before: verdict, exchange: null, code: null };
    if (own.length === 0) return { ...rest, state: 'not-looked-at', after: null };
    const changed = own.find(([key, seen]) => isChanged(before.get(key), seen, verdict));
    if (changed === undefined) return { ...rest, state: 'unchanged', after: verdict };
    const [key, { check }] = changed;
    return {
      requirement,
      state: 'changed',
      before: before.get(key)?.check.verdict ?? verdict,
      after: check.verdict,
      exchange: check.exchange,
      code: check.code,
    };
  });
  return { requirements, differing: differencesOf(certified, today, spec) };
}

function isChanged(known: Seen | undefined, { check, text }: Seen, verdict: Verdict): boolean {
  if (known === undefined) return check.verdict === 'fail' && verdict === 'pass';
  if (check.verdict !== known.check.verdict) return true;
  return check.verdict === 'review' && text !== known.text;
}

function differencesOf(certified: Results, today: Results, spec: Specification): readonly Message[] {
  const bankOf = (results: Results, id: string): string => {
    const plain = exchangesById(results).get(results.baselines[id]?.attempts[0] ?? '');
    if (plain === undefined) return '';
    return bankCodeIn(plain.request.url, results.target.baseUrl, variantById(spec, id)) ?? '';
  };
  const [before, after] = [certified.target.baseUrl, today.target.baseUrl];
  const codes = today.target.variants.flatMap((variant) => {
    const [own, asked] = [bankOf(certified, variant), bankOf(today, variant)];
    const isKnown = own !== '' && asked !== '';
    return isKnown && own !== asked
      ? [message('recheck-other-bank-code', { variant, before: own, after: asked })]
      : [];
  });
  return [...(before === after ? [] : [message('recheck-other-base-url', { before, after })]), ...codes];
}
