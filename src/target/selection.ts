import { UserError } from '../errors.ts';
import { nearMiss } from './near-miss.ts';
import { quote } from './place.ts';

/** Throws a usage error where a variant is asked for that the specification does not have. */
export function requireKnownVariants(asked: readonly string[], known: readonly string[]): void {
  const wrong = asked.find((id) => !known.includes(id));
  if (wrong !== undefined) throw unknownVariant(wrong, known);
}

/** The claimed variants out of those asked for; all of them where none is asked for. Throws a usage error for one that is not claimed. */
export function selectVariants(asked: readonly string[], claimed: readonly string[]): readonly string[] {
  const wrong = asked.find((id) => !claimed.includes(id));
  if (wrong !== undefined) throw notClaimed(wrong, claimed);
  return asked.length === 0 ? claimed : claimed.filter((id) => asked.includes(id));
}

function unknownVariant(id: string, known: readonly string[]): UserError {
  const near = nearMiss(id, known);
  const question = near === null ? '' : `; did you mean \`${near}\`?`;
  const message = `--variant: found ${quote(id)}, expected one of ${known.join(', ')}${question}`;
  return new UserError(
    'usage',
    'unknown-variant',
    message,
    'name a variant of the specification; nothing was sent',
  );
}

function notClaimed(id: string, claimed: readonly string[]): UserError {
  const message = `--variant: found ${id}, which the target does not claim, expected one of ${claimed.join(', ')}`;
  const hint = `list ${id} under \`variants\` in the profile (or in SBP_VARIANTS) if the target implements it; nothing was sent`;
  return new UserError('usage', 'variant-not-claimed', message, hint);
}
