import { certificateFiles, evidenceFile } from './certificate.ts';
import type { Certificate } from './certificate.ts';
import type { Files } from './folder.ts';
import { hasTwins } from './json-members.ts';

/** Where a file says one thing to one reader and another to the next: members that come twice, a byte order mark, or a form that this version does not write; one sentence each. */
export function checkForm(
  files: Files,
  certificate: Certificate,
  suite: Certificate['suite'],
): readonly string[] {
  const isOwn = certificate.suite.version === suite.version;
  return [
    ...[certificateFiles.certificate, evidenceFile].flatMap((name) => twinsIn(name, files.get(name))),
    ...(isOwn && !isCanonical(files.get(certificateFiles.certificate))
      ? [`files: ${certificateFiles.certificate} is not written as this version of the suite writes it`]
      : []),
  ];
}

function twinsIn(name: string, content: Uint8Array | undefined): readonly string[] {
  if (content === undefined) return [];
  const text = textOf(content);
  if (text.startsWith('\ufeff')) return [`files: ${name} begins with a byte order mark`];
  try {
    return hasTwins(text) ? [`files: ${name} holds an object with a member twice`] : [];
  } catch {
    // That it is not JSON is said where it is read.
    return [];
  }
}

function isCanonical(content: Uint8Array | undefined): boolean {
  const text = textOf(content ?? new Uint8Array());
  try {
    return text === `${JSON.stringify(JSON.parse(text), null, 2)}\n`;
  } catch {
    return false;
  }
}

const textOf = (content: Uint8Array): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(content);
