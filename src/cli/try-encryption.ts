// Tries other ways to encrypt the password where the target does not accept that of the profile.

import { randomInt } from 'node:crypto';
import type { VariantId } from '#banks/specification.ts';
import { openTarget } from '../api/run-target.ts';
import { UserError } from '../base/errors.ts';
import type { EncryptionSettings } from '../encryption/settings.ts';
import type { Plan } from '../plan/plan.ts';
import type { Target, VariantTarget } from '../profile/target.ts';
import type { Results } from '../results/results.ts';
import { monotonicClock } from '../run/clock.ts';
import { oneRequest } from '../run/one.ts';
import { finding } from './doctor.ts';
import type { Finding } from './doctor.ts';
import type { Invocation } from './invocation.ts';

/** Hashes of OAEP and of MGF1 that services use, most common first; null: PKCS#1 v1.5. */
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

/** All common ways with the same key except the profile's, those with the same encoding first. */
function waysBeside(encryption: EncryptionSettings): readonly EncryptionSettings[] {
  if (!('key' in encryption)) return [];
  const { key, template } = encryption;
  const first = encodings.filter((encoding) => 'encoding' in encryption && encryption.encoding === encoding);
  return [...new Set([...first, ...encodings])]
    .flatMap((encoding) =>
      paddings.map((padding): EncryptionSettings => {
        if (padding === null) return { scheme: 'rsa-pkcs1', key, template, encoding };
        return { scheme: 'rsa-oaep', hash: padding[0], mgf1: padding[1], key, template, encoding };
      }),
    )
    .filter((way) => inProfile(way).join() !== inProfile(encryption).join());
}

/** As lines of a profile. */
const inProfile = (settings: EncryptionSettings): readonly string[] => [
  `scheme: ${settings.scheme}`,
  ...('hash' in settings ? [`hash: ${settings.hash}`, `mgf1: ${settings.mgf1}`] : []),
  ...('encoding' in settings ? [`encoding: ${settings.encoding}`] : []),
];

interface Tried {
  readonly found: Finding;
  /** Lines for the profile; null: no other way is accepted. */
  readonly settings: readonly string[] | null;
}

/** Of each variant whose plain request was answered and not accepted. Every try takes a place. */
export async function* tryEncryption(
  target: Target,
  plan: Plan,
  { cases, record, failedLogins }: Results,
  invocation: Invocation,
): AsyncGenerator<Tried> {
  let places = target.limits.failedLogins - failedLogins;
  for (const [id, settings] of Object.entries(target.variants) as [VariantId, VariantTarget][]) {
    const last = cases.find((one) => one.id === `${id}.success`)?.exchanges.at(-1);
    const status = record.exchanges.find((one) => one.id === last)?.response?.status;
    if (status === undefined || status === 200) continue;
    const what = `variant ${id}, other encryptions`;
    const ways = waysBeside(settings.encryption);
    const asked: string[] = [];
    let end: Tried | null = null;
    for (const encryption of ways.slice(0, places)) {
      if (invocation.signal.aborted || end !== null) break;
      const variants = { ...target.variants, [id]: { ...settings, encryption } };
      const answer = await statusOf({ ...target, variants }, plan, id, invocation);
      if (answer === null) continue;
      places -= 1;
      const lines = inProfile(encryption);
      const way = lines.map((line) => line.replace(/^\w+: /, '')).join(' ');
      asked.push(way);
      if (answer === 200)
        end = { found: finding('good', `${what}: ${lines.join(', ')} is accepted`), settings: lines };
      else if (isRefusal(answer) && !isRefusal(status)) {
        const advice =
          'the target may use this encryption: check the credentials, then set it in the profile';
        end = {
          found: finding('warning', `${what}: ${lines.join(', ')} is refused with ${answer}`, [advice]),
          settings: lines,
        };
      } else if (!isRefusal(answer) && isRefusal(status)) {
        const advice = 'the encryption of the profile is read: check partnerName and partnerPassword';
        end = {
          found: finding('warning', `${what}: ${lines.join(', ')} is answered ${answer}`, [advice]),
          settings: null,
        };
      }
    }
    yield end ?? { found: without(what, asked.length, ways.length), settings: null };
  }
}

const isRefusal = (status: number): boolean => status === 401 || status === 403;

function without(what: string, tried: number, all: number): Finding {
  if (all === 0) return finding('untried', `${what}: not tried, the profile names no key for RSA`);
  const more = 'if the service does not lock partners, limits.failedLogins: 25 lets all be tried';
  if (tried < all)
    return finding('warning', `${what}: ${tried} of ${all} were tried, none is accepted`, [more]);
  const advice = 'ask the operator of the target for scheme, hashes, encoding and template';
  return finding('bad', `${what}: ${tried} were tried, none is accepted`, [advice]);
}

/** Null: no answer, or the password is too long for the key. */
async function statusOf(
  target: Target,
  plan: Plan,
  id: VariantId,
  { signal }: Invocation,
): Promise<number | null> {
  const row = plan.rows.find((one) => one.id === `${id}.success`);
  if (row === undefined) return null;
  const opened = openTarget(target, randomInt(2 ** 32));
  try {
    const options = { target, row, plain: row, signal, clock: monotonicClock, onEvent: () => {} };
    const one = await oneRequest({ ...opened, ...options });
    return one.kind === 'sent' ? (one.exchange.response?.status ?? null) : null;
  } catch (error) {
    if (error instanceof UserError) return null;
    throw error;
  } finally {
    await opened.client.close();
  }
}
