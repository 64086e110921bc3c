// What TLS needs to know: whom to trust, and who the client is.

import { rootCertificates } from 'node:tls';

/** PEM texts or a PKCS#12 container, already read. */
export interface TlsMaterial {
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  readonly pfx?: Buffer;
  readonly passphrase?: string;
  /** If false, any certificate is accepted. */
  readonly verify?: false;
}

/** Always sets `rejectUnauthorized`; otherwise NODE_TLS_REJECT_UNAUTHORIZED could switch verification off. */
export const tlsOptions = ({ verify, ...material }: TlsMaterial) => ({
  ...material,
  rejectUnauthorized: verify !== false,
});

/** A proxy is verified whatever the profile says of the target, and may also be of the target's authority. */
export const proxyTlsOptions = ({ ca }: TlsMaterial) => ({
  ...(ca === undefined ? {} : { ca: [ca, ...rootCertificates] }),
  rejectUnauthorized: true,
});
