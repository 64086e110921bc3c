import { describe, expect, test } from 'vitest';
import { answered, list, refused, silent } from '../verdict/evidence.test-data.ts';
import type { Evidence } from '../verdict/evidence.ts';
import type { CaseResult } from './results.ts';
import { message, verbatim } from '../wording/message.ts';
import { findRootCauses } from './root-cause.ts';
import { caseShowing } from './case-showing.test-data.ts';
import { caseOf, checkOf, targetOf } from '../report/made-results.test-data.ts';

const baseline = (variant: string, status: number, at = 0, id = `${variant}.success`): Evidence =>
  answered(status, {}, { id, label: 'baseline', at });

const openCase = (
  variant: string,
  reason: 'control-failed' | 'target-unavailable' | 'rate-limited',
): CaseResult => caseOf(`${variant}.missing`, [checkOf(`${variant}.error.body`, reason)]);

const causes = (cases: readonly CaseResult[], controls: readonly Evidence[], variants = ['a', 'b']) =>
  findRootCauses(cases, controls, targetOf(variants)).map(({ variant, message }) => [variant, message]);

const refusal = (status: number): string =>
  `the plain request with the profile's credentials is answered ${status}, not 200`;

describe('the root cause', () => {
  test('is said once for a variant, however many cases it explains', () => {
    const cases = Array.from({ length: 5 }, () => openCase('a', 'control-failed'));
    expect(causes(cases, [baseline('a', 403), baseline('b', 200)])).toEqual([['a', refusal(403)]]);
  });

  test('is said once for the target where all variants share it', () => {
    const cases = [openCase('a', 'control-failed'), openCase('b', 'control-failed')];
    expect(causes(cases, [baseline('a', 403), baseline('b', 403)])).toEqual([[null, refusal(403)]]);
  });

  test('is said for each variant where they differ', () => {
    const cases = [openCase('a', 'control-failed'), openCase('b', 'control-failed')];
    expect(causes(cases, [baseline('a', 403), baseline('b', 422)])).toEqual([
      ['a', refusal(403)],
      ['b', refusal(422)],
    ]);
  });

  test('of one claimed variant names the variant', () => {
    const cases = [openCase('a', 'control-failed')];
    expect(causes(cases, [baseline('a', 403)], ['a'])).toEqual([['a', refusal(403)]]);
  });

  test('is none where no case is open for it, or the baseline is accepted', () => {
    expect(causes([caseOf('a.x', [checkOf('a.error.body', 'fail')])], [baseline('a', 403)])).toEqual([]);
    expect(causes([openCase('a', 'control-failed')], [baseline('a', 200)])).toEqual([]);
    expect(causes([openCase('a', 'control-failed')], [])).toEqual([]);
    const vacuous = caseOf('a.x', [checkOf('a.success.record', 'vacuous')]);
    expect(causes([vacuous], [baseline('a', 403)])).toEqual([]);
  });

  test('is the target’s silence, with a hint that fits', () => {
    const error = { kind: 'refused', message: 'connection refused' } as const;
    const silence = silent(error, { id: 'a.success', label: 'baseline' });
    const [cause] = findRootCauses([openCase('a', 'target-unavailable')], [silence], targetOf(['a']));
    expect(cause?.message).toBe('the target does not answer: connection refused');
    expect(cause?.hint).toContain('host and port');
  });

  test('is the latest of several, in whichever order they stand', () => {
    const controls = [baseline('a', 429, 20, 'a.control.2'), baseline('a', 503, 10, 'a.control')];
    expect(causes([openCase('a', 'rate-limited')], controls, ['a'])).toEqual([['a', refusal(429)]]);
    expect(causes([openCase('a', 'rate-limited')], controls.toReversed(), ['a'])).toEqual([
      ['a', refusal(429)],
    ]);
  });

  test('is found in the latest control where the target went down on the way', () => {
    const controls = [baseline('a', 200, 0), baseline('a', 503, 20, 'a.control.2'), baseline('a', 200, 10)];
    expect(causes([openCase('a', 'target-unavailable')], controls, ['a'])).toEqual([['a', refusal(503)]]);
  });

  test('is found in the baseline, not in a control, where it is refused', () => {
    const controls = [baseline('a', 403, 0), baseline('a', 200, 10, 'a.control')];
    expect(causes([openCase('a', 'control-failed')], controls, ['a'])).toEqual([['a', refusal(403)]]);
  });

  test('is found in the case that shows the baseline', () => {
    const shown = caseOf('a.success', [checkOf('a.success.status', 'fail')], {
      exchanges: [baseline('a', 404)],
    });
    expect(causes([shown, openCase('a', 'control-failed')], [], ['a'])).toEqual([['a', refusal(404)]]);
  });

  test('is not taken from another variant or another request', () => {
    const other = refused(403, 'no', { id: 'a.missing', label: 'without partnerName' });
    expect(causes([openCase('a', 'control-failed')], [baseline('b', 403), other])).toEqual([]);
    expect(causes([openCase('a', 'control-failed')], [answered(200, list, { id: 'a.success' })])).toEqual([]);
  });

  test('is the suite’s or the profile’s own where nothing could be sent', () => {
    const note = 'encryption.module: "x.mjs" cannot be loaded';
    const words = message('title-success');
    const failure = { reason: 'suite-error', words: verbatim(note) } as const;
    const unsent = caseOf('a.success', [checkOf('a.success.status', 'suite-error')], { words, failure });
    expect(causes([unsent], [], ['a'])).toEqual([['a', note]]);
    const sent = { ...unsent, exchanges: [baseline('a', 200)] };
    expect(causes([sent], [], ['a'])).toEqual([]);
    const stopped = caseOf('a.success', [checkOf('a.success.status', 'not-selected')], { words, failure });
    expect(causes([stopped], [], ['a'])).toEqual([]);
    const other = { ...unsent, words: message('title-unknown-partner') };
    expect(causes([other], [], ['a'])).toEqual([]);
  });

  test('is found by a trial that was given up as well, whatever the case comes to', () => {
    const shown = caseShowing('a.observed.replay', [refused(403, 'no')]);
    const halted = { reason: 'target-unavailable', note: '', words: verbatim('') } as const;
    const given = { ...shown, trials: shown.trials.map((trial) => ({ ...trial, halted })) };
    expect(causes([given], [baseline('a', 503)], ['a'])).toEqual([['a', refusal(503)]]);
    expect(causes([shown], [baseline('a', 503)], ['a'])).toEqual([]);
  });

  test.for([
    [429, 'limits.rate'],
    [500, 'out of order'],
    [503, 'out of order'],
    [302, 'redirects are not followed'],
    [404, 'bankCode'],
    [405, 'bankCode'],
    [422, 'encryption'],
    [403, 'partnerName'],
    [401, 'partnerName'],
  ] as const)('of status %i hints at what to mend: %s', ([status, words]) => {
    const cases = [openCase('a', 'control-failed')];
    expect(findRootCauses(cases, [baseline('a', status)], targetOf(['a']))[0]?.hint).toContain(words);
  });
});
