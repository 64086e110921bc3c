import { Script } from 'node:vm';

/** True if the text matches. `too-slow`: unknown, because the pattern backtracks too long. */
type PatternMatch = boolean | 'too-slow';

/** Milliseconds for one text. An ordinary pattern needs about a thousandth of that for the longest text. */
const patience = 1000;

// Only a search inside a script of its own can be stopped by a time limit.
const search = new Script('new RegExp(pattern, "iu").test(text)');

/** Searches a text for an unanchored, case-insensitive pattern of the profile, for one second at most. */
export function matchPattern(pattern: string, text: string): PatternMatch {
  try {
    const found: unknown = search.runInNewContext({ pattern, text }, { timeout: patience });
    return found === true;
  } catch (error) {
    if (hasCode(error) && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return 'too-slow';
    throw error;
  }
}

const hasCode = (error: unknown): error is { readonly code: unknown } =>
  typeof error === 'object' && error !== null && 'code' in error;
