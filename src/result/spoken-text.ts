import type { Evidence } from '../verdict/evidence.ts';
import type { Check } from '../verdict/verdict.ts';

/** The text of the error body where there is one, else the body. */
export function spokenText({ facts, response }: Evidence): string {
  if (facts?.kind === 'json' && facts.text !== null && facts.text.type === 'string') return facts.text.text;
  return response?.body ?? '';
}

/** The text that a check speaks of, as reports show it; what it says itself where it speaks of no exchange. */
export function textOfCheck(check: Check, exchanges: ReadonlyMap<string, Evidence>): string {
  const exchange = check.exchange === null ? undefined : exchanges.get(check.exchange);
  return exchange === undefined ? check.actual : spokenText(exchange);
}
