import { UserError } from '../base/errors.ts';
import { variable } from '../base/environment.ts';
import type { Environment } from '../base/environment.ts';
import type { Profile } from './schema.ts';
import type { Proxies } from './target.ts';

const forAll = ['all_proxy', 'ALL_PROXY'] as const;
/** The variables that name a proxy; lower case first and those for all schemes last, as in curl. */
const variables = {
  https: ['https_proxy', 'HTTPS_PROXY', ...forAll],
  http: ['http_proxy', 'HTTP_PROXY', ...forAll],
} as const;
const exceptions = ['no_proxy', 'NO_PROXY'] as const;

/** The proxies that a profile names, or those of the environment if it says so. */
export function readProxies(
  { proxy = 'none', baseUrl = '' }: Pick<Profile, 'proxy' | 'baseUrl'>,
  env: Environment,
): Proxies {
  if (proxy === 'environment') {
    const isSet = (name: string): boolean => variable(env, name) !== null;
    const [http, https, no] = [
      variables.http.find(isSet),
      variables.https.find(isSet),
      exceptions.find(isSet),
    ];
    const listed = variable(env, no ?? '')?.split(/[\s,]+/) ?? [];
    return {
      http: http === undefined ? null : urlIn(http, env),
      https: https === undefined ? null : urlIn(https, env),
      except: listed.filter((host) => host !== ''),
      used: [...new Set([https, http, no])].filter((name) => name !== undefined),
      unused: [],
    };
  }
  if (proxy !== 'none') return { http: proxy, https: proxy, except: [], used: [], unused: [] };
  const scheme = /^https:/i.test(baseUrl) ? 'https' : 'http';
  const unused = variables[scheme].filter((name) => isUrl(completed(variable(env, name) ?? '')));
  return { http: null, https: null, except: [], used: [], unused };
}

/** The proxy that a variable names. Throws a UserError without the value, which may hold a password. */
function urlIn(name: string, env: Environment): string {
  const value = completed(variable(env, name) ?? '');
  if (isUrl(value)) return value;
  const found = /^socks/i.test(value) ? 'a SOCKS proxy' : 'something else';
  const message = `${name}: found ${found}, expected an http or https URL of a proxy`;
  throw new UserError(
    'profile',
    'wrong-proxy',
    message,
    'correct the variable, or name the proxy in the profile',
  );
}

const isUrl = (value: string): boolean => /^https?:/i.test(value) && URL.canParse(value);

/** Variables sometimes omit the scheme. */
const completed = (value: string): string =>
  value === '' || /^[a-z\d+.-]+:\/\//i.test(value) ? value : `http://${value}`;
