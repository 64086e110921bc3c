import type { Variant } from '../spec/specification.ts';
import type { Stimulus } from './test-case.ts';

/** Whether a target may take the right password for a wrong one: its ciphertext was seen before or is written raw, or the flag beside it has another value. */
export function mayBeMisread({ twist }: Stimulus, { parameters }: Variant): boolean {
  if (twist === undefined) return false;
  if (twist.kind === 'replay' || twist.kind === 'raw-ciphertext') return true;
  return (
    'parameter' in twist && parameters.some(({ name, role }) => name === twist.parameter && role === 'flag')
  );
}
