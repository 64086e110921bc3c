import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it, test } from 'vitest';
import { judge } from '../results/judge.ts';
import { but, conforming, recordWith } from '../results/record.test-data.ts';
import type { Record } from '../results/record.ts';
import type { Results } from '../results/results.ts';
import { specification } from '../operation/specification.ts';
import { answered, list, refused, silent } from '../judge/evidence.test-data.ts';
import type { Attempt, Evidence } from '../judge/evidence.ts';
import { message, verbatim } from '../messages/message.ts';
import { explanationOf, renderExplanation } from './explain.ts';
import type { ExplanationOptions } from './explain.ts';
import { hostileTexts, reviewOf, waiverOf } from './made-results.test-data.ts';
import { displayWidth } from '../base/text-width.ts';

const usual: ExplanationOptions = {
  format: 'console',
  language: 'en',
  width: 80,
  color: false,
  program: 'suite',
  file: 'reports/results.json',
  defect: 'a-defect',
};

/** The explanation with each step on one line. */
const said = (results: Results, id: string, options: Partial<ExplanationOptions> = {}): string =>
  renderExplanation(results, id, { ...usual, ...options }).replaceAll(/\n {3,}/g, ' ');

const judged = (
  record: Record,
  waivers = [] as Parameters<typeof judge>[3],
  reviews = [] as Parameters<typeof judge>[2],
) => judge(record, specification, reviews, waivers);

const attempt = (request: string, role: Attempt['role'], evidence: Evidence): Attempt => ({
  request,
  role,
  for: role === 'try' ? null : outage,
  outcome: { ...evidence, planned: request },
});

const outage = 'a.unavailable';
const unavailable = 'a.unavailable.status';
const outageAnswer = (id: string): Evidence =>
  refused(503, 'try again later', { id, request: 'unavailable' });

/** A run in which an outage got 503 twice, with these controls around the second attempt. */
function doubtful(controls: readonly Evidence[]): Record {
  const record = recordWith(but(outage, 503, { description_status: 'try again later' }));
  const [before, ...behind] = controls.map((control) => attempt('a.success', 'control', control));
  const again = attempt(outage, 'try', outageAnswer('a.unavailable.2'));
  const more = [...(before === undefined ? [] : [before]), again, ...behind];
  return { ...record, attempts: [...record.attempts, ...more] };
}
const control = (id: string): Evidence => answered(200, list, { id, request: 'success' });

const text = 'Code 17';
const vague = recordWith(but('a.unauthorized.wrong-password', 403, { description_status: text }));
const [meaning, wrongPassword] = ['a.unauthorized.meaning', 'a.unauthorized.wrong-password'];

