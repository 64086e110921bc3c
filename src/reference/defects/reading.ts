import { blocks } from '../behaviour.ts';
import type { Fields, Incoming, ParameterName, Patch } from '../behaviour.ts';
import { readAs } from '../change.ts';
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

/** Reads a body only if it does not match the pattern. */
const readUnless =
  (unknown: RegExp): Read =>
  (request) =>
    unknown.test(textOf(request)) ? null : readJsonBody(request);

const readDecoded =
  (decode: (text: string) => string | null): Read =>
  ({ query }) =>
    pickFirst(query, decode);

const tooPicky = fails(['request.body', 'request.query']);

/** Understands only the spelling of one client. */
const picky = (read: Read) => tooPicky(() => ({ read }));

/** Misses a parameter unless the request has it in this place. */
const misplaced = (name: ParameterName, isThere: (request: Incoming) => boolean) =>
  tooPicky(readAs((fields, request) => (isThere(request) ? fields : { ...fields, [name]: undefined })));

const memberAt = (at: number, name: ParameterName) =>
  misplaced(
    name,
    (request) =>
      request.body.length === 0 || Object.keys(JSON.parse(textOf(request)) as object).at(at) === name,
  );

const login = ['success.status', ...['unauthorized', ...blocks].flatMap((name) => ids(name))];

/** Looks in the wrong place for the credentials, so that partnerName is missing, or has another path. */
const elsewhere = fails(['success.status']);

/** What a wrong profile would show as well. */
const undecided = fails([], { open: ['success.status'] });

const foundAt =
  (own: string): Patch =>
  () => ({ isPath: (path) => path === own });

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
  inA`name-must-come-first: {} takes partnerName only as the first member.`(memberAt(0, 'partnerName')),
  inA`flag-must-come-last: {} takes useAuthByCert only as the last member.`(memberAt(-1, 'useAuthByCert')),
  inA`password-must-come-second: {} takes its second member for the password, whatever it is called.`(
    memberAt(1, 'partnerPassword'),
  ),
  inA`upper-case-escapes-not-read: {} has a parser of its own that knows hex digits in lower case only.`(
    picky(readUnless(/\\u[\da-f]*[A-F]/)),
  ),
  inA`escaped-slash-not-read: {} has a parser of its own that does not expect a slash behind a backslash.`(
    picky(readUnless(/\\\//)),
  ),
  inA`reads-query: {} looks for the credentials in the query string.`(elsewhere(() => ({ read: readQuery }))),
  inA`reads-form: {} takes its body for a form.`(
    elsewhere(() => ({
      read(request) {
        const form = new URLSearchParams(textOf(request));
        return pick((name) => form.get(name));
      },
    })),
  ),
  inB`reads-body: {} looks for the credentials in a JSON body.`(elsewhere(() => ({ read: readJsonBody }))),
  inB`reads-headers: {} looks for the credentials in headers.`(
    elsewhere(() => ({ read: ({ headers }) => pick((name) => headers[name.toLowerCase()]) })),
  ),
  inB`name-must-come-first: {} takes partnerName only as the first parameter.`(
    misplaced('partnerName', ({ query }) => query.startsWith('partnerName=')),
  ),
  inB`password-must-come-second: {} takes partnerPassword only as the second parameter.`(
    misplaced('partnerPassword', ({ query }) => /^[^&]*&partnerPassword=/.test(query)),
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
    undecided(({ openPassword }) => ({
      openPassword: (value, service) => openPassword(value.slice(0, 255), service),
    })),
  ),
  inA`path-with-slash: {} is found only with a slash at the end of its path.`(
    elsewhere(foundAt('/partner/sbp/banks/')),
  ),
  inB`path-without-slash: {} is found only without the slash at the end of its path.`(
    elsewhere(foundAt('/partner/acme/sbp/banks')),
  ),
  inB`path-with-fixed-bank-code: {} has the name of another bank in its path.`(
    undecided(foundAt('/partner/another-bank/sbp/banks/')),
  ),
].flat();
