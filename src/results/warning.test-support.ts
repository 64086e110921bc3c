import { expect, onTestFinished, TestRunner } from 'vitest';
import type { Results } from './results.ts';

/** What the profiles of tests are warned of: they hold the passwords of the reference. */
const usual = /^! [\w.-]*[pP]assword is in the profile as plain text; use \$\{NAME\}$/;

/** A warning with the lines that it is wrapped to; one of Node's own. */
const warning = /^!.*(?:\n {2}\S.*)*|^\(node:\d+\) .*/gm;

interface Expected {
  readonly pattern: RegExp;
  isMet: boolean;
}

/** By test: a pattern is an expectation of the test that is running. */
const expected = new WeakMap<object, Expected[]>();

/** Tells that the programs that this test runs from now on warn of that. Fails the test if none does. */
export function expectWarnings(...patterns: readonly RegExp[]): void {
  const test = TestRunner.getCurrentTest();
  if (test === undefined) throw new RangeError('outside of a test');
  const own = patterns.map((pattern) => ({ pattern, isMet: false }));
  expected.set(test, [...(expected.get(test) ?? []), ...own]);
  onTestFinished(() => expect(own.filter(({ isMet }) => !isMet)).toEqual([]));
}

/** Every program that a test runs goes through this: a warning that the test did not expect fails it. */
export function requireExpected(said: string, test = TestRunner.getCurrentTest()): void {
  const known = (test === undefined ? undefined : expected.get(test)) ?? [];
  const unexpected = (said.match(warning) ?? []).filter((line) => {
    const own = known.filter(({ pattern }) => pattern.test(line.replaceAll(/\n {2}/g, ' ')));
    for (const one of own) one.isMet = true;
    return own.length === 0 && !usual.test(line);
  });
  if (unexpected.length > 0)
    throw new Error(`warnings that the test does not expect:\n${unexpected.join('\n')}`);
}

/** The same for every run in the process of the test, by the codes of the warnings in its record. */
export function requireCodes<Ran extends Pick<Results, 'warnings'>>(
  ran: Ran,
  codes: readonly string[] = [],
): Ran {
  expect(
    ran.warnings.map(({ code }) => code),
    'warnings of the run',
  ).toEqual(codes);
  return ran;
}
