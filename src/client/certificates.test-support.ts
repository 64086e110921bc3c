import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { isIP } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeDer, sequence } from '../base/der.ts';
import { extension } from '../certificate/authority.ts';
import { authority, make, openssl } from '../certificate/certificate.test-support.ts';
import type { Making } from '../certificate/certificate.test-support.ts';

/** PEM. */
export interface Identity {
  readonly cert: string;
  readonly key: string;
}

/** Makes certificates with OpenSSL for one test file, in a temporary folder. TEST ONLY. */
export function makeCertificates() {
  const folder = mkdtempSync(join(tmpdir(), 'http-test-'));
  const read = (name: string): Buffer => readFileSync(join(folder, name));
  /** `hosts` may be host names and IPv4 addresses (RFC 5280, section 4.2.1.6). */
  const made = (name: string, hosts: readonly string[], making: Making = {}): Identity => {
    const names = hosts.map((host) =>
      isIP(host)
        ? encodeDer(0x87, Buffer.from(host.split('.').map(Number)))
        : encodeDer(0x82, Buffer.from(host)),
    );
    const extensions = [extension('2.5.29.17', sequence(...names))];
    make(folder, name, { issuer: 'ca', extensions, ...making });
    return { cert: read(`${name}.pem`).toString(), key: read(`${name}.key`).toString() };
  };
  try {
    const ca = made('ca', [], { issuer: null, extensions: authority });
    const client = made('client', ['client']);
    openssl(folder, 'pkcs12 -export -inkey client.key -in client.pem -out client.p12 -passout pass:changeit');
    return {
      ca: ca.cert,
      server: made('server', ['127.0.0.1', 'localhost']),
      wrongName: made('wrong', ['elsewhere.test']),
      expired: made('expired', ['127.0.0.1'], { days: -1 }),
      client,
      selfSigned: made('self', ['127.0.0.1'], { issuer: null }),
      /** The client's certificate and key as PKCS#12 with the passphrase `changeit`. */
      clientPfx: read('client.p12'),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
