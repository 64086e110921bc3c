import { visible } from '../report/visible.ts';

/** How a step went: `warning` keeps no run from a verdict; `untried` was left out, or the profile does not provide for it. */
export type Mark = 'good' | 'warning' | 'bad' | 'untried';

/** What came of one step of the examination. */
export interface Finding {
  readonly mark: Mark;
  /** One line: what was looked at and what was found. */
  readonly found: string;
  /** Further lines, a chain of certificates for example. */
  readonly details: readonly string[];
  /** What to fix, one line each; empty where nothing has to be. */
  readonly fix: readonly string[];
}

const signs = { good: '✓', warning: '!', bad: '✗', untried: '–' } as const satisfies Record<Mark, string>;

/** Makes a finding; by default there is nothing to fix. */
export function finding(
  mark: Mark,
  found: string,
  fix: readonly string[] = [],
  details: readonly string[] = [],
): Finding {
  return { mark, found, details, fix };
}

/** A finding as text: its sign, what was found, and below it what to fix. */
export function renderFinding({ mark, found, details, fix }: Finding): string {
  const below = [
    ...details.map((line) => `    ${visible(line)}\n`),
    ...fix.map((line) => `  → ${visible(line)}\n`),
  ];
  return `${signs[mark]} ${visible(found)}\n${below.join('')}`;
}

/** Whether nothing has to be fixed; `isComplete`: and nothing was left out, so that a run can reach a verdict on everything. */
export function isReady(findings: readonly Finding[], isComplete: boolean): boolean {
  return findings.every(({ mark }) => mark !== 'bad' && !(isComplete && mark === 'untried'));
}

/** The last line: how many steps want attention. */
export function summarize(findings: readonly Finding[], isComplete: boolean): string {
  const count = (mark: Mark): number => findings.filter((one) => one.mark === mark).length;
  if (!isReady(findings, isComplete)) return `Not ready: ${count('bad')} to fix, ${count('untried')} open.\n`;
  if (count('untried') === 0) return 'Ready: a run can judge every requirement.\n';
  return `Ready: nothing to fix; ${count('untried')} open, which a run reports as not tested.\n`;
}

/** A day as YYYY-MM-DD, in UTC. */
export function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}
