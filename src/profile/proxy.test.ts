import { describe, expect, test } from 'vitest';
import { readProxies } from './proxy.ts';
import { isInfluence } from '../base/influence.ts';
import { proxyFor } from '../client/proxy-for.ts';

const proxy = 'http://user:word@proxy.test:3128';
const https = 'https://bank.test/api';
const env = { HTTPS_PROXY: 'secure.test:1', http_proxy: 'http://plain.test:2', NO_PROXY: 'a.test, .b.test' };

describe('the proxy of a request', () => {
  test.each<[string, string | undefined, Record<string, string>, string, string | null]>([
    ['that the profile names', proxy, env, https, proxy],
    ['of http as well', proxy, {}, 'http://bank.test', proxy],
    ['of the environment, which may leave out the scheme', 'environment', env, https, 'http://secure.test:1'],
    ['of the environment for http', 'environment', env, 'http://bank.test', 'http://plain.test:2'],
    ['that the environment excepts', 'environment', env, 'https://x.b.test', null],
    ['that nobody names', undefined, env, https, null],
    ['that the profile rules out', 'none', env, https, null],
  ])('%s', (_which, named, variables, url, expected) => {
    const proxies = readProxies(
      { ...(named === undefined ? {} : { proxy: named }), baseUrl: url },
      variables,
    );
    expect(proxyFor(proxies, url)).toBe(expected);
    const isUnused = (named ?? 'none') === 'none';
    expect(proxies.unused).toEqual(isUnused && 'HTTPS_PROXY' in variables ? ['HTTPS_PROXY'] : []);
  });

  test.each<[string, string, boolean]>([
    ['bank.test', 'https://bank.test', true],
    ['bank.test', 'https://a.bank.test', true],
    ['.bank.test', 'https://a.bank.test', true],
    ['*.bank.test', 'https://a.bank.test', true],
    ['bank.test', 'https://notbank.test', false],
    ['BANK.test', 'https://bank.test', true],
    ['bank.test:443', 'https://bank.test', true],
    ['bank.test:80', 'https://bank.test', false],
    ['*', 'https://bank.test', true],
    ['127.0.0.1', 'http://127.0.0.1:8', true],
    ['0.0.1', 'http://127.0.0.1:8', false],
    ['127.0.0.0/8', 'http://127.3.0.1:8', true],
    ['10.0.0.0/8', 'http://127.3.0.1:8', false],
    ['10.0.0.0/99', 'http://10.3.0.1:8', false],
    ['::1', 'http://[::1]:8', true],
    ['[::1]:8', 'http://[::1]:8', true],
    ['[::1]:9', 'http://[::1]:8', false],
    ['fd00::/8', 'http://[fd12::1]', true],
  ])('an exception for %s at %s: %s', (entry, url, isDirect) => {
    const proxies = readProxies(
      { proxy: 'environment', baseUrl: url },
      { HTTP_PROXY: proxy, HTTPS_PROXY: proxy, NO_PROXY: entry },
    );
    expect(proxyFor(proxies, url)).toBe(isDirect ? null : proxy);
  });

  test('is that of its condition where it has one, and none where it has an address of its own', () => {
    const proxies = readProxies({ proxy, baseUrl: https }, {});
    expect(proxyFor(proxies, https, { proxy: 'http://other.test:3' })).toBe('http://other.test:3');
    expect(proxyFor(proxies, https, { proxy: 'none' })).toBe(null);
    expect(proxyFor(proxies, https, { localAddress: '127.0.0.2' })).toBe(null);
  });

  const socks = 'socks5://user:word@x.test:1';
  const plain = 'http://p.test:1';

  test.each<[Record<string, string>, http: string | null, https: string | null, used: readonly string[]]>([
    [{ ALL_PROXY: plain }, plain, plain, ['ALL_PROXY']],
    [{ all_proxy: 'p.test:1', ALL_PROXY: socks }, plain, plain, ['all_proxy']],
    [{ ALL_PROXY: plain, HTTPS_PROXY: proxy }, plain, proxy, ['HTTPS_PROXY', 'ALL_PROXY']],
    [
      { ALL_PROXY: socks, HTTPS_PROXY: proxy, http_proxy: plain },
      plain,
      proxy,
      ['HTTPS_PROXY', 'http_proxy'],
    ],
    [{ ALL_PROXY: plain, NO_PROXY: 'x' }, plain, plain, ['ALL_PROXY', 'NO_PROXY']],
    [{ ALL_PROXY: ' ', https_proxy: plain }, null, plain, ['https_proxy']],
  ])('of the environment %j is that of its scheme, else that for all', (variables, http, secure, used) => {
    const found = readProxies({ proxy: 'environment', baseUrl: https }, variables);
    expect([found.http, found.https, found.used]).toEqual([http, secure, used]);
    expect(used.filter((name) => !isInfluence(name))).toEqual([]);
  });

  test('that no profile takes is named if it could be one', () => {
    expect(readProxies({ baseUrl: https }, { ALL_PROXY: plain, HTTPS_PROXY: socks }).unused).toEqual([
      'ALL_PROXY',
    ]);
  });

  test.each([
    [{ HTTPS_PROXY: socks }, 'HTTPS_PROXY: found a SOCKS proxy, expected an http or https URL of a proxy'],
    [{ ALL_PROXY: socks }, 'ALL_PROXY: found a SOCKS proxy, expected an http or https URL of a proxy'],
    [{ ALL_PROXY: 'http://[x' }, 'ALL_PROXY: found something else, expected an http or https URL of a proxy'],
  ])('of a variable that names none is an error without its value: %j', (variables, said) => {
    expect(() => readProxies({ proxy: 'environment' }, variables)).toThrow(said);
  });
});
