import { isRecord, settingsIn } from '../certificate/certificate.ts';
import type { Certificate } from '../certificate/certificate.ts';
import type { Verification } from '../certificate/verify.ts';
import { verifyBy } from '../api/api.ts';
import { UserError } from '../base/errors.ts';
import { wrap } from '../base/text-width.ts';
import { clip, disarm } from '../base/visible.ts';
import { say, wordsIn } from '../messages/message.ts';
import type { Words } from '../messages/message.ts';
import { languageOf } from './settings.ts';
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
  const options = { ca, verifyWith: given.text('verify-with') };
  const isJson = given.has('json');
  const wanted = isJson ? 'en' : (languageOf(given) ?? null);
  const found = await verifyBy(folder, options, cwd, '--ca', wanted);
  const { certificate, notices } = found;
  const code = exitCodes[found.conclusion];
  if (isJson) {
    const { conclusion, ...rest } = found;
    terminal.write(jsonText({ valid: conclusion === 'valid', conclusion, ...rest }));
    return code;
  }
  const words = wordsIn(found.language);
  const { width } = terminal;
  const show = (line: string, indent = ''): void => {
    const lines = wrap(disarm(line), width - indent.length - 2);
    terminal.write(`${indent}${lines.join(`\n${indent}  `)}\n`);
  };
  const mark = (sign: string, line: string): void => show(`${sign} ${line}`, '  ');
  const { conclusion, reasons } = concludedIn(found, words);
  show(conclusion);
  for (const line of reasons) mark('✗', line);
  if (certificate !== null) {
    const [title = '', ...lines] = summaryOf(certificate, words);
    show(title);
    for (const line of lines) show(line, '  ');
  }
  if (notices.length > 0) show(words('verify-limits'));
  for (const line of notices) mark('!', line);
  return code;
}

const exitCodes = { valid: 0, record: 1, refused: 1, 'other-version': 3 } as const satisfies Record<
  Verification['conclusion'],
  number
>;

/** Whether it is valid, in one sentence, and the reasons that do not fit into it. */
function concludedIn(found: Verification, words: Words) {
  const { certificate, otherVersion, refusals } = found;
  const holds = words('verify-holds');
  const only = (conclusion: string, reasons: readonly string[] = []) => ({ conclusion, reasons });
  switch (found.conclusion) {
    case 'refused': {
      const [reason = '', ...others] = refusals;
      return others.length === 0
        ? only(words('verify-invalid', { reason }))
        : only(words('verify-invalid-reasons', { count: refusals.length }), refusals);
    }
    case 'valid':
      return only(words('verify-valid', { holds }));
    case 'record':
      return only(
        words('verify-is-record', { holds }),
        (certificate?.missed ?? []).map((line) => say(line, words.language)),
      );
    case 'other-version':
      return only(
        words('verify-other-version', { version: otherVersion ?? '', suite: readSuite().name }),
        refusals,
      );
  }
}

function summaryOf(certificate: Certificate, words: Words): readonly string[] {
  const { target, variants, suite, signer, run, expiresAt } = certificate;
  const classes = Object.entries(variants).map(([id, found]) => {
    const { class: reached, bankCode = null, partnerName = null } = found;
    const parts = [
      reached === null ? words('certificate-no-class') : words('verify-class', { name: reached }),
      ...(bankCode === null ? [] : [words('certificate-bank-code', { code: clip(bankCode, 100) })]),
      ...(partnerName === null ? [] : [words('certificate-partner', { name: clip(partnerName, 100) })]),
    ];
    return words('verify-variant', { id, parts });
  });
  const named = { name: target.name, url: target.baseUrl };
  return [
    words(isRecord(certificate) ? 'verify-record-of' : 'verify-certificate-of', named),
    ...classes,
    ...settingsIn(certificate).map((line) => say(line, words.language)),
    words('verify-made', { suite: suite.name, version: suite.version, at: run.startedAt }),
    words('verify-signed', { subject: signer.subject, until: expiresAt }),
  ];
}
