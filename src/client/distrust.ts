import { X509Certificate } from 'node:crypto';
import { pemBlocks } from '../base/der.ts';
import { message, verbatim } from '../messages/message.ts';
import type { Message } from '../messages/message.ts';

/** What a failed connection means, and what the user can do about it. */
export interface Explanation {
  readonly found: Message;
  readonly advice: Message;
}

/** What is known of a handshake that failed because the certificate is not trusted. */
export interface Handshake {
  /** What the other side showed, its own certificate first. */
  readonly chain: readonly X509Certificate[];
  /** PEM of `tls.ca`; undefined: the authorities of this machine are trusted. */
  readonly ca: string | undefined;
  readonly now: Date;
}

const unknownIssuer =
  /^(UNABLE_TO_(VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT(_LOCALLY)?)|SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|CERT_SIGNATURE_FAILURE)$/;

/** Whether such a failure can be explained by the certificates. */
export const isDistrust = (code: string): boolean =>
  unknownIssuer.test(code) || /^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/.test(code);

/** Says which certificate is missing, expired or not valid yet; null if that is not known. */
export function explainDistrust(code: string, { chain, ca, now }: Handshake): Explanation | null {
  const [own] = chain;
  const last = chain.at(-1);
  if (own === undefined || last === undefined) return null;
  const held = certificatesIn(ca);
  if (unknownIssuer.test(code)) return explainIssuer(own, last, held);
  const all = [...chain, ...(held ?? [])];
  // To the hour: what differs at every request would be listed at every request.
  const clock = `${now.toISOString().slice(0, 13)}h`;
  const expired = all.find(({ validToDate }) => validToDate < now);
  if (code === 'CERT_HAS_EXPIRED' && expired !== undefined) {
    const params = { subject: nameOf(expired.subject), date: inSeconds(expired.validToDate), clock };
    return { found: message('one-expired', params), advice: message('renew-certificate') };
  }
  const early = all.find(({ validFromDate }) => validFromDate > now);
  if (code !== 'CERT_NOT_YET_VALID' || early === undefined) return null;
  const params = { subject: nameOf(early.subject), date: inSeconds(early.validFromDate), clock };
  return { found: message('one-not-yet-valid', params), advice: message('check-clock') };
}

const mostHeld = 3;

function explainIssuer(
  own: X509Certificate,
  last: X509Certificate,
  held: readonly X509Certificate[] | null,
): Explanation {
  const [subject, issuer] = [nameOf(own.subject), nameOf(last.issuer)];
  const isComplete = last.subject === last.issuer;
  const isAlone = isComplete && own === last;
  const advice = isAlone
    ? message('name-certificate')
    : message(isComplete ? 'hold-issuer' : 'hold-issuer-or-send', { issuer });
  if (held === null) {
    const found = isAlone
      ? message('certificate-self-signed')
      : message('issuer-missing', { subject, issuer });
    return { found, advice };
  }
  if (held.some((one) => one.subject === last.issuer))
    return { found: message('issuer-of-other-key', { subject, issuer }), advice };
  const names = held.slice(0, mostHeld).map((one) => verbatim(`"${nameOf(one.subject)}"`));
  return { found: message('issuer-not-held', { subject, issuer, held: names }), advice };
}

/** The certificates of `tls.ca`; null if it is not set. */
const certificatesIn = (ca: string | undefined): readonly X509Certificate[] | null =>
  ca === undefined ? null : pemBlocks(ca).map(({ bytes }) => new X509Certificate(bytes));

const nameOf = (name: string | undefined): string => (name ?? '').split('\n').join(', ');

const inSeconds = (moment: Date): string => moment.toISOString().replace(/\.\d+/, '');
