// Kinds of settings. The message of each says what is expected; errors add what was found.

import { isIP } from 'node:net';
import { z } from 'zod';
import { rule } from '../base/problem.ts';

/** What a setting says of itself, at its member of the schema. */
export interface Traits {
  /** Masked in every output. `password`: that of a partner; `url`: the password in a URL. */
  readonly secret?: 'password' | 'text' | 'url';
  /** No secret, even where it comes from `${…}`. */
  readonly public?: true;
  /** Messages quote its value; of others they name only the kind. `address`: if it is a bare one. */
  readonly quoted?: true | 'address';
  /** Sent as it is written: YAML's numbers keep their digits, and stray characters are warned about. */
  readonly sent?: true;
  /** Of a mapping with any keys: what the entry of a key says. */
  readonly entry?: (key: string) => Traits;
}

/** `schema.register(traits, { … })`; a wrapper says what it wraps. */
export const traits = z.registry<Traits>();

/** A mapping with these keys only; an error lists them. */
export function mapping<const Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  const known = Object.keys(shape).join(', ');
  return z.strictObject(shape, {
    error: ({ code }) => (code === 'unrecognized_keys' ? known : `a mapping of ${known}`),
  });
}

/** A setting that may be left out, with its description and an example for its schema, reference and `init`. */
export function optional<Schema extends z.ZodType>(schema: Schema, description: string, example?: unknown) {
  return schema
    .exactOptional()
    .meta({ description, ...(example === undefined ? {} : { examples: [example] }) });
}

/** For `check`: a member that makes sense only together with one of these. */
export const needs = (member: string, ...others: readonly string[]) =>
  z.refine(
    (given) => !(member in Object(given)) || others.some((each) => each in Object(given)),
    rule(`${member} alone`, `${others.join(' or ')} beside it`, member),
  );

/** A string that is not blank and can be encoded in UTF-8. */
export const filled = (expected: string) =>
  tested(expected, (value) => value.trim() !== '' && value.isWellFormed());

export const tested = (expected: string, test: (value: string) => boolean) =>
  z.string({ error: expected }).refine(test, { error: expected });

/** A whole number between two bounds, both included. */
export function whole(min: number, max: number) {
  const error = `a whole number from ${min} to ${max}`;
  return z.int({ error }).min(min, { error }).max(max, { error });
}

export const flag = () => z.boolean({ error: 'true or false' });

export const choice = <const Words extends readonly string[]>(words: Words) =>
  z.enum(words, { error: `one of ${words.join(', ')}` });

// The URL parser repairs white space, backslashes and missing slashes: the request would differ from the text.
const isHttpUrl = (value: string): boolean =>
  /^https?:\/\/[^/?#]/i.test(value) && !/[\s\\\p{Cc}]/u.test(value) && URL.canParse(value);

/** Host and port alone, without a scheme. */
const isBare = (value: string): boolean =>
  /^[\w.-]+(?::\d+)?(?:\/[^?#]*)?$/.test(value) && !/^https?:/i.test(value);

/** An address to append paths to, without slashes at its end. */
export const baseUrl = tested(
  'an http or https URL without user information, query and fragment',
  (value) => isBare(value) || (isHttpUrl(value) && !/[?#]|^\w+:\/\/[^/]*@/.test(value)),
)
  .refine((value) => !isBare(value), {
    error: 'http:// or https:// in front of it, for example http://localhost:9191',
  })
  .transform((value) => value.replace(/\/+$/, ''))
  .register(traits, { quoted: 'address', public: true });

export const httpUrl = tested('an http or https URL', isHttpUrl).register(traits, { secret: 'url' });

/** The URL of an HTTP proxy, with or without credentials, or one of these words. */
export function proxyOr(...words: readonly string[]) {
  const url = 'an http or https URL of a proxy, without path, query and fragment';
  return tested([url, ...words].join(' or '), (value) => {
    const { pathname, search, hash } = isHttpUrl(value)
      ? new URL(value)
      : { pathname: '', search: '', hash: '' };
    return words.includes(value) || (pathname === '/' && search === '' && hash === '');
  }).register(traits, { secret: 'url' });
}

export const ipAddress = tested('an IPv4 or IPv6 address', (value) => isIP(value) !== 0).register(traits, {
  quoted: true,
});

/** A name that a certificate may be for: no address, no port. */
export const serverName = tested(
  'a host name in ASCII, without scheme and port',
  (value) => isIP(value) === 0 && /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/i.test(value),
).register(traits, { quoted: true, public: true });

/** One segment of a path that needs no escaping (RFC 3986, pchar without percent signs). */
export const pathSegment = tested(
  "one path segment of letters, digits and -._~!$&'()*+,;=:@",
  (value) => /^[A-Za-z0-9\-._~!$&'()*+,;=:@]+$/.test(value) && !/^\.{1,2}$/.test(value),
).register(traits, { quoted: true, public: true, sent: true });

/** Its error does not quote it: the engine's message would. */
export const pattern = tested('a regular expression (Unicode mode)', (value) => {
  try {
    return value !== '' && RegExp(value, 'iu') instanceof RegExp;
  } catch {
    return false;
  }
});

const reservedHeaders =
  /^(?:connection|content-length|expect|keep-alive|proxy-connection|te|trailer|transfer-encoding|upgrade)$/i;
const openHeaders = /^(?:accept|accept-language|content-type|cache-control|connection|user-agent)$/i;

const headerName = tested(
  'the name of a header (letters, digits and hyphens) that the suite does not set itself',
  (name) => /^[\w!#$%&'*+\-.^`|~]+$/.test(name) && !reservedHeaders.test(name),
);
const headerValue = tested('a header value: one line of Latin-1 characters', (value) =>
  /^[\t\x20-\x7e\x80-\xff]*$/.test(value),
);

function headersWhere(others: Traits) {
  return z
    .record(headerName, headerValue, { error: 'a mapping of header names to strings' })
    .refine(
      (value) =>
        new Set(Object.keys(value).map((name) => name.toLowerCase())).size === Object.keys(value).length,
      {
        error: 'every header once; upper and lower case are the same',
      },
    )
    .register(traits, {
      entry: (name) => ({ sent: true, ...(openHeaders.test(name) ? { public: true } : others) }),
    });
}

/** Headers of which the values are private, except open ones. */
export const headers = headersWhere({ secret: 'text' });

/** Headers that create a condition: as they are written, they are no secret. */
export const conditionHeaders = headersWhere({});
