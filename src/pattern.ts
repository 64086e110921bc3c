import { Script } from 'node:vm';

/** Whether a text matches a pattern; `too-slow`: unknown, because the pattern backtracks for too long. */
export type PatternMatch = 'match' | 'no-match' | 'too-slow';

/** Milliseconds for one text: some thousand times what an ordinary pattern takes for the longest one. */
const patience = 1000;

// A script of its own is the only thing that a time limit can stop in the middle of a match.
const search = new Script('new RegExp(pattern, "iu").test(text)');

/** Looks for a pattern of the profile (unanchored, case-insensitive, Unicode) in a text, for a second at most: `(a+)+$` would take years. */
export function matchPattern(pattern: string, text: string): PatternMatch {
  try {
    const found: unknown = search.runInNewContext({ pattern, text }, { timeout: patience });
    return found === true ? 'match' : 'no-match';
  } catch (error) {
    if (hasCode(error) && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return 'too-slow';
    throw error;
  }
}

const hasCode = (error: unknown): error is { readonly code: unknown } =>
  typeof error === 'object' && error !== null && 'code' in error;
