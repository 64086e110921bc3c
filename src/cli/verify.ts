import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { X509Certificate } from 'node:crypto';
import type { Certificate } from '../certificate/certificate.ts';
import { readFolder } from '../certificate/folder.ts';
import { readCertificates } from '../certificate/pem.ts';
import { verifyCertificate } from '../certificate/verify.ts';
import { UserError } from '../errors.ts';
import { disarm } from '../report/disarm.ts';
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

/** Checks a certificate offline: 0 where everything holds, 1 where anything does not, each reason on a line of its own. */
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
  const files = await readFolder(resolve(cwd, folder), folder);
  const verifier = { spec: specification, suite: readSuite(), anchors, now: new Date() };
  const { certificate, refusals, notices } = await verifyCertificate(files, verifier);
  if (given.has('json')) {
    const answer = { valid: refusals.length === 0, refusals, notices, certificate };
    terminal.write(`${JSON.stringify(answer, null, 2)}\n`);
    return answer.valid ? 0 : 1;
  }
  if (certificate !== null) terminal.write(summaryOf(certificate));
  for (const line of notices) terminal.write(`  ! ${disarm(line)}\n`);
  for (const line of refusals) terminal.write(`  ✗ ${disarm(line)}\n`);
  terminal.write(conclusionOf(refusals.length, notices.length));
  return refusals.length === 0 ? 0 : 1;
}

function conclusionOf(refusals: number, notices: number): string {
  if (refusals > 0) return `REFUSED, for ${refusals} ${refusals === 1 ? 'reason' : 'reasons'}\n`;
  const but = notices === 0 ? '' : '; what could not be found out stands above';
  return `VALID: signature, chain, validity, digests and the evidence, judged again, hold${but}\n`;
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
