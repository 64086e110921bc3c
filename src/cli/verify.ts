import { isRecord, settingsIn } from '../certificate/certificate.ts';
import type { Certificate } from '../certificate/certificate.ts';
import { refusalOf } from '../certificate/policy.ts';
import type { Verification } from '../certificate/verify.ts';
import { verifyBy } from '../api/api.ts';
import { UserError } from '../base/errors.ts';
import { clip, disarm } from '../base/visible.ts';
import { say } from '../messages/message.ts';
import { readSuite } from '../base/package.ts';
import type { Invocation } from './invocation.ts';
import type { Given } from './option.ts';
import { jsonText } from '../base/json-text.ts';

/**
 * Checks a certificate offline and prints each reason to refuse it. Returns 0 if it is valid, 1 if not or if it
 * is a record, and 3 if another version of the suite has to judge the evidence.
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
  const { certificate, notices, policy } = found;
  const code = exitCodes[found.conclusion];
  if (given.has('json')) {
    const { conclusion, ...rest } = found;
    terminal.write(jsonText({ valid: conclusion === 'valid', conclusion, ...rest }));
    return code;
  }
  const print = (sign: string, line: string): void => terminal.write(`  ${sign} ${disarm(line)}\n`);
  if (certificate !== null) terminal.write(summaryOf(certificate));
  for (const line of notices) print('!', line);
  if (policy !== null) {
    terminal.write(`Policy ${disarm(policy.file)}, SHA-256 ${policy.sha256}\n`);
    if (policy.lines.length === 0) print('–', certificate === null ? 'was not asked' : 'asks for nothing');
    for (const { member, expected, found: actual, isMet } of policy.lines)
      print(isMet ? '✓' : '✗', `${member}: found ${actual}, expected ${expected}`);
  }
  const unmet = policy?.lines.filter(({ isMet }) => !isMet).map(refusalOf) ?? [];
  for (const line of found.refusals.filter((one) => !unmet.includes(one))) print('✗', line);
  terminal.write(conclusionOf(found));
  return code;
}

const exitCodes = { valid: 0, record: 1, refused: 1, 'other-version': 3 } as const satisfies Record<
  Verification['conclusion'],
  number
>;

const holds = 'signature, chain, dates and digests are right, and the evidence gives the same verdicts again';

function conclusionOf({ conclusion, refusals, otherVersion }: Verification): string {
  const version = disarm(otherVersion ?? '');
  switch (conclusion) {
    case 'refused':
      return `REFUSED, for ${refusals.length} ${refusals.length === 1 ? 'reason' : 'reasons'}\n`;
    case 'valid':
      return `VALID: ${holds}. Limits: see above.\n`;
    case 'record':
      return `NO CERTIFICATE, but a record of a run that holds: ${holds}. It says why there is no certificate.\n`;
    case 'other-version':
      return `NOT JUDGED: signature, chain and digests hold, but the evidence is of version ${version}: verify it with ${readSuite().name} ${version}\n`;
  }
}

function summaryOf(certificate: Certificate): string {
  const { target, variants, suite, signer, run, expiresAt } = certificate;
  const classes = Object.entries(variants).map(([id, found]) => {
    const { class: reached, bankCode = null, partnerName = null } = found;
    const tested = [
      ...(bankCode === null ? [] : [`bank code ${clip(bankCode, 100)}`]),
      ...(partnerName === null ? [] : [`partner ${clip(partnerName, 100)}`]),
    ];
    return [`  variant ${id}: ${reached === null ? 'no class' : `class ${reached}`}`, ...tested].join(', ');
  });
  const lines = [
    `${isRecord(certificate) ? 'Record of a run, no certificate,' : 'Certificate'} of ${target.name} (${target.baseUrl})`,
    ...classes,
    ...settingsIn(certificate).map((line) => `  ${say(line, 'en')}`),
    `  ${suite.name} ${suite.version}, run on ${run.startedAt}`,
    `  signed by ${signer.subject}, valid until ${expiresAt}`,
  ];
  return `${lines.map((line) => disarm(line)).join('\n')}\n`;
}
