import type { Expected, Scenario } from './scenario.ts';

/** Result of a run. */
export interface Ran {
  readonly exit: number;
  /** Ids of requirements that fail. */
  readonly failed: readonly string[];
  /** Number of requirements with a verdict. */
  readonly judged: number;
  /** Requests that reached the gateway; without one, the service. */
  readonly requests: number;
  /** Requests that the gateway refused, and connections that it closed. */
  readonly refused: number;
  /** Requests of the same run without a gateway; null if there is none to compare with. */
  readonly usual: number | null;
  /** Failed logins: counted by the service, reported by the run, and the limit of the run. */
  readonly logins: { readonly counted: number; readonly reported: number; readonly limit: number };
  readonly seconds: number;
}

/** Limit of the time of a run, in seconds. */
export const mostSeconds = ({ rate, seconds = Infinity }: Expected, requests: number): number =>
  rate === undefined ? seconds : (1.3 * requests) / rate + 5;

/** Number of requests divided by that of the same run without a gateway. */
export const timesOf = ({ requests, usual }: Ran): number | null =>
  usual === null ? null : requests / usual;

/** Unexpected results, a short text each. */
export function deviations({ expected, gateway }: Scenario, ran: Ran): readonly string[] {
  const { exit, failed, judged, requests, refused, logins, seconds } = ran;
  const { counted, reported, limit } = logins;
  const exits = [expected.exit].flat();
  const times = timesOf(ran);
  const most = mostSeconds(expected, requests);
  const hasAny = expected.failedLogins === 'any';
  const found: readonly (readonly [isOff: boolean, text: string])[] = [
    [!exits.includes(exit), `exit ${exit}, not ${exits.join(' or ')}`],
    [failed.length > 0 && !exits.includes(1), failed.join(' ')],
    [expected.judged !== undefined && judged !== expected.judged, `judged ${judged}, not ${expected.judged}`],
    [times !== null && times > (expected.times ?? Infinity), `more than ${expected.times} × the requests`],
    [gateway !== undefined && refused === 0 && expected.undisturbed !== true, 'never disturbed'],
    [refused > 0 && expected.undisturbed === true, `${refused} refused`],
    [!hasAny && counted > limit, `${counted} failed logins, ${limit} allowed`],
    [!hasAny && reported > limit, `${reported} failed logins reported, ${limit} allowed`],
    [!hasAny && reported < counted, `${reported} failed logins reported, ${counted} counted`],
    [
      expected.countsAgree === true && reported > counted,
      `${reported} failed logins reported, ${counted} counted`,
    ],
    [seconds > most, `${seconds.toFixed(1)} s, not ${most.toFixed(1)}`],
  ];
  return found.flatMap(([isOff, text]) => (isOff ? [text] : []));
}