describe('the explanation of', () => {
  it('a pass shows one check, and counts the others', () => {
    const shown = said(judged(recordWith()), 'a.missing.several.status');
    expect(shown).toContain('✓ pass  a.missing.several.status (section 4.1)');
    expect(shown).toContain('1. Request: ');
    expect(shown).toContain(
      '2. No doubt: the first answer counts. The plain request, a.success: 200 OK, 1 ms',
    );
    expect(shown).toContain('3. Rule `status` expected  422 actual    422 also in   a.missing');
    expect(shown).toContain('4. The worst verdict of 4 checks in 4 cases counts: pass: 4');
    expect(shown.match(/ 1\. /g)).toHaveLength(1);
  });

  it('a failure names every attempt and the controls that make it one', () => {
    const results = judged(doubtful(['a.control', 'a.control.2', 'a.control.3'].map(control)));
    const shown = said(results, unavailable);
    expect(shown).toContain('✗ fail  a.unavailable.status');
    expect(shown).toMatch(/sent 2 times - a\.unavailable, 00:00.* - a\.unavailable\.2, 00:00/);
    expect(shown).toContain('so it was sent again: a.unavailable.2 counts. 3 good controls');
    expect(shown).toContain('expected  500 actual    503');
    expect(shown).toContain('4. The verdict is that of its only check: fail');
  });

  it('a failure of many attempts and kinds stays short', () => {
    const record = doubtful([control('a.control')]);
    const more = Array.from({ length: 9 }, (_, at) => [
      attempt('a.success', 'control', control(`a.more.${at}`)),
      attempt(outage, 'try', outageAnswer(`a.unavailable.${at + 3}`)),
    ]);
    const last = attempt('a.success', 'control', control('a.last'));
    const results = judged({ ...record, attempts: [...record.attempts, ...more.flat(), last] });
    expect(said(results, unavailable)).toMatch(
      /a\.unavailable\.5, [^-]*- … \(5 more\) - a\.unavailable\.11, /,
    );
  });

  it('what stays in doubt shows the control that was not good', () => {
    const shown = said(
      judged(doubtful([silent({}, { id: 'a.control' }), control('a.control.2')])),
      unavailable,
    );
    expect(shown).toContain('– inconclusive  a.unavailable.status');
    expect(shown).toContain(
      'they decide nothing, see step 3. 1 of 2 controls good (a.control.2) ✗ a.control, ',
    );
    expect(shown).toMatch(/3\. No rule was applied\. because {3}answered 503, and not every control/);
    expect(shown).toContain('inconclusive, target-unavailable: The answer, or its absence');
  });

  it('a limit says why nothing was sent, once', () => {
    const record = recordWith();
    const why = {
      kind: 'limit',
      reason: 'not-selected',
      note: message('login-limit', { limit: 3 }),
    } as const;
    const attempts = record.attempts.map((one) =>
      one.request === wrongPassword ? { ...one, outcome: why } : one,
    );
    const shown = said(judged({ ...record, attempts }), 'a.unauthorized.status');
    expect(shown).toContain(`1. Request ${wrongPassword}: not sent`);
    expect(shown.match(/the limit of 3 failed logins/g)).toHaveLength(1);
    expect(shown).toContain('inconclusive, not-selected: ');
    expect(shown).not.toContain('$ curl');
  });

  it('a requirement without a check, or of which a case was left out, says so', () => {
    const results = judged(recordWith(conforming, { only: ['a.missing.partnerName'] }));
    expect(said(results, 'a.success.status')).toContain('4. Nothing was checked, so');
    const part = said(results, 'a.missing.partnerName.status');
    expect(part).toContain('A case that aims at it was left out');
    expect(part).toContain('– inconclusive');
  });

  it('a review shows the text, why a person decides, and how', () => {
    const shown = said(judged(vague), meaning);
    expect(shown).toContain('? review  a.unauthorized.meaning');
    expect(shown).toContain(`actual    “${text}” because   it has no wording that the suite recognises`);
    expect(shown).toContain(
      'DECIDE IT\n\n  $ suite report reports/results.json --draft-reviews reviews.yaml\n',
    );
  });

  it.each(['pass', 'fail'] as const)('a decision, %s, names the person', (decision) => {
    const results = judged(vague, [], [reviewOf(wrongPassword, text, decision)]);
    const shown = said(results, meaning);
    expect(shown).toMatch(/^[✓✗] review, decided by a person {2}a\./);
    expect(shown).toContain(`decision: ${decision === 'pass' ? 'conforms' : 'does not conform'}; A. Person`);
    expect(shown).not.toContain('DECIDE IT');
  });

  it('a waived failure names the waiver', () => {
    const record = recordWith(but('a.missing.useAuthByCert', 400, { description_status: 'no' }));
    const id = 'a.missing.useAuthByCert.status';
    const shown = said(judged(record, [waiverOf(id)]), id);
    expect(shown).toContain('✗ fail, waived  a.missing');
    expect(shown).toContain('waiver: used (being reworded; owner payouts; until 2026-06-01)');
  });

  it('equal texts names the answers that it was compared with', () => {
    const same: typeof conforming = (request, id) =>
      request.testRequest.without === undefined
        ? conforming(request, id)
        : refused(422, 'partnerName, partnerPassword or useAuthByCert is missing, repeat with correct data', {
            id,
            request: request.testRequest.id,
          });
    const shown = said(judged(recordWith(same)), 'a.missing.partnerName.names');
    expect(shown).toContain('Compared with the answers a.missing.partnerPassword, a.missing.useAuthByCert');
  });

  it('a requirement that the profile does not claim is no more than that', () => {
    const { claims } = judged(recordWith()).profile;
    const profile = {
      sha256: '0'.repeat(64),
      limits: {},
      claims: Object.fromEntries(Object.entries(claims).slice(0, 1)),
    };
    const results = judged(recordWith(conforming, { profile }));
    expect(said(results, 'b.success.status')).toMatch(
      /^– b\.success\.status .* Not claimed by the\n? .*profile/,
    );
    const found = explanationOf(results, 'b.success.status', null);
    expect(found).toMatchObject({ verdict: null, checks: [], repeat: null, section: '4.2' });
  });
});

