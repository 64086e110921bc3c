import type { Change, Fields, Incoming, VariantId } from '../behaviour.ts';
import { inVariant } from '../change.ts';
import { decodePercent, fieldsOfJson, parseQuery, pick, readJsonBody } from '../credentials.ts';
import type { Defect } from '../defect.ts';
import { errorStatusIds, missingNameIds, nameIds } from '../requirement-ids.ts';

function reading(where: VariantId, read: (request: Incoming) => Fields | null): Change {
  return inVariant(where, () => ({ read }));
}

function readByPattern(request: Incoming): Fields {
  const text = request.body.toString('utf8');
  return pick((name) => new RegExp(`"${name}"\\s*:\\s*"([^"\\\\]*)"`).exec(text)?.[1]);
}

function readCompact(request: Incoming): Fields | null {
  return /\s/.test(request.body.toString('utf8')) ? null : readJsonBody(request);
}

function readCanonical(request: Incoming): Fields | null {
  const text = request.body.toString('utf8');
  const fields = fieldsOfJson(text);
  return fields !== null && JSON.stringify(JSON.parse(text)) === text ? fields : null;
}

/** Reads a name only at this position among the members. */
function readAtEnd(name: keyof Fields, end: 0 | 1 | -1): (request: Incoming) => Fields | null {
  return (request) => {
    const fields = readJsonBody(request);
    if (fields === null || request.body.length === 0) return fields;
    const names = Object.keys(JSON.parse(request.body.toString('utf8')) as object);
    return names.at(end) === name ? fields : { ...fields, [name]: undefined };
  };
}

/** Reads a body that contains nothing of that kind. */
function readUnless(unknown: RegExp): (request: Incoming) => Fields | null {
  return (request) => (unknown.test(request.body.toString('utf8')) ? null : readJsonBody(request));
}

function readFrom(query: string, decode: (text: string) => string | null): Fields | null {
  const pairs = parseQuery(query, decode);
  return pairs && pick((name) => pairs.find(([key]) => key === name)?.[1]);
}

function decodeUpperCase(text: string): string {
  return text.replace(/%[0-9A-F]{2}/g, (escape) => decodePercent(escape) ?? escape);
}

function decodeSome(text: string): string {
  return text.replaceAll('%2B', '+').replaceAll('%2F', '/').replaceAll('%3D', '=');
}

function readNameFirst({ query }: Incoming): Fields | null {
  const fields = readFrom(query, decodePercent);
  return fields && (query.startsWith('partnerName=') ? fields : { ...fields, partnerName: undefined });
}

function readPasswordSecond({ query }: Incoming): Fields | null {
  const fields = readFrom(query, decodePercent);
  const isSecond = /^[^&]*&partnerPassword=/.test(query);
  return fields && (isSecond ? fields : { ...fields, partnerPassword: undefined });
}

const login = (variant: VariantId, names: readonly string[]): readonly string[] => [
  `${variant}.success.status`,
  ...names.flatMap((name) => [`${variant}.${name}.status`, `${variant}.${name}.meaning`]),
];

const refusalsOfB = ['unauthorized', 'partner-blocked', 'ip-blocked', 'reward-unavailable'] as const;

const nothingRead = (variant: VariantId, names: readonly string[]): readonly string[] => [
  ...login(variant, names),
  ...missingNameIds(variant),
  `${variant}.unencrypted.partnerPassword.names`,
  `${variant}.unencrypted.partnerPassword.meaning`,
];

const misplaced = (variant: VariantId): readonly string[] => [
  `${variant}.success.status`,
  ...errorStatusIds(variant),
  ...nameIds(variant),
];

