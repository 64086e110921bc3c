// What doctor finds at one step, and how it is shown.

import { wrap } from '../base/text-width.ts';
import { visible } from '../base/visible.ts';

/** `warning`: a run can judge all the same; `untried`: left out. */
export interface Finding {
  readonly mark: 'good' | 'warning' | 'bad' | 'untried';
  /** What was examined and what was found. */
  readonly found: string;
  readonly advice: string | null;
  /** Such as a chain of certificates. */
  readonly details: readonly string[];
  /** For the profile, to paste. */
  readonly lines: readonly string[];
}

export const finding = (
  mark: Finding['mark'],
  found: string,
  advice: string | null = null,
  { details = [], lines = [] }: Partial<Pick<Finding, 'details' | 'lines'>> = {},
): Finding => ({ mark, found, advice, details, lines });

const signs = { good: '✓', warning: '!', bad: '✗', untried: '–' } as const;

export function drawn({ mark, found, advice, details }: Finding, width: number): string {
  const line = (lead: string, text: string): string =>
    `${lead}${wrap(visible(text), width - lead.length).join(`\n${' '.repeat(lead.length)}`)}\n`;
  const lines = [line(`${signs[mark]} `, found), ...details.map((one) => line('    ', one))];
  return [...lines, advice === null ? '' : line('  → ', advice)].join('');
}
