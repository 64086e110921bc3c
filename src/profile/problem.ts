import { UserError } from '../base/errors.ts';
import { describe, quote, shownFile, writePath } from '../base/path.ts';
import { explain, listed } from '../base/problem.ts';
import type { Path } from '../base/path.ts';
import type { Problem } from '../base/problem.ts';
import { maskSecrets } from './secrets.ts';
import { isSettingName, traitsAt } from './setting.ts';
import type { Secret } from './target.ts';

/** The source of settings, for messages. */
export interface Origin {
  /** The profile's file; null for settings that are not in a profile yet. */
  readonly file: string | null;
  /** The options or variables that set a path outside the profile. */
  readonly labels?: ReadonlyMap<string, string>;
  /** Paths whose values came from `${…}` and are not shown. */
  readonly replaced?: ReadonlySet<string>;
  readonly secrets: readonly Secret[];
}

/** One error that names at most five places: of kind `usage` if the first is in an option, else `profile`. */
export function profileError(problems: readonly Problem[], { file, labels, secrets }: Origin): UserError {
  const labelOf = ({ path }: Problem): string | null => labels?.get(writePath(path)) ?? null;
  const placeOf = ({ path }: Problem): string =>
    path.length === 0
      ? 'the profile'
      : writePath(path.map((key) => (typeof key === 'string' ? maskKey(key, secrets) : key)));
  const lines = [...new Set(problems.map((each) => `${labelOf(each) ?? placeOf(each)}: ${explain(each)}`))];
  const label = problems[0] === undefined ? null : labelOf(problems[0]);
  const shown = file === null ? null : shownFile(file);
  const { fault, code, hint } = sourceOf(label);
  const isPlaced = lines.length > 1 || (shown !== null && label === null);
  const text = isPlaced ? listed(shown ?? 'settings', lines) : lines.join();
  return new UserError(fault, code, text, hint);
}

/** A key with secrets masked. Names of settings are none: they stand in the schema. */
function maskKey(key: string, secrets: readonly Secret[]): string {
  return isSettingName(key) ? key : maskSecrets(key, secrets);
}

function sourceOf(label: string | null): Pick<UserError, 'fault' | 'code' | 'hint'> {
  const hint = `correct ${label ?? 'the profile'} and run again; nothing was sent`;
  if (label === null) return { fault: 'profile', code: 'profile-invalid', hint };
  return label.startsWith('--')
    ? { fault: 'usage', code: 'option-invalid', hint }
    : { fault: 'profile', code: 'settings-invalid', hint };
}

/** A text in quotes, with secrets masked before it is shortened. */
export function quoteMasked(value: string, secrets: readonly Secret[]): string {
  return quote(maskSecrets(value, secrets));
}

/** The value at a path of a profile, or only its kind if it may be secret. */
export function shownOf(value: unknown, path: Path, { replaced, secrets }: Origin): string {
  const { quoted } = traitsAt(path);
  const scalar = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  const isHidden = quoted === undefined || replaced?.has(writePath(path)) === true;
  if (!scalar || value === '' || isHidden) return describe(value);
  if (typeof value === 'number') return String(value);
  if (quoted === 'address' && String(value).includes('@')) return 'a URL with user information';
  if (quoted === 'address' && /[?#]/.test(String(value))) return 'a URL with a query or a fragment';
  return quoteMasked(String(value), secrets);
}
