import { describe, expect, it } from 'vitest';
import { doubledPath } from './base-path.ts';

const paths = ['/partner/sbp/banks', '/partner/acme/sbp/banks/'];

describe('a base URL', () => {
  it.each([
    ['http://h/partner/sbp/banks', '/partner/sbp/banks'],
    ['http://h/api/partner/acme/sbp/banks', '/partner/acme/sbp/banks'],
    ['http://h/api/partner/acme', '/partner/acme'],
    ['http://h/api/partner/', '/partner'],
    ['http://h/partners', null],
    ['http://h/partner/api', null],
    ['http://h', null],
  ])('%s ends with %s of the paths that are appended to it', (baseUrl, found) => {
    expect(doubledPath(baseUrl, paths)).toBe(found);
  });
});
