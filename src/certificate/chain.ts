import type { X509Certificate } from 'node:crypto';
import { loadForge } from './der.ts';
import type { Forge } from './der.ts';
import { purposeProblem, readUse, signingProblem } from './x509.ts';

/** What a chain has to hold against. */
export interface ChainQuestion {
  readonly signer: X509Certificate;
  /** Certificates that may lie between. */
  readonly intermediates: readonly X509Certificate[];
  /** Certificates that are trusted. */
  readonly anchors: readonly X509Certificate[];
  /** Moments at which every certificate has to be valid, each with its name. */
  readonly moments: readonly { readonly name: string; readonly at: Date }[];
}

/** Certificates on the way are at most that many: nobody needs more, and circles come to an end. */
const longest = 8;

/** Why no chain leads from the signer to a trusted certificate (RFC 5280, section 6), each problem in a sentence; none where one does. */
export function findChainProblems(question: ChainQuestion): Promise<readonly string[]> {
  return problemsOnPath(question, question.anchors);
}

/** `believed` need no good signature: nobody has to believe that of a root on itself. */
async function problemsOnPath(
  question: ChainQuestion,
  believed: readonly X509Certificate[],
): Promise<readonly string[]> {
  const library = await loadForge();
  const path = pathFrom(question.signer, question);
  const signing = signingProblem(readUse(library, question.signer));
  return [
    ...(signing === null ? [] : [`${nameOf(question.signer)} may not sign: ${signing}`]),
    ...(path === null
      ? [`no chain leads from ${nameOf(question.signer)} to a certificate of the CA file`]
      : path.flatMap((certificate, depth) =>
          problemsOf(library, certificate, depth, { ...question, believed }),
        )),
  ];
}

/** What is wrong with the part of a chain that is at hand, up to where it ends, each problem in a sentence; whether anybody trusts it is another matter. */
export function findGivenProblems(question: Omit<ChainQuestion, 'anchors'>): Promise<readonly string[]> {
  const all = [question.signer, ...question.intermediates];
  const tops = all.filter((one) => !all.some((issuer) => !isSame(one, issuer) && isIssuedBy(one, issuer)));
  const anchors = tops.length === 0 ? all : tops;
  return problemsOnPath(
    { ...question, anchors },
    anchors.filter((one) => one.subject === one.issuer),
  );
}

/** The first path to a trusted certificate, both ends included. */
function pathFrom(
  certificate: X509Certificate,
  question: ChainQuestion,
  taken: readonly X509Certificate[] = [],
): readonly X509Certificate[] | null {
  const path = [...taken, certificate];
  if (question.anchors.some((anchor) => isSame(anchor, certificate))) return path;
  if (path.length > longest) return null;
  const next = [...question.anchors, ...question.intermediates].filter(
    (issuer) => !path.some((one) => isSame(one, issuer)) && isIssuedBy(certificate, issuer),
  );
  for (const issuer of next) {
    const found = pathFrom(issuer, question, path);
    if (found !== null) return found;
  }
  return null;
}

const isSame = (left: X509Certificate, right: X509Certificate): boolean => left.raw.equals(right.raw);

/** Whether one certificate names the other as its issuer and bears a signature of its key. */
export function isIssuedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  try {
    return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
  } catch {
    return false;
  }
}

/** MD5 and SHA-1 with RSA and ECDSA. */
const weakSignatures = ['1.2.840.113549.1.1.4', '1.2.840.113549.1.1.5', '1.2.840.10045.4.1'];

function problemsOf(
  library: Forge,
  certificate: X509Certificate,
  depth: number,
  { moments, believed }: Pick<ChainQuestion, 'moments'> & { readonly believed: readonly X509Certificate[] },
): readonly string[] {
  const name = nameOf(certificate);
  const use = readUse(library, certificate);
  const isBelieved = believed.some((one) => isSame(one, certificate));
  const purpose = depth > 0 ? purposeProblem(use) : null;
  return [
    ...moments.flatMap((moment) => validityProblem(certificate, moment) ?? []),
    ...(depth > 0 && !certificate.ca
      ? [`${name} is not a certification authority, yet it issued another`]
      : []),
    ...(depth > 0 && use.keyUsage?.includes('keyCertSign') === false
      ? [`${name} may not issue certificates: its key usage is ${use.keyUsage.join(', ')}`]
      : []),
    ...(use.pathLength !== null && depth - 1 > use.pathLength
      ? [`${name} allows ${use.pathLength} authorities below it, found ${depth - 1}`]
      : []),
    ...(purpose === null ? [] : [`${name} may not issue certificates for signing: ${purpose}`]),
    ...use.notUnderstood.map(
      (oid) =>
        `${name} has an extension that is critical or restricts the chain, and is not understood (${oid})`,
    ),
    ...(!isBelieved && weakSignatures.includes(use.signatureOid)
      ? [`${name} was signed with MD5 or SHA-1, expected SHA-256 or better`]
      : []),
  ];
}

function validityProblem(
  certificate: X509Certificate,
  { name, at }: ChainQuestion['moments'][number],
): string | null {
  if (at < certificate.validFromDate) {
    return `${nameOf(certificate)} was not valid yet ${name} (from ${certificate.validFromDate.toISOString()})`;
  }
  if (at > certificate.validToDate) {
    return `${nameOf(certificate)} was no longer valid ${name} (until ${certificate.validToDate.toISOString()})`;
  }
  return null;
}

/** The subject of a certificate on one line. */
export function nameOf({ subject }: X509Certificate): string {
  return subject.split('\n').join(', ') || 'a certificate without a subject';
}
