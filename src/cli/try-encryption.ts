// Tries other ways to encrypt the password where the target does not accept that of the profile.

import { randomInt } from 'node:crypto';
import { openTarget } from '../api/run-target.ts';
import { UserError } from '../base/errors.ts';
import type { EncryptionSettings } from '../encryption/settings.ts';
import type { Plan } from '../plan/plan.ts';
import type { Target } from '../profile/target.ts';
import type { Results } from '../results/results.ts';
import { monotonicClock } from '../base/clock.ts';
import { oneRequest } from '../run/one.ts';
import { finding } from './finding.ts';
import type { Finding } from './finding.ts';

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

/** All common ways with the same key except the profile's. */
function waysBeside(encryption: EncryptionSettings): readonly EncryptionSettings[] {
  if (!('key' in encryption)) return [];
  const { key, template } = encryption;
  const ways = encodings.flatMap((encoding) =>
    paddings.map((padding): EncryptionSettings => {
      if (padding === null) return { scheme: 'rsa-pkcs1', key, template, encoding };
      return { scheme: 'rsa-oaep', hash: padding[0], mgf1: padding[1], key, template, encoding };
    }),
  );
  return ways.filter((way) => inProfile(way).join() !== inProfile(encryption).join());
}

/** As lines of a profile. */
const inProfile = (settings: EncryptionSettings): readonly string[] => [
  `scheme: ${settings.scheme}`,
  ...('hash' in settings ? [`hash: ${settings.hash}`, `mgf1: ${settings.mgf1}`] : []),
  ...('encoding' in settings ? [`encoding: ${settings.encoding}`] : []),
];

interface Tried {
  readonly found: Finding;
  /** Lines for the profile; none if no other way is accepted. */
  readonly settings: readonly string[];
}

/** Of each variant whose plain request was answered and not accepted. Every try takes a place. */
export async function* tryEncryption(
  target: Target,
  plan: Plan,
  { cases, record, failedLogins }: Results,
  signal: AbortSignal,
): AsyncGenerator<Tried> {
  let places = target.limits.failedLogins - failedLogins;
  for (const id of ['a', 'b'] as const) {
    const settings = target.variants[id];
    const last = cases.find((one) => one.id === `${id}.success`)?.exchanges.at(-1);
    const status = record.exchanges.find((one) => one.id === last)?.response?.status;
    if (settings === undefined || status === undefined || status === 200) continue;
    const what = `variant ${id}, other encryptions`;
    const ways = waysBeside(settings.encryption);
    let [tried, end]: [number, Tried | null] = [0, null];
    for (const encryption of ways) {
      if (places === 0 || end !== null || signal.aborted) break;
      const variants = { ...target.variants, [id]: { ...settings, encryption } };
      const answer = await statusOf({ ...target, variants }, plan, `${id}.success`, signal);
      if (answer === null) continue;
      [tried, places] = [tried + 1, places - 1];
      const lines = inProfile(encryption);
      const said = `${what}: ${lines.join(', ')} is answered ${answer}`;
      if (answer === 200) end = { found: finding('good', said), settings: lines };
      else if (isRefusal(answer) && !isRefusal(status))
        end = {
          found: finding('warning', `${said}, so it may be the right one`, [credentials]),
          settings: lines,
        };
      else if (!isRefusal(answer) && isRefusal(status))
        end = {
          found: finding('warning', `${said}, that of the profile is read`, [credentials]),
          settings: [],
        };
    }
    const left = `${what}: ${tried} of ${ways.length} were tried, none is accepted`;
    yield end ?? { found: finding('bad', left, [tried < ways.length ? more : ask]), settings: [] };
  }
}

const credentials = 'check partnerName and partnerPassword';
const more = 'if the service does not lock partners, limits.failedLogins: 25 lets all be tried';
const ask = 'ask the operator of the target for scheme, hashes, encoding and template';
const isRefusal = (status: number): boolean => status === 401 || status === 403;

/** Null: no answer, or the password is too long for the key. */
async function statusOf(target: Target, plan: Plan, id: string, signal: AbortSignal): Promise<number | null> {
  const row = plan.rows.find((one) => one.id === id);
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
