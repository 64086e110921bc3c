import { isRecord, settingsIn } from '../certificate/certificate.ts';
import type { Certificate } from '../certificate/certificate.ts';
import { refusalOf } from '../certificate/policy.ts';
import type { Verification } from '../certificate/verify.ts';
import { verifyBy } from '../api/api.ts';
import { UserError } from '../base/errors.ts';
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
  const options = { ca, verifyWith: given.text('verify-with'), policy: given.text('policy') };
  const isJson = given.has('json');
  const wanted = isJson ? 'en' : (languageOf(given) ?? null);
  const found = await verifyBy(folder, options, cwd, { ca: '--ca', policy: '--policy' }, wanted);
  const { certificate, notices, policy } = found;
  const code = exitCodes[found.conclusion];
  if (isJson) {
    const { conclusion, ...rest } = found;
    terminal.write(jsonText({ valid: conclusion === 'valid', conclusion, ...rest }));
    return code;
  }
  const words = wordsIn(wanted ?? certificate?.language ?? 'en');
  const print = (sign: string, line: string): void => terminal.write(`  ${sign} ${disarm(line)}\n`);
  if (certificate !== null) terminal.write(summaryOf(certificate, words));
  for (const line of notices) print('!', line);
  if (policy !== null) {
    const { file, sha256, lines } = policy;
    terminal.write(`${disarm(words('verify-policy', { file, sha256 }))}\n`);
    if (lines.length === 0)
      print('–', words(certificate === null ? 'verify-policy-unasked' : 'verify-policy-empty'));
    for (const { isMet, ...line } of lines) print(isMet ? '✓' : '✗', words('verify-line', line));
  }
  const unmet = policy?.lines.filter(({ isMet }) => !isMet).map(refusalOf) ?? [];
  for (const line of found.refusals.filter((one) => !unmet.includes(one))) print('✗', line);
  terminal.write(`${disarm(conclusionOf(found, words))}\n`);
  return code;
}

const exitCodes = { valid: 0, record: 1, refused: 1, 'other-version': 3 } as const satisfies Record<
  Verification['conclusion'],
  number
>;

function conclusionOf({ conclusion, refusals, otherVersion }: Verification, words: Words): string {
  const holds = words('verify-holds');
  switch (conclusion) {
    case 'refused':
      return words('verify-refused', { count: refusals.length });
    case 'valid':
      return words('verify-valid', { holds });
    case 'record':
      return words('verify-is-record', { holds });
    case 'other-version':
      return words('verify-other-version', { version: otherVersion ?? '', suite: readSuite().name });
  }
}

function summaryOf(certificate: Certificate, words: Words): string {
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
  const lines = [
    words(isRecord(certificate) ? 'verify-record-of' : 'verify-certificate-of', named),
    ...[
      ...classes,
      ...settingsIn(certificate).map((line) => say(line, words.language)),
      words('verify-made', { suite: suite.name, version: suite.version, at: run.startedAt }),
      words('verify-signed', { subject: signer.subject, until: expiresAt }),
    ].map((line) => `  ${line}`),
  ];
  return `${lines.map((line) => disarm(line)).join('\n')}\n`;
}
