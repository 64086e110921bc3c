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
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const selfSign = (name: string) => {
    const subject = ['-subj', `/CN=${name}`, '-addext', 'subjectAltName=IP:127.0.0.1'];
    openssl('req', '-x509', ...newKey, '-keyout', `${name}.key`, '-out', `${name}.pem`, ...subject);
  };
  const ask = (name: string, altName: string) => {
    openssl('req', ...newKey, '-keyout', `${name}.key`, '-out', `${name}.csr`, '-subj', `/CN=${name}`);
    writeFileSync(join(folder, `${name}.ext`), `subjectAltName=${altName}\n`);
  };
  // Of the two commands that sign, only this one takes the day on which a certificate begins.
  const signFrom = (name: string, altName: string, start: Date) => {
    ask(name, altName);
    writeFileSync(join(folder, 'ca.cnf'), authority);
    writeFileSync(join(folder, 'index.txt'), '');
    const issuer = ['-config', 'ca.cnf', '-cert', 'ca.pem', '-keyfile', 'ca.key', '-create_serial'];
    const from = start.toISOString().replace(/[-:T]|\.\d+/g, '');
    const files = ['-in', `${name}.csr`, '-out', `${name}.pem`, '-extfile', `${name}.ext`];
    openssl('ca', '-batch', '-notext', ...issuer, ...files, '-startdate', from, '-days', '30');
    return read(name);
  };
  const sign = (name: string, altName: string, ...validity: string[]) => {
    ask(name, altName);
    const issuer = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-extfile', `${name}.ext`];
    openssl('x509', '-req', '-in', `${name}.csr`, '-out', `${name}.pem`, ...issuer, ...validity);
    return read(name);
  };
  try {
    selfSign('ca');
    selfSign('self');
    const client = sign('client', 'DNS:client');
    const files = ['-inkey', 'client.key', '-in', 'client.pem', '-out', 'client.p12'];
    openssl('pkcs12', '-export', ...files, '-passout', 'pass:changeit');
    return {
      ca: read('ca').cert,
      server: sign('server', 'IP:127.0.0.1,DNS:localhost'),
      wrongName: sign('wrong', 'DNS:elsewhere.test'),
      // A negative number of days is the only way of this command to an end in the past.
      expired: sign('expired', 'IP:127.0.0.1', '-days', '-1'),
      early: signFrom('early', 'IP:127.0.0.1', new Date(Date.now() + day)),
      client,
      selfSigned: read('self'),
      clientPfx: readFileSync(join(folder, 'client.p12')),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
