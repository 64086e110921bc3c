import type { Answer, Change, Refusal, VariantId } from '../behaviour.ts';
import {
  inVariant,
  toText,
  toWindows1251,
  withAnswer,
  withByteOrderMark,
  withBytes,
  withErrorBody,
} from '../change.ts';
import type { Defect } from '../defect.ts';
import { errorBodyIds, missingMeaningIds, missingNameIds } from '../requirement-ids.ts';

const error = { kind: 'error' } as const;

function page(where: VariantId, kind: Refusal | 'error', type: string, content: string): Change {
  return withAnswer(where, { kind }, (answer: Answer) => ({
    ...answer,
    headers: { ...answer.headers, 'Content-Type': type },
    body: Buffer.from(content),
  }));
}

/** Error responses whose body is not an object with a text in `description_status`. */
export const errorBodyDefects: readonly Defect[] = [
  {
    id: 'a-error-member-message',
    summary: 'A calls the text of an error message.',
    violates: errorBodyIds('a'),
    change: withErrorBody('a', error, (text) => ({ message: text })),
  },
  {
    id: 'b-error-member-camel-case',
    summary: 'B spells the member descriptionStatus.',
    violates: errorBodyIds('b'),
    change: withErrorBody('b', error, (text) => ({ descriptionStatus: text })),
  },
  {
    id: 'a-error-text-number',
    summary: 'A gives the status in description_status.',
    violates: errorBodyIds('a'),
    change: withErrorBody('a', error, () => ({ description_status: 422 })),
  },
  {
    id: 'b-error-text-null',
    summary: 'B writes null for every text, because its table of messages is not loaded.',
    violates: errorBodyIds('b'),
    change: withErrorBody('b', error, () => ({ description_status: null })),
  },
  {
    id: 'a-error-text-empty',
    summary: 'A writes empty texts.',
    violates: errorBodyIds('a'),
    change: withErrorBody('a', error, () => ({ description_status: '' })),
  },
  {
    id: 'b-error-text-array',
    summary: 'B collects its texts in an array.',
    violates: errorBodyIds('b'),
    change: withErrorBody('b', error, (text) => ({ description_status: [text] })),
  },
  {
    id: 'a-error-text-by-language',
    summary: 'A gives its texts in two languages, as an object.',
    violates: errorBodyIds('a'),
    change: withErrorBody('a', error, (text) => ({ description_status: { ru: text, en: text } })),
  },
  {
    id: 'b-error-wrapped',
    summary: 'B wraps every error into an object `error`.',
    violates: errorBodyIds('b'),
    change: withErrorBody('b', error, (text) => ({ error: { description_status: text } })),
  },
  {
    id: 'a-error-array',
    summary: 'A answers with an array of errors.',
    violates: errorBodyIds('a'),
    change: withErrorBody('a', error, (text) => [{ description_status: text }]),
  },
  {
    id: 'b-error-json-in-string',
    summary: 'B serializes its errors twice, so that they are strings of JSON.',
    violates: errorBodyIds('b'),
    change: withErrorBody('b', error, (text) => JSON.stringify({ description_status: text })),
  },
  {
    id: 'a-error-plain-text',
    summary: 'A answers with the text alone, not in JSON.',
    violates: errorBodyIds('a'),
    change: inVariant('a', (variant) => ({
      serialize: (body, outcome) =>
        outcome.kind === 'success'
          ? variant.serialize(body, outcome)
          : Buffer.from((body as { readonly description_status: string }).description_status),
    })),
  },
  {
    id: 'b-error-cut',
    summary: 'B loses the last character of its errors.',
    violates: errorBodyIds('b'),
    change: withBytes('b', error, (body) => body.subarray(0, -1)),
  },
  {
    id: 'a-error-byte-order-mark',
    summary: 'A writes a byte order mark before its errors.',
    violates: errorBodyIds('a'),
    change: withBytes('a', error, withByteOrderMark),
  },
  {
    id: 'b-error-windows-1251',
    summary: 'B writes the texts of its errors in windows-1251.',
    violates: errorBodyIds('b'),
    change: withBytes('b', error, (body) => toWindows1251(toText(body).replace('"}', ' (ошибка)"}'))),
  },
  {
    id: 'a-error-html',
    summary: 'A answers every error with the page of its web server.',
    violates: errorBodyIds('a'),
    change: page('a', 'error', 'text/html', '<html><body><h1>Error</h1></body></html>'),
  },
  {
    id: 'b-error-xml',
    summary: 'B answers every error in XML.',
    violates: errorBodyIds('b'),
    change: page(
      'b',
      'error',
      'application/xml',
      '<error><description_status>x</description_status></error>',
    ),
  },
  {
    id: 'a-unauthorized-empty',
    summary: 'A refuses authorization without a body.',
    violates: ['a.error.body', 'a.unauthorized.meaning'],
    change: withBytes('a', { kind: 'unauthorized' }, () => Buffer.alloc(0)),
  },
  {
    id: 'b-unauthorized-html',
    summary: 'B lets its web server answer where authorization failed.',
    violates: ['b.error.body', 'b.unauthorized.meaning'],
    change: page('b', 'unauthorized', 'text/html', '<html><body>401 Authorization Required</body></html>'),
  },
  {
    id: 'a-unavailable-html',
    summary: 'A shows the error page of its framework while it is unavailable.',
    violates: ['a.error.body', 'a.unavailable.meaning'],
    change: page('a', 'unavailable', 'text/html', '<html><body>Internal Server Error</body></html>'),
  },
  {
    id: 'b-unavailable-stack-trace',
    summary: 'B shows a stack trace while it is unavailable.',
    violates: ['b.error.body', 'b.unavailable.meaning'],
    change: page(
      'b',
      'unavailable',
      'text/plain',
      'java.lang.NullPointerException\n\tat ru.example.Banks.list(Banks.java:42)\n',
    ),
  },
  {
    id: 'a-missing-html',
    summary: 'A lets its framework answer where a parameter is missing.',
    violates: ['a.error.body', ...missingNameIds('a'), ...missingMeaningIds('a')],
    change: page('a', 'missing', 'text/html', '<html><body>Unprocessable Content</body></html>'),
  },
  {
    id: 'b-missing-member-error',
    summary: 'B lets the validator of its framework answer where a parameter is missing.',
    violates: ['b.error.body', ...missingNameIds('b'), ...missingMeaningIds('b')],
    change: withErrorBody('b', { kind: 'missing' }, (text) => ({ error: 'validation', detail: text })),
  },
  {
    id: 'b-missing-flag-empty-object',
    summary: 'B answers an empty object where useAuthByCert is missing.',
    violates: ['b.error.body', 'b.missing.useAuthByCert.names', 'b.missing.useAuthByCert.meaning'],
    change: withErrorBody('b', { kind: 'missing', parameter: 'useAuthByCert' }, () => ({})),
  },
  {
    id: 'a-unencrypted-member-error',
    summary: 'A calls the text of a plain password error.',
    violates: [
      'a.error.body',
      'a.unencrypted.partnerPassword.names',
      'a.unencrypted.partnerPassword.meaning',
    ],
    change: withErrorBody('a', { kind: 'unencrypted' }, (text) => ({ error: text })),
  },
  {
    id: 'b-unencrypted-null',
    summary: 'B answers null where a password is not encrypted.',
    violates: [
      'b.error.body',
      'b.unencrypted.partnerPassword.names',
      'b.unencrypted.partnerPassword.meaning',
    ],
    change: withErrorBody('b', { kind: 'unencrypted' }, () => null),
  },
  {
    id: 'b-ip-blocked-empty',
    summary: 'The firewall of B answers a blocked address without a body.',
    violates: ['b.error.body', 'b.ip-blocked.meaning'],
    change: withBytes('b', { kind: 'ip-blocked' }, () => Buffer.alloc(0)),
  },
  {
    id: 'b-partner-blocked-text-true',
    summary: 'B writes true for the text about a blocked partner.',
    violates: ['b.error.body', 'b.partner-blocked.meaning'],
    change: withErrorBody('b', { kind: 'partner-blocked' }, () => ({ description_status: true })),
  },
  {
    id: 'b-reward-unavailable-code',
    summary: 'B gives a code and no text where the reward is not available.',
    violates: ['b.error.body', 'b.reward-unavailable.meaning'],
    change: withErrorBody('b', { kind: 'reward-unavailable' }, () => ({ code: 'REWARD_NOT_AVAILABLE' })),
  },
];
