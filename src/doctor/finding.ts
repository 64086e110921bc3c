import { clip, visible } from '../base/visible.ts';
import { explain, pageWords } from '../judge/explain-answer.ts';
import type { ConditionName, Variant } from '../operation/specification.ts';
import { listFactsOf, textFactsOf } from '../judge/evidence.ts';
import type { Evidence } from '../judge/evidence.ts';
import { wrap } from '../base/text-width.ts';
import { message, say } from '../messages/message.ts';
import type { Language, Message } from '../messages/message.ts';

/** Outcome of a step. `warning`: a run can still judge; `untried`: left out, or not provisioned. */
export type Mark = 'good' | 'warning' | 'bad' | 'untried';

export interface Finding {
  readonly mark: Mark;
  /** One line: what was examined and the result. */
  readonly found: Message;
  /** Further lines, for example a chain of certificates. */
  readonly details: readonly Message[];
  /** What to fix, one line each; empty if nothing needs fixing. */
  readonly fix: readonly Message[];
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
  found: Message,
  fix: readonly Message[] = [],
  details: readonly Message[] = [],
): Finding {
  return { mark, found, details, fix };
}

/** A finding in words, for programs. */
export function inWords({ found, details, fix, ...rest }: Finding, language: Language) {
  const said = (one: Message): string => visible(say(one, language));
  return { ...rest, found: said(found), details: details.map(said), fix: fix.map(said) };
}

/** Writes a finding in lines of at most `width` columns: its sign, the result, and below it what to fix. */
export function renderFinding(
  one: Finding,
  { language, width }: { readonly language: Language; readonly width: number },
): string {
  const { mark, found, details, fix } = inWords(one, language);
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
export function summarize(findings: readonly Finding[], isComplete: boolean): Message {
  const count = (mark: Mark): number => findings.filter((one) => one.mark === mark).length;
  const open = count('untried');
  if (!isReady(findings, isComplete)) return message('doctor-not-ready', { bad: count('bad'), open });
  return open === 0 ? message('doctor-ready') : message('doctor-ready-open', { open });
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
  const what = message('doctor-plain', { variant: variant.id });
  const status = evidence.response?.status;
  if (status === 200 && pageWords(evidence) === null) return inspectList(what, evidence);
  const { why, hint } = explain({ exchange: evidence, variant, wasAccepted: false, ...settings });
  return finding(
    'bad',
    status === undefined
      ? message('doctor-of', { what, found: why })
      : message('doctor-answered', { what, status, why }),
    // A service may use these statuses if it cannot decrypt the password.
    [hint, ...(status === 400 || status === 500 ? [message('doctor-other-encryption')] : [])],
    saidBy(evidence),
  );
}

function inspectList(what: Message, evidence: Evidence): Finding {
  const list = listFactsOf(evidence);
  if (list?.type !== 'array') {
    return finding('warning', message('doctor-no-list', { what }), [message('hint-other-service')]);
  }
  if (list.count > 0) return finding('good', message('doctor-list', { what, count: list.count }));
  return finding('bad', message('doctor-list-empty', { what }), [message('doctor-provide-bank')]);
}

/** True if an answer to http:// looks like that of a port that expects TLS. */
export function suspectsTls(evidence: Evidence): boolean {
  const { response, error } = evidence;
  if (response !== null) return response.status === 400 && pageWords(evidence) !== null;
  return error !== null && ['reset', 'malformed', 'cut', 'timeout'].includes(error.kind);
}

/** The error text of the target, as one line; empty if there is none. */
export function saidBy(evidence: Evidence): readonly Message[] {
  const text = textFactsOf(evidence)?.text ?? '';
  return text === '' ? [] : [message('doctor-says', { text: clip(visible(text), 200) })];
}
