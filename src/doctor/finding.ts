import { clip, visible } from '../base/visible.ts';
import { explain, pageWords } from '../judge/explain-answer.ts';
import type { ConditionName, Variant } from '../operation/specification.ts';
import { listFactsOf, textFactsOf } from '../judge/evidence.ts';
import type { Evidence } from '../judge/evidence.ts';
import { wrap } from '../base/text-width.ts';
import { message, say } from '../messages/message.ts';

/** Outcome of a step. `warning`: a run can still judge; `untried`: left out, or not provisioned. */
export type Mark = 'good' | 'warning' | 'bad' | 'untried';

export interface Finding {
  readonly mark: Mark;
  /** One line: what was examined and the result. */
  readonly found: string;
  /** Further lines, for example a chain of certificates. */
  readonly details: readonly string[];
  /** What to fix, one line each; empty if nothing needs fixing. */
  readonly fix: readonly string[];
  readonly accepted?: Accepted;
  /** Conditions that the profile does not provision. */
  readonly leftOut?: readonly ConditionName[];
}

/** An encryption that the target accepts: the settings to change, or all of them if the scheme differs. */
export interface Accepted {
  readonly variant: string;
  readonly settings: Readonly<Record<string, string>>;
}

const signs = { good: '✓', warning: '!', bad: '✗', untried: '–' } as const satisfies Record<Mark, string>;

export function finding(
  mark: Mark,
  found: string,
  fix: readonly string[] = [],
  details: readonly string[] = [],
): Finding {
  return { mark, found, details, fix };
}

/** A finding that steers no terminal. */
export const inWords = ({ found, details, fix, ...rest }: Finding) => ({
  ...rest,
  found: visible(found),
  details: details.map(visible),
  fix: fix.map(visible),
});

/** Writes a finding in lines of at most `width` columns: its sign, the result, and below it what to fix. */
export function renderFinding(one: Finding, width: number): string {
  const { mark, found, details, fix } = inWords(one);
  const lines = (lead: string, text: string): string =>
    wrap(text, width - lead.length)
      .map((line, index) => `${index === 0 ? lead : ' '.repeat(lead.length)}${line}`.trimEnd())
      .join('\n');
  return [
    lines(`${signs[mark]} `, found),
    ...details.map((line) => lines('    ', line)),
    ...fix.map((line) => lines('  → ', line)),
    '',
  ].join('\n');
}

/** True if nothing needs fixing and, if `isComplete`, nothing was left out. */
export function isReady(findings: readonly Finding[], isComplete: boolean): boolean {
  return findings.every(({ mark }) => mark !== 'bad' && !(isComplete && mark === 'untried'));
}

/** The last line: number of steps that need attention. */
export function summarize(findings: readonly Finding[], isComplete: boolean): string {
  const count = (mark: Mark): number => findings.filter((one) => one.mark === mark).length;
  const open = count('untried');
  if (!isReady(findings, isComplete)) return `Not ready: ${count('bad')} to fix, ${open} open.`;
  return open === 0
    ? 'Ready: a run can judge every requirement.'
    : `Ready: nothing to fix; ${open} open, which a run reports as not tested.`;
}

/** A day as YYYY-MM-DD in UTC. */
export function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}

/**
 * Reports whether the plain request got the list; if not, why and what helps. `speaksTls`: the http:// port
 * expects TLS.
 */
export function inspectBaseline(
  variant: Variant,
  evidence: Evidence,
  settings: { readonly baseUrl: string; readonly speaksTls: boolean },
): Finding {
  const what = `variant ${variant.id}, plain request`;
  const status = evidence.response?.status;
  if (status === 200 && pageWords(evidence) === null) return inspectList(what, evidence);
  const said = explain({ exchange: evidence, variant, wasAccepted: false, ...settings });
  const [why, hint] = [say(said.why, 'en'), say(said.hint, 'en')];
  return finding(
    'bad',
    status === undefined ? `${what}: ${why}` : `${what}: answered ${status}: ${why}`,
    // A service may use these statuses if it cannot decrypt the password.
    [
      hint,
      ...(status === 400 || status === 500
        ? ['or the password cannot be decrypted: `doctor --try-encryption` tries other encryptions']
        : []),
    ],
    saidBy(evidence),
  );
}

function inspectList(what: string, evidence: Evidence): Finding {
  const list = listFactsOf(evidence);
  if (list?.type !== 'array') {
    return finding('warning', `${what}: answered 200, no list of banks, which a run judges`, [
      say(message('hint-other-service'), 'en'),
    ]);
  }
  if (list.count > 0)
    return finding('good', `${what}: answered 200, ${list.count} ${list.count === 1 ? 'bank' : 'banks'}`);
  return finding('bad', `${what}: answered 200, the list is empty`, [
    'ask the operator of the target to provide a bank: an empty list shows nothing about bank records',
  ]);
}

/** True if an answer to http:// looks like that of a port that expects TLS. */
export function suspectsTls(evidence: Evidence): boolean {
  const { response, error } = evidence;
  if (response !== null) return response.status === 400 && pageWords(evidence) !== null;
  return error !== null && ['reset', 'malformed', 'cut', 'timeout'].includes(error.kind);
}

/** The error text of the target, as one line; empty if there is none. */
export function saidBy(evidence: Evidence): readonly string[] {
  const text = textFactsOf(evidence)?.text ?? '';
  return text === '' ? [] : [`it says: ${clip(visible(text), 200)}`];
}
