import { expect, onTestFinished, TestRunner } from 'vitest';
import type { Results } from './results.ts';

/** Usual warning for profiles of tests, which contain the passwords of the reference. */
const usual =
  /^! [\w.-]*[pP]assword(?: is in the profile as plain text; use|: пароль стоит в профиле открытым текстом; замените его на) \$\{NAME\}$/;

/** A warning with its wrapped lines, or one of Node. */
const warning = /^!.*(?:\n {2}\S.*)*|^\(node:\d+\) .*/gm;

interface Expected {
  readonly pattern: RegExp;
  isMet: boolean;
}

/** By test, because a pattern belongs to the test that is running. */
const expected = new WeakMap<object, Expected[]>();

/** Expects these warnings from programs that this test runs from now on. Fails the test if one is missing. */
export function expectWarnings(...patterns: readonly RegExp[]): void {
  const test = TestRunner.getCurrentTest();
  if (test === undefined) throw new RangeError('outside of a test');
  const own = patterns.map((pattern) => ({ pattern, isMet: false }));
  expected.set(test, [...(expected.get(test) ?? []), ...own]);
  onTestFinished(() => expect(own.filter(({ isMet }) => !isMet)).toEqual([]));
}

/** Called for every program that a test runs. A warning that the test did not expect fails it. */
export function requireExpected(said: string, test = TestRunner.getCurrentTest()): void {
  const known = (test === undefined ? undefined : expected.get(test)) ?? [];
  const unexpected = (said.match(warning) ?? []).filter((line) => {
    const whole = line.replaceAll(/\n {2}/g, ' ');
    const own = known.filter(({ pattern }) => pattern.test(whole));
    for (const one of own) one.isMet = true;
    return own.length === 0 && !usual.test(whole);
  });
  if (unexpected.length > 0)
    throw new Error(`warnings that the test does not expect:\n${unexpected.join('\n')}`);
}

/**
 * Same as `requireExpected` for every run in the test's own process, by the codes of the warnings in its
 * record. `others` may occur or not.
 */
export function requireCodes<Ran extends Pick<Results, 'warnings'>>(
  ran: Ran,
  codes: readonly string[] = [],
  others: readonly string[] = [],
): Ran {
  expect(
    ran.warnings.map(({ code }) => code).filter((code) => !others.includes(code)),
    'warnings of the run',
  ).toEqual(codes);
  return ran;
}
