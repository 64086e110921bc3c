import { Script } from 'node:vm';

/** Whether a text matches a pattern; `too-slow`: unknown, because the pattern backtracks too long. */
type PatternMatch = boolean | 'too-slow';

/** Milliseconds for one text: about a thousand times what an ordinary pattern needs for the longest one. */
const patience = 1000;

// A time limit can only stop a match inside a script of its own.
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
