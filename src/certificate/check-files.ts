import { formats } from '../report/format.ts';
import { certificateFiles, evidenceFile } from './certificate.ts';
import type { Certificate } from './certificate.ts';
import { readSums, sha256 } from './digest.ts';
import type { Files } from './folder.ts';
import { renderPage } from './page.ts';

/** Refusals and notices of one part of the check. */
export interface Found {
  readonly refusals: readonly string[];
  readonly notices: readonly string[];
}

/** Holds the files against the digests of the certificate and against the list for `sha256sum`. */
export function checkFiles(files: Files, certificate: Certificate, suite: Certificate['suite']): Found {
  const listed = certificate.files.map(({ name }) => name);
  const others = [...files.keys()].filter((name) => !listed.includes(name) && !isOwn(name));
  const reports: readonly string[] = Object.values(formats).map(({ file }) => file);
  const foreign = others.filter((name) => reports.includes(name));
  const page = checkPage(files, certificate, suite);
  return {
    refusals: [
      ...certificate.files.flatMap((file) => checkFile(file, files)),
      ...(new Set(listed).size < listed.length ? ['files: one is listed twice'] : []),
      ...(listed.includes(evidenceFile)
        ? []
        : [`files: ${evidenceFile}, which holds the evidence, is not listed`]),
      ...foreign.map((name) => `files: ${name} lies in the folder, but the certificate does not list it`),
      ...page.refusals,
      ...checkSums(files, listed),
    ],
    notices: [
      ...others
        .filter((name) => !foreign.includes(name))
        .map((name) => `${name} lies in the folder, but the certificate does not cover it`),
      ...page.notices,
    ],
  };
}

const isOwn = (name: string): boolean => Object.values<string>(certificateFiles).includes(name);

function checkFile(
  { name, bytes, sha256: digest }: Certificate['files'][number],
  files: Files,
): readonly string[] {
  const content = files.get(name);
  if (content === undefined) return [`files: ${name} is listed and missing`];
  if (content.length !== bytes) return [`files: ${name} has ${content.length} bytes, expected ${bytes}`];
  return sha256(content) === digest
    ? []
    : [`files: ${name} is not the file that was signed: its SHA-256 differs`];
}

function checkSums(files: Files, listed: readonly string[]): readonly string[] {
  const { sums, ...own } = certificateFiles;
  const content = files.get(sums);
  if (content === undefined) return [`files: ${sums} is missing`];
  const found = readSums(Buffer.from(content).toString('utf8'));
  if (found === null) return [`files: ${sums} is no list of digests`];
  const expected = [...listed, ...Object.values<string>(own)];
  return [
    ...expected
      .filter((name) => files.has(name))
      .filter((name) => found.get(name) !== sha256(files.get(name) ?? ''))
      .map((name) => `files: ${sums} does not hold the digest of ${name}`),
    ...[...found.keys()]
      .filter((name) => !expected.includes(name))
      .map((name) => `files: ${sums} lists ${name}, which does not belong to the certificate`),
  ];
}

/** The page has to say what the certificate says. */
function checkPage(files: Files, certificate: Certificate, suite: Certificate['suite']): Found {
  const { page, certificate: statement } = certificateFiles;
  const content = files.get(page);
  if (content === undefined) return { refusals: [`files: ${page} is missing`], notices: [] };
  const expected = renderPage(certificate, sha256(files.get(statement) ?? ''));
  if (Buffer.from(content).equals(Buffer.from(expected, 'utf8'))) return { refusals: [], notices: [] };
  if (certificate.suite.version === suite.version) {
    return { refusals: [`files: ${page} does not show this certificate`], notices: [] };
  }
  const notice = `${page} was drawn by version ${certificate.suite.version}, so it could not be drawn again to compare`;
  return { refusals: [], notices: [notice] };
}
