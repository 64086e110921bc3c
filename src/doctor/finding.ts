import { clip, visible } from '../base/visible.ts';
import { explain, pageWords } from '../results/diagnosis.ts';
import type { ConditionName, Variant } from '../operation/specification.ts';
import { listFactsOf, textFactsOf } from '../judge/evidence.ts';
import type { Evidence } from '../judge/evidence.ts';
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

/** Writes a finding: its sign, the result, and below it what to fix. */
export function renderFinding({ mark, found, details, fix }: Finding): string {
  const below = [
    ...details.map((line) => `    ${visible(line)}\n`),
    ...fix.map((line) => `  → ${visible(line)}\n`),
  ];
  return `${signs[mark]} ${visible(found)}\n${below.join('')}`;
}

/** True if nothing needs fixing and, if `isComplete`, nothing was left out. */
export function isReady(findings: readonly Finding[], isComplete: boolean): boolean {
  return findings.every(({ mark }) => mark !== 'bad' && !(isComplete && mark === 'untried'));
}

/** The last line: number of steps that need attention. */
export function summarize(findings: readonly Finding[], isComplete: boolean): string {
  const count = (mark: Mark): number => findings.filter((one) => one.mark === mark).length;
  if (!isReady(findings, isComplete)) return `Not ready: ${count('bad')} to fix, ${count('untried')} open.\n`;
  if (count('untried') === 0) return 'Ready: a run can judge every requirement.\n';
  return `Ready: nothing to fix; ${count('untried')} open, which a run reports as not tested.\n`;
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
  if (status === 200 && pageInWords(evidence) === null) return inspectList(what, evidence);
  const { why, hint } = explain({ exchange: evidence, variant, wasAccepted: false, ...settings });
  const answered = status === undefined ? '' : `answered ${status}: `;
  return finding(
    'bad',
    visible(`${what}: ${answered}${say(why, 'en')}`),
    [say(hint, 'en'), ...(status === 400 || status === 500 ? [otherEncryption] : [])],
    saidBy(evidence),
  );
}

/** Advice for statuses that a service may use if it cannot decrypt the password. */
const otherEncryption =
  'or the password cannot be decrypted: `doctor --try-encryption` tries other encryptions';

function inspectList(what: string, evidence: Evidence): Finding {
  const list = listFactsOf(evidence);
  if (list?.type !== 'array') {
    const hint = say(message('hint-other-service'), 'en');
    return finding('warning', `${what}: answered 200, no list of banks, which a run judges`, [hint]);
  }
  if (list.count > 0) return finding('good', `${what}: answered 200, ${list.count} banks`);
  const hint =
    'ask the operator of the target to provide a bank: an empty list shows nothing about bank records';
  return finding('bad', `${what}: answered 200, the list is empty`, [hint]);
}

/** True if an answer to http:// looks like that of a port that expects TLS. */
export function suspectsTls(evidence: Evidence): boolean {
  const { response, error } = evidence;
  if (response !== null) return response.status === 400 && pageInWords(evidence) !== null;
  return error !== null && ['reset', 'malformed', 'cut', 'timeout'].includes(error.kind);
}

/** Describes an answer that is not JSON; null if it is JSON, or there is no answer. */
export function pageInWords(evidence: Evidence): string | null {
  const words = pageWords(evidence);
  return words === null ? null : visible(say(words, 'en'));
}

/** The error text of the target, as one line; empty if there is none. */
export function saidBy(evidence: Evidence): readonly string[] {
  const text = textFactsOf(evidence)?.text ?? '';
  return text === '' ? [] : [`it says: ${clip(visible(text), 200)}`];
}
