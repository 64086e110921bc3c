import type { Counts, Overall, VariantResult } from '../results/results.ts';
import type { Suspicion } from './suspect.ts';
import type { ConditionName } from '../operation/specification.ts';
import type { Verdict } from '../judge/check.ts';
import { isCode, message, say } from '../messages/message.ts';
import type { Message, Words } from '../messages/message.ts';

/** Signs of verdicts. They are never shown without the word. */
export const glyphs = { pass: '✓', fail: '✗', review: '?', inconclusive: '–' } as const satisfies Record<
  Verdict,
  string
>;

/** The verdict whose sign and colour an overall result uses. */
export const looks = {
  conforming: 'pass',
  nonconforming: 'fail',
  incomplete: 'inconclusive',
} as const satisfies Record<Overall, Verdict>;

/** The result of a variant in reports for people. A decided text counts as it was decided. */
export interface VariantView {
  readonly variant: string;
  readonly verdict: Overall;
  readonly counts: Counts;
  /** Number of failed requirements that are waived. */
  readonly waived: number;
  /** Number of requirements that people decided. */
  readonly decided: number;
  /** Settings of the profile that may be wrong as well as the service. */
  readonly suspicions: readonly Suspicion[];
  readonly classes: VariantResult['classes'];
  /** Kinds of wrong passwords that the limit of failed logins excluded; null if there are none. */
  readonly untried: Message | null;
}

export const variantName = (variant: string, words: Words): string =>
  words('variant-named', { variant: variant.toUpperCase() });

export const overallIn = (
  { verdict, suspicions }: { readonly verdict: Overall; readonly suspicions: readonly Suspicion[] },
  words: Words,
): string => (suspicions.length > 0 ? words('suspect') : words(`overall-${verdict}`));

const ofCondition = (one: Suspicion): one is ConditionName => one !== 'credentials' && one !== 'address';

/** Settings of the profile that a reader should check. */
export const settingsOf = (suspicions: readonly Suspicion[]): readonly Message[] =>
  suspicions.map((one) =>
    ofCondition(one) ? message('setting-condition', { condition: one }) : message(`setting-${one}`),
  );

/** What was seen that wrong settings may explain. */
function seenOf(suspicions: readonly Suspicion[]): readonly Message[] {
  const conditions = suspicions.filter(ofCondition);
  const others = suspicions.flatMap((one) => (ofCondition(one) ? [] : [message(`suspected-${one}`)]));
  return conditions.length === 0 ? others : [...others, message('suspected-conditions', { conditions })];
}

/** Name of a topic, aspect, verdict or difference; if it has none, the word itself. */
export function nameOf(kind: 'topic' | 'aspect' | 'verdict' | 'context', one: string, words: Words): string {
  const code = `${kind}-${one}`;
  return isCode(code) ? say({ code, params: {} }, words.language) : one;
}

const byPersons = (count: number) => (count === 0 ? '' : message('also-decided', { count }));

export function sentenceOf(
  { variant, verdict, counts, waived, decided, suspicions }: Omit<VariantView, 'classes' | 'untried'>,
  words: Words,
): string {
  const open = counts.review + counts.inconclusive;
  const kind =
    suspicions.length > 0 ? 'suspect' : verdict === 'incomplete' && waived > 0 ? 'waived' : verdict;
  return words(`standing-${kind}`, {
    variant: variant.toUpperCase(),
    total: counts.pass + counts.fail + open,
    pass: counts.pass,
    failed: counts.fail - waived,
    waived,
    known: waived === 0 ? '' : message('known-deviations', { count: waived }),
    left: open === 0 ? message('left-none') : message('left-some', { count: open }),
    decided: byPersons(decided),
    seen: seenOf(suspicions),
    settings: settingsOf(suspicions),
  });
}

/** Number of requirements of a variant for each verdict. */
export const countsOf = (
  { counts, waived, decided }: Pick<VariantView, 'counts' | 'waived' | 'decided'>,
  words: Words,
): string =>
  words('requirement-counts', {
    ...counts,
    waived: waived === 0 ? '' : message('also-waived', { count: waived }),
    decided: byPersons(decided),
  });

/** Writes milliseconds as `412 ms`, `1.8 s` or `2 min 5 s`. */
export function durationOf(ms: number, words: Words): string {
  if (ms < 999.5) return words('duration-ms', { ms: Math.round(ms) });
  if (ms < 59_950) {
    return words('duration-s', { s: (ms / 1000).toFixed(1).replace('.', words('decimal-point')) });
  }
  const seconds = Math.round(ms / 1000);
  return words('duration-min', { min: Math.floor(seconds / 60), s: seconds % 60 });
}

/** Writes an instant (ISO 8601, UTC) for people. */
export function instantOf(iso: string, words: Words): string {
  const [year = '', month = '', day = ''] = iso.slice(0, 10).split('-');
  return words('instant', { year, month, day, time: iso.slice(11, 19) });
}

/** Number of requests that were sent, and that the limit of failed logins left out. */
export const requestsOf = (count: number, left: number, words: Words): string =>
  left === 0 ? words('requests-sent', { count }) : words('requests-left-out', { count, left });
