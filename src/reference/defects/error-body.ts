import type { Patch } from '../behaviour.ts';
import { pageOf, toText, toWindows1251, withAnswer } from '../change.ts';
import { withByteOrderMark, withBytes, withErrorBody, withPage } from '../change.ts';
import type { Selector } from '../change.ts';
import { looksEncrypted, textOf } from '../conforming.ts';
import { fails, ids, inA, inB, inBoth } from '../defect.ts';
import type { Altered } from '../defect.ts';

const wrong =
  <Make>(patchOf: (selector: Selector, make: Make) => Patch) =>
  (selector: Selector, make: Make) =>
    fails(['error.body', ...ids(selector, 'names', 'meaning')])(patchOf(selector, make));

const body = wrong(withErrorBody);
const bytes = wrong(withBytes);
const page = wrong<readonly [type: string, content: string]>((selector, [type, content]) =>
  withPage(selector, type, content),
);

/** Error responses whose body is not an object with a text in `description_status`. */
export const errorBodyDefects: readonly Altered[] = [
  inA`error-member-message: {} calls the text of an error message.`(
    body('error', (text) => ({ message: text })),
  ),
  inB`error-member-camel-case: {} spells the member descriptionStatus.`(
    body('error', (text) => ({ descriptionStatus: text })),
  ),
  inA`error-text-number: {} gives the status in description_status.`(
    body('error', () => ({ description_status: 422 })),
  ),
  inB`error-text-null: {} writes null for every text, because its table of messages is not loaded.`(
    body('error', () => ({ description_status: null })),
  ),
  inA`error-text-empty: {} writes empty texts.`(body('error', () => ({ description_status: '' }))),
  inB`error-text-array: {} collects its texts in an array.`(
    body('error', (text) => ({ description_status: [text] })),
  ),
  inA`error-text-by-language: {} gives its texts in two languages, as an object.`(
    body('error', (text) => ({ description_status: { ru: text, en: text } })),
  ),
  inB`error-wrapped: {} wraps every error into an object \`error\`.`(
    body('error', (text) => ({ error: { description_status: text } })),
  ),
  inA`error-array: {} answers with an array of errors.`(
    body('error', (text) => [{ description_status: text }]),
  ),
  inB`error-json-in-string: {} serializes its errors twice, so that they are strings of JSON.`(
    body('error', (text) => JSON.stringify({ description_status: text })),
  ),
  inA`error-plain-text: {} answers with the text alone, not in JSON.`(
    bytes('error', (whole) =>
      Buffer.from((JSON.parse(toText(whole)) as { readonly description_status: string }).description_status),
    ),
  ),
  inB`error-cut: {} loses the last character of its errors.`(
    bytes('error', (whole) => whole.subarray(0, -1)),
  ),
  inA`error-byte-order-mark: {} writes a byte order mark before its errors.`(
    bytes('error', withByteOrderMark),
  ),
  inB`error-windows-1251: {} writes the texts of its errors in windows-1251.`(
    bytes('error', (whole) => toWindows1251(toText(whole).replace('"}', ' (ошибка)"}'))),
  ),
  inA`error-text-twice: {} writes an empty text and then the right one.`(
    fails(['error.body'])(
      withBytes('error', (whole) => Buffer.from(toText(whole).replace('{', '{"description_status":"",'))),
    ),
  ),
  inA`error-html: {} answers every error with the page of its web server.`(
    page('error', ['text/html', '<html><body><h1>Error</h1></body></html>']),
  ),
  inB`error-xml: {} answers every error in XML.`(
    page('error', ['application/xml', '<error><description_status>x</description_status></error>']),
  ),
  inA`unauthorized-empty: {} refuses authorization without a body.`(
    bytes('unauthorized', () => Buffer.alloc(0)),
  ),
  inB`unauthorized-html: {} lets its web server answer where authorization failed.`(
    page('unauthorized', ['text/html', '<html><body>401 Authorization Required</body></html>']),
  ),
  ...['null', '[]'].flatMap((sent) =>
    inA`body-${sent === '[]' ? 'array' : sent}-page: {} looks for members of ${sent}, and lets its framework answer with a page and 500.`(
      fails(['error.body'], { failedLogins: 3 })(
        withAnswer('any', pageOf(500, '<h1>Error</h1>'), ({ request }) => toText(request.body) === sent),
      ),
    ),
  ),
  inA`content-type-text-page: {} lets its framework refuse a request of another content type, with a page and 415.`(
    fails(['error.body'], { failedLogins: 3 })(
      withAnswer(
        'any',
        pageOf(415, '<h1>Unsupported Media Type</h1>'),
        ({ request: { headers } }) => headers['content-type'] === 'text/plain',
      ),
    ),
  ),
  inBoth`error-page-without-accept: {} writes its errors as a page for clients that do not ask for JSON.`(
    fails(['error.body'], { failedLogins: 3 })(
      withAnswer(
        'error',
        ({ status }) => pageOf(status, '<h1>Error</h1>'),
        ({ request: { headers } }) => headers.accept?.includes('json') !== true,
      ),
    ),
  ),
  inBoth`undecryptable-page: {} lets its framework answer with a page and 500 where a decryption fails.`(
    fails(['error.body'], { failedLogins: 3 })(
      withAnswer('unencrypted', pageOf(500, '<h1>Error</h1>'), ({ fields }) =>
        looksEncrypted(textOf(fields, 'partnerPassword')),
      ),
    ),
  ),
  inA`password-number-page: {} trims a password that is a number, and lets its framework answer with a page and 500.`(
    fails(['error.body'], { failedLogins: 3 })(
      withAnswer(
        'any',
        pageOf(500, '<h1>Error</h1>'),
        ({ fields: { partnerPassword } }) => typeof partnerPassword === 'number',
      ),
    ),
  ),
  inA`partner-number-page: {} trims a partnerName that is a number, and lets its framework answer with a page and 500.`(
    fails(['error.body'], { failedLogins: 3 })(
      withAnswer(
        'any',
        pageOf(500, '<h1>Error</h1>'),
        ({ fields: { partnerName } }) => typeof partnerName === 'number',
      ),
    ),
  ),
  inB`password-repeated-page: {} trims a password that is sent twice, and lets its framework answer with a page and 500.`(
    fails(['error.body'], { failedLogins: 3 })(
      withAnswer('any', pageOf(500, '<h1>Error</h1>'), ({ request: { query } }) =>
        /partnerPassword=.*&partnerPassword=/.test(query),
      ),
    ),
  ),
  inA`unavailable-html: {} shows the error page of its framework while it is unavailable.`(
    page('unavailable', ['text/html', '<html><body>Internal Server Error</body></html>']),
  ),
  inB`unavailable-stack-trace: {} shows a stack trace while it is unavailable.`(
    page('unavailable', [
      'text/plain',
      'java.lang.NullPointerException\n\tat ru.example.Banks.list(Banks.java:42)\n',
    ]),
  ),
  inA`missing-html: {} lets its framework answer where a parameter is missing.`(
    page('missing', ['text/html', '<html><body>Unprocessable Content</body></html>']),
  ),
  inB`missing-member-error: {} lets the validator of its framework answer where a parameter is missing.`(
    body('missing', (text) => ({ error: 'validation', detail: text })),
  ),
  inB`missing-flag-empty-object: {} answers an empty object where useAuthByCert is missing.`(
    body('missing-flag', () => ({})),
  ),
  inA`unencrypted-member-error: {} calls the text of a plain password error.`(
    body('unencrypted', (text) => ({ error: text })),
  ),
  inB`unencrypted-null: {} answers null where a password is not encrypted.`(body('unencrypted', () => null)),
  inB`ip-blocked-empty: The firewall of {} answers a blocked address without a body.`(
    bytes('ip-blocked', () => Buffer.alloc(0)),
  ),
  inB`partner-blocked-text-true: {} writes true for the text about a blocked partner.`(
    body('partner-blocked', () => ({ description_status: true })),
  ),
  inB`reward-unavailable-code: {} gives a code and no text where the reward is not available.`(
    body('reward-unavailable', () => ({ code: 'REWARD_NOT_AVAILABLE' })),
  ),
].flat();
