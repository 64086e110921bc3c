import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { X509Certificate } from 'node:crypto';
import type { Certificate } from '../certificate/certificate.ts';
import { verifyFolder } from '../certificate/verify.ts';
import type { Verification } from '../certificate/verify.ts';
import { readCertificates } from '../certificate/x509.ts';
import { UserError } from '../errors.ts';
import { disarm } from '../report/visible.ts';
import { specification } from '../spec/variant.ts';
import { commandHelp } from './help.ts';
import type { Invocation } from './invocation.ts';
import { readOptions } from './option.ts';
import type { OptionTable } from './option.ts';
import { readSuite } from './package.ts';

const options = {
  ca: { type: 'text', value: 'FILE', summary: 'certificates that are trusted (PEM)' },
  json: { type: 'flag', summary: 'as JSON' },
  help: { type: 'flag', summary: 'show this' },
} as const satisfies OptionTable;

/** Checks a certificate offline: 0 where everything holds, 1 where anything does not, each reason on a line of its own, 3 where another version of the suite has to judge the evidence. */
export async function verify({ args, cwd, terminal }: Invocation): Promise<number> {
  const given = readOptions('verify', args, options, 1);
  if (given.has('help')) {
    terminal.write(commandHelp('verify DIR', options));
    return 0;
  }
  const [folder] = given.words;
  const ca = given.text('ca');
  if (folder === undefined || ca === undefined)
    throw incomplete(folder === undefined ? 'a folder' : '--ca FILE');
  const anchors = await readAnchors(ca, cwd);
  const verifier = { spec: specification, suite: readSuite(), anchors, now: new Date() };
  const found = await verifyFolder(resolve(cwd, folder), folder, verifier);
  const { certificate, refusals, notices, otherVersion } = found;
  const code = refusals.length > 0 ? 1 : otherVersion === null ? 0 : 3;
  if (given.has('json')) {
    const answer = { valid: code === 0, refusals, notices, otherVersion, certificate };
    terminal.write(`${JSON.stringify(answer, null, 2)}\n`);
    return code;
  }
  if (certificate !== null) terminal.write(summaryOf(certificate));
  for (const line of notices) terminal.write(`  ! ${disarm(line)}\n`);
  for (const line of refusals) terminal.write(`  ✗ ${disarm(line)}\n`);
  terminal.write(conclusionOf(found, verifier.suite));
  return code;
}

function conclusionOf({ refusals, otherVersion }: Verification, { name }: Certificate['suite']): string {
  if (refusals.length > 0)
    return `REFUSED, for ${refusals.length} ${refusals.length === 1 ? 'reason' : 'reasons'}\n`;
  if (otherVersion === null) {
    return 'VALID: signature, chain, validity, digests and the evidence, judged again, hold; what they do not say is listed above\n';
  }
  const version = disarm(otherVersion);
  return `NOT JUDGED: signature, chain and digests hold, but the evidence is of version ${version}: verify it with ${name} ${version}\n`;
}

const incomplete = (what: string): UserError =>
  new UserError(
    'usage',
    'missing-option',
    `verify needs ${what}`,
    'for example: verify reports --ca root.pem',
  );

async function readAnchors(path: string, cwd: string): Promise<readonly X509Certificate[]> {
  const hint = 'name a PEM file with the certificates that you trust';
  const text = await readFile(resolve(cwd, path), 'latin1').catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    throw new UserError('usage', 'ca-unreadable', `--ca: ${path} cannot be read (${code})`, hint);
  });
  const anchors = readCertificates(text);
  if (anchors !== null) return anchors;
  throw new UserError('usage', 'ca-not-certificate', `--ca: ${path}: found no certificate in PEM`, hint);
}

function summaryOf({ target, variants, suite, signer, run, expiresAt }: Certificate): string {
  const classes = Object.entries(variants).map(([id, found]) => `variant ${id}: class ${found.class}`);
  const lines = [
    `Certificate of ${target.name} (${target.baseUrl})`,
    `  ${classes.join(', ')}`,
    `  ${suite.name} ${suite.version}, run on ${run.startedAt}`,
    `  signed by ${signer.subject}, valid until ${expiresAt}`,
  ];
  return `${lines.map((line) => disarm(line)).join('\n')}\n`;
}
