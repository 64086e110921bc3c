import { isAbsolute, resolve } from 'node:path';
import { findFile, readText } from './file.ts';
import type { FileOutcome } from './file.ts';
import type { Path } from './place.ts';
import type { Problem } from './problem.ts';

/** How the files that a profile names are found and how a wrong one is told. */
export interface FileContext {
  /** Folder that relative paths start from. */
  readonly folder: string;
  /** Whether the value at the path may be shown; one that came from `${…}` may not. */
  readonly isShown: (path: Path) => boolean;
  /** A path in quotes, without secrets. */
  readonly quote: (file: string) => string;
  /** The error to throw. */
  readonly failure: (problem: Problem) => Error;
}

/** The line that a certificate begins with in PEM. */
export const certificate = /-----BEGIN (?:TRUSTED |X509 )?CERTIFICATE-----/;
/** The line that a public key begins with in PEM. */
export const publicKey = /-----BEGIN (?:RSA )?PUBLIC KEY-----/;
/** The line that a private key begins with in PEM. */
export const privateKey = /-----BEGIN (?:RSA |EC |ENCRYPTED )?PRIVATE KEY-----/;

const pemKinds = {
  certificate: { labels: [certificate], words: 'a PEM file with a certificate' },
  privateKey: { labels: [privateKey], words: 'a PEM file with a private key' },
} as const;

/** What kind of PEM file is wanted. */
export type PemKind = keyof typeof pemKinds;

/** The text of a PEM file of the wanted kind; undefined where no file is named. */
export async function readPem(
  file: string | undefined,
  path: Path,
  kind: PemKind,
  context: FileContext,
): Promise<string | undefined> {
  if (file === undefined) return undefined;
  requirePath(file, path, context);
  const { labels, words } = pemKinds[kind];
  const text = contentOf(await readText(resolve(context.folder, file)), file, path, words, context);
  if (labels.some((label) => label.test(text))) return text;
  throw context.failure({ path, found: `${kindOf(text)}${shownFile(file, path, context)}`, expected: words });
}

/** What a text holds instead of what was wanted, in words. */
export function kindOf(text: string): string {
  if (privateKey.test(text)) return 'a private key';
  if (certificate.test(text)) return 'a certificate';
  if (publicKey.test(text)) return 'a public key';
  const label = /-----BEGIN ([A-Z0-9 ]{1,40})-----/.exec(text)?.[1];
  if (label !== undefined) return `a PEM block ${label}`;
  return text.trim() === '' ? 'an empty file' : 'a file that is no such PEM';
}

/** The absolute path of a file that exists. */
export async function existingFile(
  file: string | undefined,
  path: Path,
  context: FileContext,
): Promise<string> {
  const name = file ?? '';
  requirePath(name, path, context);
  const absolute = resolve(context.folder, name);
  contentOf(await findFile(absolute), name, path, 'a file', context);
  return absolute;
}

/** What was read; throws what `failure` makes of a file that could not be. */
export function contentOf<Content>(
  outcome: FileOutcome<Content>,
  file: string,
  path: Path,
  expected: string,
  context: FileContext,
): Content {
  if (outcome.kind === 'read') return outcome.content;
  throw context.failure({ path, found: `${outcome.found}${shownFile(file, path, context)}`, expected });
}

/** Throws what `failure` makes of a text that stands where its file should be named; the text may be a private key. */
export function requirePath(file: string, path: Path, context: FileContext): void {
  const isPem = file.includes('-----BEGIN');
  if (!isPem && !/[\r\n]/.test(file)) return;
  const found = isPem ? 'PEM text' : 'a text of several lines';
  throw context.failure({ path, found, expected: 'the path of a file' });
}

/** Where the file was looked for, as the end of a sentence; empty where its path may not be shown. */
export function shownFile(file: string, path: Path, context: FileContext): string {
  if (!context.isShown(path)) return '';
  return isAbsolute(file)
    ? ` at ${context.quote(file)}`
    : ` at ${context.quote(file)}, looked for in ${context.folder}`;
}
