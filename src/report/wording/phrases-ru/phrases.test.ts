import { describe, expect, test } from 'vitest';
import { deriveCases } from '../../../case/derive.ts';
import { fullSettings, targetOf } from '../../../case/target.test-data.ts';
import { threeVariants } from '../../../case/third-variant.test-data.ts';
import { explainBytes, explainLookUp, explainTls } from '../../../http/failure-words.ts';
import { deriveRequirements } from '../../../spec/requirement.ts';
import { englishIn } from '../recorded.test-data.ts';
import { russian } from '../ru.ts';
import { causes } from './causes.ts';
import { checks } from './checks.ts';
import { encryption } from './encryption.ts';
import { failures } from './failures.ts';
import { notes } from './notes.ts';
import { observations } from './observations.ts';
import { phrasesRu } from './phrases.ts';
import { questions } from './questions.ts';
import { statements } from './statements.ts';
import { titles } from './titles.ts';
import { transport } from './transport.ts';

const rooms = [
  causes,
  checks,
  encryption,
  failures,
  notes,
  observations,
  questions,
  statements,
  titles,
  transport,
];

const untranslated = (texts: readonly string[]): readonly string[] =>
  texts.filter((text) => russian.say(text) === text || englishIn(russian.say(text)).length > 0);

/** Ids stand as labels of observed requests. */
const isId = (label: string): boolean => /^[a-z0-9]+(?:[.-][\w-]+)*$/i.test(label);

describe('in Russian there is', () => {
  test('the title of the specification and every statement of the catalogue', () => {
    const said = deriveRequirements(threeVariants).map(({ statement }) => statement);
    expect(untranslated([threeVariants.title, ...said])).toEqual([]);
  });

  test('every title and question of a case, and every label of a request', () => {
    const cases = deriveCases(threeVariants, targetOf(threeVariants, fullSettings), true);
    const labels = cases.flatMap(({ stimuli }) => stimuli.map(({ label }) => label));
    expect(untranslated(cases.map(({ title }) => title))).toEqual([]);
    expect(untranslated(labels.filter((label) => !isId(label)))).toEqual([]);
  });

  test('every word about a connection that does not come about', () => {
    const tls = [
      'CERT_HAS_EXPIRED',
      'CERT_NOT_YET_VALID',
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      'SELF_SIGNED_CERT_IN_CHAIN',
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      'ERR_TLS_CERT_ALTNAME_INVALID',
      'CERT_REVOKED',
      'INVALID_PURPOSE',
      'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED',
      'ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE',
      'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE',
      'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION',
      'ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL',
      'ERR_SSL_TLSV1_UNRECOGNIZED_NAME',
      'ERR_SSL_WRONG_VERSION_NUMBER',
      'ERR_SSL_DH_KEY_TOO_SMALL',
      'ECONNRESET',
    ].map(explainTls);
    const names = ['ENOTFOUND', 'ENODATA', 'EAI_AGAIN', 'EAI_FAIL'].map(explainLookUp);
    const bytes = ['\u0015\u0003\u0001', '\0\0\u0012\u0004\0\0\0\0\0'].map(explainBytes);
    const all = [...tls, ...names, ...bytes].map((one) => one ?? { found: 'unknown to us', mend: '' });
    expect(untranslated(all.map(({ found, mend }) => `${found}; ${mend}`))).toEqual([]);
  });

  test.each([
    'encryption.command: the program "x" ended with exit code 3 and said "no key", expected a program that reads the password on standard input and prints the ciphertext; Run the program by hand in the folder of the profile with a made-up password on standard input.',
    'encryption.key: found only CSR, expected an RSA certificate or public key in PEM form; Ask the operator of the service for its RSA certificate or public key in PEM form. A binary file becomes PEM by: openssl x509 -inform DER',
    'teardown failed (exit code 3); the target may still be out of order. Repeat it by hand: ./mend.sh',
    'set-up: answered 404, expected 2xx',
    'no whole answer within 10 ms: headers and 3 bytes of the body came, and no control was answered as before',
    'answered 503; the limit of 3 failed logins is reached (limits.failedLogins), so it was not asked again',
  ])('%s', (text) => {
    expect(untranslated([text])).toEqual([]);
  });
});

describe('the phrases', () => {
  test('stand in one room each', () => {
    const all = rooms.flatMap((room) => Object.keys(room));
    expect(all.filter((phrase, index) => all.indexOf(phrase) !== index)).toEqual([]);
    expect(Object.keys(phrasesRu)).toHaveLength(all.length);
  });

  test('put no slot into the translation that the English text lacks, and leave none out', () => {
    const slots = (text: string): readonly string[] => [
      ...new Set([...text.matchAll(/\{(\d)[^}]*\}/g)].map(([, number]) => number ?? '')),
    ];
    const wrong = Object.entries(phrasesRu).filter(
      ([one, other]) => slots(one).toSorted().join() !== slots(other).toSorted().join(),
    );
    expect(wrong).toEqual([]);
  });

  test('leave no English word in the translation', () => {
    const words = Object.values(phrasesRu).filter(
      (text) => englishIn(text.replaceAll(/\{\d\}/g, 'x')).length > 0,
    );
    expect(words).toEqual([]);
  });
});
