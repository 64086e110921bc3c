import { expect, test } from 'vitest';
import { UserError } from '../errors.ts';
import { requireNoProduction } from './production.ts';
import type { Target } from './target.ts';

function target(baseUrl: string, conditionUrl: string | null = null): Target {
  const credentials = { partnerName: '1', partnerPassword: 'p', useAuthByCert: 'true' };
  const encryption = { scheme: 'module', module: '/x.mjs', template: '{password}' } as const;
  const conditions = conditionUrl === null ? {} : { unavailable: { baseUrl: conditionUrl } };
  return {
    name: 'T',
    source: null,
    folder: '/',
    baseUrl,
    tls: {},
    http2: false,
    language: 'en',
    variants: { a: { bankCode: null, credentials, encryption, headers: {}, texts: {}, conditions } },
    limits: { concurrency: 1, rate: null, timeout: 1, retries: 0, maxBody: 1, failedLogins: 0 },
    production: ['^https://api\\.', 'LIVE'],
    waivers: [],
    reviewsFile: null,
    secrets: [],
    warnings: [],
  };
}

test('an address that matches needs a yes', () => {
  expect(() => requireNoProduction(target('https://api.example.test'), false)).toThrow(UserError);
  expect(() => requireNoProduction(target('http://live.example.test'), false)).toThrow('production');
  expect(() => requireNoProduction(target('https://api.example.test'), true)).not.toThrow();
});

test('the address of a condition counts as well', () => {
  expect(() => requireNoProduction(target('http://test', 'https://api.x'), false)).toThrow('https://api.x');
});

test('an address that a pattern of endless backtracking cannot decide on needs a yes', () => {
  const address = `http://${'a'.repeat(60)}.test`;
  const endless = { ...target(address), production: ['//(a+)+$'] };
  expect(() => requireNoProduction(endless, false)).toThrow(UserError);
});

test('an address that does not match needs none', () => {
  expect(() => requireNoProduction(target('https://staging.example.test', 'http://x'), false)).not.toThrow();
});
