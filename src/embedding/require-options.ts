import { UserError } from '../errors.ts';
import { nearMiss } from '../target/near-miss.ts';
import { isMapping } from '../target/place.ts';
import { foundBy } from './option-kind.ts';
import type { OptionKind } from './option-kind.ts';

/** Throws a UserError for an option that the function does not have, or whose value it does not take: what is dropped in silence makes a run that was not asked for. An option that is undefined counts as left out. */
export function requireOptions(
  caller: string,
  options: unknown,
  kinds: Readonly<Record<string, OptionKind>>,
): void {
  if (!isMapping(options)) throw refusal(caller, 'options', foundBy(mapping, options), mapping.expected);
  const names = Object.keys(kinds);
  for (const [name, value] of Object.entries(options)) {
    const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
    if (kind === undefined) throw unknown(caller, name, names);
    if (value !== undefined && !kind.fits(value)) {
      throw refusal(caller, `option \`${name}\``, foundBy(kind, value), kind.expected);
    }
  }
}

const mapping: OptionKind = { expected: 'an object', fits: isMapping };

function unknown(caller: string, name: string, names: readonly string[]): UserError {
  const found = { found: 'an unknown option', near: nearMiss(name, names) };
  return refusal(caller, `option \`${name}\``, found, `one of ${names.join(', ')}`, 'unknown-option');
}

function refusal(
  caller: string,
  where: string,
  { found, near }: { readonly found: string; readonly near: string | null },
  expected: string,
  code = 'wrong-option-value',
): UserError {
  const question = near === null ? '' : `; did you mean \`${near}\`?`;
  return new UserError(
    'usage',
    code,
    `${caller}: ${where}: found ${found}, expected ${expected}${question}`,
    'correct the options; nothing was sent',
  );
}
