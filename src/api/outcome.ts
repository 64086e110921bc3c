import { clip, visible } from '../base/visible.ts';
import { sendCommand } from '../report/exchange-text.ts';
import { caseOutcome } from '../report/machine/outcome.ts';
import { exitCodeOf, leftOpen } from '../results/totals.ts';
import type { CaseResult, Results } from '../results/results.ts';
import type { Evidence } from '../judge/evidence.ts';

/** Cases that fail a test instead of skipping it. */
export interface OutcomeOptions {
  /** `fail`: a text under review fails its case; `skip`, the default: the case is skipped. */
  readonly review: 'skip' | 'fail';
  /** Fail every case that is inconclusive or under review. */
  readonly complete: boolean;
}

/** How the test of a case ends. `note` says in one line why it is skipped; `annotations` say more. */
export type TestOutcome =
  | { readonly kind: 'pass' }
  | { readonly kind: 'fail'; readonly error: Error }
  | {
      readonly kind: 'skip';
      readonly note: string;
      readonly annotations: readonly { readonly type: 'waived' | 'review'; readonly text: string }[];
    };

/** Decides how the test of a case ends. Control characters are removed from every text. */
export function testOutcome(result: CaseResult, results: Results, options: OutcomeOptions): TestOutcome {
  const outcome = caseOutcome(result, results);
  if (outcome === null) {
    const { exchanges, note } = result;
    if (exchanges.some(({ response }) => response !== null)) return { kind: 'pass' };
    const why = note === '' ? (exchanges.at(-1)?.error?.message ?? 'nothing was sent') : note;
    return skip(`nothing was observed: ${why}`);
  }
  const { kind, checks, settlements, text } = outcome;
  switch (kind) {
    case 'passed':
      return { kind: 'pass' };
    case 'failed': {
      if (checks.some(({ verdict }) => verdict === 'fail'))
        return { kind: 'fail', error: explainFailure({ ...result, checks }, results) };
      const refused = checks.map((check) => {
        const person = settlements.get(check)?.name ?? 'a person';
        return `${check.requirement}: ${person} refused the text: ${check.message}`;
      });
      return red(...(refused.length === 0 ? [text] : refused));
    }
    case 'waived':
      return skip(text, 'waived', [text]);
    case 'review': {
      const title = 'review: a person has to decide';
      const texts = checks.map(({ requirement, message }) => `${requirement}: ${message}`);
      const isRed = options.complete || options.review === 'fail';
      return isRed ? red(title, ...texts) : skip(title, 'review', texts);
    }
    case 'inconclusive':
      return options.complete ? red(text) : skip(text);
  }
}

const skip = (
  note: string,
  type: 'waived' | 'review' = 'review',
  texts: readonly string[] = [],
): TestOutcome => ({
  kind: 'skip',
  note: visible(note),
  annotations: texts.map((text) => ({ type, text: visible(text) })),
});

const shownBody = 500;

/**
 * The error of a failed case: each deviation, expected and actual, the exchange, and the command that repeats
 * it: `send` where `results` name a profile, else `curl`. It holds no secret.
 */
export function explainFailure(
  testCase: Pick<CaseResult, 'checks' | 'exchanges'> & Partial<Pick<CaseResult, 'condition'>>,
  results: Results | null = null,
): Error {
  const { checks, exchanges } = testCase;
  const repeat = (exchange: Evidence): string =>
    (results && sendCommand(results, exchange, testCase)) ?? exchange.curl;
  const failed = checks.filter((check) => check.verdict === 'fail');
  const shown = new Set(failed.map((check) => check.exchange));
  const sent = exchanges.filter(({ id }) => shown.has(id));
  const message = [
    ...failed.map((check) => `${check.requirement}: ${visible(check.message)}`),
    ...sent.flatMap((exchange) => ['', ...exchangeLines(exchange), visible(repeat(exchange))]),
  ].join('\n');
  const listOf = (side: 'expected' | 'actual'): string =>
    failed.map((check) => `${check.requirement}: ${visible(check[side])}`).join('\n');
  return Object.assign(new Error(message), {
    name: 'AssertionError',
    // Omit the stack: it would point into the suite, not at the target.
    stack: `AssertionError: ${message}`,
    expected: listOf('expected'),
    actual: listOf('actual'),
    showDiff: true,
  });
}

/** The request and the answer of an exchange, one line each. */
function exchangeLines({ request, response, error }: Evidence): readonly string[] {
  const answer =
    response === null
      ? `no answer: ${visible(error?.message ?? '')}`
      : `${response.status} ${visible(clip(response.body, shownBody))}`;
  return [`${request.method} ${visible(request.url)}`, answer];
}

/** An Error without a stack, which would point into the suite, not at the target. */
export const failure = (message: string): Error =>
  Object.assign(new Error(message), { stack: `Error: ${message}` });

const red = (...lines: readonly string[]): TestOutcome => ({
  kind: 'fail',
  error: failure(lines.map(visible).join('\n')),
});

/** Says in a few lines why a run without failures is still not green; null if it is. */
export function unjudged(results: Results, complete: boolean): string | null {
  if (results.interrupted) return 'the run was interrupted before its end';
  const stale = results.waivers
    .filter(({ state }) => state === 'stale')
    .map(({ requirement }) => requirement);
  if (stale.length > 0) {
    return `stale waivers, whose requirements pass or are unknown: ${stale.map(visible).join(', ')}`;
  }
  if (exitCodeOf(results, complete) !== 3) return null;
  const { requirements: open, passwords } = leftOpen(results, complete);
  return [
    `${open.length} requirements could not be judged`,
    ...passwords.map((kind) => `kind of password not tried: ${visible(kind)}`),
    ...results.rootCauses.map(({ message, hint }) => `${visible(message)}; ${visible(hint)}`),
    ...open.map(({ id, verdict, reason }) => `${id}: ${verdict}${reason === null ? '' : ` (${reason})`}`),
  ].join('\n');
}

type Annotate = (
  text: string,
  type: string,
  attachment?: { readonly contentType: string; readonly body: Uint8Array },
) => Promise<unknown>;

/** Adds an annotation to the test for every check and every exchange of a case. */
export async function annotateAll(result: CaseResult, annotate: Annotate): Promise<void> {
  for (const { requirement, verdict, reason, message } of result.checks) {
    const why = reason === null ? '' : ` (${reason})`;
    await annotate(`${requirement}${why}: ${visible(message)}`, verdict);
  }
  for (const exchange of result.exchanges) {
    const [request = '', answer = ''] = exchangeLines(exchange);
    const body = new TextEncoder().encode(JSON.stringify(exchange, null, 2));
    const attachment = { contentType: 'application/json', body };
    await annotate(`${exchange.label}: ${request} → ${answer}`, 'exchange', attachment);
  }
}
