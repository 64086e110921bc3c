// Certificates for one test file, made by OpenSSL in a temporary folder. TEST ONLY.

import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** PEM. */
export interface Identity {
  readonly cert: string;
  readonly key: string;
}

interface Making {
  readonly name?: string;
  readonly bits?: number;
  readonly digest?: 'sha1' | 'sha256';
  readonly days?: number;
}

export function makeCertificates() {
  const folder = mkdtempSync(join(tmpdir(), 'tls-test-'));
  const openssl = (...given: readonly string[]): void =>
    void execFileSync('openssl', given, { cwd: folder, stdio: 'pipe' });
  const read = (file: string): Buffer => readFileSync(join(folder, file));
  const identityOf = (id: string): Identity => ({
    cert: read(`${id}.pem`).toString(),
    key: read(`${id}.key`).toString(),
  });
  const own = (id: string): Identity => {
    const names = id === 'ca' ? 'basicConstraints=critical,CA:TRUE' : 'subjectAltName=IP:127.0.0.1';
    const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', `${id}.key`];
    const made = ['-out', `${id}.pem`, '-subj', `/CN=${id}`, '-days', '30', '-addext', names];
    openssl('req', '-x509', ...key, ...made);
    return identityOf(id);
  };
  const issued = (
    id: string,
    { name = 'IP:127.0.0.1,DNS:localhost', bits = 2048, digest = 'sha256', days = 30 }: Making = {},
  ) => {
    copyFileSync(keyOf(bits), join(folder, `${id}.key`));
    const request = ['-new', '-key', `${id}.key`, '-out', `${id}.csr`, '-subj', `/CN=${id}`];
    openssl('req', ...request, '-addext', `subjectAltName=${name}`);
    const by = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-copy_extensions', 'copyall'];
    openssl('x509', '-req', '-in', `${id}.csr`, ...by, `-${digest}`, '-days', `${days}`, '-out', `${id}.pem`);
    return identityOf(id);
  };
  const keyOf = (bits: number): string => {
    const file = join(folder, `${bits}.key`);
    if (!existsSync(file)) openssl('genrsa', '-out', file, String(bits));
    return file;
  };
  try {
    const { cert: ca } = own('ca');
    const client = issued('client');
    const pfx = ['-inkey', 'client.key', '-in', 'client.pem', '-out', 'client.p12'];
    openssl('pkcs12', '-export', ...pfx, '-passout', 'pass:changeit');
    return {
      ca,
      server: issued('server'),
      wrongName: issued('wrong', { name: 'DNS:elsewhere.test' }),
      expired: issued('expired', { days: -1 }),
      weak: issued('weak', { bits: 1024 }),
      sha1: issued('sha1', { digest: 'sha1' }),
      selfSigned: own('self'),
      client,
      clientPfx: read('client.p12'),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
