import { constants } from 'node:crypto';
import type { KeyObject, SigningOptions } from 'node:crypto';
import {
  context,
  decodeOne,
  encodeOid,
  isNull,
  readAlgorithm,
  readInteger,
  readSequence,
  sequence,
} from '../base/der.ts';
import type { AlgorithmIdentifier } from '../base/der.ts';
import { oids } from '../base/oids.ts';

const digests: Readonly<Record<string, string>> = {
  [oids.sha256]: 'sha256',
  [oids.sha384]: 'sha384',
  [oids.sha512]: 'sha512',
};

/** How a signature is made. `digest` null: any digest named beside it, or none (Ed25519). */
export interface Scheme {
  /** Types of keys that can make such a signature. */
  readonly keys: readonly string[];
  readonly digest: string | null;
  /** Options for `verify` of node:crypto. */
  readonly options: SigningOptions;
}

const { RSA_PKCS1_PADDING, RSA_PKCS1_PSS_PADDING } = constants;
const rsa = { keys: ['rsa'], options: { padding: RSA_PKCS1_PADDING } } as const;
const ec = { keys: ['ec'], options: {} } as const;

/** Accepted schemes whose AlgorithmIdentifier has no parameters. */
const schemes: Readonly<Record<string, Scheme>> = {
  [oids.rsaEncryption]: { ...rsa, digest: null },
  [oids.sha256WithRsaEncryption]: { ...rsa, digest: 'sha256' },
  [oids.sha384WithRsaEncryption]: { ...rsa, digest: 'sha384' },
  [oids.sha512WithRsaEncryption]: { ...rsa, digest: 'sha512' },
  [oids.ecdsaWithSha256]: { ...ec, digest: 'sha256' },
  [oids.ecdsaWithSha384]: { ...ec, digest: 'sha384' },
  [oids.ecdsaWithSha512]: { ...ec, digest: 'sha512' },
  [oids.ed25519]: { keys: ['ed25519'], digest: null, options: {} },
};

/** The scheme of an algorithm, or its object identifier if it is not supported. Throws for another shape. */
export function schemeOf(algorithm: AlgorithmIdentifier): Scheme | string {
  const { oid } = algorithm;
  if (oid !== oids.rsassaPss) return bare(algorithm, schemes) ?? oid;
  return pssScheme(algorithm) ?? `${oid} with parameters that are not accepted`;
}

/** The name of an accepted digest for node:crypto, or null. */
export const digestOf = (algorithm: AlgorithmIdentifier): string | null => bare(algorithm, digests);

/** Looks up an algorithm without parameters, or with NULL; null if it is unknown or has parameters. */
function bare<Known>({ oid, parameters }: AlgorithmIdentifier, known: Readonly<Record<string, Known>>) {
  const isBare = parameters.length === 0 || (parameters.length === 1 && parameters.every(isNull));
  return isBare && Object.hasOwn(known, oid) ? (known[oid] ?? null) : null;
}

/**
 * RSASSA-PSS with exactly the parameters [0] digest, [1] MGF1 with the same digest, and [2] length of the salt
 * (RFC 8017, appendix A.2.3); null for any others. A missing parameter would mean SHA-1.
 */
function pssScheme({ parameters: [parameters, ...more] }: AlgorithmIdentifier): Scheme | null {
  const tagged = readSequence(parameters);
  const [hash, generator, salt] = tagged.map(({ content }) => decodeOne(content));
  const areThree = tagged.length === 3 && tagged.every(({ tag }, number) => tag === context(number));
  if (hash === undefined || generator === undefined || salt === undefined) return null;
  const digest = digestOf(readAlgorithm(hash));
  const saltLength = readInteger(salt);
  const isSameDigest = generator.bytes.equals(sequence(encodeOid(oids.mgf1), hash.bytes));
  // node:crypto gives some negative lengths the meaning "any length".
  if (more.length > 0 || !areThree || !isSameDigest || digest === null || saltLength < 0n) return null;
  const options = { padding: RSA_PKCS1_PSS_PADDING, saltLength: Number(saltLength) };
  return { keys: ['rsa', 'rsa-pss'], digest, options };
}

/** Why a key is not accepted, or null. `key` is null if the platform does not support it (GOST). */
export function keyProblem(key: KeyObject | null): string | null {
  const { modulusLength = 0, namedCurve = '', publicExponent = 65537n } = key?.asymmetricKeyDetails ?? {};
  switch (String(key?.asymmetricKeyType)) {
    case 'rsa':
    case 'rsa-pss':
      // With exponent 1, anyone can forge a signature.
      if (publicExponent < 3n)
        return `an RSA key with the exponent ${String(publicExponent)}, expected 3 or more`;
      return modulusLength >= 2048 ? null : `an RSA key of ${modulusLength} bits, expected 2048 or more`;
    case 'ec':
      return ['prime256v1', 'secp384r1', 'secp521r1'].includes(namedCurve)
        ? null
        : `a key on the curve ${namedCurve}, expected P-256, P-384 or P-521`;
    case 'ed25519':
      return null;
    default:
      return key === null
        ? 'a key of an unknown type, expected RSA, EC or Ed25519'
        : `a key of type ${String(key.asymmetricKeyType)}, expected RSA, EC or Ed25519`;
  }
}
