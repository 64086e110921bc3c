import { describeKey, keyWarnings } from '../encryption/key.ts';
import type { EncryptionSettings } from '../encryption/registry.ts';
import type { Target } from '../target/target.ts';
import { say } from '../wording/message.ts';
import { finding } from './finding.ts';
import type { Finding } from './finding.ts';

/** Bits from which on an RSA key counts as strong (NIST SP 800-57). */
const strongBits = 2048;

/** What can be said of a profile without sending anything: its warnings and the service's key. */
export function inspectProfile(target: Target, now: Date): readonly Finding[] {
  const variants = Object.keys(target.variants).join(', ');
  const profile = finding(
    'good',
    `profile: ${target.source ?? 'from the environment'}, variants ${variants}`,
  );
  const warnings = target.warnings.map((warning) => finding('warning', `profile: ${warning}`));
  const settings = Object.values(target.variants).map(({ encryption }) => encryption);
  return [profile, ...warnings, ...distinct(settings).flatMap((one) => inspectKey(one, now))];
}

function distinct(all: readonly EncryptionSettings[]): readonly EncryptionSettings[] {
  return [...new Map(all.map((settings) => [JSON.stringify(settings), settings])).values()];
}

function inspectKey(settings: EncryptionSettings, now: Date): readonly Finding[] {
  if (!('key' in settings)) {
    return [finding('good', `encryption: ${settings.scheme}, one password was encrypted`)];
  }
  const { subject, bits, notAfter } = describeKey(settings.key);
  const owner = subject === null ? 'a bare public key' : `certificate "${subject}"`;
  const validity = notAfter === null ? '' : `, valid until ${dayOf(notAfter)}`;
  const weak =
    bits < strongBits ? [`encryption.key: ${bits} bits are few, expected ${strongBits} or more`] : [];
  const found = keyWarnings(settings.key, 'encryption.key', now).map((warning) => say(warning, 'en'));
  const warnings = [...found, ...weak];
  return [
    finding('good', `encryption: ${settings.scheme}, ${owner}, RSA ${bits} bits${validity}`),
    ...warnings.map((warning) => finding('warning', warning, [newKey])),
  ];
}

const newKey = 'ask the operator of the service for its present certificate and name it in encryption.key';

/** A day as YYYY-MM-DD, in UTC. */
export function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}
