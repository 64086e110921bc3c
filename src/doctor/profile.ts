import { headerIn } from '../client/exchange.ts';
import { claimsOf, deriveCases, planRequests } from '../plan/plan.ts';
import { isWrongPassword } from '../plan/wrong-password.ts';
import { describeKey } from '../encryption/key.ts';
import type { EncryptionSettings } from '../encryption/registry.ts';
import { makeUp, wrongPassword } from '../run/credentials.ts';
import { specification } from '../operation/specification.ts';
import { explainError } from '../judge/explain-answer.ts';
import type { Doubt, Target } from '../profile/target.ts';
import { say } from '../messages/message.ts';
import type { Evidence } from '../judge/evidence.ts';
import { dayOf, finding } from './finding.ts';
import type { Finding } from './finding.ts';

/** Minimum size of a strong RSA key, in bits (NIST SP 800-57). */
const strongBits = 2048;

/**
 * Checks a profile without any request: its warnings, the service's key, doubts about its ciphertexts, the
 * limit of failed logins.
 */
export function inspectProfile(target: Target, doubts: readonly Doubt[] = []): readonly Finding[] {
  const { source, variants, warnings } = target;
  const said = target.doubts.map(({ words }) => say(words, 'en'));
  const claimed = Object.keys(variants).join(', ');
  const settings = Object.values(variants).map(({ encryption }) => encryption);
  const distinct = new Map(settings.map((one) => [JSON.stringify(one), one]));
  return [
    finding('good', `profile: ${source ?? 'from the environment'}, variants ${claimed}`),
    ...warnings
      .filter((warning) => !said.includes(warning))
      .map((warning) => finding('warning', `profile: ${warning}`)),
    ...target.doubts.map(inspectDoubt),
    ...[...distinct.values()].flatMap(inspectKey),
    ...doubts.map(inspectDoubt),
    ...inspectLimits(target),
  ];
}

/** A value that may not be what its author wrote, and what to do. */
function inspectDoubt({ words }: Doubt): Finding {
  const { found, advice } = explainError({ kind: 'other', words });
  return finding('warning', `profile: ${say(found, 'en')}`, [say(advice, 'en')]);
}

function inspectKey(settings: EncryptionSettings): readonly Finding[] {
  if (!('key' in settings)) {
    return [finding('good', `encryption: ${settings.scheme}, one password was encrypted`)];
  }
  const { subject, bits, notAfter } = describeKey(settings.key);
  const owner = subject === null ? 'a bare public key' : `certificate "${subject}"`;
  const validity = notAfter === null ? '' : `, valid until ${dayOf(notAfter)}`;
  const few = `encryption.key: ${bits} bits are few, expected ${strongBits} or more`;
  const newKey = 'ask the operator of the service for its current certificate and set it in encryption.key';
  return [
    finding('good', `encryption: ${settings.scheme}, ${owner}, RSA ${bits} bits${validity}`),
    ...(bits < strongBits ? [finding('warning', few, [newKey])] : []),
  ];
}

/** Reports if the limit of failed logins is too low for the judged cases; no finding if it is not. */
function inspectLimits(target: Target): readonly Finding[] {
  const claims = claimsOf(target, specification);
  const requests = planRequests(deriveCases(specification, claims), specification, claims);
  const madeUp = makeUp(target, 0);
  const wrong = [...requests.values()].filter(({ variant, testRequest }) => {
    const { password, condition, guess } = testRequest;
    const settings = target.variants[variant.id];
    if (settings === undefined || !isWrongPassword(password)) return false;
    if (condition !== 'unauthorized' || guess?.accepted !== 'fail') return false;
    const made = wrongPassword(password, testRequest, { settings, madeUp, encryptor: { fits: () => true } });
    // Some kinds of wrong password cannot be made, because the profile lacks what they need.
    return typeof made === 'string' || made.kind !== 'no-password';
  });
  const needed = wrong.filter(({ testRequest: { status } }) => status !== null).length;
  const all = wrong.length;
  const { failedLogins } = target.limits;
  if (failedLogins >= all) return [];
  if (failedLogins >= needed) {
    const problem = `limits: failedLogins is ${failedLogins}, and class full takes ${all} failed logins`;
    const raise = `set limits.failedLogins to ${all} or more, if the service does not lock the partner`;
    return [finding('untried', problem, [raise])];
  }
  const problem = `limits: failedLogins is ${failedLogins}, and a run has to fail ${needed} logins to judge everything`;
  return [finding('bad', problem, [`set limits.failedLogins to ${needed} or more`])];
}

/** Difference of two clocks that needs no warning, in ms. */
const tolerated = 60_000;

/** Compares the Date header of an answer (RFC 9110, section 6.6.1) with the clock of this machine. */
export function inspectClock({ response, startedAt, durationMs }: Evidence): Finding {
  const header = headerIn(response?.headers, 'date') ?? '';
  const theirs = Date.parse(header);
  if (Number.isNaN(theirs)) return finding('good', 'clock: the target sends no Date header to compare with');
  const apart = theirs - (Date.parse(startedAt) + durationMs / 2);
  if (Math.abs(apart) <= tolerated)
    return finding('good', 'clock: the clocks of the target and of this machine agree');
  const seconds = Math.round(Math.abs(apart) / 1000);
  const length = seconds < 120 ? `${seconds} seconds` : `${Math.round(seconds / 60)} minutes`;
  const difference = `clock: the target’s is ${length} ${apart < 0 ? 'behind' : 'ahead of'} this machine’s`;
  const advice =
    'set the clocks right; a {timestamp} in encryption.template may be refused, certificates too';
  return finding('warning', difference, [advice]);
}
