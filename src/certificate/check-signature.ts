import type { X509Certificate } from 'node:crypto';
import { certificateFiles } from './certificate.ts';
import type { Certificate } from './certificate.ts';
import { findChainProblems } from './chain.ts';
import { readSignature } from './cms-read.ts';
import type { ReadSignature } from './cms-read.ts';
import type { Files } from './folder.ts';
import { nameSigner } from './issue.ts';
import { isEqual } from './canonical.ts';
import { readCertificates } from './pem.ts';
import type { Verifier } from './verify.ts';

/** Milliseconds by which another machine's clock may be ahead. */
const ahead = 300_000;

/** Why signature, chain or signer do not hold, each in a sentence; `certificate` is null where it cannot be read. */
export async function checkSignature(
  files: Files,
  certificate: Certificate | null,
  { anchors, now }: Pick<Verifier, 'anchors' | 'now'>,
): Promise<readonly string[]> {
  const bytes = files.get(certificateFiles.signature);
  if (bytes === undefined) return [`signature: ${certificateFiles.signature} is missing`];
  const statement = files.get(certificateFiles.certificate) ?? new Uint8Array();
  const read = await readSignature(statement, bytes);
  if (typeof read === 'string') return [`signature: ${certificateFiles.signature}: ${read}`];
  const moments = [
    { name: 'when it signed', at: read.signedAt },
    { name: 'now', at: now },
  ];
  const chain = await chainProblems({
    signer: read.signer,
    intermediates: read.certificates,
    anchors,
    moments,
  });
  return [
    ...(read.problem === null ? [] : [`signature: ${read.problem}`]),
    ...(read.signedAt.getTime() > now.getTime() + ahead ? ['signature: it was made in the future'] : []),
    ...(certificate === null ? [] : checkSigner(read, certificate)),
    ...(certificate === null ? [] : checkEnd(certificate, [read.signer, ...read.certificates])),
    ...chain.map((problem) => `chain: ${problem}`),
    ...checkChainFile(files, read.certificates),
  ];
}

/** Whatever cannot be read leads to no trusted certificate. */
async function chainProblems(question: Parameters<typeof findChainProblems>[0]): Promise<readonly string[]> {
  try {
    return await findChainProblems(question);
  } catch {
    return ['a certificate of it cannot be read'];
  }
}

function checkSigner({ signer, signedAt }: ReadSignature, certificate: Certificate): readonly string[] {
  return [
    ...(isEqual(nameSigner(signer), certificate.signer)
      ? []
      : ['signature: the certificate names another signer than the one who signed']),
    ...(signedAt.getTime() === Date.parse(certificate.issuedAt)
      ? []
      : ['signature: it was not made at the time at which the certificate says it was issued']),
  ];
}

/** No certificate holds for longer than those that it is signed with. */
function checkEnd({ expiresAt }: Certificate, chain: readonly X509Certificate[]): readonly string[] {
  const end = Math.min(...chain.map(({ validToDate }) => validToDate.getTime()));
  return Date.parse(expiresAt) <= end
    ? []
    : [
        `validity: it ends on ${expiresAt}, after a certificate of its chain (${new Date(end).toISOString()})`,
      ];
}

function checkChainFile(files: Files, certificates: readonly X509Certificate[]): readonly string[] {
  const { chain } = certificateFiles;
  const bytes = files.get(chain);
  if (bytes === undefined) return [`chain: ${chain} is missing`];
  const found = readCertificates(Buffer.from(bytes).toString('latin1'));
  if (found === null) return [`chain: ${chain} holds no certificate`];
  const digests = (all: readonly X509Certificate[]): readonly string[] =>
    all.map(({ fingerprint256 }) => fingerprint256).toSorted();
  return isEqual(digests(found), digests(certificates))
    ? []
    : [`chain: ${chain} holds other certificates than the signature`];
}
