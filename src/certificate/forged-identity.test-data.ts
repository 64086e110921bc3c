import { must } from './forgery.test-data.ts';
import type { Forgery } from './forgery.test-data.ts';

/** Runs that were another one, or none. */
export const identities: readonly Forgery[] = [
  [
    'a variant that was dropped where it was not wanted',
    (results) => {
      results.target.variants = ['a'];
    },
    /case b\.success is no case of this specification and target/,
  ],
  [
    'a variant of another specification',
    (results) => {
      results.target.variants = ['a', 'b', 'c'];
    },
    /variant c is none of the specification/,
  ],
  [
    'another specification',
    (results) => {
      results.spec.sha256 = '0'.repeat(64);
    },
    /another specification than the one that this suite judges by/,
  ],
  [
    'a run that was interrupted',
    (results) => {
      results.interrupted = true;
    },
    /the run was interrupted/,
  ],
  [
    'cases that a selection left out',
    (results) => {
      results.leftOut = { cases: ['a.success'], requirements: ['a.success.status'] };
    },
    /1 cases were left out of the run/,
  ],
  [
    'a run of ten milliseconds',
    (results) => {
      for (const found of results.cases)
        for (const one of found.exchanges) one.startedAt = '2020-01-01T00:00:00.000Z';
    },
    /exchanges lie outside of the time of the run/,
  ],
  [
    'more failed logins than requests',
    (results) => {
      results.failedLogins = results.requests + 1;
    },
    /more logins failed than requests were sent/,
  ],
  [
    'repetitions that nobody has seen',
    (results) => {
      results.repeat = 2;
    },
    /what it says of its repetitions does not fit its requests/,
  ],
  [
    'evidence of last year',
    (results) => {
      const shift = (iso: string): string => new Date(Date.parse(iso) - 365 * 86_400_000).toISOString();
      results.startedAt = shift(results.startedAt);
      for (const found of results.cases)
        for (const one of found.exchanges) one.startedAt = shift(one.startedAt);
      for (const one of results.controls) one.startedAt = shift(one.startedAt);
    },
    /issued 8760 h after the run/,
  ],
];

/** Statements that say something else than their evidence. */
export const statements: readonly Forgery[] = [
  [
    'a class that the evidence does not lead to',
    () => undefined,
    /a class or the list of variants is not that of the evidence/,
    (certificate) => {
      must(certificate.variants['a']).class = 'core';
    },
  ],
  [
    'another target',
    () => undefined,
    /the target is not that of the evidence/,
    (certificate) => {
      certificate.target.name = 'Somebody else';
    },
  ],
  [
    'an expiry beyond that of its chain',
    () => undefined,
    /validity: it ends on 2031-01-01T00:00:00\.000Z, after a certificate of its chain/,
    (certificate) => {
      certificate.expiresAt = '2031-01-01T00:00:00.000Z';
    },
  ],
  [
    'an expiry in eight thousand years',
    () => undefined,
    /validity: it holds for longer than 3650 days/,
    (certificate) => {
      certificate.expiresAt = '9999-12-31T00:00:00.000Z';
    },
  ],
  [
    'an expiry that has passed',
    () => undefined,
    /the certificate expired on 2020/,
    (certificate) => {
      certificate.expiresAt = '2020-01-01T00:00:00.000Z';
    },
  ],
  [
    'an issue in the future',
    () => undefined,
    /issued in the future/,
    (certificate) => {
      certificate.issuedAt = '2027-06-01T00:00:00.000Z';
    },
  ],
  [
    'silence about what it does not say',
    () => undefined,
    /it conceals what it does not say/,
    (certificate) => {
      certificate.doesNotSay = [];
    },
  ],
  [
    'evidence that is not listed',
    () => undefined,
    /results\.json, which holds the evidence, is not listed/,
    (certificate) => {
      certificate.files = certificate.files.filter(({ name }) => name !== 'results.json');
    },
  ],
  [
    'another version of the suite than that of the evidence',
    () => undefined,
    /the suite is not that of the evidence/,
    (certificate) => {
      certificate.suite.version = '9.9.9';
    },
  ],
];
