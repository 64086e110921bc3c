import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { canBind, referenceProfile, testPartners } from '../reference/profile.ts';
import { startReference } from '../reference/reference.ts';
import type { Reference } from '../reference/reference.ts';
import { readBanks } from './bank-file.ts';
import { packageFolder } from './package.ts';

/** What a user may choose about the reference implementation. */
export interface BuiltInOptions {
  readonly port: number;
  readonly language: 'ru' | 'en';
  readonly latencyMs: number;
  readonly defects: readonly string[];
  readonly tolerances: readonly string[];
  /** Serve HTTPS, and offer HTTP/2 in the profile. */
  readonly tls: boolean;
  /** File with the banks to serve, or null for the list that comes along. */
  readonly banksFile: string | null;
}

/** The conforming reference, as it is started where nothing else is asked for. */
export const plainReference: BuiltInOptions = {
  port: 0,
  language: 'ru',
  latencyMs: 0,
  defects: [],
  tolerances: [],
  tls: false,
  banksFile: null,
};

/** A running reference implementation with the target profile that fits it, as YAML. */
export interface BuiltIn {
  readonly reference: Reference;
  readonly profile: string;
}

const bankCode = 'acme';
const blockedAddress = '127.0.0.2';
const encryption = { scheme: 'rsa-oaep', hash: 'sha256', mgf1: 'sha256', encoding: 'base64' } as const;
const keyFolder = join(packageFolder, 'fixtures', 'keys');

/** Starts the reference implementation on loopback; rejects with a UserError for an unknown defect or a port in use. */
export async function startBuiltIn(options: BuiltInOptions): Promise<BuiltIn> {
  const banksFile = options.banksFile ?? join(packageFolder, 'fixtures', 'banks', 'banks.json');
  const hasSecondAddress = await canBind(blockedAddress);
  const reference = await startReference({
    port: options.port,
    hosts: hasSecondAddress ? ['127.0.0.1'] : ['127.0.0.1', '::1'],
    language: options.language,
    latencyMs: options.latencyMs,
    banks: await readBanks(banksFile),
    bankCode,
    privateKey: await readFile(join(keyFolder, 'service.key'), 'utf8'),
    encryption,
    partners: testPartners,
    blockedAddresses: [blockedAddress, '::1'],
    faultHeader: true,
    defects: options.defects,
    tolerances: options.tolerances,
    ...(options.tls ? { tls: await readTls() } : {}),
  });
  const profile = referenceProfile({
    url: reference.url,
    variants: ['a', 'b'],
    bankCode,
    partners: testPartners,
    encryption,
    keyPath: join(keyFolder, 'service.pem'),
    blockedSource: hasSecondAddress
      ? { kind: 'local-address', address: blockedAddress }
      : { kind: 'base-url', baseUrl: `http://[::1]:${reference.port}` },
    caPath: options.tls ? join(keyFolder, 'loopback.pem') : null,
  });
  const settings = options.tls ? { ...profile, http2: true } : profile;
  return { reference, profile: `# TEST ONLY: fits the reference implementation\n${stringify(settings)}` };
}

async function readTls(): Promise<{ readonly key: string; readonly cert: string }> {
  return {
    key: await readFile(join(keyFolder, 'loopback.key'), 'utf8'),
    cert: await readFile(join(keyFolder, 'loopback.pem'), 'utf8'),
  };
}

/** Puts a profile into a file for as long as the work takes. */
export async function withProfileFile<Value>(
  profile: string,
  work: (file: string) => Promise<Value>,
): Promise<Value> {
  const folder = await mkdtemp(join(tmpdir(), 'sbp-banks-'));
  try {
    const file = join(folder, 'reference.yaml');
    await writeFile(file, profile, { mode: 0o600 });
    return await work(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
