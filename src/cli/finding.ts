// What `doctor` says of one thing that it has examined.

export interface Finding {
  readonly mark: 'good' | 'warning' | 'bad' | 'untried';
  /** What was examined and what was found. */
  readonly found: string;
  /** What to do. */
  readonly advice: readonly string[];
  /** Such as a chain of certificates. */
  readonly details: readonly string[];
}

export const finding = (
  mark: Finding['mark'],
  found: string,
  advice: readonly (string | null | undefined)[] = [],
  details: readonly string[] = [],
): Finding => ({ mark, found, advice: advice.filter((one) => one !== null && one !== undefined), details });
