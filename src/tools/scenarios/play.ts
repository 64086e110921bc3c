import { runConformance } from '../../api/api.ts';
import { findTool } from '../../cli/integration/tools.test-support.ts';
import { startBuiltIn } from '../../api/built-in.ts';
import { exitCodeOf } from '../../results/totals.ts';
import { deviations } from './deviation.ts';
import type { Ran } from './deviation.ts';
import { startGateway } from './gateway.ts';
import type { Gateway, Scenario } from './scenario.ts';
import { startService } from './service.ts';

/** Result of a scenario. */
export type Played =
  | { readonly scenario: Scenario; readonly kind: 'missing'; readonly program: string }
  /** The run did not finish. */
  | { readonly scenario: Scenario; readonly kind: 'broken'; readonly off: readonly string[] }
  /** `off`: unexpected results. */
  | { readonly scenario: Scenario; readonly kind: 'ran'; readonly ran: Ran; readonly off: readonly string[] };

/** Limits of a profile that sets none. */
const usualLimits = { failedLogins: 3 } as const;

/** Runs the suite once, and counts requests at the gateway and at the service. */
async function run(
  { service: manner = {}, profile: changed = {}, cases }: Scenario,
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
      const results = await runConformance(target, { cases });
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

/** Plays scenarios. A run with which several of them are compared is made only once. */
export function createPlayer(): (scenario: Scenario) => Promise<Played> {
  const compared = new Map<string, Promise<Ran>>();
  const withoutGateway = (scenario: Scenario): Promise<Ran> => {
    const { service, profile, cases } = scenario;
    const key = JSON.stringify({ service, profile, cases });
    const found = compared.get(key) ?? run(scenario, null);
    compared.set(key, found);
    return found;
  };
  return async (scenario) => {
    const { gateway, expected } = scenario;
    const kind = gateway?.kind;
    if ((kind === 'nginx' || kind === 'haproxy') && findTool(kind) === null)
      return { scenario, kind: 'missing', program: kind };
    try {
      const usual = expected.times === undefined ? null : (await withoutGateway(scenario)).requests;
      const ran = { ...(await run(scenario, scenario.gateway ?? null)), usual };
      return { scenario, kind: 'ran', ran, off: deviations(scenario, ran) };
    } catch (error) {
      return { scenario, kind: 'broken', off: [String(error)] };
    }
  };
}
