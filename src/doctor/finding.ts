/** How a step went: `warning` keeps no run from a verdict, `untried` may. */
export type Mark = 'good' | 'warning' | 'bad' | 'untried';

/** What came of one step of the examination. */
export interface Finding {
  readonly mark: Mark;
  /** One line: what was looked at and what was found. */
  readonly found: string;
  /** Further lines, a chain of certificates for example. */
  readonly details: readonly string[];
  /** What to mend, one line each; empty where nothing has to be. */
  readonly mend: readonly string[];
}

const signs = { good: '✓', warning: '!', bad: '✗', untried: '–' } as const satisfies Record<Mark, string>;

/** Makes a finding; what is left out is empty. */
export function finding(
  mark: Mark,
  found: string,
  mend: readonly string[] = [],
  details: readonly string[] = [],
): Finding {
  return { mark, found, details, mend };
}

/** A finding as text: its sign, what was found, and below it what to mend. */
export function renderFinding({ mark, found, details, mend }: Finding): string {
  const below = [...details.map((line) => `    ${line}\n`), ...mend.map((line) => `  → ${line}\n`)];
  return `${signs[mark]} ${found}\n${below.join('')}`;
}

/** Whether a run could reach a verdict on everything: no step failed, and none was left out. */
export function isReady(findings: readonly Finding[]): boolean {
  return findings.every(({ mark }) => mark === 'good' || mark === 'warning');
}

/** The last line: how many steps want attention. */
export function summarize(findings: readonly Finding[]): string {
  const count = (mark: Mark): number => findings.filter((one) => one.mark === mark).length;
  if (isReady(findings)) return 'Ready: a run can reach a verdict on everything.\n';
  return `Not ready: ${count('bad')} to mend, ${count('untried')} not tried.\n`;
}
