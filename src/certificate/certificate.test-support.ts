import { spawnSync } from 'node:child_process';
import {
  constants,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomUUID,
  sign,
  X509Certificate,
} from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { context, encodeDer, encodeOid, sequence, tags } from '../base/der.ts';
import { readSuite } from '../base/package.ts';
import type { runReference } from '../cli/reference-run.test-support.ts';
import { renderJson } from '../report/machine/json.ts';
import type { Results } from '../results/results.ts';
import { judgeAgain, rules } from '../results/judge.ts';
import { specification } from '../operation/specification.ts';
import { distinguishedName, extension, writeAuthority, writeX509 } from './authority.ts';
import {
  fileNames,
  gitAttributes,
  sha256,
  statementNames,
  statementOf,
  writeJson,
  writeSums,
} from './certificate.ts';
import type { Certificate } from './certificate.ts';
import { signDetached } from './cms.ts';
import { award, writeCertificate } from './issue.ts';
import { renderPage } from './page.ts';
import { readSigner } from './signer.ts';
import { verifyFolder } from './verify.ts';
import type { Verification } from './verify.ts';
import { writeCertificates } from './chain.ts';
import type { Chain } from './chain.ts';

/** An editable copy of the type. Parameters of messages are left alone. */
export type Draft<Value> = Value extends object
  ? { -readonly [Name in keyof Value]: Name extends 'params' ? Value[Name] : Draft<Value[Name]> }
  : Value;

export function must<Value>(value: Value | null | undefined): Value {
  if (value === undefined || value === null) throw new RangeError('the record is another than expected');
  return value;
}

export interface Hand {
  readonly key: KeyObject;
  readonly chain: Chain;
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

/** Writes chain, digests and signature of a folder again, as the owner of a key can. */
export function seal(folder: string, { key, chain }: Hand, at: Date): void {
  writeFileSync(join(folder, fileNames.chain), writeCertificates(chain));
  const unlisted: readonly string[] = [fileNames.sums, fileNames.signature, gitAttributes.name, 'root.pem'];
  const names = readdirSync(folder).filter((name) => !unlisted.includes(name));
  const rows = names.map((name) => [name, sha256(readFileSync(join(folder, name)))] as const);
  const sums = Buffer.from(writeSums(new Map(rows)));
  writeFileSync(join(folder, fileNames.sums), sums);
  writeFileSync(join(folder, fileNames.signature), signDetached(sums, key, chain, at));
}

/** A genuine certificate, with functions that make altered ones. */
export type Workshop = Awaited<ReturnType<typeof openWorkshop>>;

/** Certifies the built-in reference; `authority` is the folder of root.pem, signer.pem, signer.key. */
export async function openWorkshop(run: Awaited<ReturnType<typeof runReference>>) {
  const folder = mkdtempSync(join(tmpdir(), 'sbp-certificate-'));
  const [authority, made] = [join(folder, 'ca'), join(folder, 'made')];
  mkdirSync(made);
  await writeAuthority(authority, new Date());
  const results = judgeAgain(run.results, specification, [], { isPublished: true });
  const now = new Date();
  const none = { signWith: undefined, chain: undefined, passphraseEnv: undefined, validDays: undefined };
  const signer = await readSigner({ key: 'signer.key', cert: 'signer.pem', ...none }, {}, authority, now);
  const reports = [{ name: fileNames.evidence, content: Buffer.from(renderJson(results)) }];
  const candidate = { results, spec: specification, reports, id: randomUUID(), now };
  const awarded = await award(candidate, signer);
  if (awarded.kind === 'withheld') throw new Error(awarded.reasons.join());
  await writeCertificate(made, [...awarded.files, ...reports]);
  const issuedAt = new Date(Math.floor(now.getTime() / 1000) * 1000);
  const copy = (): string => {
    const to = join(folder, randomUUID());
    cpSync(made, to, { recursive: true });
    return to;
  };
  const verify = (checked: string, at = new Date()): Promise<Verification> => {
    const anchors = [new X509Certificate(readFileSync(join(authority, 'root.pem')))];
    const suite = readSuite();
    return verifyFolder(checked, 'out', {
      spec: specification,
      suite,
      rules,
      anchors,
      now: at,
    });
  };
  /** Edits evidence and statement of a copy and signs it with the signer's key. */
  const forge = async (
    edit: (results: Draft<Results>) => unknown,
    restate: (certificate: Draft<Certificate>) => unknown = () => undefined,
  ): Promise<string> => {
    const edited = JSON.parse(JSON.stringify(results)) as Draft<Results>;
    edit(edited);
    const to = copy();
    const { chain, key } = handOf(authority);
    const evidence = { name: fileNames.evidence, content: Buffer.from(renderJson(edited)) };
    const files = [{ name: fileNames.chain, content: Buffer.from(writeCertificates(chain)) }, evidence];
    const expiresAt = new Date(issuedAt.getTime() + 86_400_000).toISOString();
    const circumstances = { id: randomUUID(), issuedAt: issuedAt.toISOString(), expiresAt };
    const given = { ...circumstances, chain, stated: 0 };
    const statement = structuredClone(statementOf(edited, specification, given, files)) as Draft<Certificate>;
    restate(statement);
    const text = writeJson(statement);
    writeFileSync(join(to, fileNames.evidence), evidence.content);
    for (const names of Object.values(statementNames))
      for (const name of [names.statement, names.page]) rmSync(join(to, name), { force: true });
    writeFileSync(join(to, statementNames[statement.kind].statement), text);
    writeFileSync(join(to, statementNames[statement.kind].page), renderPage(statement, sha256(text)));
    seal(to, { key, chain }, issuedAt);
    return to;
  };
  const close = (): void => rmSync(folder, { recursive: true, force: true });
  return { run: { ...run, results }, authority, issuedAt, copy, verify, forge, close };
}

/** True if OpenSSL is installed. If tools are required, its absence is an error rather than a skip. */
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

/** Each writes a key to the file `name`. */
const keys = {
  rsa: (name: string) => (name === 'signer' ? rsaKeys.signer : rsaKeys.others),
  short: () => generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey,
  ec: curve('prime256v1'),
  wide: curve('secp521r1'),
  koblitz: curve('secp256k1'),
  ed25519: () => generateKeyPairSync('ed25519').privateKey,
} as const;

const sha256Identifier = sequence(encodeOid('2.16.840.1.101.3.4.2.1'));

const pssName = encodeOid('1.2.840.113549.1.1.10');

/** The AlgorithmIdentifier of RSASSA-PSS with SHA-256 and this length of the salt (RFC 8017, A.2.3). */
export function pssAlgorithm(salt: Buffer, name = pssName, ...more: readonly Buffer[]): Buffer {
  const generator = sequence(encodeOid('1.2.840.113549.1.1.8'), sha256Identifier);
  const parameters = [sha256Identifier, generator, salt].map((part, at) => encodeDer(context(at), part));
  return sequence(name, sequence(...parameters), ...more);
}

const pss = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 } as const;

