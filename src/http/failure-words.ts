/** A failure in words, and what its reader can do about it. */
export interface Explanation {
  readonly found: string;
  readonly mend: string;
}

const operator = 'ask the operator of the target';
const scheme = 'check scheme and port of baseUrl';
const unknownIssuer: Explanation = {
  found: 'the issuer of the certificate is unknown',
  mend: 'name the PEM file of the authority that issued it in tls.ca, with intermediate authorities if the target leaves them out',
};

/** Codes by which the platform refuses a certificate of the other side. */
const certificateCodes: Readonly<Record<string, Explanation>> = {
  CERT_HAS_EXPIRED: {
    found: 'the certificate, or that of its issuer, has expired',
    mend: `${operator} to renew it, and check the clock of this machine`,
  },
  CERT_NOT_YET_VALID: {
    found: 'the certificate is not valid yet',
    mend: `check the clock of this machine, or ${operator}`,
  },
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownIssuer,
  UNABLE_TO_GET_ISSUER_CERT: unknownIssuer,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownIssuer,
  SELF_SIGNED_CERT_IN_CHAIN: {
    found: 'the certificate comes from a private authority that is unknown here',
    mend: 'name the PEM file of that authority in tls.ca',
  },
  DEPTH_ZERO_SELF_SIGNED_CERT: {
    found: 'the certificate is signed by itself',
    mend: 'name its PEM file in tls.ca if it is the right one',
  },
  ERR_TLS_CERT_ALTNAME_INVALID: {
    found: 'the certificate is not made out for the name in the URL',
    mend: 'put a name into baseUrl that the certificate is made out for',
  },
  CERT_REVOKED: { found: 'the certificate has been revoked', mend: `${operator} for a new one` },
  INVALID_PURPOSE: { found: 'the certificate is not made out for a server', mend: `${operator} for another` },
};

/** Alerts and errors of a handshake, by what OpenSSL has in its code; the first that fits counts. */
const handshakeCodes: readonly (readonly [RegExp, Explanation])[] = [
  [
    /ALERT_CERTIFICATE_REQUIRED/,
    {
      found: 'the target wants a client certificate',
      mend: 'set tls.cert and tls.key (or tls.pfx and tls.passphrase)',
    },
  ],
  [
    /ALERT_(BAD_CERTIFICATE|UNSUPPORTED_CERTIFICATE|CERTIFICATE_|UNKNOWN_CA|ACCESS_DENIED)|NO_CERTIFICATE/,
    {
      found: 'the target does not accept the client certificate',
      mend: 'check tls.cert and tls.key (or tls.pfx) with the operator of the target',
    },
  ],
  [
    /ALERT_HANDSHAKE_FAILURE|ALERT_INSUFFICIENT_SECURITY/,
    {
      found:
        'the target ends the handshake: it wants a client certificate, or shares no cipher with this side',
      mend: 'set tls.cert and tls.key (or tls.pfx and tls.passphrase), or ask the operator of the target which ciphers it takes',
    },
  ],
  [
    /PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL|VERSION_TOO_LOW|INAPPROPRIATE_FALLBACK/,
    {
      found: 'the target shares no version of TLS with this side, which takes 1.2 and 1.3',
      mend: `${operator} to offer TLS 1.2 or 1.3`,
    },
  ],
  [
    /NO_APPLICATION_PROTOCOL/,
    { found: 'the target does not speak HTTP/1.1, HTTP/2 alone as it seems', mend: 'set http2: true' },
  ],
  [
    /UNRECOGNIZED_NAME/,
    {
      found: 'the target does not know the name in the URL',
      mend: 'put a name into baseUrl that the target serves',
    },
  ],
  [
    /WRONG_VERSION_NUMBER|PACKET_LENGTH|HTTP_REQUEST|UNKNOWN_PROTOCOL|RECORD_LENGTH|UNEXPECTED_MESSAGE/,
    { found: 'what answers does not speak TLS', mend: `${scheme}: http:// may be meant` },
  ],
  [
    /TOO_SMALL|TOO_WEAK|UNSAFE_LEGACY|NO_SHARED_CIPHER|NO_CIPHERS|WRONG_SIGNATURE_TYPE/,
    {
      found: 'the keys or methods that the target offers are too weak or too old for this side',
      mend: `${operator} to offer stronger ones`,
    },
  ],
  [
    /^(ECONNRESET|ECONNABORTED|EPIPE|UND_ERR_SOCKET)$/,
    {
      found: 'the connection was ended in the middle of the handshake',
      mend: `${scheme}, gateways on the way, and whether the target wants a client certificate`,
    },
  ],
];

const unresolved: Explanation = {
  found: 'the name server could not answer',
  mend: 'check the name server of this machine and the network, and try again',
};

const nameCodes: Readonly<Record<string, Explanation>> = {
  ENOTFOUND: {
    found: 'there is no such host name',
    mend: 'check the host name in baseUrl, and whether this machine needs a VPN or another name server',
  },
  ENODATA: {
    found: 'the host name has no address',
    mend: 'check the host name in baseUrl, and whether it has an address of the kind that is asked for',
  },
  EAI_AGAIN: { ...unresolved, found: 'the name server does not answer at the moment' },
  EAI_FAIL: unresolved,
  ESERVFAIL: unresolved,
};

/** What a failed handshake means, by the code of the platform or of OpenSSL; null for one that is not known. */
export function explainTls(code: string): Explanation | null {
  const known = certificateCodes[code];
  if (known !== undefined) return known;
  return handshakeCodes.find(([pattern]) => pattern.test(code))?.[1] ?? null;
}

/** What a failed look-up of a name means, by its code; null for one that is not known. */
export function explainLookUp(code: string): Explanation | null {
  return nameCodes[code === 'EAI_NODATA' ? 'ENODATA' : code] ?? null;
}

// Types of a TLS record, alert and handshake, and the major version (RFC 8446, section 5.1).
const recordTypes: readonly string[] = ['1503', '1603'];
// Type, flags and stream of the frame SETTINGS, which HTTP/2 begins with (RFC 9113, section 4.1).
const settingsFrame = /^.{6}04(?:00){5}/;

/** What bytes mean that came where an answer of HTTP/1.1 should begin; null for those that are not known. */
export function explainBytes(text: string): Explanation | null {
  const hex = Buffer.from(text.slice(0, 9), 'latin1').toString('hex');
  if (recordTypes.includes(hex.slice(0, 4))) {
    return { found: 'the target speaks TLS on this port', mend: 'use https:// in baseUrl' };
  }
  return settingsFrame.test(hex)
    ? { found: 'the target speaks HTTP/2 alone', mend: 'set http2: true' }
    : null;
}
