import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A certificate with its key, PEM. */
export interface Identity {
  readonly cert: string;
  readonly key: string;
}

/** Certificates made by OpenSSL for one test file. TEST ONLY. */
export interface TestCertificates {
  readonly ca: string;
  readonly server: Identity;
  readonly wrongName: Identity;
  readonly expired: Identity;
  /** Valid from tomorrow on. */
  readonly early: Identity;
  readonly client: Identity;
  readonly selfSigned: Identity;
  /** The client's certificate and key as PKCS#12 with the passphrase `changeit`. */
  readonly clientPfx: Uint8Array;
}

const day = 86_400_000;
const authority = `[ca]
default_ca = own
[own]
database = index.txt
serial = serial
new_certs_dir = .
policy = any
default_md = sha256
[any]
commonName = supplied
`;

/** Makes a CA and what it signs in a temporary folder that is gone afterwards. */
export function makeCertificates(): TestCertificates {
  const folder = mkdtempSync(join(tmpdir(), 'http-test-'));
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  const read = (name: string): Identity => ({
    cert: readFileSync(join(folder, `${name}.pem`), 'utf8'),
    key: readFileSync(join(folder, `${name}.key`), 'utf8'),
  });
  const ask = (name: string, out: string, ...more: string[]) => {
    const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
    openssl('req', ...newKey, '-keyout', `${name}.key`, '-out', out, '-subj', `/CN=${name}`, ...more);
  };
  const selfSign = (name: string) =>
    ask(name, `${name}.pem`, '-x509', '-addext', 'subjectAltName=IP:127.0.0.1');
  /** A certificate that is valid from so many days from now on. */
  const sign = (name: string, altName: string, from = -2, to = from + 30): Identity => {
    const at = (days: number): string =>
      new Date(Date.now() + days * day).toISOString().replace(/[-:T]|\.\d+/g, '');
    ask(name, `${name}.csr`);
    writeFileSync(join(folder, 'alt.ext'), `subjectAltName=${altName}\n`);
    const files = ['-in', `${name}.csr`, '-out', `${name}.pem`, '-extfile', 'alt.ext'];
    const issuer = ['-config', 'ca.cnf', '-cert', 'ca.pem', '-keyfile', 'ca.key', '-create_serial'];
    openssl('ca', '-batch', '-notext', ...issuer, ...files, '-startdate', at(from), '-enddate', at(to));
    return read(name);
  };
  try {
    writeFileSync(join(folder, 'ca.cnf'), authority);
    writeFileSync(join(folder, 'index.txt'), '');
    selfSign('ca');
    selfSign('self');
    const client = sign('client', 'DNS:client');
    const files = ['-inkey', 'client.key', '-in', 'client.pem', '-out', 'client.p12'];
    openssl('pkcs12', '-export', ...files, '-passout', 'pass:changeit');
    return {
      ca: read('ca').cert,
      server: sign('server', 'IP:127.0.0.1,DNS:localhost'),
      wrongName: sign('wrong', 'DNS:elsewhere.test'),
      expired: sign('expired', 'IP:127.0.0.1', -2, -1),
      early: sign('early', 'IP:127.0.0.1', 1),
      client,
      selfSigned: read('self'),
      clientPfx: readFileSync(join(folder, 'client.p12')),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
