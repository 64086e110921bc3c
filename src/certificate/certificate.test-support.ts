import { spawnSync } from 'node:child_process';
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomUUID,
  X509Certificate,
} from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSuite } from '../suite.ts';
import type { runReference } from '../cli/reference-run.test-support.ts';
import { renderJson } from '../report/machine/json.ts';
import type { Results } from '../result/results.ts';
import { judgeAgain, rules } from '../result/judge.ts';
import { published } from '../result/record.ts';
import { specification } from '../spec/specification.ts';
import { fileNames, sha256, statementOf, writeJson, writeSums } from './certificate.ts';
import type { Certificate } from './certificate.ts';
import { signDetached } from './cms.ts';
import { award, writeCertificate } from './issue.ts';
import { renderPage } from './page.ts';
import { readSigner, writeAuthority } from './signer.ts';
import { verifyFolder } from './verify.ts';
import type { Verification } from './verify.ts';
import { writeCertificates } from './x509.ts';

/** An editable copy of the type. Parameters of messages are left alone. */
export type Draft<Value> = Value extends object
  ? { -readonly [Name in keyof Value]: Name extends 'params' ? Value[Name] : Draft<Value[Name]> }
  : Value;

/** Throws if the value is missing. */
export function must<Value>(value: Value | null | undefined): Value {
  if (value === undefined || value === null) throw new RangeError('the record is another than expected');
  return value;
}

/** A signer with key and chain. */
export interface Hand {
  readonly key: KeyObject;
  readonly chain: readonly [X509Certificate, ...X509Certificate[]];
}

/** Reads `<name>.key`, `<name>.pem` and the certificates above it from a folder. */
export function handOf(folder: string, name = 'signer', above: readonly string[] = []): Hand {
  const certificate = (one: string): X509Certificate =>
    new X509Certificate(readFileSync(join(folder, `${one}.pem`)));
  return {
    key: createPrivateKey(readFileSync(join(folder, `${name}.key`))),
    chain: [certificate(name), ...above.map(certificate)],
  };
}

/** Renews chain, digests and signature of a folder, as the owner of a key can. */
export function seal(folder: string, { key, chain }: Hand, at: Date): void {
  writeFileSync(join(folder, fileNames.chain), writeCertificates(chain));
  const names = [fileNames.chain, fileNames.certificate, fileNames.page, fileNames.evidence];
  const rows = names.map((name) => [name, sha256(readFileSync(join(folder, name)))] as const);
  const sums = Buffer.from(writeSums(new Map(rows)));
  writeFileSync(join(folder, fileNames.sums), sums);
  writeFileSync(join(folder, fileNames.signature), signDetached(sums, key, chain, at));
}

/** An honest certificate, and the means to make others. */
export type Workshop = Awaited<ReturnType<typeof openWorkshop>>;

/** Certifies the built-in reference; `authority` is the folder of root.pem, signer.pem, signer.key. */
export async function openWorkshop(run: Awaited<ReturnType<typeof runReference>>) {
  const folder = mkdtempSync(join(tmpdir(), 'sbp-certificate-'));
  const [authority, made] = [join(folder, 'ca'), join(folder, 'made')];
  mkdirSync(made);
  await writeAuthority(authority, new Date());
  const { texts } = run;
  const results = judgeAgain(run.results, specification, [], published);
  const now = new Date();
  const none = { signWith: undefined, chain: undefined, passphraseEnv: undefined, validDays: undefined };
  const signer = await readSigner({ key: 'signer.key', cert: 'signer.pem', ...none }, {}, authority, now);
  const reports = [{ name: fileNames.evidence, content: Buffer.from(renderJson(results)) }];
  const candidate = { results, spec: specification, texts, reports, id: randomUUID(), now };
  const found = await award(candidate, signer);
  if (found.kind === 'withheld') throw new Error(found.reasons.join());
  await writeCertificate(made, [...found.files, ...reports]);
  const issuedAt = new Date(Math.floor(now.getTime() / 1000) * 1000);
  /** A copy of the folder. */
  const copy = (): string => {
    const to = join(folder, randomUUID());
    cpSync(made, to, { recursive: true });
    return to;
  };
  const verify = (checked: string, at = new Date()): Promise<Verification> => {
    const anchors = [new X509Certificate(readFileSync(join(authority, 'root.pem')))];
    return verifyFolder(checked, 'out', { spec: specification, suite: readSuite(), rules, anchors, now: at });
  };
  /** A folder with edited evidence and statement, signed by the owner of the signer's key. */
  const forge = async (
    edit: (results: Draft<Results>) => void,
    restate: (certificate: Draft<Certificate>) => unknown = () => undefined,
  ): Promise<string> => {
    const edited = JSON.parse(JSON.stringify(results)) as Draft<Results>;
    edit(edited);
    const to = copy();
    const { chain, key } = handOf(authority);
    const evidence = { name: fileNames.evidence, content: Buffer.from(renderJson(edited)) };
    const files = [{ name: fileNames.chain, content: Buffer.from(writeCertificates(chain)) }, evidence];
    const expiresAt = new Date(issuedAt.getTime() + 86_400_000).toISOString();
    const circumstances = { id: randomUUID(), issuedAt: issuedAt.toISOString(), expiresAt, texts };
    const stated = { ...circumstances, signer: chain[0], stated: 0, files };
    const statement = structuredClone(statementOf(edited, specification, stated)) as Draft<Certificate>;
    restate(statement);
    const text = writeJson(statement);
    writeFileSync(join(to, fileNames.evidence), evidence.content);
    writeFileSync(join(to, fileNames.certificate), text);
    writeFileSync(join(to, fileNames.page), renderPage(statement, sha256(text)));
    seal(to, { key, chain }, issuedAt);
    return to;
  };
  const close = (): void => rmSync(folder, { recursive: true, force: true });
  return { run: { ...run, results }, authority, issuedAt, copy, verify, forge, close };
}

