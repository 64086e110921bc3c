import type { Certificate } from '../certificate/certificate.ts';
import type { Verification } from '../certificate/verify.ts';
import { verifyBy } from '../api/api.ts';
import { UserError } from '../base/errors.ts';
import { disarm } from '../base/visible.ts';
import { readSuite } from '../base/package.ts';
import type { Invocation } from './invocation.ts';
import type { Given } from './option.ts';
import { jsonText } from '../base/json-text.ts';

/**
 * Checks a certificate offline and prints each reason to refuse it. Returns 0 if it is valid, 1 if not, and 3
 * if another version of the suite has to judge the evidence.
 */
export async function verify(given: Given, { cwd, terminal }: Invocation): Promise<number> {
  const [folder] = given.words;
  const ca = given.text('ca');
  if (folder === undefined || ca === undefined) {
    const message = `verify needs ${folder === undefined ? 'a folder' : '--ca FILE'}`;
    throw new UserError(
      'usage',
      'missing-option',
      message,
      'for example: verify certificate --ca demo/root.pem',
    );
  }
  const options = { ca, verifyWith: given.text('verify-with'), policy: given.text('policy') };
  const found = await verifyBy(folder, options, cwd, { ca: '--ca', policy: '--policy' });
  const { certificate, refusals, notices, otherVersion } = found;
  const code = refusals.length > 0 ? 1 : otherVersion === null ? 0 : 3;
  if (given.has('json')) {
    const answer = { valid: code === 0, refusals, notices, otherVersion, certificate };
    terminal.write(jsonText(answer));
    return code;
  }
  if (certificate !== null) terminal.write(summaryOf(certificate));
  for (const line of notices) terminal.write(`  ! ${disarm(line)}\n`);
  for (const line of refusals) terminal.write(`  ✗ ${disarm(line)}\n`);
  terminal.write(conclusionOf(found));
  return code;
}

function conclusionOf({ refusals, otherVersion }: Verification): string {
  if (refusals.length > 0) {
    return `REFUSED, for ${refusals.length} ${refusals.length === 1 ? 'reason' : 'reasons'}\n`;
  }
  if (otherVersion === null) {
    return 'VALID: signature, chain, dates and digests are right, and the evidence gives the same verdicts again. Limits: see above.\n';
  }
  const version = disarm(otherVersion);
  return `NOT JUDGED: signature, chain and digests hold, but the evidence is of version ${version}: verify it with ${readSuite().name} ${version}\n`;
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
