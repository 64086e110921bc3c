import { headerIn } from '../client/exchange.ts';
import { stageOf } from '../plan/order.ts';
import { claimsOf, planOf } from '../plan/plan.ts';
import type { Request } from '../plan/plan.ts';
import { isWrongPassword, wrongPasswordKind } from '../plan/password-form.ts';
import { describeKey } from '../encryption/key.ts';
import type { EncryptionSettings } from '../encryption/registry.ts';
import { credentialsOf, makeUp, wrongPassword } from '../run/credentials.ts';
import { isOfPartner } from '../operation/provisioning.ts';
import { specification, variantById } from '../operation/specification.ts';
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
  const doubted = target.doubts.map(({ words }) => words);
  const settings = Object.values(variants).map(({ encryption }) => encryption);
  const distinct = new Map(settings.map((one) => [JSON.stringify(one), one]));
  return [
    finding(
      'good',
      `profile: ${source ?? 'from the environment'}, variants ${Object.keys(variants).join(', ')}`,
    ),
    ...warnings
      .filter((warning) => !doubted.includes(warning))
      .map((warning) => finding('warning', `profile: ${say(warning, 'en')}`)),
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
  return [
    finding('good', `encryption: ${settings.scheme}, ${owner}, RSA ${bits} bits${validity}`),
    ...(bits < strongBits
      ? [
          finding('warning', few, [
            'ask the operator of the service for its current certificate and set it in encryption.key',
          ]),
        ]
      : []),
  ];
}

/** Reports if the limit of failed logins is too low for the judged cases; no finding if it is not. */
function inspectLimits(target: Target): readonly Finding[] {
  const { judged, full } = loginsNeeded(target);
  const { failedLogins } = target.limits;
  if (failedLogins >= full) return [];
  if (failedLogins >= judged) {
    const problem = `limits: failedLogins is ${failedLogins}, and class full needs ${full}`;
    return [
      finding('untried', problem, [
        `set limits.failedLogins to ${full} or more, if the service does not lock the partner`,
      ]),
    ];
  }
  const problem = `limits: failedLogins is ${failedLogins}, and a run needs ${judged} to judge everything`;
  return [finding('bad', problem, [`set limits.failedLogins to ${judged} or more`])];
}

/**
 * Failed logins that a service which refuses every guess sees: of the judged guesses, and until the last guess
 * that class full needs. Other guesses are sent before that one, and take places too.
 */
function loginsNeeded(target: Target): { readonly judged: number; readonly full: number } {
  const { requests } = planOf(specification, claimsOf(target, specification));
  const madeUp = makeUp(target, 0);
  const namesPartners = Object.entries(target.variants).some(([id, { conditions }]) =>
    variantById(specification, id).conditions.some(
      ({ name }) => isOfPartner(name) && conditions[name] === undefined,
    ),
  );
  const isMade = ({ variant, testRequest }: Request): boolean => {
    const settings = target.variants[variant.id];
    if (settings === undefined) return false;
    if (!isWrongPassword(testRequest.password))
      return credentialsOf(testRequest, { settings, madeUp }) !== null;
    const made = wrongPassword(testRequest.password, testRequest, {
      settings,
      madeUp,
      encryptor: { fits: () => true },
    });
    if (typeof made === 'string' || made.kind !== 'no-password') return true;
    // A profile that says how to create every condition has another partner.
    return namesPartners && wrongPasswordKind(testRequest.password)?.lacks === 'no-other-partner';
  };
  const guesses = [...requests.values()]
    .filter((request) => request.step === 'login' && isMade(request))
    .map((request) => ({ ...request.testRequest, place: stageOf(request).place }));
  const needed = guesses.filter(
    ({ password, condition, guess }) =>
      isWrongPassword(password) && condition === 'unauthorized' && guess?.accepted === 'fail',
  );
  const last = Math.max(...needed.map(({ place }) => place));
  return {
    judged: needed.filter(({ status }) => status !== null).length,
    full: guesses.filter(({ place }) => place <= last).length,
  };
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
  const length =
    seconds < 120
      ? `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`
      : `${Math.round(seconds / 60)} ${Math.round(seconds / 60) === 1 ? 'minute' : 'minutes'}`;
  const difference =
    apart < 0
      ? `clock: the target’s is ${length} behind this machine’s`
      : `clock: the target’s is ${length} ahead of this machine’s`;
  // The placeholder of a template, as it is written in a profile.
  const advice =
    'set the clocks right; a {timestamp} in encryption.template may be refused, certificates too';
  return finding('warning', difference, [advice]);
}
