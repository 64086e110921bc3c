// Tries other ways to encrypt the password where the target does not accept that of the profile.

import { UserError } from '../base/errors.ts';
import { encodings } from '../encryption/settings.ts';
import type { EncryptionSettings } from '../encryption/settings.ts';
import type { Target } from '../profile/target.ts';
import type { Results } from '../results/results.ts';
import { finding } from '../report/finding.ts';
import type { Finding } from '../report/finding.ts';
import { sendOne } from './send.ts';

/** Hashes of OAEP and of MGF1 that services use, most common first; none: PKCS#1 v1.5. */
const paddings = [
  ['sha256', 'sha256'],
  ['sha256', 'sha1'],
  ['sha1', 'sha1'],
  [],
  ['sha512', 'sha512'],
  ['sha512', 'sha1'],
  ['sha384', 'sha384'],
  ['sha384', 'sha1'],
] as const;

/** All common ways with the same key except the profile's; a program and a module have none. */
function waysBeside(
  encryption: EncryptionSettings & { readonly key: string },
): readonly EncryptionSettings[] {
  const { key, template } = encryption;
  const ways = encodings.flatMap((encoding) =>
    paddings.map(([hash, mgf1]): EncryptionSettings =>
      hash === undefined
        ? { scheme: 'rsa-pkcs1', key, template, encoding }
        : { scheme: 'rsa-oaep', hash, mgf1, key, template, encoding },
    ),
  );
  const own = inProfile(encryption).toSorted().join();
  return ways.filter((way) => inProfile(way).toSorted().join() !== own);
}

/** As lines of a profile. */
const inProfile = (settings: EncryptionSettings): readonly string[] =>
  Object.entries(settings).flatMap(([name, value]) =>
    ['scheme', 'hash', 'mgf1', 'encoding'].includes(name) ? [`${name}: ${value}`] : [],
  );

/** Of each variant whose plain request was answered and not accepted. Every try takes a place. */
export async function* tryEncryption(
  target: Target,
  { cases, record, failedLogins }: Results,
  signal: AbortSignal,
): AsyncGenerator<Finding> {
  let places = target.limits.failedLogins - failedLogins;
  for (const id of ['a', 'b'] as const) {
    const settings = target.variants[id];
    const last = cases.find((one) => one.id === `${id}.success`)?.exchanges.at(-1);
    const status = record.exchanges.find((one) => one.id === last)?.response?.status;
    if (settings === undefined || status === undefined || status === 200) continue;
    if (!('key' in settings.encryption)) continue;
    const ways = waysBeside(settings.encryption);
    let [tried, end]: [number, Finding | null] = [0, null];
    for (const encryption of ways) {
      if (places <= 0 || end !== null || signal.aborted) break;
      const variants = { ...target.variants, [id]: { ...settings, encryption } };
      const answer = await statusOf({ ...target, variants }, `${id}.success`, signal);
      if (answer === null) continue;
      [tried, places] = [tried + 1, places - 1];
      const way = inProfile(encryption);
      const said = `variant ${id}: ${way.join(', ')} is answered ${answer}`;
      const lines = ['encryption:', ...way.map((line) => `  ${line}`)];
      const news = way.filter((one) => !inProfile(settings.encryption).includes(one)).join(', ');
      if (answer === 200) end = finding('good', said, `in encryption of the profile, set ${news}`, { lines });
      else if (isRefusal(answer) !== isRefusal(status)) {
        const why = isRefusal(answer) ? 'so it may be the right one' : 'so that of the profile is right';
        end = finding('warning', `${said}, ${why}`, credentials, isRefusal(answer) ? { lines } : {});
      }
    }
    const left = `variant ${id}, other encryptions: ${tried} of ${ways.length} were tried, none is accepted`;
    const more = `if the service does not lock partners, raise limits.failedLogins by ${ways.length - tried}`;
    yield end ?? finding('bad', left, places <= 0 && tried < ways.length ? more : ask);
  }
}

const credentials = 'check partnerName and partnerPassword';
const ask = 'check that encryption.key is the current key, and ask for scheme, hashes, encoding and template';
const isRefusal = (status: number): boolean => status === 401 || status === 403;

/** Null: no answer, or the password is too long for the key. */
async function statusOf(target: Target, id: string, signal: AbortSignal): Promise<number | null> {
  const one = await sendOne(target, id, signal).catch((error: unknown) => {
    if (error instanceof UserError) return null;
    throw error;
  });
  return one?.kind === 'sent' ? (one.exchange.response?.status ?? null) : null;
}
