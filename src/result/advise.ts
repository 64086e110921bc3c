import type { Evidence } from '../verdict/evidence.ts';
import type { Advisory, CaseResult, Results } from './results.ts';

/** Hardening hints that the evidence gives rise to; never a verdict. */
export function advise(cases: readonly CaseResult[], target: Results['target']): readonly Advisory[] {
  return target.variants.flatMap((variant) => {
    const own = cases.filter((found) => found.variant === variant);
    const evidence = own.flatMap(({ exchanges }) => exchanges).filter(({ response }) => response !== null);
    return [
      ...hint(
        variant,
        'discloses-secret',
        'A response discloses the password or its ciphertext.',
        evidence,
        disclosesSecret,
      ),
      ...hint(
        variant,
        'stack-trace',
        'A response shows a stack trace or a framework’s error page.',
        evidence,
        showsInternals,
      ),
      ...hint(
        variant,
        'cacheable',
        'Responses may be cached although the address carries a password: no `Cache-Control: no-store`.',
        // An observation may have put it there.
        own.filter(({ id }) => !id.includes('.observed.')).flatMap(({ exchanges }) => exchanges),
        isCacheable,
      ),
      ...tellsPartners(variant, own),
      ...plainHttp(variant, target.baseUrl),
      ...untriedPasswords(variant, own),
    ];
  });
}

function hint(
  variant: string,
  suffix: string,
  message: string,
  evidence: readonly Evidence[],
  shows: (evidence: Evidence) => boolean,
): readonly Advisory[] {
  const shown = evidence.filter(shows).map(({ id }) => id);
  return shown.length === 0
    ? []
    : [{ id: `${variant}.${suffix}`, variant, message, exchanges: shown.slice(0, 5) }];
}

const disclosesSecret = ({ response }: Evidence): boolean =>
  /<(?:password|ciphertext)>/.test(`${response?.body ?? ''} ${(response?.headers ?? []).flat().join(' ')}`);

const internals =
  /\bat [\w.$<>]+\([\w.]+:\d+\)|Traceback \(most recent|<title>[^<]*(?:error|exception)|Whitelabel Error Page|NullPointerException|node_modules\//i;

const showsInternals = ({ response }: Evidence): boolean => internals.test(response?.body ?? '');

function isCacheable({ request, response }: Evidence): boolean {
  if (response === null || !request.url.includes('?')) return false;
  const values = response.headers.filter(([name]) => name.toLowerCase() === 'cache-control');
  return !values.some(([, value]) => /\bno-store\b/i.test(value));
}

/** A kind of password that was not tried may obtain the list: the verdict of `authorization.enforced` rests on the others. */
function untriedPasswords(variant: string, cases: readonly CaseResult[]): readonly Advisory[] {
  const prefix = `${variant}.observed.password.`;
  const untried = cases.filter(
    ({ id, exchanges, trials }) =>
      id.startsWith(prefix) &&
      exchanges.length === 0 &&
      trials.some(({ halted }) => halted?.reason === 'not-selected'),
  );
  if (untried.length === 0) return [];
  const kinds = untried.map(({ id }) => id.slice(prefix.length)).join(', ');
  const message = `The limit of failed logins left kinds of password untried, so whether they obtain the list was not seen: ${kinds}.`;
  return [{ id: `${variant}.passwords-untried`, variant, message, exchanges: [] }];
}

function tellsPartners(variant: string, cases: readonly CaseResult[]): readonly Advisory[] {
  const answerTo = (suffix: string): Evidence | undefined =>
    cases.find(({ id }) => id === `${variant}.unauthorized.${suffix}`)?.exchanges.at(-1);
  const [unknown, wrong] = [answerTo('unknown-partner'), answerTo('wrong-password')];
  if (!unknown?.response || !wrong?.response) return [];
  const isSame =
    unknown.response.status === wrong.response.status && unknown.response.body === wrong.response.body;
  const message = 'An unknown partner and a wrong password can be told apart by the answer.';
  return isSame
    ? []
    : [{ id: `${variant}.partner-oracle`, variant, message, exchanges: [unknown.id, wrong.id] }];
}

function plainHttp(variant: string, baseUrl: string): readonly Advisory[] {
  const { protocol, hostname } = new URL(baseUrl);
  const isLoopback = hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d+){3}$/.test(hostname);
  const message = 'Plain HTTP to a host that is not loopback: credentials travel readable.';
  return protocol === 'http:' && !isLoopback
    ? [{ id: `${variant}.plain-http`, variant, message, exchanges: [] }]
    : [];
}
