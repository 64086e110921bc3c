import { isRecord, settingsIn } from '../certificate/certificate.ts';
import type { Certificate } from '../certificate/certificate.ts';
import type { Verification } from '../certificate/verify.ts';
import { verifyBy } from '../api/api.ts';
import { UserError } from '../base/errors.ts';
import { wrap } from '../base/text-width.ts';
import { clip, disarm } from '../base/visible.ts';
import { message, say } from '../messages/message.ts';
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
  const isJson = given.has('json');
  const found = await verifyBy(folder, options, cwd, { ca: '--ca', policy: '--policy' });
  const { certificate, notices, policy } = found;
  const code = exitCodes[found.conclusion];
  if (isJson) {
    const { conclusion, ...rest } = found;
    terminal.write(jsonText({ valid: conclusion === 'valid', conclusion, ...rest }));
    return code;
  }
  const { width } = terminal;
  const show = (line: string, indent = ''): void => {
    const lines = wrap(disarm(line), width - indent.length - 2);
    terminal.write(`${indent}${lines.join(`\n${indent}  `)}\n`);
  };
  const mark = (sign: string, line: string): void => show(`${sign} ${line}`, '  ');
  const { conclusion, reasons } = concludedIn(found);
  show(conclusion);
  for (const line of reasons) mark('✗', line);
  if (certificate !== null) {
    const [title = '', ...lines] = summaryOf(certificate);
    show(title);
    for (const line of lines) show(line, '  ');
  }
  if (policy !== null) {
    const { file, sha256, lines } = policy;
    show(`Policy ${file}, SHA-256 ${sha256}`);
    if (lines.length === 0) mark('–', certificate === null ? 'was not asked' : 'asks for nothing');
    for (const { isMet, ...line } of lines) mark(isMet ? '✓' : '✗', say(message('verify-line', line), 'en'));
  }
  if (notices.length > 0) show('Limits:');
  for (const line of notices) mark('!', line);
  return code;
}

const exitCodes = { valid: 0, record: 1, refused: 1, 'other-version': 3 } as const satisfies Record<
  Verification['conclusion'],
  number
>;

/** Whether it is valid, in one sentence, and the reasons that do not fit into it or stand in the policy. */
function concludedIn(found: Verification) {
  const { certificate, otherVersion, policy, refusals } = found;
  const holds =
    'signature, chain, dates and digests are right, and the evidence gives the same verdicts again';
  const only = (conclusion: string, reasons: readonly string[] = []) => ({ conclusion, reasons });
  switch (found.conclusion) {
    case 'refused': {
      const [reason = '', ...others] = refusals;
      const { lines = [], file = '' } = policy ?? {};
      const unmet = lines.filter(({ isMet }) => !isMet).length;
      // Lines of the policy that are not met are marked there.
      if (certificate !== null && unmet === refusals.length)
        return only(
          `NOT VALID for ${file}: ${unmet} of ${lines.length} lines of this policy are not met. Otherwise ${holds}.`,
        );
      return others.length === 0
        ? only(`NOT VALID: ${reason}`)
        : only(
            `NOT VALID, for ${refusals.length} ${refusals.length === 1 ? 'reason' : 'reasons'}:`,
            refusals,
          );
    }
    case 'valid':
      return only(`VALID: ${holds}.`);
    case 'record':
      return only(
        `NO CERTIFICATE, but a record of a run that holds: ${holds}. Why there is no certificate:`,
        (certificate?.missed ?? []).map((line) => say(line, 'en')),
      );
    case 'other-version':
      return only(
        `NOT JUDGED: signature, chain and digests hold, but the evidence is of version ${otherVersion ?? ''}: verify it with ${readSuite().name} ${otherVersion ?? ''}`,
        refusals,
      );
  }
}

function summaryOf(certificate: Certificate): readonly string[] {
  const { target, variants, suite, signer, run, expiresAt } = certificate;
  const classes = Object.entries(variants).map(([id, found]) => {
    const { class: reached, bankCode = null, partnerName = null } = found;
    const parts = [
      reached === null ? 'no class' : `class ${reached}`,
      ...(bankCode === null ? [] : [`bank code ${clip(bankCode, 100)}`]),
      ...(partnerName === null ? [] : [`partner ${clip(partnerName, 100)}`]),
    ];
    return `variant ${id}: ${parts.join(', ')}`;
  });
  return [
    isRecord(certificate)
      ? `Record of a run, no certificate, of ${target.name} (${target.baseUrl})`
      : `Certificate of ${target.name} (${target.baseUrl})`,
    ...classes,
    ...settingsIn(certificate).map((line) => say(line, 'en')),
    `${suite.name} ${suite.version}, run on ${run.startedAt}`,
    `signed by ${signer.subject}, valid until ${expiresAt}`,
  ];
}
