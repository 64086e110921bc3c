import { finding } from './finding.ts';
import type { Finding } from './finding.ts';
import { dayOf } from './inspect-profile.ts';

/** One certificate of a chain, the target's own first. */
export interface ChainLink {
  readonly subject: string;
  readonly issuer: string;
  readonly notBefore: Date;
  readonly notAfter: Date;
}

/** What came of a TLS handshake that goes on whatever the certificate is like. */
export type Handshake =
  /** `problem`: the code by which the certificate is not trusted, or null. */
  | { readonly kind: 'done'; readonly chain: readonly ChainLink[]; readonly problem: string | null }
  /** The target ended the connection right after the handshake. */
  | { readonly kind: 'dismissed'; readonly chain: readonly ChainLink[] }
  | { readonly kind: 'failed'; readonly code: string; readonly message: string };

/** What of the profile bears upon the handshake. */
export interface TlsSettings {
  readonly host: string;
  readonly hasCa: boolean;
  readonly hasClientCertificate: boolean;
}

/** Tells what is wrong with a handshake, and what to do about it. */
export function inspectTls(handshake: Handshake, settings: TlsSettings, now: Date): Finding {
  switch (handshake.kind) {
    case 'failed':
      return inspectFailure(handshake, settings);
    case 'dismissed':
      return clientCertificate(
        settings,
        handshake.chain.map((link) => describeLink(link, now)),
      );
    case 'done':
      return inspectChain(handshake, settings, now);
  }
}

function inspectChain(
  { chain, problem }: Extract<Handshake, { readonly kind: 'done' }>,
  { host, hasCa }: TlsSettings,
  now: Date,
): Finding {
  const details = chain.map((link) => describeLink(link, now));
  const [own] = chain;
  if (problem === null) return finding('good', 'TLS: the certificate is trusted', [], details);
  const expired = chain.find(({ notAfter }) => notAfter < now);
  if (problem === 'CERT_HAS_EXPIRED' && expired !== undefined) {
    const found = `TLS: the certificate "${expired.subject}" expired on ${dayOf(expired.notAfter)}`;
    return finding('bad', found, ['ask the operator of the target to renew it'], details);
  }
  if (problem === 'CERT_NOT_YET_VALID') {
    const mend = 'check the clock of this machine, or ask the operator of the target';
    return finding('bad', 'TLS: the certificate is not valid yet', [mend], details);
  }
  if (problem === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    const found = `TLS: the certificate "${own?.subject ?? ''}" is not made out for the name ${host}`;
    return finding('bad', found, ['put a name into baseUrl that the certificate is made out for'], details);
  }
  if (!unknownIssuer.includes(problem)) {
    return finding('bad', `TLS: the certificate is not trusted (${problem})`, [newCa(hasCa)], details);
  }
  const issuer = chain.at(-1)?.issuer ?? '';
  return finding('bad', `TLS: the issuer "${issuer}" is unknown (${problem})`, [newCa(hasCa)], details);
}

const unknownIssuer: readonly string[] = [
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
];

const newCa = (hasCa: boolean): string =>
  hasCa
    ? 'tls.ca holds another authority: name the PEM file of the one that issued the certificate'
    : 'set tls.ca to the PEM file of the authority that issued the certificate';

function inspectFailure(
  { code, message }: Extract<Handshake, { readonly kind: 'failed' }>,
  settings: TlsSettings,
): Finding {
  if (/CERTIFICATE_REQUIRED|HANDSHAKE_FAILURE|BAD_CERTIFICATE|ALERT_UNKNOWN_CA/.test(code)) {
    return clientCertificate(settings, [`${message} (${code})`]);
  }
  if (/WRONG_VERSION_NUMBER|PACKET_LENGTH|HTTP_REQUEST/.test(code)) {
    const mend = 'check scheme and port of baseUrl: http:// may be meant';
    return finding('bad', 'TLS: what answers on this port does not speak TLS', [mend]);
  }
  if (/UNSUPPORTED_PROTOCOL|PROTOCOL_VERSION|VERSION_TOO/.test(code)) {
    const found = 'TLS: the target and this machine have no version of TLS in common';
    return finding(
      'bad',
      found,
      ['ask the operator of the target for TLS 1.2 or 1.3'],
      [`${message} (${code})`],
    );
  }
  if (code === 'ECONNRESET' && settings.hasClientCertificate) {
    const found =
      'TLS: the target ended the handshake, as one does that refuses the client certificate of the profile';
    return finding('bad', found, [checkClientCertificate]);
  }
  const mend = 'check scheme and port of baseUrl, and gateways on the way';
  return finding('bad', `TLS: the handshake failed: ${message} (${code})`, [mend]);
}

const checkClientCertificate = 'check tls.cert and tls.key (or tls.pfx) with the operator of the target';

function clientCertificate({ hasClientCertificate }: TlsSettings, details: readonly string[]): Finding {
  return hasClientCertificate
    ? finding(
        'bad',
        'TLS: the target refuses the client certificate of the profile',
        [checkClientCertificate],
        details,
      )
    : finding(
        'bad',
        'TLS: the target wants a client certificate, and the profile names none',
        ['set tls.cert and tls.key (or tls.pfx and tls.passphrase)'],
        details,
      );
}

function describeLink({ subject, issuer, notBefore, notAfter }: ChainLink, now: Date): string {
  const days = Math.floor((notAfter.getTime() - now.getTime()) / 86_400_000);
  const left = days < 0 ? `expired ${-days} days ago` : `${days} days left`;
  return `${subject}, issued by ${issuer}, ${dayOf(notBefore)} to ${dayOf(notAfter)}, ${left}`;
}
