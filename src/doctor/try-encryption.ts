import type { EncryptionSettings } from '../encryption/registry.ts';
import { UserError } from '../base/errors.ts';
import type { VariantTarget } from '../profile/target.ts';
import { finding } from './finding.ts';
import type { Finding } from './finding.ts';
import { openProbe, untriedOf } from './probe.ts';
import type { ProbeOptions } from './probe.ts';

type RsaSettings = Extract<EncryptionSettings, { readonly scheme: 'rsa-oaep' | 'rsa-pkcs1' }>;

/** Hashes of OAEP and of MGF1 that services use, most common first. The second row is Java's default. */
const paddings = [
  ['sha256', 'sha256'],
  ['sha256', 'sha1'],
  ['sha1', 'sha1'],
  null,
  ['sha512', 'sha512'],
  ['sha512', 'sha1'],
  ['sha384', 'sha384'],
  ['sha384', 'sha1'],
] as const;
const encodings = ['base64', 'base64url', 'hex'] as const;

/** All common ways to encrypt with that RSA key except the profile's, those with the same encoding first. */
function waysBeside({ encryption }: VariantTarget): readonly RsaSettings[] {
  if (!('key' in encryption)) return [];
  const { key, template } = encryption;
  const fromProfile = JSON.stringify(inProfile(encryption));
  const first = encodings.filter((encoding) => 'encoding' in encryption && encryption.encoding === encoding);
  return [...new Set([...first, ...encodings])]
    .flatMap((encoding) =>
      paddings.map((padding): RsaSettings => {
        const common = { key, template, encoding };
        if (padding === null) return { scheme: 'rsa-pkcs1', ...common };
        return { scheme: 'rsa-oaep', hash: padding[0], mgf1: padding[1], ...common };
      }),
    )
    .filter((way) => JSON.stringify(inProfile(way)) !== fromProfile);
}

/** Settings of an encryption, as written in a profile. */
const inProfile = (settings: EncryptionSettings): Readonly<Record<string, string>> => ({
  scheme: settings.scheme,
  ...('hash' in settings ? { hash: settings.hash, mgf1: settings.mgf1 } : {}),
  ...('encoding' in settings ? { encoding: settings.encoding } : {}),
});

/** The settings to change in a profile; all of them if the scheme differs. */
function changeOf(old: EncryptionSettings, now: EncryptionSettings): Readonly<Record<string, string>> {
  const [before, after] = [inProfile(old), inProfile(now)];
  const isOther = ([name, value]: readonly [string, string]): boolean =>
    before['scheme'] !== after['scheme'] || before[name] !== value;
  return Object.fromEntries(Object.entries(after).filter(isOther));
}

const inWords = (settings: EncryptionSettings): string =>
  Object.entries(inProfile(settings))
    .map(([name, value]) => (name === 'scheme' ? value : `${name} ${value}`))
    .join(', ');

/** Statuses that may count as a failed login. */
export const refusals: readonly (number | undefined)[] = [401, 403];

/**
 * Sends the plain request of a variant with other encryptions of its password until one is accepted. If the
 * profile's encryption caused no failed login, the first refusal ends it; otherwise at most `logins` more may
 * fail. Returns one finding and the number of failed logins.
 */
export async function tryEncryption(
  options: ProbeOptions,
  id: string,
  first: number,
  logins: number,
): Promise<{ readonly found: Finding; readonly failed: number }> {
  const { target } = options;
  const what = `variant ${id}, other encryptions`;
  const settings = target.variants[id];
  const ways = settings === undefined ? [] : waysBeside(settings);
  if (settings === undefined || ways.length === 0) {
    return none(finding('untried', untriedOf(what, 'the profile names no key for RSA')));
  }
  const isLogin = refusals.includes(first);
  if (logins <= 0) {
    const why = `limits.failedLogins is ${target.limits.failedLogins}`;
    return none(finding('untried', untriedOf(what, why), [more]));
  }
  let [tried, failed] = [0, 0];
  for (const encryption of ways) {
    const variants = { [id]: { ...settings, encryption } };
    const status = await statusOf({ ...options, target: { ...target, variants } }, id);
    if (status !== null) tried += 1;
    if (status === 200) {
      const accepted = `${what}: ${inWords(encryption)} is accepted`;
      const success = finding('good', accepted, ['set it under `encryption` in the profile']);
      const changed = changeOf(settings.encryption, encryption);
      return { found: { ...success, accepted: { variant: id, settings: changed } }, failed };
    }
    if (isLogin && (status === 400 || status === 422)) {
      const read = `${what}: ${inWords(encryption)} is answered ${status}, that of the profile is read`;
      return { found: finding('warning', read, ['check partnerName and partnerPassword']), failed };
    }
    if (status !== null && refusals.includes(status)) {
      failed += 1;
      if (!isLogin) return { found: refused(what, status, inWords(encryption)), failed };
      if (failed === logins && tried < ways.length) {
        const some = `${what}: ${tried} of ${ways.length} were tried, and refused too`;
        return { found: finding('warning', some, [more]), failed };
      }
    }
    if (options.signal.aborted) break;
  }
  const all = `${what}: ${tried} were tried, and none is accepted`;
  return {
    found: finding('bad', all, ['ask the operator of the target for scheme, hashes, encoding and template']),
    failed,
  };
}

const none = (found: Finding) => ({ found, failed: 0 });
const more =
  'check the credentials first; if the service does not lock partners, limits.failedLogins: 25 lets all be tried';

/** The target may have decrypted the password and found it wrong; more tries may lock the partner. */
function refused(what: string, status: number, way: string): Finding {
  const ended = `${what}: ended at ${way}, which is refused with ${status}`;
  return finding('warning', ended, [
    'the target may use this encryption: check credentials, then set it in the profile',
  ]);
}

/** Status of the answer; null without an answer, or if the password is too long for the key. */
async function statusOf(options: ProbeOptions, id: string): Promise<number | null> {
  const probe = await openProbe(options).catch((error: unknown) => {
    if (error instanceof UserError) return null;
    throw error;
  });
  try {
    const probed = await probe?.send(id, 'success');
    return probed?.kind === 'sent' ? (probed.evidence.response?.status ?? null) : null;
  } finally {
    await probe?.close();
  }
}
