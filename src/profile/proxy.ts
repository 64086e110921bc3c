import { UserError } from '../base/errors.ts';
import { variable } from '../base/environment.ts';
import type { Environment } from '../base/environment.ts';
import type { Profile } from './schema.ts';
import type { Proxies } from './target.ts';

/** The variables that name a proxy; lower case first, as in curl. */
const variables = { https: ['https_proxy', 'HTTPS_PROXY'], http: ['http_proxy', 'HTTP_PROXY'] } as const;

/** The proxies that a profile names, or those of the environment if it says so. */
export function readProxies(
  { proxy = 'none', noProxy = [], baseUrl = '' }: Pick<Profile, 'proxy' | 'noProxy' | 'baseUrl'>,
  env: Environment,
): Proxies {
  const named = (scheme: 'http' | 'https'): string | null =>
    variables[scheme].map((name) => variable(env, name)).find((value) => value !== null) ?? null;
  if (proxy === 'environment') {
    for (const name of Object.values(variables).flat()) requireUrl(name, variable(env, name));
    const listed = (variable(env, 'no_proxy') ?? variable(env, 'NO_PROXY') ?? '').split(/[\s,]+/);
    const except = [...noProxy, ...listed.filter((host) => host !== '')];
    const used = [...Object.values(variables), ['no_proxy', 'NO_PROXY']].flatMap(
      (names) => names.find((name) => variable(env, name) !== null) ?? [],
    );
    return { http: completed(named('http')), https: completed(named('https')), except, used, unused: [] };
  }
  if (proxy !== 'none') return { http: proxy, https: proxy, except: noProxy, used: [], unused: [] };
  const scheme = /^https:/i.test(baseUrl) ? 'https' : 'http';
  const unused = variables[scheme].filter((name) => variable(env, name) !== null);
  return { http: null, https: null, except: [], used: [], unused };
}

/** Throws a UserError for a variable that names no proxy. Never shows its value, which may hold a password. */
function requireUrl(name: string, value: string | null): void {
  const url = completed(value);
  if (url === null || (/^https?:/i.test(url) && URL.canParse(url))) return;
  const message = `${name}: found something else, expected an http or https URL of a proxy`;
  throw new UserError(
    'profile',
    'wrong-proxy',
    message,
    'correct the variable, or name the proxy in the profile',
  );
}

/** Variables sometimes omit the scheme. */
const completed = (value: string | null): string | null =>
  value === null || /^[a-z\d+.-]+:\/\//i.test(value) ? value : `http://${value}`;
