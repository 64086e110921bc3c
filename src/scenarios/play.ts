import { runConformance } from '../embedding/api.ts';
import { startBuiltIn } from '../embedding/built-in.ts';
import { exitCodeOf } from '../result/outcome.ts';
import { findProgram, programOf, startGateway } from './gateway.ts';
import type { Expected, Gateway, Scenario } from './scenario.ts';
import { startService } from './service.ts';

/** What a run came to. */
export interface Ran {
  readonly exit: number;
  /** Ids of requirements that fail. */
  readonly failed: readonly string[];
  /** How many requirements have a verdict. */
  readonly judged: number;
  /** Requests that arrived at the gateway; without one, at the service. */
  readonly requests: number;
  /** Requests that the gateway refused, or connections that it ended. */
  readonly refused: number;
  /** Requests of the same run without a gateway; null: there is nothing to compare with. */
  readonly usual: number | null;
  /** Failed logins: those that the service counted, those that the run reports, and its limit. */
  readonly logins: { readonly counted: number; readonly reported: number; readonly limit: number };
  readonly seconds: number;
}

/** How a scenario went. */
export type Played =
  | { readonly scenario: Scenario; readonly kind: 'missing'; readonly program: string }
  /** It could not be played to its end. */
  | { readonly scenario: Scenario; readonly kind: 'broken'; readonly off: readonly string[] }
  /** `off`: what is not as expected. */
  | { readonly scenario: Scenario; readonly kind: 'ran'; readonly ran: Ran; readonly off: readonly string[] };

/** Those that a profile has which names none. */
const usualLimits = { failedLogins: 3 } as const;

/** Runs the suite once, and counts at the gateway and at the service. */
async function run(
  { service: manner = {}, profile: changed = {}, cases, repeat }: Scenario,
  gateway: Gateway | null,
): Promise<Ran> {
  const { reference, profile } = await startBuiltIn();
  const service = await startService(reference.url, manner);
  try {
    const front = gateway === null ? service : await startGateway(gateway, service.url);
    try {
      const { limits = usualLimits, ...more } = changed;
      const target = { ...profile, ...more, limits, baseUrl: front.url };
      const start = performance.now();
      const results = await runConformance(target, { cases, repeat });
      const seconds = (performance.now() - start) / 1000;
      const idsOf = (verdict: string): readonly string[] =>
        results.requirements.filter((found) => found.verdict === verdict).map(({ id }) => id);
      return {
        exit: exitCodeOf(results, false),
        failed: idsOf('fail'),
        judged: results.requirements.length - idsOf('inconclusive').length,
        ...(await front.seen()),
        usual: null,
        logins: {
          counted: service.failedLogins(),
          reported: results.failedLogins,
          limit: limits.failedLogins ?? usualLimits.failedLogins,
        },
        seconds,
      };
    } finally {
      if (front !== service) await front.close();
    }
  } finally {
    await service.close();
    await reference.close();
  }
}

/** Plays scenarios; what several of them are compared with runs once. */
export function createPlayer(): (scenario: Scenario) => Promise<Played> {
  const compared = new Map<string, Promise<Ran>>();
  const withoutGateway = (scenario: Scenario): Promise<Ran> => {
    const { service, profile, cases, repeat } = scenario;
    const key = JSON.stringify({ service, profile, cases, repeat });
    const found = compared.get(key) ?? run(scenario, null);
    compared.set(key, found);
    return found;
  };
  return async (scenario) => {
    const { gateway, expected } = scenario;
    const program = gateway === undefined ? null : programOf(gateway);
    if (program !== null && findProgram(program) === null) return { scenario, kind: 'missing', program };
    try {
      const usual = expected.times === undefined ? null : (await withoutGateway(scenario)).requests;
      const ran = { ...(await run(scenario, scenario.gateway ?? null)), usual };
      return { scenario, kind: 'ran', ran, off: deviations(scenario, ran) };
    } catch (error) {
      return { scenario, kind: 'broken', off: [String(error)] };
    }
  };
}

/** The most seconds that a run may take. */
export const mostSeconds = ({ rate, seconds = Infinity }: Expected, requests: number): number =>
  rate === undefined ? seconds : (1.3 * requests) / rate + 5;

/** How many times the requests of the same run without a gateway. */
export const timesOf = ({ requests, usual }: Ran): number | null =>
  usual === null ? null : requests / usual;

/** What is not as expected, a short text each. */
export function deviations({ expected, gateway }: Scenario, ran: Ran): readonly string[] {
  const { exit, failed, judged, requests, refused, logins, seconds } = ran;
  const { counted, reported, limit } = logins;
  const exits = [expected.exit].flat();
  const times = timesOf(ran);
  const most = mostSeconds(expected, requests);
  const found: readonly (readonly [isOff: boolean, text: string])[] = [
    [!exits.includes(exit), `exit ${exit}, not ${exits.join(' or ')}`],
    [failed.length > 0 && !exits.includes(1), failed.join(' ')],
    [expected.judged !== undefined && judged !== expected.judged, `judged ${judged}, not ${expected.judged}`],
    [times !== null && times > (expected.times ?? Infinity), `more than ${expected.times} × the requests`],
    [gateway !== undefined && refused === 0 && expected.undisturbed !== true, 'never disturbed'],
    [refused > 0 && expected.undisturbed === true, `${refused} refused`],
    [expected.failedLogins !== 'any' && counted > limit, `${counted} failed logins of ${limit}`],
    [
      expected.countsAgree === true && reported !== counted,
      `reports ${reported} failed logins, not ${counted}`,
    ],
    [seconds > most, `${seconds.toFixed(1)} s, not ${most.toFixed(1)}`],
  ];
  return found.flatMap(([isOff, text]) => (isOff ? [text] : []));
}
