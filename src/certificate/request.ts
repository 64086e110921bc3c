import { buildRequest } from '../plan/build-request.ts';
import { open } from '../plan/write-parts.ts';
import type { TestRequest, WrongPartner } from '../plan/test-case.ts';
import { formOf } from '../plan/password-form.ts';
import { headerIn } from '../client/exchange.ts';
import type { HttpRequest } from '../client/exchange.ts';
import type { Record } from '../results/record.ts';
import { needsProvisioning } from '../operation/specification.ts';
import type { Variant } from '../operation/specification.ts';

/** True if the profile may give this condition its own credentials, headers or route. */
const mayDiffer = ({ condition }: TestRequest): boolean =>
  condition === 'unauthorized' || needsProvisioning(condition);

/** True if the name that was sent is the one that this form derives from the known name. */
const isPartner: { readonly [Form in WrongPartner]: (sent: string, known: string) => boolean } = {
  unknown: (sent, known) => sent !== known,
  longer: (sent, known) => sent.length === known.length + 1 && sent.startsWith(known) && /\d$/.test(sent),
  preceded: (sent, known) =>
    sent.length === known.length + 6 && /^[1-9]{6}/.test(sent) && sent.endsWith(known),
  lettered: (sent, known) => sent.startsWith(known) && /^[a-z]{3}$/.test(sent.slice(known.length)),
  wrapped: (sent, known) => /^\d+$/.test(known) && sent === `${BigInt(known) + 2n ** 32n}`,
  'leading-zero': (sent, known) => sent === `0${known}`,
  decimal: (sent, known) => sent === `${known}.0`,
  shortened: (sent, known) => sent === Array.from(known).slice(0, -1).join(''),
  wildcard: (sent) => sent === '%',
};

/** Writes a request as it would be recorded: the plain request with the differences of this one. */
export function deriveRequest(
  testRequest: TestRequest,
  recorded: HttpRequest,
  plain: HttpRequest,
  variant: Variant,
  { target, suite }: Pick<Record, 'target' | 'suite'>,
): HttpRequest {
  const baseUrl = withoutUser(target.baseUrl);
  const [plainParameters, sentParameters] = [plain, recorded].map((one) => readParameters(one, variant));
  const valueOf = ({ name, role }: Variant['parameters'][number]): string => {
    const [given = '', sent = ''] = [plainParameters?.get(name), sentParameters?.get(name)];
    if (role === 'password') return formOf(testRequest.password ?? 'encrypted').shown;
    if (role === 'partner' && testRequest.partner !== undefined) {
      return isPartner[testRequest.partner](sent, given) ? sent : `<${testRequest.partner} partner>`;
    }
    return mayDiffer(testRequest) ? sent : given;
  };
  const values = variant.parameters
    .filter(({ name }) => testRequest.without?.includes(name) !== true)
    .map((parameter) => [parameter.name, open(valueOf(parameter))] as const);
  const [requestId = '', userAgent = '', forwardedFor] = [
    'x-request-id',
    'user-agent',
    'x-forwarded-for',
  ].map((wanted) => headerIn(recorded.headers, wanted));
  const { shown } = buildRequest(testRequest, new Map(values), {
    variant,
    settings: {
      bankCode: bankCodeIn(plain.url, baseUrl, variant),
      // The record hides the values of the profile's headers.
      headers: Object.fromEntries(
        recorded.headers.filter(([name, value]) => name !== 'user-agent' && ['', '<secret>'].includes(value)),
      ),
    },
    provision: {},
    baseUrl,
    userAgent: open(userAgent === '<secret>' ? userAgent : `${suite.name}/${suite.version}`),
    requestId,
    // The record hides the value of the cookie.
    cookie: null,
    forwardedFor: forwardedFor ?? null,
  });
  const { url, body } = shown;
  // A condition may use another base URL, but the same path.
  const isElsewhere = mayDiffer(testRequest) && recorded.url.endsWith(url.slice(baseUrl.length));
  // The length of the filler depends on the ciphertext, and the record cuts it.
  const isFilled = testRequest.mutation?.kind === 'large-body' && headOf(body) === headOf(recorded.body);
  return { ...shown, url: isElsewhere ? recorded.url : url, body: isFilled ? recorded.body : body };
}

/** The part of a large body before its filler; null if there is no filler. */
const headOf = (body: string | null): string | null => /^(.*?)(?:x{64}| {64})/s.exec(body ?? '')?.[1] ?? null;

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
