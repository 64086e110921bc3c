import type { ClassName, RequirementResult, Results } from '../result/results.ts';

/** One file that the certificate vouches for. */
interface CertifiedFile {
  readonly name: string;
  /** Its size. */
  readonly bytes: number;
  /** Hex. */
  readonly sha256: string;
}

/** What one variant has reached. */
export interface CertifiedVariant {
  readonly class: ClassName;
  /** How many requirements belong to that class, all of which hold. */
  readonly requirements: number;
}

/** A requirement outside of the class reached that was not seen to hold. */
interface CertifiedGap extends Pick<RequirementResult, 'verdict' | 'reason' | 'waived'> {
  readonly requirement: string;
}

/** A decision of a person that the certificate rests on. */
interface CertifiedReview {
  readonly case: string;
  readonly requirements: readonly string[];
  readonly name: string;
  /** YYYY-MM-DD. */
  readonly date: string;
}

/** Who signs, as the signer's X.509 certificate names him. */
export interface SignerName {
  readonly subject: string;
  readonly issuer: string;
  /** Hex. */
  readonly serialNumber: string;
  /** SHA-256 of the X.509 certificate, hex. */
  readonly sha256: string;
}

/** What the certificate does not say; each is a sentence of the wording. */
export const limitations = [
  'moment',
  'profile',
  'reviews',
  'other-variants',
  'passwords',
  'class',
  'security',
  'signer',
] as const;

/** One of them. */
export type Limitation = (typeof limitations)[number];

/** The statement that is signed: what was tested, how, when, and what came of it. */
export interface Certificate {
  readonly kind: 'sbp-banks-conformance-certificate';
  readonly schemaVersion: 1;
  /** Unique, a UUID. */
  readonly id: string;
  readonly suite: Results['suite'];
  readonly specification: Results['spec'];
  readonly target: { readonly name: string; readonly baseUrl: string };
  readonly profile: Results['profile'];
  readonly variants: Readonly<Record<string, CertifiedVariant>>;
  /** Variants of the specification that the target does not claim: nothing is said of them. */
  readonly notClaimed: readonly string[];
  readonly run: { readonly startedAt: string; readonly endedAt: string; readonly requests: number };
  readonly issuedAt: string;
  /** First moment at which it holds no longer. */
  readonly expiresAt: string;
  /** Requirements of the claimed variants outside of the class reached that were not seen to hold. */
  readonly outside: readonly CertifiedGap[];
  readonly reviews: readonly CertifiedReview[];
  /** Patterns of the profile that decided alone what a text means, by variant and condition. */
  readonly texts: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly signer: SignerName;
  readonly files: readonly CertifiedFile[];
  readonly doesNotSay: readonly Limitation[];
  /** Of the page that is printed. */
  readonly language: Results['target']['language'];
}

/** Names of the files that stand beside the reports. */
export const certificateFiles = {
  certificate: 'certificate.json',
  signature: 'certificate.json.p7s',
  chain: 'chain.pem',
  sums: 'SHA256SUMS',
  page: 'certificate.html',
} as const;

/** The file that holds the evidence. */
export const evidenceFile = 'results.json';

/** Days that a certificate may hold at most. */
export const mostDays = 3650;
