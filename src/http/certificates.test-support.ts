import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { authority, make, openssl } from '../certificate/certificate.test-support.ts';
import type { Making } from '../certificate/certificate.test-support.ts';

/** A certificate with its key, PEM. */
export interface Identity {
  readonly cert: string;
  readonly key: string;
}

/** Makes certificates with OpenSSL for one test file, in a temporary folder. TEST ONLY. */
export function makeCertificates() {
  const folder = mkdtempSync(join(tmpdir(), 'http-test-'));
  const read = (name: string): Buffer => readFileSync(join(folder, name));
  const made = (name: string, altName: string, making: Making = {}): Identity => {
    make(folder, name, { issuer: 'ca', extensions: [`subjectAltName=${altName}`], ...making });
    return { cert: read(`${name}.pem`).toString(), key: read(`${name}.key`).toString() };
  };
  try {
    const ca = made('ca', '', { issuer: null, extensions: authority });
    const client = made('client', 'DNS:client');
    openssl(folder, 'pkcs12 -export -inkey client.key -in client.pem -out client.p12 -passout pass:changeit');
    return {
      ca: ca.cert,
      server: made('server', 'IP:127.0.0.1,DNS:localhost'),
      wrongName: made('wrong', 'DNS:elsewhere.test'),
      expired: made('expired', 'IP:127.0.0.1', { days: -1 }),
      client,
      selfSigned: made('self', 'IP:127.0.0.1', { issuer: null }),
      /** The client's certificate and key as PKCS#12 with the passphrase `changeit`. */
      clientPfx: read('client.p12'),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