/** Credentials that are looked for in the wrong place, or understood only as one client writes them. */
export const readingDefects: readonly Defect[] = [
  {
    id: 'a-json-by-pattern',
    summary: 'A finds its members with regular expressions and knows no escapes.',
    violates: ['a.request.body'],
    change: reading('a', readByPattern),
  },
  {
    id: 'a-json-without-white-space',
    summary: 'A has a parser of its own that stops at white space.',
    violates: ['a.request.body'],
    change: reading('a', readCompact),
  },
  {
    id: 'a-json-canonical-only',
    summary: 'A compares the body with what it would have written itself.',
    violates: ['a.request.body'],
    change: reading('a', readCanonical),
  },
  {
    id: 'a-name-must-come-first',
    summary: 'A takes partnerName only as the first member.',
    violates: ['a.request.body'],
    change: inVariant('a', () => ({ read: readAtEnd('partnerName', 0) })),
  },
  {
    id: 'a-flag-must-come-last',
    summary: 'A takes useAuthByCert only as the last member.',
    violates: ['a.request.body'],
    change: inVariant('a', () => ({ read: readAtEnd('useAuthByCert', -1) })),
  },
  {
    id: 'a-password-must-come-second',
    summary: 'A takes its second member for the password, whatever it is called.',
    violates: ['a.request.body'],
    change: inVariant('a', () => ({ read: readAtEnd('partnerPassword', 1) })),
  },
  {
    id: 'a-upper-case-escapes-not-read',
    summary: 'A has a parser of its own that knows hex digits in lower case only.',
    violates: ['a.request.body'],
    change: reading('a', readUnless(/\\u[\da-f]*[A-F]/)),
  },
  {
    id: 'a-escaped-slash-not-read',
    summary: 'A has a parser of its own that does not expect a slash behind a backslash.',
    violates: ['a.request.body'],
    change: reading('a', readUnless(/\\\//)),
  },
  {
    id: 'a-reads-query',
    summary: 'A looks for the credentials in the query string.',
    violates: nothingRead('a', ['unauthorized']),
    change: reading('a', ({ query }) => readFrom(query, decodePercent)),
  },
  {
    id: 'a-reads-form',
    summary: 'A takes its body for a form.',
    violates: nothingRead('a', ['unauthorized']),
    change: reading('a', ({ body }) => {
      const form = new URLSearchParams(body.toString('utf8'));
      return pick((name) => form.get(name));
    }),
  },
  {
    id: 'b-reads-body',
    summary: 'B looks for the credentials in a JSON body.',
    violates: nothingRead('b', refusalsOfB),
    change: reading('b', readJsonBody),
  },
  {
    id: 'b-reads-headers',
    summary: 'B looks for the credentials in headers.',
    violates: nothingRead('b', refusalsOfB),
    change: reading('b', ({ headers }) => pick((name) => headers[name.toLowerCase()])),
  },
  {
    id: 'b-name-must-come-first',
    summary: 'B takes partnerName only as the first parameter.',
    violates: ['b.request.query'],
    change: reading('b', readNameFirst),
  },
  {
    id: 'b-password-must-come-second',
    summary: 'B takes partnerPassword only as the second parameter.',
    violates: ['b.request.query'],
    change: reading('b', readPasswordSecond),
  },
  {
    id: 'b-lower-case-escapes-not-decoded',
    summary: 'B decodes only escapes in capitals.',
    violates: ['b.request.query'],
    change: reading('b', ({ query }) => readFrom(query, decodeUpperCase)),
  },
  {
    id: 'b-decodes-base64-escapes-only',
    summary: 'B decodes only the three escapes that occur in base64.',
    violates: ['b.request.query'],
    change: reading('b', ({ query }) => readFrom(query, decodeSome)),
  },
  {
    id: 'b-plus-becomes-space',
    summary: 'B decodes the query twice, the second time as a form, so that %2B becomes a space.',
    violates: [...login('b', refusalsOfB), 'b.request.query'],
    intermittent: true,
    change: reading('b', ({ query }) =>
      readFrom(query, (text) => decodePercent(text)?.replaceAll('+', ' ') ?? null),
    ),
  },
  {
    id: 'a-password-column-too-short',
    summary: 'A keeps 255 characters of the password and finds the rest not encrypted.',
    violates: login('a', ['unauthorized']),
    change: inVariant('a', ({ openPassword }) => ({
      openPassword: (value, service) => openPassword(value.slice(0, 255), service),
    })),
  },
  {
    id: 'b-password-column-too-short',
    summary: 'B keeps 255 characters of the password and finds the rest not encrypted.',
    violates: login('b', refusalsOfB),
    change: inVariant('b', ({ openPassword }) => ({
      openPassword: (value, service) => openPassword(value.slice(0, 255), service),
    })),
  },
  {
    id: 'a-path-with-slash',
    summary: 'A is found only with a slash at the end of its path.',
    violates: misplaced('a'),
    change: inVariant('a', () => ({ isPath: (path) => path === '/partner/sbp/banks/' })),
  },
  {
    id: 'b-path-without-slash',
    summary: 'B is found only without the slash at the end of its path.',
    violates: misplaced('b'),
    change: inVariant('b', () => ({ isPath: (path, bankCode) => path === `/partner/${bankCode}/sbp/banks` })),
  },
  {
    id: 'b-path-with-fixed-bank-code',
    summary: 'B has the name of another bank in its path.',
    violates: misplaced('b'),
    change: inVariant('b', () => ({ isPath: (path) => path === '/partner/another-bank/sbp/banks/' })),
  },
];
