// Plays a scenario, and says what is not as expected.

import { startBuiltIn } from '../../src/api/built-in.ts';
import { readTarget } from '../../src/api/options.ts';
import { planFor, runTarget } from '../../src/api/run-target.ts';
import { select } from '../../src/plan/select.ts';
import { exitCodeOf } from '../../src/results/totals.ts';
import type { Results } from '../../src/results/results.ts';
import { startProgram } from './program.test-support.ts';
import { answerOf, startRelay } from './relay.test-support.ts';
import type { Relay, RelayOptions, Seen } from './relay.test-support.ts';
import { typo } from './scenarios.test-support.ts';
import type { Gateway, Scenario } from './scenarios.test-support.ts';
import { partnerNameOf, startService } from './service.test-support.ts';

type Of<Kind extends Gateway['kind']> = Extract<Gateway, { kind: Kind }>;

function startGateway(gateway: Gateway, to: string): Promise<Relay> {
  switch (gateway.kind) {
    case 'bucket':
      return startRelay({ to, latencyMs: gateway.latencyMs ?? 0, decide: bucket(gateway) });
    case 'backends':
      return startRelay({ to, decide: backends(gateway) });
    case 'connections': {
      const { kind: _, ...closing } = gateway;
      return startRelay({ to, decide: () => 'forward', ...closing });
    }
    case 'nginx':
    case 'haproxy':
      return startProgram(gateway, to);
  }
}

function bucket({ rate, status, per }: Of<'bucket'>): RelayOptions['decide'] {
  const full = new Map<string, number>();
  return (received) => {
    const key = per === undefined ? '' : partnerNameOf(received);
    if (key === null) return 'forward';
    const now = performance.now();
    if (now < (full.get(key) ?? 0)) return answerOf(status);
    full.set(key, now + 1000 / rate);
    return 'forward';
  };
}

function backends({ count, isRandom, start, outages }: Of<'backends'>): RelayOptions['decide'] {
  let [index, startedAt] = [-1, 0];
  return () => {
    index += 1;
    if (index < start) return 'forward';
    if (index === start) startedAt = performance.now();
    const now = (performance.now() - startedAt) / 1000;
    const asked = isRandom === true ? Math.floor(Math.random() * count) : index % count;
    const outage = outages.find(({ from, to, backend }) => from <= now && now < to && backend === asked);
    if (outage === undefined) return 'forward';
    return outage.fault === 'gone' ? { goneFor: (outage.to - now) * 1000 } : answerOf(outage.fault);
  };
}

interface Ran extends Seen {
  readonly results: Results;
  /** Failed logins that the service counted. */
  readonly counted: number;
  readonly seconds: number;
}

/** Requests are counted at the gateway, or else at the service. */
export async function play({
  gateway,
  service: manner = {},
  hasTypo,
  limits,
  cases,
}: Scenario): Promise<Ran> {
  const { reference, profile } = await startBuiltIn({ key: 'short' });
  const service = await startService(reference.url, manner);
  const front = gateway === undefined ? service : await startGateway(gateway, service.url);
  try {
    const wrong = { partnerName: typo.name, partnerPassword: typo.password, useAuthByCert: 'true' };
    const credentials = hasTypo === true ? { credentials: wrong } : {};
    const asked = { ...profile, ...credentials, limits: { failedLogins: 3, ...limits }, baseUrl: front.url };
    const target = await readTarget(asked);
    const start = performance.now();
    const results = await runTarget({ target, ...(cases && { cases: select(planFor(target), { cases }) }) });
    const seconds = (performance.now() - start) / 1000;
    return { ...(await front.seen()), results, counted: service.failedLogins(), seconds };
  } finally {
    for (const each of new Set([front, service, reference])) await each.close();
  }
}

/** Seconds in which an answer was awaited: they are the target's, since a pace counts from answer to request. */
function awaited({ record }: Results): number {
  let [sum, end] = [0, 0];
  for (const { startedAt, durationMs } of record.exchanges) {
    const [from, to] = [Date.parse(startedAt), Date.parse(startedAt) + durationMs];
    sum += Math.max(0, to - Math.max(from, end));
    end = Math.max(end, to);
  }
  return sum / 1000;
}

/** What is not as expected, a sentence each. */
export function oddities({ gateway, expected, limits }: Scenario, ran: Ran): readonly string[] {
  const { results, requests, refused, counted, seconds } = ran;
  const { exit, logins, isUndisturbed = false, rate = 0 } = expected;
  const exits = [exit].flat();
  const of = (wanted: string) => results.requirements.filter(({ verdict }) => verdict === wanted);
  const say = (ids: Results['requirements']): string =>
    ids.map(({ id, reason }) => `${id} ${reason ?? ''}`).join(', ');
  const [failed, open] = [of('fail'), of('inconclusive')];
  const judged = results.requirements.length - open.length;
  const reported = results.failedLogins;
  const allowed = limits?.failedLogins ?? 3;
  const longest = rate === 0 ? Infinity : (1.3 / rate) * requests + 5;
  const own = seconds - awaited(results);
  const code = exitCodeOf(results, false);
  const told: readonly (readonly [isOdd: boolean, text: string])[] = [
    [!exits.includes(code), `exit ${code}, expected ${exits.join(' or ')}: ${say([...failed, ...open])}`],
    [failed.length > 0 && !exits.includes(1), `blamed: ${say(failed)}`],
    [judged !== (expected.judged ?? judged), `judged ${judged}, expected ${expected.judged}: ${say(open)}`],
    [requests > (expected.requests ?? Infinity), `${requests} requests, at most ${expected.requests}`],
    [gateway !== undefined && (refused === 0) !== isUndisturbed, `${refused} refused`],
    [logins !== 'unknown' && counted > allowed, `${counted} failed logins, ${allowed} allowed`],
    [logins !== 'unknown' && reported > allowed, `${reported} failed logins reported, ${allowed} allowed`],
    [logins !== 'unknown' && reported < counted, `${reported} failed logins reported, ${counted} counted`],
    [logins === 'exact' && reported > counted, `${reported} failed logins reported, ${counted} counted`],
    [own > longest, `${own.toFixed(1)} s besides the answers, at most ${longest.toFixed(1)}`],
  ];
  return told.flatMap(([isOdd, text]) => (isOdd ? [text] : []));
}
