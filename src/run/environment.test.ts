import { expect, test } from 'vitest';
import { isInfluence } from '../base/influence.ts';
import type { Target, VariantTarget } from '../profile/target.ts';
import { environmentOf } from './environment.ts';

const node = { version: 'v24.0.0', platform: 'linux', arch: 'x64' } as const;
const proxies = { http: null, https: null, except: [], used: [], unused: [] };
const named = (
  env: NodeJS.ProcessEnv,
  execArgv: readonly string[] = [],
  target: Pick<Target, 'proxies' | 'variants'> = { proxies, variants: {} },
) => environmentOf(target, { ...node, env, execArgv: [...execArgv] }).influences ?? [];

test.for<[NodeJS.ProcessEnv, readonly string[], readonly string[]]>([
  [{}, [], []],
  [{ PATH: '/bin', LANG: 'C', NODE_EXTRA_CA_CERTS: '' }, [], []],
  [{ NODE_EXTRA_CA_CERTS: '/x.pem', LD_PRELOAD: '/x.so' }, [], ['LD_PRELOAD', 'NODE_EXTRA_CA_CERTS']],
  [{ NODE_TLS_REJECT_UNAUTHORIZED: '0', NODE_USE_ENV_PROXY: '1', HTTPS_PROXY: 'http://x' }, [], []],
  [
    { NODE_OPTIONS: ' -r ./x.cjs --import=data:,x --use-openssl-ca --insecure-http-parser --import ./y ' },
    [],
    ['-r', '--import', '--use-openssl-ca', '--insecure-http-parser'].map((flag) => `NODE_OPTIONS ${flag}`),
  ],
  [{ NODE_OPTIONS: '"--require=./with blank.cjs"' }, [], ['NODE_OPTIONS --require']],
  [{ NODE_OPTIONS: '--max_old_space_size=64 --no-warnings --trace-warnings' }, ['--enable-source-maps'], []],
  [{}, ['--loader', './x.mjs', '--tls-min-v1.0'], ['node --loader', 'node --tls-min-v1.0']],
  [
    { SSL_CERT_FILE: '/x', OPENSSL_CONF: '/x', HOSTALIASES: '/x' },
    [],
    ['SSL_CERT_FILE', 'OPENSSL_CONF', 'HOSTALIASES'],
  ],
])('of %j and %j are named %j', ([env, execArgv, expected]) => {
  const found = named(env, execArgv);
  expect([found, found.filter((name) => !isInfluence(name))]).toEqual([expected, []]);
});

test('a proxy is named where the profile takes it from the environment', () => {
  const own = { proxies: { ...proxies, used: ['https_proxy', 'NO_PROXY'] }, variants: {} };
  expect(named({}, [], own)).toEqual(['https_proxy', 'NO_PROXY']);
  expect(own.proxies.used.filter((name) => !isInfluence(name))).toEqual([]);
});

test.for<[NodeJS.ProcessEnv, readonly string[]]>([
  [{ LANG: 'C' }, ['LANG']],
  [{ LANG: 'ru_RU.UTF-8', LC_ALL: 'ru_RU.KOI8-R' }, ['LC_ALL']],
  [{ LANG: 'ru_RU.KOI8-R', LC_ALL: 'C.utf8' }, []],
  [{}, []],
])('the encoding of %j is named where a program gets the password: %j', ([env, expected]) => {
  const conditions = { unavailable: { setup: { command: 'x' } } };
  const encryption = { scheme: 'command' };
  for (const own of [
    { conditions, encryption: { scheme: 'jwe' } },
    { conditions: {}, encryption },
  ]) {
    const variants = { a: own as unknown as VariantTarget };
    expect(named(env, [], { proxies, variants })).toEqual(expected);
  }
});

test.for(['', 'PATH', 'NODE_OPTIONS --require ./x', 'NODE_OPTIONS=--x', 'LD_PRELOAD ', '<b>'])(
  '%j is no such name',
  (name) => {
    expect(isInfluence(name)).toBe(false);
  },
);
