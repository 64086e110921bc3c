import { UserError } from '../errors.ts';
import type { Stimulus } from '../case/test-case.ts';
import type { HttpRequest } from '../http/exchange.ts';
import type { Variant } from '../spec/specification.ts';
import type { Value } from '../case/spelling.ts';

/**
 * Holds a built request against what its case means to send, before the target is blamed for anything;
 * throws a UserError with fault `suite`. Requests with a twist are deliberately of another shape.
 */
export function verifyRequest(
  stimulus: Stimulus,
  values: ReadonlyMap<string, Value>,
  request: HttpRequest,
  variant: Variant,
): void {
  if (stimulus.twist !== undefined) return;
  const sent = readBack(request, variant);
  const absent = stimulus.without ?? [];
  const wanted = variant.parameters.map(({ name }) => name).filter((name) => !absent.includes(name));
  const differing = variant.parameters
    .map(({ name }) => name)
    .filter((name) => sent.get(name) !== (wanted.includes(name) ? values.get(name)?.sent : undefined));
  if (differing.length === 0 && sent.size === wanted.length && request.method === variant.method) return;
  throw new UserError(
    'suite',
    'request-differs',
    `the request “${stimulus.label}” was not built as meant: ${differing.join(', ') || 'its shape'}`,
    'this is a defect of the suite: please report it',
  );
}

/** Reads the parameters back from the finished request by other means than they were written. */
function readBack(request: HttpRequest, variant: Variant): ReadonlyMap<string, unknown> {
  const { body } = request;
  switch (variant.carrier) {
    case 'json-body':
      return new Map(Object.entries(JSON.parse(body ?? 'null') ?? {}));
    case 'query': {
      const query = new URL(request.url).search.slice(1);
      const pairs = body !== null || query === '' ? [] : query.split('&').map((pair) => pair.split('='));
      return new Map(
        pairs.map(([name = '', value = '']) => [decodeURIComponent(name), decodeURIComponent(value)]),
      );
    }
  }
}
