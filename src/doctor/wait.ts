import { setTimeout as sleep } from 'node:timers/promises';
import { buildRequest } from '../plan/build-request.ts';
import { observed } from '../plan/test-case.ts';
import { userAgentOf } from '../run/settings.ts';
import { createHttpClient } from '../client/client.ts';
import { specification, variantById } from '../operation/specification.ts';
import { readSuite } from '../base/package.ts';
import { proxyFor } from '../client/proxy-for.ts';
import type { Target } from '../profile/target.ts';
import { message, verbatim } from '../messages/message.ts';
import type { Message } from '../messages/message.ts';
import { endpointOf } from './network.ts';

/** Statuses of a gateway whose service does not answer yet (RFC 9110, 15.6.3 to 15.6.5). */
const gatewayStatuses: readonly number[] = [502, 503, 504];
/** Milliseconds between two tries, and for each. */
const between = 200;
const longest = 1000;

/**
 * Sends GET requests without credentials until the operation's path answers with a status that is not a
 * gateway's. Returns null on such an answer or an abort; if the time runs out, what was seen last.
 */
export async function waitForTarget(
  target: Target,
  seconds: number,
  signal: AbortSignal,
): Promise<Message | null> {
  const { tls, http2, limits, proxies } = target;
  const timeout = Math.min(limits.timeout, longest);
  const client = createHttpClient({ timeout, connections: 1, mask: () => '' });
  const request = requestTo(target);
  const end = performance.now() + seconds * 1000;
  let status: number | null = null;
  try {
    while (performance.now() < end && !signal.aborted) {
      const proxy = proxyFor(proxies, target.baseUrl);
      const route = { localAddress: null, proxy, tls, http2, isFresh: true };
      const outcome = await client.send(request, route, signal);
      status = outcome.kind === 'answered' ? outcome.response.status : null;
      if (status !== null && !gatewayStatuses.includes(status)) return null;
      const left = Math.max(0, end - performance.now());
      // An abort ends the pause, and the loop.
      await sleep(Math.min(between, left), undefined, { signal }).catch(() => undefined);
    }
  } finally {
    await client.close();
  }
  const { host, port } = endpointOf(target.baseUrl);
  if (signal.aborted) return null;
  const where = { host, port, seconds };
  return status === null
    ? message('waited-unanswered', where)
    : message('waited-answered', { ...where, status });
}

function requestTo(target: Target) {
  const [[id, settings] = []] = Object.entries(target.variants);
  if (id === undefined || settings === undefined) throw new RangeError('a target without a variant');
  const variant = variantById(specification, id);
  const without = variant.parameters.map(({ name }) => name);
  const mutation = { kind: 'method', method: 'GET' } as const;
  const named = { id: 'wait', words: verbatim('wait'), condition: 'success', without, mutation } as const;
  const { name, version } = readSuite();
  const blueprint = {
    variant,
    settings,
    provision: {},
    baseUrl: target.baseUrl,
    userAgent: userAgentOf(target, `${name}/${version}`),
    requestId: crypto.randomUUID(),
    cookie: null,
    forwardedFor: null,
  };
  return buildRequest(observed(variant, named), new Map(), blueprint).sent;
}
