import { isIP } from 'node:net';
import { z } from 'zod';
import { tested } from '../base/schema-field.ts';

/** What a setting says of itself, at its member of the schema. */
export interface Traits {
  /**
   * What of its value is masked in every output: all of it, `long` from 8 characters on; `url`: the password of
   * a URL. `password`: that of a partner, shown as `<password>`; in plain text, it is warned about.
   */
  readonly secret?: 'password' | 'text' | 'long' | 'url';
  /**
   * Messages quote its value; of others they name only the kind. Words of a list, numbers and flags are always
   * quoted. `address`: not if it has user information, a query or a fragment.
   */
  readonly quoted?: true | 'address';
  /** No secret even if it comes from `${…}`; every other value from there is one from 8 characters on. */
  readonly public?: true;
  /** Reports show it even where a secret is the same word. */
  readonly unmasked?: true;
  /** Keeps the text as written, not the number or word that YAML reads: `007`, `TRUE`. */
  readonly verbatim?: true;
  /** Sent: as `verbatim`, and stray characters in it are warned about, as in secrets and public names. */
  readonly sent?: true;
  /**
   * What of it is in the digest of a profile; by default the value, without secrets, and of a secret only that
   * there is one (`presence`). `names`: those of a mapping. `certificates`: the certificates and public keys of
   * a file. `path`: that of a file. `host`: a URL's scheme, user and host.
   */
  readonly counted?: 'no' | 'presence' | 'names' | 'certificates' | 'path' | 'host';
  /** Of a mapping with any keys: what the entry of a key says. */
  readonly entry?: (key: string) => Traits;
}

/** The traits of settings: `schema.register(traits, { … })`. A wrapper has those of what it wraps. */
export const traits = z.registry<Traits>();

/** Headers whose values are no secret. */
const openHeaders: ReadonlySet<string> = new Set([
  'accept',
  'accept-language',
  'content-type',
  'cache-control',
  'connection',
  'user-agent',
]);

/** Headers that name a host, as a URL and a certificate do. */
const hostHeader = /^(?:x-)?(?:forwarded-|original-|real-)?host$/i;

// The URL parser repairs white space, backslashes and missing slashes: the request would differ from the text.
function isHttpUrl(value: string): boolean {
  return /^https?:\/\/[^/?#]/i.test(value) && !/[\s\\\p{Cc}]/u.test(value) && URL.canParse(value);
}

/** An address to append paths to, without trailing slashes. */
export const baseUrl = tested(
  'an http or https URL without user information, query and fragment',
  (value) => isBare(value) || (isHttpUrl(value) && !/[?#]|^\w+:\/\/[^/]*@/.test(value)),
)
  .refine((value) => !isBare(value), {
    error: 'http:// or https:// in front of it, for example http://localhost:9191',
  })
  .transform((value) => value.replace(/\/+$/, ''))
  .register(traits, { quoted: 'address', public: true });

/** Host and port alone, without a scheme. */
const isBare = (value: string): boolean =>
  /^[\w.-]+(?::\d+)?(?:\/[^?#]*)?$/.test(value) && !/^https?:/i.test(value);

/** A whole http or https URL. */
export const httpUrl = tested('an http or https URL', isHttpUrl);

/** The URL of a proxy: no path; user information is allowed. */
const proxyUrl = tested('an http or https URL of a proxy, without path, query and fragment', (value) => {
  const url = isHttpUrl(value) ? new URL(value) : null;
  return url !== null && url.pathname === '/' && url.search === '' && url.hash === '';
});

/** The URL of a proxy, or one of these words. */
export const proxyOr = (...words: readonly string[]) =>
  tested(
    `an http or https URL of a proxy, without path, query and fragment, or ${words.join(' or ')}`,
    (value) => words.includes(value) || proxyUrl.safeParse(value).success,
  ).register(traits, { secret: 'url', counted: 'host' });

/** An IPv4 or IPv6 address. */
export const ipAddress = tested('an IPv4 or IPv6 address', (value) => isIP(value) !== 0);

/** A name that a certificate may be for: no address, no port. */
export const serverName = tested(
  'a host name in ASCII (xn--…), without scheme, port and a dot at the end',
  (value) => isIP(value) === 0 && /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/i.test(value),
).register(traits, { quoted: true, public: true, unmasked: true });

/** One segment of a path that needs no escaping (RFC 3986, pchar without percent signs). */
export const pathSegment = tested(
  "one path segment of letters, digits and -._~!$&'()*+,;=:@",
  (value) => /^[A-Za-z0-9\-._~!$&'()*+,;=:@]+$/.test(value) && !/^\.{1,2}$/.test(value),
);

const patternWords = 'a regular expression (Unicode mode)';

/** A pattern that compiles as a Unicode regular expression, `{parameter}` replaced; messages say why not. */
export const pattern = z
  .string({ error: patternWords })
  .min(1, { error: patternWords })
  .superRefine((value, context) => {
    const flaw = flawOf(value);
    if (flaw !== null) context.addIssue({ code: 'custom', message: `${patternWords}: ${flaw}` });
  });

// The engine quotes the pattern, which may hold a secret, before the reason.
function flawOf(value: string): string | null {
  try {
    RegExp(value.replaceAll('{parameter}', 'partnerName'), 'iu');
    return null;
  } catch (error) {
    const said = error instanceof Error ? (error.message.split(': ').at(-1) ?? '') : '';
    return /^[A-Z][a-z ]+$/.test(said) ? said.toLowerCase() : 'it cannot be compiled';
  }
}

const reservedHeaders: ReadonlySet<string> = new Set(
  'connection content-length expect keep-alive proxy-connection te trailer transfer-encoding upgrade'.split(
    ' ',
  ),
);

const headerName = z
  .string()
  .regex(/^[\w!#$%&'*+\-.^`|~]+$/, { error: 'the name of a header (letters, digits and hyphens)' })
  .refine((name) => !reservedHeaders.has(name.toLowerCase()), {
    error: 'a header that the suite does not set itself',
  });

const headerValue = z
  .string({ error: 'a text on one line' })
  .regex(/^[\t\x20-\x7e\x80-\xff]*$/, { error: 'a header value: one line of Latin-1 characters' })
  .register(traits, { sent: true });

/** Headers by name, each name once. `others`: what the values say of themselves that are not open. */
function headersWhere(others: Traits) {
  return z
    .preprocess(
      (value: Readonly<Record<string, string>>, context) => {
        // zod drops this name from a record silently.
        if (typeof value === 'object' && value !== null && Object.hasOwn(value, '__proto__'))
          context.addIssue({ code: 'custom', path: ['__proto__'], message: 'a header of another name' });
        return value;
      },
      z
        .record(headerName, headerValue, { error: 'a mapping of header names to strings' })
        .refine(hasDistinctNames, { error: 'every header once; upper and lower case are the same' }),
    )
    .register(traits, {
      counted: 'names',
      entry: (name) =>
        hostHeader.test(name)
          ? { public: true, unmasked: true }
          : openHeaders.has(name.toLowerCase())
            ? { public: true }
            : others,
    });
}

/** Headers of which the values are secret, except open ones. */
export const headers = headersWhere({ secret: 'long' });

/** Headers that create a condition: as they are written, they are no secret. */
export const conditionHeaders = headersWhere({});

function hasDistinctNames(value: Readonly<Record<string, string>>): boolean {
  const names = Object.keys(value).map((name) => name.toLowerCase());
  return new Set(names).size === names.length;
}
