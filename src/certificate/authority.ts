import { createHash, generateKeyPairSync, randomBytes, sign, X509Certificate } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { context, encodeDer, encodeOid, sequence, set, tags, utcTime } from '../base/der.ts';
import { UserError } from '../base/errors.ts';
import { oids } from '../base/oids.ts';
import { obstacleOf } from '../base/file.ts';

/** What a certificate states (RFC 5280, section 4.1), and how it is signed. */
interface Statement {
  readonly issuer: Buffer;
  readonly subject: Buffer;
  readonly publicKey: KeyObject;
  readonly from: Date;
  readonly to: Date;
  readonly extensions: readonly Buffer[];
  /** The AlgorithmIdentifier of the signature. */
  readonly algorithm: Buffer;
  readonly sign: (content: Buffer) => Buffer;
}

/** Writes an X.509 certificate, version 3, with a random serial number. It must end by 2049. */
export function writeX509({ publicKey, algorithm, ...stated }: Statement): X509Certificate {
  const serial = randomBytes(16);
  // A positive number whose first byte is not zero.
  serial[0] = ((serial[0] ?? 0) & 0x7f) | 0x40;
  const body = sequence(
    encodeDer(context(0), encodeDer(tags.integer, Buffer.of(2))),
    encodeDer(tags.integer, serial),
    algorithm,
    stated.issuer,
    sequence(utcTime(stated.from), utcTime(stated.to)),
    stated.subject,
    publicKey.export({ type: 'spki', format: 'der' }),
    encodeDer(context(3), sequence(...stated.extensions)),
  );
  const signature = encodeDer(tags.bits, Buffer.of(0), stated.sign(body));
  return new X509Certificate(sequence(body, algorithm, signature));
}

const isTrue = encodeDer(tags.boolean, Buffer.of(0xff));

/** `value` is DER. */
export const extension = (oid: string, value: Buffer, isCritical = false): Buffer =>
  sequence(encodeOid(oid), ...(isCritical ? [isTrue] : []), encodeDer(tags.octets, value));

/** Writes a distinguished name from pairs of object identifier and text. */
export const distinguishedName = (...parts: readonly (readonly [oid: string, text: string])[]): Buffer =>
  sequence(
    ...parts.map(([oid, text]) => set(sequence(encodeOid(oid), encodeDer(tags.text, Buffer.from(text))))),
  );

/** Writes a BIT STRING of one byte whose last `unused` bits do not count. */
const bits = (byte: number, unused: number): Buffer => encodeDer(tags.bits, Buffer.of(unused, byte));

/** Critical extensions of root and signer. */
const roles = {
  root: {
    years: 10,
    extensions: [
      [oids.basicConstraints, sequence(isTrue)],
      // keyCertSign and cRLSign.
      [oids.keyUsage, bits(0b0000_0110, 1)],
    ],
  },
  signer: {
    years: 2,
    extensions: [
      [oids.basicConstraints, sequence()],
      // digitalSignature and nonRepudiation.
      [oids.keyUsage, bits(0b1100_0000, 6)],
      [oids.extKeyUsage, sequence(encodeOid(oids.emailProtection))],
    ],
  },
} as const;

const nameOf = (role: keyof typeof roles): Buffer =>
  distinguishedName(
    [oids.organizationName, 'TEST ONLY (demonstration)'],
    [oids.commonName, `Demonstration ${role} (TEST ONLY)`],
  );

function certify(role: keyof typeof roles, publicKey: KeyObject, issuerKey: KeyObject, now: Date): string {
  const { years, extensions } = roles[role];
  const key = publicKey.export({ type: 'spki', format: 'der' });
  const identifier = createHash('sha256').update(key).digest().subarray(0, 20);
  return writeX509({
    issuer: nameOf('root'),
    subject: nameOf(role),
    publicKey,
    // The clock of the machine that verifies may be slow.
    from: new Date(now.getTime() - 3_600_000),
    to: new Date(now.getTime() + years * 365 * 86_400_000),
    extensions: [
      ...extensions.map(([oid, value]) => extension(oid, value, true)),
      extension(oids.subjectKeyIdentifier, encodeDer(tags.octets, identifier)),
    ],
    algorithm: sequence(encodeOid(oids.ecdsaWithSha256)),
    sign: (content) => sign('sha256', content, issuerKey),
  }).toString();
}

const makeKeys = () => generateKeyPairSync('ec', { namedCurve: 'prime256v1' });

/** Writes a demonstration authority; returns its paths. Rejects with a UserError if one of the files exists. */
export async function writeAuthority(folder: string, now: Date): Promise<readonly string[]> {
  const [root, signer] = [makeKeys(), makeKeys()];
  const pem = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }).toString();
  const files = [
    ['root.pem', certify('root', root.publicKey, root.privateKey, now)],
    ['root.key', pem(root.privateKey)],
    ['signer.pem', certify('signer', signer.publicKey, root.privateKey, now)],
    ['signer.key', pem(signer.privateKey)],
  ] as const;
  const paths = files.map(([name]) => join(folder, name));
  // Checked first, so that an error leaves no incomplete authority behind.
  const former = paths.find((path) => existsSync(path));
  if (former !== undefined) {
    const hint = 'name an empty or a new folder; nothing is ever overwritten';
    throw new UserError('usage', 'authority-exists', `${former} is there already`, hint);
  }
  try {
    await mkdir(folder, { recursive: true });
    for (const [name, content] of files) {
      // `wx` fails if another process has written the file in the meantime.
      const mode = name.endsWith('.key') ? 0o600 : 0o644;
      await writeFile(join(folder, name), content, { mode, flag: 'wx' });
    }
  } catch (error) {
    const problem = `${folder}: found ${obstacleOf(error)}, expected a folder that can be written to`;
    throw new UserError('usage', 'authority-not-written', problem, 'name another folder');
  }
  return paths;
}