/** Signatures of certificates: AlgorithmIdentifier, digest and options. */
const signatures = {
  ec: [sequence(encodeOid('1.2.840.10045.4.3.2')), 'sha256', {}],
  'ec-sha1': [sequence(encodeOid('1.2.840.10045.4.1')), 'sha1', {}],
  'ec-sha224': [sequence(encodeOid('1.2.840.10045.4.3.1')), 'sha224', {}],
  rsa: [sequence(encodeOid('1.2.840.113549.1.1.11'), encodeDer(tags.nothing)), 'sha256', {}],
  pss: [pssAlgorithm(Buffer.from('020120', 'hex')), 'sha256', pss],
  'pss-sha1': [sequence(pssName, sequence()), 'sha1', { ...pss, saltLength: 20 }],
  ed25519: [sequence(encodeOid('1.3.101.112')), null, {}],
} as const;

const day = 86_400_000;

/** How a certificate is made; default: a signer's, with an EC key. */
export interface Making {
  /** Null: self-signed. */
  readonly issuer?: string | null;
  readonly extensions?: readonly Buffer[];
  readonly days?: number;
  readonly kind?: keyof typeof keys;
  /** The common name; if empty, the subject is empty. */
  readonly subject?: string;
  readonly sign?: keyof typeof signatures;
}

export const hex = (digits: string): Buffer => Buffer.from(digits, 'hex');

/** Extensions of a certificate authority. */
export const authority = [
  extension('2.5.29.19', hex('30030101ff'), true),
  extension('2.5.29.15', hex('03020204'), true),
] as const;

/** Makes `<name>.pem` and `<name>.key`, signed by an issuer of the same folder. TEST ONLY. */
export function make(folder: string, name: string, making: Making = {}): void {
  const { issuer = 'root', extensions = [extension('2.5.29.19', hex('3000'))], days = 30 } = making;
  const { kind = 'ec', subject = name, sign: how = 'ec' } = making;
  const key = keys[kind](name);
  const above = issuer === null ? null : handOf(folder, issuer);
  const [algorithm, digest, options] = signatures[how];
  const nameOf = (text: string): Buffer =>
    distinguishedName(...(text === '' ? [] : [['2.5.4.3', text] as const]));
  const made = writeX509({
    subject: nameOf(subject),
    // The platform returns undefined for an empty subject.
    issuer: nameOf(above === null ? subject : String(above.chain[0].subject ?? '').slice('CN='.length)),
    publicKey: createPublicKey(key),
    from: new Date(Date.now() - 3 * day),
    to: new Date(Date.now() + days * day),
    extensions,
    algorithm,
    sign: (content) => sign(digest, content, { key: above?.key ?? key, ...options }),
  });
  writeFileSync(join(folder, `${name}.pem`), made.toString());
  writeFileSync(join(folder, `${name}.key`), key.export({ type: 'pkcs8', format: 'pem' }));
}

/** Runs `work` in a temporary folder with a root certificate. */
export async function withRoot<Value>(work: (folder: string) => Promise<Value> | Value): Promise<Value> {
  const folder = mkdtempSync(join(tmpdir(), 'sbp-authority-'));
  try {
    make(folder, 'root', { issuer: null, extensions: authority });
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
