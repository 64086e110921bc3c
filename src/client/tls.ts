// What TLS needs to know: whom to trust, and who the client is.

import { rootCertificates } from 'node:tls';

/** PEM texts or a PKCS#12 container, already read. */
export interface TlsMaterial {
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  readonly pfx?: Buffer;
  readonly passphrase?: string;
  /** The name that is asked for and that the certificate has to be valid for, in the place of the URL's. */
  readonly serverName?: string;
  /** If false, any certificate is accepted. */
  readonly verify?: false;
}

/** Always sets `rejectUnauthorized`; otherwise NODE_TLS_REJECT_UNAUTHORIZED could switch verification off. */
export function tlsOptions({ serverName, verify, ...material }: TlsMaterial) {
  return {
    ...material,
    ...(serverName === undefined ? {} : { servername: serverName }),
    rejectUnauthorized: verify !== false,
  };
}

/** A proxy is verified whatever the profile says of the target, and may also be of the target's authority. */
export const proxyTlsOptions = ({ ca }: TlsMaterial) => ({
  ...(ca === undefined ? {} : { ca: [ca, ...rootCertificates] }),
  rejectUnauthorized: true,
});
