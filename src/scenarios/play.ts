import { runConformance } from '../embedding/api.ts';
import { startBuiltIn } from '../embedding/built-in.ts';
import { exitCodeOf } from '../result/outcome.ts';
import type { Results } from '../result/results.ts';
import { findProgram, programOf, startGateway } from './gateway.ts';
import type { Expected, Scenario } from './scenario.ts';
import { startService } from './service.ts';

/** What a run came to. */
interface Ran {
  readonly results: Results;
  readonly exit: number;
  /** Requirements with a verdict. */
  readonly judged: number;
  /** Requests that arrived at the gateway; without one, at the service. */
  readonly requests: number;
  /** Failed logins that the service counted. */
  readonly failedLogins: number;
  readonly limit: number;
  readonly seconds: number;
}

/** How a scenario went. */
export type Played =
  | { readonly scenario: Scenario; readonly kind: 'missing'; readonly program: string }
  /** It could not be played to its end. */
  | { readonly scenario: Scenario; readonly kind: 'broken'; readonly off: readonly string[] }
  | {
      readonly scenario: Scenario;
      readonly kind: 'ran';
      readonly ran: Ran;
      /** Times the requests without a gateway; null: there is nothing to compare with. */
      readonly times: number | null;
      /** What is not as expected. */
      readonly off: readonly string[];
    };

/** Those that a profile has which names none. */
const usualLimits = { failedLogins: 3 } as const;

/** Runs the suite once, and counts at the gateway and at the service. */
async function run({
  gateway,
  service: manner = {},
  profile: changed = {},
  ...manners
}: Scenario): Promise<Ran> {
  const { reference, profile } = await startBuiltIn();
  const service = await startService(reference.url, manner);
  try {
    const front = gateway === undefined ? service : await startGateway(gateway, service.url);
    try {
      const { limits = usualLimits, ...more } = changed;
      const target = { ...profile, ...more, limits, baseUrl: front.url };
      const start = performance.now();
      const results = await runConformance(target, manners);
      const seconds = (performance.now() - start) / 1000;
      return {
        results,
        exit: exitCodeOf(results, false),
        judged: results.requirements.filter(({ verdict }) => verdict !== 'inconclusive').length,
        requests: await front.arrived(),
        failedLogins: service.failedLogins(),
        limit: limits.failedLogins ?? usualLimits.failedLogins,
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

/** Plays scenarios; what several are compared with runs once. */
export function createPlayer(): (scenario: Scenario) => Promise<Played> {
  const compared = new Map<string, Promise<Ran>>();
  const withoutGateway = (scenario: Scenario): Promise<Ran> => {
    const { gateway: _, ...same } = scenario;
    const key = JSON.stringify({ ...same, name: '', expected: null, where: '' });
    const found = compared.get(key) ?? run(same);
    compared.set(key, found);
    return found;
  };
  return async (scenario) => {
    const { gateway, expected } = scenario;
    const program = gateway === undefined ? null : programOf(gateway);
    if (program !== null && findProgram(program) === null) return { scenario, kind: 'missing', program };
    try {
      const usual = expected.times === undefined ? null : (await withoutGateway(scenario)).requests;
      const ran = await run(scenario);
      const times = usual === null ? null : ran.requests / usual;
      return { scenario, kind: 'ran', ran, times, off: deviations(expected, ran, times) };
    } catch (error) {
      return { scenario, kind: 'broken', off: [String(error)] };
    }
  };
}

/** The most seconds that a run may take. */
export const mostSeconds = ({ rate, seconds = Infinity }: Expected, requests: number): number =>
  rate === undefined ? seconds : (1.3 * requests) / rate + 5;

/** What is not as expected, a short text each. */
function deviations(expected: Expected, ran: Ran, times: number | null): readonly string[] {
  const { results, exit, judged, requests, failedLogins, limit, seconds } = ran;
  const exits = [expected.exit].flat();
  const failed = results.requirements.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id);
  const refused = results.pace?.refused ?? 0;
  const off = (isOff: boolean, text: string): readonly string[] => (isOff ? [text] : []);
  return [
    ...off(!exits.includes(exit), `exit ${exit}, not ${exits.join(' or ')}: ${failed.join(' ')}`),
    ...off(judged !== (expected.judged ?? judged), `judged ${judged}, not ${expected.judged}`),
    ...off((times ?? 0) > (expected.times ?? Infinity), `over ${expected.times} × the requests`),
    ...off(refused > (expected.refused ?? Infinity), `${refused} refused, not ${expected.refused}`),
    ...off(expected.failedLogins !== 'any' && failedLogins > limit, `${failedLogins} failed logins`),
    ...off(
      expected.countsAgree === true && results.failedLogins !== failedLogins,
      `reports ${results.failedLogins} failed logins of ${failedLogins}`,
    ),
    ...off(seconds > mostSeconds(expected, requests), `${seconds.toFixed(0)} s`),
  ];
}
