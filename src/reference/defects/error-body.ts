import type { Patch } from '../behaviour.ts';
import { pageOf, toText, toWindows1251, withAnswer } from '../change.ts';
import { withByteOrderMark, withBytes, withErrorBody, withPage } from '../change.ts';
import type { Selector } from '../change.ts';
import { looksEncrypted, textOf } from '../conforming.ts';
import { ids, inA, inB, inBoth } from '../defect.ts';
import type { Altered, Mistaken } from '../defect.ts';

/** Changes the answers whose name begins the id. */
const wrong =
  <Make>(patchOf: (selector: Selector, make: Make) => Patch) =>
  (where: Mistaken, selector: Selector, id: string, summary: string, make: Make): readonly Altered[] =>
    where(`${selector}-${id}`, {
      summary,
      violates: ['error.body', ...ids(selector, 'names', 'meaning')],
      patch: patchOf(selector, make),
    });

const body = wrong(withErrorBody);
const bytes = wrong(withBytes);
const page = wrong<readonly [type: string, content: string]>((selector, [type, content]) =>
  withPage(selector, type, content),
);

/** Error responses whose body is not an object with a text in `description_status`. */
export const errorBodyDefects: readonly Altered[] = [
  body(inA, 'error', 'member-message', '{} calls the text of an error message.', (text) => ({
    message: text,
  })),
  body(inB, 'error', 'member-camel-case', '{} spells the member descriptionStatus.', (text) => ({
    descriptionStatus: text,
  })),
  body(inA, 'error', 'text-number', '{} gives the status in description_status.', () => ({
    description_status: 422,
  })),
  body(
    inB,
    'error',
    'text-null',
    '{} writes null for every text, because its table of messages is not loaded.',
    () => ({ description_status: null }),
  ),
  body(inA, 'error', 'text-empty', '{} writes empty texts.', () => ({ description_status: '' })),
  body(inB, 'error', 'text-array', '{} collects its texts in an array.', (text) => ({
    description_status: [text],
  })),
  body(inA, 'error', 'text-by-language', '{} gives its texts in two languages, as an object.', (text) => ({
    description_status: { ru: text, en: text },
  })),
  body(inB, 'error', 'wrapped', '{} wraps every error into an object `error`.', (text) => ({
    error: { description_status: text },
  })),
  body(inA, 'error', 'array', '{} answers with an array of errors.', (text) => [
    { description_status: text },
  ]),
  body(
    inB,
    'error',
    'json-in-string',
    '{} serializes its errors twice, so that they are strings of JSON.',
    (text) => JSON.stringify({ description_status: text }),
  ),
  bytes(inA, 'error', 'plain-text', '{} answers with the text alone, not in JSON.', (whole) =>
    Buffer.from((JSON.parse(toText(whole)) as { readonly description_status: string }).description_status),
  ),
  bytes(inB, 'error', 'cut', '{} loses the last character of its errors.', (whole) => whole.subarray(0, -1)),
  bytes(inA, 'error', 'byte-order-mark', '{} writes a byte order mark before its errors.', withByteOrderMark),
  bytes(inB, 'error', 'windows-1251', '{} writes the texts of its errors in windows-1251.', (whole) =>
    toWindows1251(toText(whole).replace('"}', ' (ошибка)"}')),
  ),
  inA('error-text-twice', {
    summary: '{} writes an empty text and then the right one.',
    violates: ['error.body'],
    patch: withBytes('error', (whole) =>
      Buffer.from(toText(whole).replace('{', '{"description_status":"",')),
    ),
  }),
  page(inA, 'error', 'html', '{} answers every error with the page of its web server.', [
    'text/html',
    '<html><body><h1>Error</h1></body></html>',
  ]),
  page(inB, 'error', 'xml', '{} answers every error in XML.', [
    'application/xml',
    '<error><description_status>x</description_status></error>',
  ]),
  bytes(inA, 'unauthorized', 'empty', '{} refuses authorization without a body.', () => Buffer.alloc(0)),
  page(inB, 'unauthorized', 'html', '{} lets its web server answer where authorization failed.', [
    'text/html',
    '<html><body>401 Authorization Required</body></html>',
  ]),
  ...['null', '[]'].flatMap((sent) =>
    inA(`body-${sent === '[]' ? 'array' : sent}-page`, {
      summary: `{} looks for members of ${sent}, and lets its framework answer with a page and 500.`,
      violates: ['error.body'],
      failedLogins: 3,
      patch: withAnswer('any', pageOf(500, '<h1>Error</h1>'), ({ request }) => toText(request.body) === sent),
    }),
  ),
  inA('content-type-text-page', {
    summary: '{} lets its framework refuse a request of another content type, with a page and 415.',
    violates: ['error.body'],
    failedLogins: 3,
    patch: withAnswer(
      'any',
      pageOf(415, '<h1>Unsupported Media Type</h1>'),
      ({ request: { headers } }) => headers['content-type'] === 'text/plain',
    ),
  }),
  inBoth('error-page-without-accept', {
    summary: '{} writes its errors as a page for clients that do not ask for JSON.',
    violates: ['error.body'],
    failedLogins: 3,
    patch: withAnswer(
      'error',
      (answer, ...rest) => pageOf(answer.status, '<h1>Error</h1>')(answer, ...rest),
      ({ request: { headers } }) => headers.accept?.includes('json') !== true,
    ),
  }),
  inBoth('undecryptable-page', {
    summary: '{} lets its framework answer with a page and 500 where a decryption fails.',
    violates: ['error.body'],
    failedLogins: 3,
    patch: withAnswer('unencrypted', pageOf(500, '<h1>Error</h1>'), ({ fields }) =>
      looksEncrypted(textOf(fields, 'partnerPassword')),
    ),
  }),
  inA('password-number-page', {
    summary: '{} trims a password that is a number, and lets its framework answer with a page and 500.',
    violates: ['error.body'],
    failedLogins: 3,
    patch: withAnswer(
      'any',
      pageOf(500, '<h1>Error</h1>'),
      ({ fields: { partnerPassword } }) => typeof partnerPassword === 'number',
    ),
  }),
  inA('partner-number-page', {
    summary: '{} trims a partnerName that is a number, and lets its framework answer with a page and 500.',
    violates: ['error.body'],
    failedLogins: 3,
    patch: withAnswer(
      'any',
      pageOf(500, '<h1>Error</h1>'),
      ({ fields: { partnerName } }) => typeof partnerName === 'number',
    ),
  }),
  inB('password-repeated-page', {
    summary: '{} trims a password that is sent twice, and lets its framework answer with a page and 500.',
    violates: ['error.body'],
    failedLogins: 3,
    patch: withAnswer('any', pageOf(500, '<h1>Error</h1>'), ({ request: { query } }) =>
      /partnerPassword=.*&partnerPassword=/.test(query),
    ),
  }),
  page(inA, 'unavailable', 'html', '{} shows the error page of its framework while it is unavailable.', [
    'text/html',
    '<html><body>Internal Server Error</body></html>',
  ]),
  page(inB, 'unavailable', 'stack-trace', '{} shows a stack trace while it is unavailable.', [
    'text/plain',
    'java.lang.NullPointerException\n\tat ru.example.Banks.list(Banks.java:42)\n',
  ]),
  page(inA, 'missing', 'html', '{} lets its framework answer where a parameter is missing.', [
    'text/html',
    '<html><body>Unprocessable Content</body></html>',
  ]),
  body(
    inB,
    'missing',
    'member-error',
    '{} lets the validator of its framework answer where a parameter is missing.',
    (text) => ({ error: 'validation', detail: text }),
  ),
  body(
    inB,
    'missing-flag',
    'empty-object',
    '{} answers an empty object where useAuthByCert is missing.',
    () => ({}),
  ),
  body(inA, 'unencrypted', 'member-error', '{} calls the text of a plain password error.', (text) => ({
    error: text,
  })),
  body(inB, 'unencrypted', 'null', '{} answers null where a password is not encrypted.', () => null),
  bytes(inB, 'ip-blocked', 'empty', 'The firewall of {} answers a blocked address without a body.', () =>
    Buffer.alloc(0),
  ),
  body(inB, 'partner-blocked', 'text-true', '{} writes true for the text about a blocked partner.', () => ({
    description_status: true,
  })),
  body(
    inB,
    'reward-unavailable',
    'code',
    '{} gives a code and no text where the reward is not available.',
    () => ({ code: 'REWARD_NOT_AVAILABLE' }),
  ),
].flat();
