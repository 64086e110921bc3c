import { pageOf, toText, toWindows1251, withAnswer } from '../change.ts';
import { withByteOrderMark, withBytes, withErrorBody, withPage } from '../change.ts';
import type { Selector } from '../change.ts';
import { looksEncrypted, textOf } from '../conforming.ts';
import { crashes, fails, ids, inA, inB, inBoth, pagesIn } from '../defect.ts';
import type { Altered } from '../defect.ts';

const textless = (selector: Selector) => fails(['error.body', ...ids(selector, 'names', 'meaning')]);

const body = (make: (text: string) => unknown, selector: Selector = 'error') =>
  textless(selector)(withErrorBody(selector, make));

const bytes = (make: (whole: string) => string | Uint8Array, selector: Selector = 'error') =>
  textless(selector)(withBytes(selector, make));

const page = (content: string, selector: Selector = 'error', type = 'text/html') =>
  textless(selector)(withPage(selector, type, content));

/** Error responses whose body is not an object with a text in `description_status`. */
export const errorBodyDefects: readonly Altered[] = [
  inA`error-member-message: {} calls the text of an error message.`(body((text) => ({ message: text }))),
  inB`error-member-camel-case: {} spells the member descriptionStatus.`(
    body((text) => ({ descriptionStatus: text })),
  ),
  inA`error-text-number: {} gives the status in description_status.`(
    body(() => ({ description_status: 422 })),
  ),
  inB`error-text-null: {} writes null for every text, because its table of messages is not loaded.`(
    body(() => ({ description_status: null })),
  ),
  inA`error-text-empty: {} writes empty texts.`(body(() => ({ description_status: '' }))),
  inB`error-text-array: {} collects its texts in an array.`(body((text) => ({ description_status: [text] }))),
  inA`error-text-by-language: {} gives its texts in two languages, as an object.`(
    body((text) => ({ description_status: { ru: text, en: text } })),
  ),
  inB`error-wrapped: {} wraps every error into an object \`error\`.`(
    body((text) => ({ error: { description_status: text } })),
  ),
  inA`error-array: {} answers with an array of errors.`(body((text) => [{ description_status: text }])),
  inB`error-json-in-string: {} serializes its errors twice, so that they are strings of JSON.`(
    body((text) => JSON.stringify({ description_status: text })),
  ),
  inA`error-plain-text: {} answers with the text alone, not in JSON.`(
    bytes((whole) => (JSON.parse(whole) as { readonly description_status: string }).description_status),
  ),
  inB`error-cut: {} loses the last character of its errors.`(bytes((whole) => whole.slice(0, -1))),
  inA`error-byte-order-mark: {} writes a byte order mark before its errors.`(bytes(withByteOrderMark)),
  inB`error-windows-1251: {} writes the texts of its errors in windows-1251.`(
    bytes((whole) => toWindows1251(whole.replace('"}', ' (ошибка)"}'))),
  ),
  inA`error-text-twice: {} writes an empty text and then the right one.`(
    fails(['error.body'])(withBytes('error', (whole) => whole.replace('{', '{"description_status":"",'))),
  ),
  inA`error-html: {} answers every error with the page of its web server.`(
    page('<html><body><h1>Error</h1></body></html>'),
  ),
  inB`error-xml: {} answers every error in XML.`(
    page('<error><description_status>x</description_status></error>', 'error', 'application/xml'),
  ),
  inA`unauthorized-empty: {} refuses authorization without a body.`(bytes(() => '', 'unauthorized')),
  inB`unauthorized-html: {} lets its web server answer where authorization failed.`(
    page('<html><body>401 Authorization Required</body></html>', 'unauthorized'),
  ),
  ...['null', '[]'].flatMap((sent) =>
    inA`body-${sent === '[]' ? 'array' : sent}-page: {} looks for members of ${sent}, and lets its framework answer with a page and 500.`(
      crashes(({ request }) => toText(request.body) === sent),
    ),
  ),
  inA`content-type-text-page: {} lets its framework refuse a request of another content type, with a page and 415.`(
    pagesIn(
      withAnswer(
        'any',
        pageOf(415, '<h1>Unsupported Media Type</h1>'),
        ({ request: { headers } }) => headers['content-type'] === 'text/plain',
      ),
    ),
  ),
  inBoth`error-page-without-accept: {} writes its errors as a page for clients that do not ask for JSON.`(
    pagesIn(
      withAnswer(
        'error',
        ({ status }) => pageOf(status, '<h1>Error</h1>'),
        ({ request: { headers } }) => headers.accept?.includes('json') !== true,
      ),
    ),
  ),
  inBoth`undecryptable-page: {} lets its framework answer with a page and 500 where a decryption fails.`(
    crashes(({ fields }) => looksEncrypted(textOf(fields, 'partnerPassword')), 'unencrypted'),
  ),
  inA`password-number-page: {} trims a password that is a number, and lets its framework answer with a page and 500.`(
    crashes(({ fields }) => typeof fields.partnerPassword === 'number'),
  ),
  inA`partner-number-page: {} trims a partnerName that is a number, and lets its framework answer with a page and 500.`(
    crashes(({ fields }) => typeof fields.partnerName === 'number'),
  ),
  inB`password-repeated-page: {} trims a password that is sent twice, and lets its framework answer with a page and 500.`(
    crashes(({ request }) => /partnerPassword=.*&partnerPassword=/.test(request.query)),
  ),
  inA`unavailable-html: {} shows the error page of its framework while it is unavailable.`(
    page('<html><body>Internal Server Error</body></html>', 'unavailable'),
  ),
  inB`unavailable-stack-trace: {} shows a stack trace while it is unavailable.`(
    page(
      'java.lang.NullPointerException\n\tat ru.example.Banks.list(Banks.java:42)\n',
      'unavailable',
      'text/plain',
    ),
  ),
  inA`missing-html: {} lets its framework answer where a parameter is missing.`(
    page('<html><body>Unprocessable Content</body></html>', 'missing'),
  ),
  inB`missing-member-error: {} lets the validator of its framework answer where a parameter is missing.`(
    body((text) => ({ error: 'validation', detail: text }), 'missing'),
  ),
  inB`missing-flag-empty-object: {} answers an empty object where useAuthByCert is missing.`(
    body(() => ({}), 'missing-flag'),
  ),
  inA`unencrypted-member-error: {} calls the text of a plain password error.`(
    body((text) => ({ error: text }), 'unencrypted'),
  ),
  inB`unencrypted-null: {} answers null where a password is not encrypted.`(body(() => null, 'unencrypted')),
  inB`ip-blocked-empty: The firewall of {} answers a blocked address without a body.`(
    bytes(() => '', 'ip-blocked'),
  ),
  inB`partner-blocked-text-true: {} writes true for the text about a blocked partner.`(
    body(() => ({ description_status: true }), 'partner-blocked'),
  ),
  inB`reward-unavailable-code: {} gives a code and no text where the reward is not available.`(
    body(() => ({ code: 'REWARD_NOT_AVAILABLE' }), 'reward-unavailable'),
  ),
].flat();