test('the commands repeat the case and the exchange, and show the same on purpose', () => {
  const results = judged(doubtful(['a.control', 'a.control.2'].map(control)));
  const target = { ...results.target, command: 'suite run --target x.yaml' };
  const shown = said({ ...results, target }, unavailable);
  expect(shown).toContain(
    'REPEAT IT\n\n  $ suite run --target x.yaml --case a.unavailable\n  $ suite send a.unavailable --target x.yaml\n  $ curl\n',
  );
  expect(shown).toContain('  $ suite mock --defect a-defect --write-target defect.yaml\n');
  expect(shown).toContain(`  $ suite run --target defect.yaml --requirement ${unavailable}\n`);
  expect(said(results, unavailable, { defect: null })).not.toContain('mock');
});

test('for a program it holds every check with its exchanges and controls', () => {
  const results = judged(doubtful(['a.control', 'a.control.2'].map(control)));
  const controls = ['a.success', 'a.control', 'a.control.2'].map((id) => ({ id, good: true }));
  expect(explanationOf(results, unavailable, 'a-defect')).toMatchObject({
    requirement: unavailable,
    section: '4.1',
    verdict: 'fail',
    waived: false,
    decided: null,
    checks: [{ case: outage, code: 'status', exchanges: [outage, `${outage}.2`], controls, halted: null }],
    repeat: null,
    defect: 'a-defect',
  });
});

describe('the lines', () => {
  const hostile = hostileTexts.join('\n');
  const words = verbatim(hostile);
  const answers: typeof conforming = (request, id) => {
    const evidence = conforming(request, id);
    const body = hostile.repeat(3);
    const refusal = refused(400, hostile, { id, request: request.testRequest.id });
    const own = request.step === 'baseline' ? evidence : refusal;
    const sent = { ...own.request, url: hostile, body };
    const { response } = own;
    return { ...own, request: sent, response: response && { ...response, body }, words, curl: hostile };
  };
  const results = judged(recordWith(answers), [waiverOf('a.missing.several.status')]);
  // One requirement of each aspect and outcome.
  const kinds = Map.groupBy(results.requirements, ({ aspect, verdict, reason }) =>
    [aspect, verdict, reason].join(),
  );
  const every = [...kinds.values()].flatMap((same, index) =>
    same.slice(0, 1).map(({ id }) => ({ id, language: index % 2 === 0 ? 'en' : 'ru' }) as const),
  );
  const waivers = results.waivers.map((one) => ({ ...one, owner: hostile, reason: hostile }));
  const target = { ...results.target, command: hostile };
  const cases = results.cases.map((one) => ({ ...one, title: hostile, words }));
  const spoilt = { ...results, waivers, target, cases };

  it.each(every)(
    'on $id, in $language, are as wide as the terminal and command nobody',
    ({ id, language }) => {
      const options = { ...usual, language, file: hostile };
      const shown = renderExplanation(spoilt, id, options);
      const wide = shown.split('\n').filter((line) => displayWidth(line) > 80 && !line.startsWith('  $ '));
      expect(wide).toEqual([]);
      const colored = renderExplanation(spoilt, id, { ...options, color: true });
      expect(stripVTControlCharacters(colored)).toBe(shown);
      expect(shown).toContain(String.raw`\x1b[31mred`);
      expect(shown.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
      expect(shown).not.toMatch(/^\s*::|##(\[|vso\[|teamcity\[)/m);
    },
  );

  it('have no English sentence in Russian', () => {
    const doubted = judged(doubtful([silent({}, { id: 'a.control' })]));
    const shown = said(doubted, unavailable, { language: 'ru' }).replaceAll(
      /“[^”]*”|`[^`]*`|\{.*\}|^ +\$.*$/gm,
      '',
    );
    expect(shown).toContain('ПОВТОРИТЬ');
    expect(shown.match(/(?<![\w.])[A-Za-z]{2,}(?: [a-z]+){3}/g)).toBeNull();
  });
});
