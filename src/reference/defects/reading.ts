import { blocks } from '../behaviour.ts';
import type { Fields, Incoming, Patch } from '../behaviour.ts';
import { decodePercent, fieldsOfJson, pick, pickFirst, readJsonBody, readQuery } from '../conforming.ts';
import { fails, ids, inA, inB, inBoth } from '../defect.ts';
import type { Altered } from '../defect.ts';

type Read = (request: Incoming) => Fields | null;

const textOf = ({ body }: Incoming): string => body.toString('utf8');

function readByPattern(request: Incoming): Fields {
  return pick((name) => new RegExp(`"${name}"\\s*:\\s*"([^"\\\\]*)"`).exec(textOf(request))?.[1]);
}

function readCanonical(request: Incoming): Fields | null {
  const text = textOf(request);
  const fields = fieldsOfJson(text);
  return fields !== null && JSON.stringify(JSON.parse(text)) === text ? fields : null;
}

/** Reads a parameter only at this position among the members. */
const readAtEnd =
  (name: keyof Fields, end: 0 | 1 | -1): Read =>
  (request) => {
    const fields = readJsonBody(request);
    if (fields === null || request.body.length === 0) return fields;
    const names = Object.keys(JSON.parse(textOf(request)) as object);
    return names.at(end) === name ? fields : { ...fields, [name]: undefined };
  };

/** Reads a body only if it does not match the pattern. */
const readUnless =
  (unknown: RegExp): Read =>
  (request) =>
    unknown.test(textOf(request)) ? null : readJsonBody(request);

/** Reads a parameter only if the query matches the pattern. */
const readWhere =
  (name: keyof Fields, pattern: RegExp): Read =>
  (request) => {
    const fields = readQuery(request);
    return fields && (pattern.test(request.query) ? fields : { ...fields, [name]: undefined });
  };

const readDecoded =
  (decode: (text: string) => string | null): Read =>
  ({ query }) =>
    pickFirst(query, decode);

/** Understands only the spelling of one client. */
const picky = (read: Read) => ({ violates: ['request.body', 'request.query'], patch: () => ({ read }) });

const login = ['success.status', ...['unauthorized', ...blocks].flatMap((name) => ids(name))];

/** Looks for the credentials in the wrong place, so it always reports partnerName, the first one missing. */
const elsewhere = (read: Read) => ({ violates: ['success.status'], patch: () => ({ read }) });

const isElsewhere = (isPath: (path: string) => boolean) => ({
  violates: ['success.status'],
  patch: (): ReturnType<Patch> => ({ isPath }),
});

/** Credentials that are looked for in the wrong place, or understood only in the spelling of one client. */
export const readingDefects: readonly Altered[] = [
  inA`json-by-pattern: {} finds its members with regular expressions and knows no escapes.`(
    picky(readByPattern),
  ),
  inA`json-without-white-space: {} has a parser of its own that stops at white space.`(
    picky(readUnless(/\s/)),
  ),
  inA`json-canonical-only: {} compares the body with what it would have written itself.`(
    picky(readCanonical),
  ),
  inA`name-must-come-first: {} takes partnerName only as the first member.`(
    picky(readAtEnd('partnerName', 0)),
  ),
  inA`flag-must-come-last: {} takes useAuthByCert only as the last member.`(
    picky(readAtEnd('useAuthByCert', -1)),
  ),
  inA`password-must-come-second: {} takes its second member for the password, whatever it is called.`(
    picky(readAtEnd('partnerPassword', 1)),
  ),
  inA`upper-case-escapes-not-read: {} has a parser of its own that knows hex digits in lower case only.`(
    picky(readUnless(/\\u[\da-f]*[A-F]/)),
  ),
  inA`escaped-slash-not-read: {} has a parser of its own that does not expect a slash behind a backslash.`(
    picky(readUnless(/\\\//)),
  ),
  inA`reads-query: {} looks for the credentials in the query string.`(elsewhere(readQuery)),
  inA`reads-form: {} takes its body for a form.`(
    elsewhere((request) => {
      const form = new URLSearchParams(textOf(request));
      return pick((name) => form.get(name));
    }),
  ),
  inB`reads-body: {} looks for the credentials in a JSON body.`(elsewhere(readJsonBody)),
  inB`reads-headers: {} looks for the credentials in headers.`(
    elsewhere(({ headers }) => pick((name) => headers[name.toLowerCase()])),
  ),
  inB`name-must-come-first: {} takes partnerName only as the first parameter.`(
    picky(readWhere('partnerName', /^partnerName=/)),
  ),
  inB`password-must-come-second: {} takes partnerPassword only as the second parameter.`(
    picky(readWhere('partnerPassword', /^[^&]*&partnerPassword=/)),
  ),
  inB`lower-case-escapes-not-decoded: {} decodes only escapes in capitals.`(
    picky(readDecoded((text) => text.replace(/%[0-9A-F]{2}/g, (escape) => decodePercent(escape) ?? escape))),
  ),
  inB`decodes-base64-escapes-only: {} decodes only the three escapes that occur in base64.`(
    picky(readDecoded((text) => text.replaceAll('%2B', '+').replaceAll('%2F', '/').replaceAll('%3D', '='))),
  ),
  inB`plus-becomes-space: {} decodes the query twice, the second time as a form, so that %2B becomes a space.`(
    fails([...login, 'request.query'], { intermittent: true })(() => ({
      read: readDecoded((text) => decodePercent(text)?.replaceAll('+', ' ') ?? null),
    })),
  ),
  inBoth`password-column-too-short: {} keeps 255 characters of the password and finds the rest not encrypted.`(
    {
      open: ['success.status'],
      patch: ({ openPassword }) => ({
        openPassword: (value, service) => openPassword(value.slice(0, 255), service),
      }),
    },
  ),
  inA`path-with-slash: {} is found only with a slash at the end of its path.`(
    isElsewhere((path) => path === '/partner/sbp/banks/'),
  ),
  inB`path-without-slash: {} is found only without the slash at the end of its path.`(
    isElsewhere((path) => path === '/partner/acme/sbp/banks'),
  ),
  inB`path-with-fixed-bank-code: {} has the name of another bank in its path.`({
    ...isElsewhere((path) => path === '/partner/another-bank/sbp/banks/'),
    violates: [],
    open: ['success.status'],
  }),
].flat();