/** Whether OpenSSL is there. If tools are required, its absence is an error, not a skip. */
export function hasOpenssl(): boolean {
  const isThere = spawnSync('openssl', ['version']).status === 0;
  if (!isThere && process.env['SBP_REQUIRE_TOOLS'] === '1')
    throw new Error('openssl is required and missing');
  return isThere;
}

/** Calls OpenSSL in a folder. Throws its output if it fails. */
export function openssl(folder: string, command: string, ...more: readonly string[]): string {
  const words = [...command.split(' ').filter((word) => word !== ''), ...more];
  const { status, stdout, stderr } = spawnSync('openssl', words, { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

const fixture = (name: string): KeyObject =>
  createPrivateKey(readFileSync(new URL(`../../fixtures/keys/${name}.key`, import.meta.url)));
const rsaKeys = { signer: fixture('service'), others: fixture('cyrillic') };
const curve = (namedCurve: string) => (): KeyObject => generateKeyPairSync('ec', { namedCurve }).privateKey;

/** Makes a key under that name. */
const keys = {
  rsa: (name: string) => (name === 'signer' ? rsaKeys.signer : rsaKeys.others),
  short: () => generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey,
  ec: curve('prime256v1'),
  wide: curve('secp521r1'),
  koblitz: curve('secp256k1'),
  ed25519: () => generateKeyPairSync('ed25519').privateKey,
} as const;

/** How a certificate is made; default: a signer's, with an EC key. */
export interface Making {
  /** Null: self-signed. */
  readonly issuer?: string | null;
  readonly extensions?: readonly string[];
  readonly days?: number;
  readonly kind?: keyof typeof keys;
  readonly subject?: string;
  /** Further arguments of the signing command. */
  readonly sign?: string;
}

/** Extensions of an authority. */
export const authority = ['basicConstraints=critical,CA:TRUE', 'keyUsage=critical,keyCertSign'] as const;

/** Makes `<name>.pem` and `<name>.key`, signed by OpenSSL for an issuer of the same folder. TEST ONLY. */
export function make(folder: string, name: string, making: Making = {}): void {
  const { issuer = 'root', extensions = ['basicConstraints=CA:FALSE'], days = 30 } = making;
  const { kind = 'ec', subject = `/CN=${name}`, sign = '-sha256' } = making;
  const key = keys[kind](name);
  writeFileSync(join(folder, `${name}.key`), key.export({ type: 'pkcs8', format: 'pem' }));
  writeFileSync(join(folder, `${name}.pub`), createPublicKey(key).export({ type: 'spki', format: 'pem' }));
  writeFileSync(join(folder, `${name}.ext`), `${extensions.join('\n')}\n`);
  const by =
    issuer === null
      ? `-key ${name}.key`
      : `-force_pubkey ${name}.pub -CA ${issuer}.pem -CAkey ${issuer}.key -CAcreateserial`;
  const command = `x509 -new ${by} -out ${name}.pem -extfile ${name}.ext -days ${days} ${sign} -subj`;
  openssl(folder, command, subject);
}

/** A root that the tests of a file share, made at its first use. */
const shared = { root: null as readonly (readonly [name: string, content: Buffer])[] | null };

function sharedRoot(folder: string): NonNullable<typeof shared.root> {
  make(folder, 'root', { issuer: null, extensions: authority });
  return ['root.pem', 'root.key'].map((name) => [name, readFileSync(join(folder, name))] as const);
}

/** Does the work in a temporary folder with a root made by OpenSSL. */
export async function withRoot<Value>(work: (folder: string) => Promise<Value> | Value): Promise<Value> {
  const folder = mkdtempSync(join(tmpdir(), 'sbp-authority-'));
  try {
    shared.root ??= sharedRoot(folder);
    for (const [name, content] of shared.root) writeFileSync(join(folder, name), content);
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
