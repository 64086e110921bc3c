import { UserError } from '../errors.ts';
import type { Given } from './option.ts';
import type { Terminal } from './terminal.ts';

/** How much a run says, and to whom. */
export interface RunManner {
  /** Nothing but warnings and errors. */
  readonly isQuiet: boolean;
  /** Also each exchange, all failures in full and the observations. */
  readonly isVerbose: boolean;
  /** Standard output is for a program: one line of JSON at the end. */
  readonly isJson: boolean;
}

const pairs = [
  ['quiet', 'verbose'],
  ['json', 'dry-run'],
  ['json', 'ui'],
] as const;

/** How much is to be said; throws a UserError for options that contradict each other. */
export function chosenManner(given: Given): RunManner {
  const pair = pairs.find((options) => options.every((name) => given.has(name)));
  if (pair !== undefined) throw contradicting(pair);
  return { isQuiet: given.has('quiet'), isVerbose: given.has('verbose'), isJson: given.has('json') };
}

const contradicting = ([one, other]: readonly [string, string]): UserError =>
  new UserError(
    'usage',
    'options-exclude-each-other',
    `found --${one} and --${other}, expected one of them`,
    'leave one out; nothing was sent',
  );

/** A terminal whose standard output stays free: all that is for people goes to standard error. */
export function besideOutput(terminal: Terminal): Terminal {
  const { writeError, color, isErrorColored = color } = terminal;
  return { ...terminal, write: writeError, color: isErrorColored, hasLinks: false };
}
