import type { TransportErrorKind } from '../http/exchange.ts';
import type { Evidence } from '../verdict/evidence.ts';
import { baselineLabel } from '../verdict/settle.ts';
import type { Reason } from '../verdict/verdict.ts';
import type { CaseResult, Results, RootCause } from './results.ts';

const transportHints = {
  dns: 'check the host name in baseUrl',
  'local-address': 'check localAddress: this machine does not have that address',
  refused: 'check host and port of baseUrl, and that the target runs',
  unreachable: 'check the network and the proxy on the way to the target',
  'connect-timeout': 'check host and port of baseUrl, and firewalls on the way',
  proxy: 'check the proxy and its credentials',
  tls: 'check tls.ca, tls.cert and the name in baseUrl',
  reset: 'check that baseUrl has the right scheme (http or https) and port',
  timeout: 'check that the target runs; raise limits.timeout if it is only slow',
  malformed: 'check that baseUrl has the right scheme (http or https) and port',
  cut: 'check the target and gateways on the way: answers are cut off',
  'too-large': 'raise limits.maxBody if the answer is really that large',
  interrupted: 'run again',
  other: 'check baseUrl and the network',
} as const satisfies Record<TransportErrorKind, string>;

/** Causes that explain many cases at once: a baseline that is refused or not answered, said once per target or variant. */
export function findRootCauses(
  cases: readonly CaseResult[],
  controls: readonly Evidence[],
  target: Results['target'],
): readonly RootCause[] {
  const causes = target.variants.flatMap((variant) => causeOf(variant, cases, controls) ?? []);
  const [first] = causes;
  const isCommon = causes.length > 1 && causes.every(({ message }) => message === first?.message);
  return isCommon && first !== undefined ? [{ ...first, variant: null }] : causes;
}

const reasonsOfTarget: readonly Reason[] = ['target-unavailable', 'rate-limited', 'control-failed'];
const reasonsBeforeSending: readonly Reason[] = ['suite-error', 'setup-failed'];

const haltsOf = ({ trials }: CaseResult): readonly Reason[] =>
  trials.flatMap(({ halted }) => halted?.reason ?? []);

function causeOf(
  variant: string,
  cases: readonly CaseResult[],
  controls: readonly Evidence[],
): RootCause | null {
  const own = cases.filter((found) => found.variant === variant);
  const reasons = new Set(own.flatMap((found) => [found.reason, ...haltsOf(found)]));
  const isOurs = reasonsBeforeSending.some((reason) => reasons.has(reason));
  const unsent = own.find(({ id, exchanges }) => id === `${variant}.success` && exchanges.length === 0);
  if (isOurs && unsent !== undefined) {
    return { variant, message: unsent.note, hint: 'nothing could be sent: mend this first' };
  }
  const refused = [
    ...own.flatMap((found) => found.exchanges),
    ...controls.filter(({ id }) => id.startsWith(`${variant}.`)),
  ]
    .filter(({ label }) => label === baselineLabel)
    .filter(({ response }) => response?.status !== 200)
    .toSorted((left, right) => (left.startedAt < right.startedAt ? -1 : 1));
  const last = refused.at(-1);
  if (last === undefined || !reasonsOfTarget.some((reason) => reasons.has(reason))) return null;
  return explain(variant, last);
}

function explain(variant: string, { response, error }: Evidence): RootCause | null {
  if (response === null) {
    return {
      variant,
      message: `the target does not answer: ${error?.message ?? 'no answer'}`,
      hint: transportHints[error?.kind ?? 'other'],
    };
  }
  const { status } = response;
  if (status === 200) return null;
  const message = `the plain request with the profile's credentials is answered ${status}, not 200`;
  return { variant, message, hint: hintFor(status) };
}

function hintFor(status: number): string {
  if (status === 429) return 'the target limits the rate: lower limits.rate and limits.concurrency';
  if (status >= 500) return 'the target or a gateway before it is out of order: try again later';
  if (status >= 300 && status < 400)
    return 'redirects are not followed: check scheme, host and path of baseUrl';
  if (status === 404 || status === 405) return 'check baseUrl and bankCode: the path may be wrong';
  if (status === 422) return 'check encryption (scheme, hash, mgf1, encoding, key) and useAuthByCert';
  return 'check partnerName, partnerPassword and encryption.key: the profile’s credentials are taken as true';
}
