import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const isThere = spawnSync('openssl', ['version']).status === 0;

/** Whether OpenSSL can be asked; where tools are required, its absence is an error and not a skip. */
export function hasOpenssl(): boolean {
  if (!isThere && process.env['SBP_REQUIRE_TOOLS'] === '1')
    throw new Error('openssl is required and missing');
  return isThere;
}

/** Calls OpenSSL in a folder; throws with what it says where it fails. */
export function openssl(folder: string, ...args: readonly string[]): string {
  return execFileSync('openssl', args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
}

/** What a certificate is made with; everything left out is as usual for a signer. */
interface Making {
  readonly issuer: string;
  readonly extensions?: readonly string[];
  readonly days?: number;
  readonly kind?: 'rsa' | 'ec' | 'ed25519';
  readonly subject?: string;
}

const keyOptions = {
  rsa: ['-newkey', 'rsa:2048'],
  ec: ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'],
  ed25519: ['-newkey', 'ed25519'],
} as const;

/** Does the work in a folder with a root made by OpenSSL, which is gone afterwards. TEST ONLY. */
export async function withRoot<Value>(work: (folder: string) => Promise<Value>): Promise<Value> {
  const folder = mkdtempSync(join(tmpdir(), 'sbp-authority-'));
  try {
    const authority = ['-addext', 'keyUsage=critical,keyCertSign,cRLSign'];
    openssl(
      folder,
      'req',
      '-x509',
      ...keyOptions.rsa,
      '-nodes',
      '-keyout',
      'root.key',
      '-out',
      'root.pem',
      '-subj',
      '/CN=root',
      ...authority,
    );
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Makes `<name>.pem` and `<name>.key`, signed by an issuer of the same folder. */
export function make(folder: string, name: string, making: Making): void {
  const {
    issuer,
    extensions = ['basicConstraints=CA:FALSE'],
    days = 30,
    kind = 'rsa',
    subject = `/CN=${name}`,
  } = making;
  openssl(
    folder,
    'req',
    ...keyOptions[kind],
    '-nodes',
    '-utf8',
    '-keyout',
    `${name}.key`,
    '-out',
    `${name}.csr`,
    '-subj',
    subject,
  );
  writeFileSync(join(folder, `${name}.ext`), `${extensions.join('\n')}\n`);
  const by = [
    '-CA',
    `${issuer}.pem`,
    '-CAkey',
    `${issuer}.key`,
    '-CAcreateserial',
    '-extfile',
    `${name}.ext`,
  ];
  openssl(
    folder,
    'x509',
    '-req',
    '-in',
    `${name}.csr`,
    '-out',
    `${name}.pem`,
    ...by,
    '-days',
    String(days),
    '-sha256',
  );
}

/** Extensions of an authority. */
export const authority = ['basicConstraints=critical,CA:TRUE', 'keyUsage=critical,keyCertSign'] as const;
