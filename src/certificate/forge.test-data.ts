import { createPrivateKey, X509Certificate } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { call } from '../cli/fake-terminal.test-support.ts';
import { certify } from '../cli/certify.ts';
import { readSuite } from '../cli/package.ts';
import { formats } from '../report/format.ts';
import type { Results } from '../result/results.ts';
import { specification } from '../spec/variant.ts';
import { writeAuthority } from './authority.ts';
import type { Certificate } from './certificate.ts';
import { certificateFiles } from './certificate.ts';
import { signDetached } from './cms-sign.ts';
import type { Signer } from './cms-sign.ts';
import { sha256, writeSums } from './digest.ts';
import { readFolder } from './folder.ts';
import type { Files } from './folder.ts';
import { notClaimed, reviewsOf, runOf } from './issue.ts';
import { renderPage } from './page.ts';
import { attainedClasses } from './attain.ts';
import { verifyCertificate } from './verify.ts';
import type { Verification } from './verify.ts';

/** What may be changed by hand: the same as Results, every member of it. */
export type Draft<Value> = Value extends object
  ? { -readonly [Name in keyof Value]: Draft<Value[Name]> }
  : Value;

/** A certificate that was honestly made, with the means to make others: a forger owns a valid key. */
export interface Workshop {
  readonly files: Files;
  readonly signer: Signer;
  readonly root: X509Certificate;
  /** Folder with root.pem, signer.pem and signer.key. */
  readonly authority: string;
  /** Edits the evidence, and after it the statement; reports, digests and signature are made anew. */
  readonly forge: (
    edit: (results: Draft<Results>) => void,
    restate?: (certificate: Draft<Certificate>) => void,
  ) => Promise<Files>;
  readonly verify: (files: Files, now?: Date) => Promise<Verification>;
  readonly close: () => Promise<void>;
}

/** Certifies the built-in reference once. */
export async function openWorkshop(): Promise<Workshop> {
  const folder = await mkdtemp(join(tmpdir(), 'sbp-certificate-'));
  const out = join(folder, 'out');
  await writeAuthority(folder, new Date());
  const given = [
    '--key',
    join(folder, 'signer.key'),
    '--cert',
    join(folder, 'signer.pem'),
    '--out',
    out,
    '--quiet',
  ];
  const ran = await call(certify, given, { cwd: folder });
  if (ran.code !== 0) throw new Error(ran.err);
  const files = await readFolder(out, 'out');
  const pem = (name: string): Promise<string> => readFile(join(folder, name), 'utf8');
  const signer: Signer = {
    key: createPrivateKey(await pem('signer.key')),
    certificate: new X509Certificate(await pem('signer.pem')),
    intermediates: [],
  };
  const root = new X509Certificate(await pem('root.pem'));
  return {
    files,
    signer,
    root,
    authority: folder,
    forge: (edit, restate) => forge(files, signer, edit, restate),
    verify: (changed, now = new Date()) =>
      verifyCertificate(changed, { spec: specification, suite: readSuite(), anchors: [root], now }),
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

async function forge(
  files: Files,
  signer: Signer,
  edit: (results: Draft<Results>) => void,
  restate: (certificate: Draft<Certificate>) => void = () => undefined,
): Promise<Files> {
  const results = jsonOf<Draft<Results>>(files, 'results.json');
  edit(results);
  const reports = await drawReports(results);
  const certificate = jsonOf<Draft<Certificate>>(files, certificateFiles.certificate);
  Object.assign(certificate, restated(results), {
    files: [...reports].map(([name, content]) => ({ name, bytes: content.length, sha256: sha256(content) })),
  });
  restate(certificate);
  return sign(new Map([...files, ...reports]), certificate, signer);
}

/** Signs a statement, and makes page and digests to fit. */
export async function sign(files: Files, certificate: Certificate, signer: Signer): Promise<Files> {
  const statement = Buffer.from(`${JSON.stringify(certificate, null, 2)}\n`);
  const signed = new Map([
    ...files,
    [certificateFiles.certificate, statement] as const,
    [
      certificateFiles.signature,
      await signDetached(statement, signer, new Date(certificate.issuedAt)),
    ] as const,
    [certificateFiles.page, Buffer.from(renderPage(certificate, sha256(statement)))] as const,
  ]);
  signed.delete(certificateFiles.sums);
  const sums = writeSums([...signed].map(([name, content]) => ({ name, content })));
  return new Map([...signed, [certificateFiles.sums, Buffer.from(sums)] as const]);
}

/** A file of JSON, read anew. */
export function jsonOf<Value>(files: Files, name: string): Value {
  return JSON.parse(Buffer.from(files.get(name) ?? '').toString('utf8')) as Value;
}

async function drawReports(results: Results): Promise<ReadonlyMap<string, Uint8Array>> {
  const drawn = Object.values(formats).map(
    async ({ file, load }) => [file, Buffer.from((await load())(results))] as const,
  );
  return new Map(await Promise.all(drawn));
}

const restated = (results: Results): object => ({
  suite: results.suite,
  specification: results.spec,
  target: { name: results.target.name, baseUrl: results.target.baseUrl },
  profile: results.profile,
  variants: attainedClasses(results),
  notClaimed: notClaimed(results, specification),
  run: runOf(results),
  reviews: reviewsOf(results),
});
