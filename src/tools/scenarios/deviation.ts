import type { Expected, Scenario } from './scenario.ts';

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
