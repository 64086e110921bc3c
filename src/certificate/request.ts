import type { HttpRequest } from '../client/exchange.ts';
import type { Variant } from '../operation/specification.ts';

const withoutUser = (baseUrl: string): string => baseUrl.replace(/^([a-z]+:\/\/)[^/?#]*@/i, '$1');

/** The bank code in the address of a plain request; null if the path of the variant has none. */
export function bankCodeIn(url: string, baseUrl: string, { path }: Variant): string | null {
  const place = path.split('/').indexOf('<bank_code>');
  const sent = url.slice(withoutUser(baseUrl).length).split('?')[0] ?? '';
  return place < 0 ? null : (sent.split('/')[place] ?? null);
}

/** Parameters of a recorded request by name; none if the request does not carry them as the variant does. */
export function readParameters(
  { url, body }: HttpRequest,
  { carrier }: Variant,
): ReadonlyMap<string, string> {
  switch (carrier) {
    case 'json-body':
      try {
        const members: readonly [string, unknown][] = Object.entries(Object(JSON.parse(body ?? '')));
        return new Map(members.map(([name, value]) => [name, String(value)]));
      } catch {
        return new Map();
      }
    case 'query':
      return new Map(new URLSearchParams(url.split('?')[1]?.replaceAll('+', '%2B') ?? ''));
  }
}
