import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { testOutcome, unjudged } from '../api/outcome.ts';
import { exitCodeOf } from '../results/totals.ts';
import type { CaseResult, Overall, Results } from '../results/results.ts';
import { catalogue, catalogueOf } from '../operation/catalogue.test-data.ts';
import type { Verdict } from '../judge/check.ts';
import { reasons } from '../judge/evidence.ts';
import type { Reason } from '../judge/evidence.ts';
import { message, say, sayCheck, sayWhy, verbatim, wordsIn } from '../messages/message.ts';
import { renderConsole, renderOutcome } from './console/render-console.ts';
import { placeholderNote, sendCommand } from './exchange-text.ts';
import { renderHtml } from './html/page.ts';
import { renderAnnotations } from './machine/annotation.ts';
import { renderJunit } from './machine/junit.ts';
import { renderSummary } from './machine/summary.ts';
import {
  advisoryOf,
  caseOf,
  checkOf,
  hostileText,
  resultsOf,
  reviewedText,
  reviewOf,
  russianSample,
  sampleResults,
  waiverOf,
  wholeRun,
  withText,
} from './made-results.test-data.ts';
import type { Departure } from './made-results.test-data.ts';
import { countsOf, overallIn, sentenceOf } from './sentences.ts';
import type { Message, SpeakingCheck } from '../messages/message.ts';
import { displayWidth } from '../base/text-width.ts';
import { viewOf } from './view.ts';

const words = wordsIn('en');

const printed = (results: Results, verbose = false): string =>
  renderConsole(results, { width: 80, color: false, verbose });

/** The text reports of a run. */
const readable = (results: Results): readonly string[] => [
  printed(results),
  renderSummary(results),
  renderHtml(results),
];

describe('the outcome', () => {
  const [status, meaning, blocked] = [
    'a.missing.several.status',
    'b.unauthorized.meaning',
    'b.partner-blocked.meaning',
  ];
  const beside = (one: Verdict | Reason, other: Verdict | Reason = 'pass'): Departure => ({
    verdicts: { [status]: one, [meaning]: other },
  });
  const failure = beside('fail');
  const refused = {
    ...beside('pass', 'review'),
    reviews: [reviewOf(meaning, reviewedText, 'fail')],
  };
  // It belongs to no class, so only the waiver makes the run incomplete.
  const waivedRefusal = {
    verdicts: { [blocked]: 'review' },
    reviews: [reviewOf(blocked, reviewedText, 'fail')],
    waivers: [waiverOf(blocked)],
  } as const;
  const threeStale = [waiverOf(status), waiverOf('a.missing.several.statsu'), waiverOf(status)];
  const others = { 'b.unavailable.status': 'not-provisioned', 'a.success.body': 'fail' } as const;
  const all = {
    reviews: refused.reviews,
    verdicts: { ...beside('fail', 'review').verdicts, ...others },
    waivers: [waiverOf(status), waiverOf('a.success.status')],
  };

  const waived = { ...failure, waivers: [waiverOf(status)] };
  const expired = { ...failure, waivers: [waiverOf(status, '2025-01-01')] };
  const accepted = { ...refused, reviews: [reviewOf(meaning, reviewedText, 'pass')] };
  const unseenAndStale = { ...beside('suite-error'), waivers: [waiverOf(blocked)] };

  /**
   * Number of requirements that failed without a waiver, and of stale waivers. For all variants together: fail
   * (including waived), review, inconclusive; all others pass. Exit codes without and with `--complete`.
   */
  test.each<[string, Departure, failed: number, stale: number, others: string, exits: string, Overall]>([
    ['nothing but passes', {}, 0, 0, '0 0 0', '0 0', 'conforming'],
    ['a failure', failure, 1, 0, '1 0 0', '1 1', 'nonconforming'],
    ['a waived one', waived, 0, 0, '1 0 0', '0 0', 'incomplete'],
    ['one whose waiver has expired', expired, 1, 0, '1 0 0', '1 1', 'nonconforming'],
    ['a review', beside('pass', 'review'), 0, 0, '0 1 0', '0 3', 'incomplete'],
    ['a refused text', refused, 1, 0, '1 0 0', '1 1', 'nonconforming'],
    ['one that is waived', waivedRefusal, 0, 0, '1 0 0', '0 0', 'incomplete'],
    ['an accepted text', accepted, 0, 0, '0 0 0', '0 0', 'conforming'],
    ['stale waivers', { waivers: threeStale }, 0, 3, '0 0 0', '1 1', 'conforming'],
    ['one, and a thing unseen', unseenAndStale, 0, 1, '0 0 1', '1 1', 'incomplete'],
    ['all of these', all, 2, 1, '3 0 1', '1 1', 'nonconforming'],
    ['a failure beside a review', beside('fail', 'review'), 1, 0, '1 1 0', '1 1', 'nonconforming'],
    ['one beside a thing unseen', beside('fail', 'rate-limited'), 1, 0, '1 0 1', '1 1', 'nonconforming'],
    ['two things unseen', beside('vacuous', 'rate-limited'), 0, 0, '0 0 2', '3 3', 'incomplete'],
  ])('of %s is the same everywhere', (_, departure, failed, stale, others, exits, overall) => {
    const results = wholeRun(departure);
    const [failing = 0, pending = 0, skipped = 0] = others.split(' ').map(Number);
    const counts = `${catalogue.length - failing - pending - skipped} ${others}`;
    expect(results.verdict).toBe(overall);
    const shown = renderConsole(results, { width: 200, color: false });
    const [, summary = '', page = ''] = readable(results);
    const numberAfter = (text: string, pattern: RegExp): number => Number(pattern.exec(text)?.[1] ?? 0);

    // Exit code of a run, and of the tests of vitest.
    expect(`${exitCodeOf(results, false)} ${exitCodeOf(results, true)}`).toBe(exits);
    for (const [index, complete] of [false, true].entries()) {
      const options = { review: 'skip', complete } as const;
      const red = results.cases.filter((one) => testOutcome(one, results, options).kind === 'fail');
      if (!complete) expect(red).toHaveLength(failed);
      expect(red.length > 0 || unjudged(results, complete) !== null).toBe(exits.split(' ')[index] !== '0');
    }

    // Failures.
    const failures = words('failures');
    expect(numberAfter(shown, new RegExp(`^${failures.toUpperCase()}: .*?(\\d+) requirement`, 'm'))).toBe(
      failed,
    );
    expect(numberAfter(summary, new RegExp(`^## ${failures}: .*?(\\d+) requirement`, 'm'))).toBe(failed);
    expect(
      numberAfter(page, new RegExp(`<h2>${failures} <span class="count">[^<]*?(\\d+) requirement`)),
    ).toBe(failed);
    const junit = renderJunit(results);
    expect(numberAfter(junit, /<testsuites [^>]*failures="(\d+)"/)).toBe(failed + stale);
    expect(junit.match(/<failure /g) ?? []).toHaveLength(failed + stale);
    const causes = viewOf(results).failures.blocks.length;
    expect(renderAnnotations(results).match(/^::error /gm) ?? []).toHaveLength(causes);

    // Sentences, tables and counts.
    const verdicts = ['pass', 'fail', 'review', 'inconclusive'] as const;
    const { variants } = viewOf(results);
    const sums = verdicts.map((one) => variants.reduce((sum, { counts: own }) => sum + own[one], 0));
    expect(sums.join(' ')).toBe(counts);
    for (const one of variants) {
      for (const text of [shown, summary, page]) expect(text).toContain(sentenceOf(one, words).slice(0, 40));
      expect(shown).toContain(countsOf(one, words));
      const cells = verdicts.map((verdict) => one.counts[verdict]).join(' | ');
      expect(summary).toContain(`| ${overallIn(one, words)} | ${cells} | ${one.waived} |`);
    }
    const listed = [...page.matchAll(/class="requirement"[^>]*data-verdict="(\w+)"/g)].map(
      ([, name]) => name,
    );
    expect(verdicts.map((one) => listed.filter((name) => name === one).length).join(' ')).toBe(counts);

    // Stale waivers: at the top of summary and page, and next to the result.
    const head = summary.slice(0, summary.indexOf('\n## '));
    const first = page.slice(page.indexOf('<section id="summary"')).split('</section>')[0] ?? '';
    const last = shown.slice(shown.indexOf('\nRESULT'));
    for (const part of [head, first, last]) expect(part.includes(words('stale-waivers'))).toBe(stale > 0);
  });

  test.each(reasons)('of a requirement that is inconclusive, %s, is red if nobody chose it', (reason) => {
    const results = wholeRun(beside(reason));
    const isChosen = ['not-provisioned', 'vacuous', 'not-selected'].includes(reason);
    expect([exitCodeOf(results, false), exitCodeOf(results, true)]).toEqual([isChosen ? 0 : 3, 3]);
    expect(results.verdict).toBe('incomplete');
  });

  test('of a refused text names who refused it, and nothing is open', () => {
    for (const text of readable(wholeRun(refused))) {
      expect(text).toContain('A. Person');
      expect(text).not.toMatch(/[1-9] remain open|For a person to decide|in 0 of/i);
      expect(text).toContain('1 decided by a person');
    }
    expect(printed(wholeRun(refused))).toMatch(/unauthorized .*✗ {17}✗ fail, decided\n/);
  });
});

test('an interrupted run says so in every report, and what is missing only where something is', () => {
  const results = { ...sampleResults(), interrupted: true };
  for (const text of readable(results))
    expect(text.split(/FAILURES|## Failures/)[0]).toContain('The run was interrupted');
  expect(printed(results).match(/The run was interrupted/g)).toHaveLength(2);
  expect(printed(results)).toContain('What is missing was not judged');
  const requirements = results.requirements.map((one) => ({ ...one, reason: 'not-provisioned' as const }));
  expect(printed({ ...results, requirements })).not.toContain('What is missing');
});

describe('failures', () => {
  const failing = (id: string, params: SpeakingCheck['params'], code = 'status') => {
    const check = { ...checkOf(id, 'fail'), code, params: { variant: 'a', ...params } };
    return { ...check, ...sayCheck(check, 'en') };
  };
  const without = (name: string) => message('when-missing', { names: [name] });
  const statusOf = (actual: number, when: Message) => ({
    expected: 422,
    actual,
    answer: message('answers-status', { status: actual }),
    when,
  });

  test('that a variant answers alike are one deviation, told apart by what they expected', () => {
    const alike = [
      failing('a.missing.partnerName.status', statusOf(400, without('partnerName'))),
      failing('a.missing.useAuthByCert.status', statusOf(400, without('useAuthByCert'))),
      failing('a.unencrypted.partnerPassword.status', statusOf(400, message('when-unencrypted'))),
    ];
    const naming = (name: string, when: Message) => ({ parameters: [name], text: 'no', when });
    const unlike = ['partnerName', 'partnerPassword'].map((name) =>
      failing(`a.missing.${name}.names`, naming(name, without(name)), 'names'),
    );
    const own = naming('partnerPassword', message('when-unencrypted'));
    const other = failing('a.unencrypted.partnerPassword.names', own, 'names');
    const results = resultsOf([caseOf('a.one', [...alike, ...unlike]), caseOf('a.two', [other])]);
    const { blocks } = viewOf(results).failures;
    expect(blocks.map(({ title }) => title)).toEqual([
      'A answers 400 instead of 422 for a request without partnerName or useAuthByCert and for a password in plain text',
      'A: the text given for a request without partnerName or partnerPassword does not name partnerName or partnerPassword',
      'A: the text given for a password in plain text does not name partnerPassword',
    ]);
    expect(blocks.map(({ requirements }) => requirements.length)).toEqual([3, 2, 1]);
    for (const { expected, actual } of blocks) expect([expected, actual]).toEqual(['', '']);
  });

  test('of more than five kinds are counted, and those of an earlier version keep its words', () => {
    const many = Array.from({ length: 7 }, (_, index) =>
      failing(
        'a.missing.partnerName.status',
        statusOf(400, message('when-unauthorized', { requests: [`kind ${index}`] })),
      ),
    );
    const { params, ...old } = failing('a.unavailable.status', { expected: 500, actual: 503 });
    expect(
      viewOf(resultsOf([caseOf('a.one', [...many, { ...old, params }])])).failures.blocks.map(
        ({ title }) => title,
      ),
    ).toEqual([
      'A answers 400 instead of 422 when authorization fails (kind 0; kind 1; kind 2; kind 3; 3 more)',
      'A: status: expected 500, got 503 (variant a, , section )',
    ]);
  });

  test('beyond the tenth take one line each in the console, unless all are asked for', () => {
    const ids = catalogueOf('a').slice(0, 13);
    const checks = ids.map((id, index) => failing(id, statusOf(400 + index, message('when-unavailable'))));
    const many = resultsOf([caseOf('a.missing', checks)]);
    const linesOf = (start: string, verbose = false): readonly string[] =>
      printed(many, verbose)
        .split('\n')
        .filter((line) => line.startsWith(start));
    expect([false, true].map((verbose) => linesOf('    a.missing: What', verbose).length)).toEqual([10, 13]);
    expect(linesOf('  ✗ A answers 4').slice(10)).toEqual(
      [410, 411, 412].map(
        (status) => `  ✗ A answers ${status} instead of 422 while the service is unavailable`,
      ),
    );
  });

  test('are named even where no check or no exchange explains them', () => {
    const results = sampleResults();
    const without = (part: 'checks' | 'exchanges'): Results => ({
      ...results,
      cases: results.cases.map((one) => ({ ...one, [part]: [] })),
    });
    expect(printed(without('checks'))).toContain('FAILURES: 6');
    expect(printed(without('checks'))).toContain('  ✗ a.request.body: The credentials are read');
    expect(renderSummary(without('checks'))).toContain('- `a.missing.partnerName.status`: The answer to');
    expect(printed(without('exchanges'))).toContain('    a.request.body (section 4.1, 2): The credentials');
  });
});

describe('advice', () => {
  test.each([
    ['a.success.status', 'stale: its requirement passed; remove it'],
    ['a.sucess.status', 'stale: no requirement has this id; did you mean `a.success.status`?'],
    ['nothing.like.it', 'stale: no requirement has this id; remove it'],
  ])('on a stale waiver of %s', (requirement, text) => {
    const results = wholeRun({ waivers: [waiverOf(requirement)] });
    expect(viewOf(results).stale.map((waiver) => waiver.text)).toEqual([text]);
  });

  test('on placeholders names `send`, and stands under no curl command without them', () => {
    expect(
      placeholderNote({ curl: "curl -X POST 'https://x.test?partnerPassword=<ciphertext>'" }, words),
    ).toContain('`send`');
    expect(placeholderNote({ curl: 'curl -X POST https://x.test' }, words)).toBeNull();
  });

  test('on how to send a request again, which only a run does where it has to set a condition up', () => {
    const results = wholeRun({});
    const command = 'npx sbp-banks-conformance run --target x.yaml';
    const [[variant, claim] = ['']] = Object.entries(results.profile.claims);
    const claims = { [variant]: { ...claim, exclusive: ['unavailable'] } };
    const own = {
      ...results,
      target: { ...results.target, command },
      profile: { ...results.profile, claims },
    } as Results;
    const again = (testRequest: string, condition: CaseResult['condition']): string | null =>
      sendCommand(own, { planned: `${variant}.${testRequest}`, variant }, { condition });
    expect([
      again('missing.partnerName', 'missing'),
      again('unavailable', 'unavailable'),
      again('success', 'unavailable'),
      sendCommand(results, { planned: 'a.success', variant: 'a' }, null),
    ]).toEqual([
      `npx sbp-banks-conformance send ${variant}.missing.partnerName --target x.yaml`,
      null,
      `npx sbp-banks-conformance send ${variant}.success --target x.yaml`,
      null,
    ]);
  });

  test.each([
    ['target-unavailable', 'pass', [], 'The service runs: find these requests in its log'],
    ['target-unavailable', 'fail', [], 'Check that the service runs'],
    ['target-unavailable', 'pass', ['a'], 'Check that the service runs'],
    ['target-unavailable', 'pass', ['b'], 'The service runs'],
    ['control-failed', 'pass', [], 'a gateway or firewall in front of the service may refuse these requests'],
    ['control-failed', 'pass', [null], 'Make the plain request work first'],
    ['control-failed', 'inconclusive', [], 'Make the plain request work first'],
  ] as const)(
    'on %s where the plain request’s verdict is %s, causes of %j',
    (reason, verdict, causes, text) => {
      const cases = [
        caseOf('a.success', [checkOf('a.success.status', verdict === 'inconclusive' ? reason : verdict)]),
        caseOf('a.unencrypted', [checkOf('a.unencrypted.partnerPassword.status', reason)]),
      ];
      const said = { message: message('cause-other-service'), hint: message('hint-other-service') };
      const rootCauses = causes.map((variant) => ({ variant, message: '', hint: '', words: said }));
      const group = viewOf(resultsOf(cases, { rootCauses })).groups.find((one) => one.reason === reason);
      expect(group?.advice).toContain(text);
    },
  );

  test.each([
    ['a.error.body', 'No judged answer could show it'],
    ['a.success.status', 'Run the whole suite'],
  ])('on %s where it was not selected', (id, text) => {
    const shown = printed(wholeRun({ verdicts: { [id]: 'not-selected' } }));
    expect(shown).toContain(text);
  });

  test.each([
    ['meaning', 'a.missing.partnerName.meaning', 'meaning-same-text-failed'],
    ['what is asked of it itself', 'a.unauthorized.status', 'meaning-same-text'],
  ])('on a text under review that failed in another place: %s', (_, failed, code) => {
    const review = { ...checkOf('a.unauthorized.meaning', 'review'), code: 'meaning-same-text' as const };
    const shown = { ...review, params: { requests: [message('request-baseline')] }, actual: 'no' };
    const failure = { ...checkOf(failed, 'fail'), actual: 'no' };
    const results = resultsOf([caseOf('a.one', [shown]), caseOf('a.two', [failure])]);
    const { reviews } = viewOf(results);
    expect(reviews[0]?.whys).toEqual([sayWhy({ ...shown, code }, 'en')]);
  });

  test('of several variants is said once, with the kinds of all of them and the exchanges', () => {
    const untried = (variant: string, kinds: readonly string[]) => ({
      ...advisoryOf(`${variant}.untried`, message('passwords-untried', { kinds })),
      exchanges: [`${variant}-1`],
    });
    const advisories = [untried('a', ['empty', 'blank']), untried('b', ['blank', 'hex'])];
    const view = viewOf({ ...sampleResults(), advisories, cases: [], controls: [] });
    expect(view.advisories).toMatchObject([
      {
        ids: ['a.untried', 'b.untried'],
        exchanges: ['a-1', 'b-1'],
        message: expect.stringContaining('empty, blank, hex') as string,
      },
    ]);
    // Nothing was answered.
    expect(view.latency).toBe('');
  });
});

describe('kinds of wrong passwords that the limit left out', () => {
  const untried = (variant: string, ...kinds: readonly string[]) =>
    kinds.map((kind) => {
      const halted = { kind: 'limit', reason: 'not-selected', note: '', words: verbatim('') } as const;
      const trial = { request: kind, round: 1, attempts: [], controls: [], outage: false, halted };
      const guess = { kind, accepted: 'fail' } as const;
      return caseOf(`${variant}.observed.password.${kind}`, [], { guess, trials: [trial] });
    });
  const green = wholeRun();
  const cases = [
    ...green.cases,
    ...untried('a', 'first-eight'),
    ...untried('b', 'first-eight', 'nul-appended'),
  ];
  const shown = resultsOf(cases);
  const said = (count: number) => say(message('kinds-untried', { count, limit: 3 }), 'en');

  test('are said in the last line, the headline, the summary and the cards of the variants', () => {
    expect(said(2)).toBe('2 kinds of wrong passwords not tried (limits.failedLogins: 3)');
    const line = `${catalogue.length} passed · ${said(2)}`;
    expect(renderOutcome(shown, { width: 80, color: false })).toBe(`✓ ${line}\n`);
    expect(renderSummary(shown)).toContain(`**✓ conforming**: ${line}`);
    const page = renderHtml(shown);
    const heading = /<h1 class="overall">(.*?)<\/h1>/s.exec(page)?.[1];
    expect(heading).toContain(line);
    const cards = page.split('<article class="card').slice(1);
    expect(cards.map((card) => /[^>]* not tried \(limits[^<]*/.exec(card)?.[0])).toEqual([said(1), said(2)]);
    const russian = { ...shown, target: { ...shown.target, language: 'ru' as const } };
    expect(renderOutcome(russian, { width: 80, color: false })).toContain(
      'не проверено видов неверного пароля: 2 (limits.failedLogins: 3)',
    );
  });

  test('are not spoken of where none was left out', () => {
    for (const text of [...readable(green), renderOutcome(green, { width: 80, color: false })])
      expect(text).not.toContain('wrong passwords');
  });

  test('make a complete run red, in the tests of vitest too', () => {
    expect([exitCodeOf(shown, false), exitCodeOf(shown, true)]).toEqual([0, 3]);
    expect(unjudged(shown, false)).toBeNull();
    expect(unjudged(shown, true)).toContain('kind of password not tried: nul-appended');
  });
});

describe('the console', () => {
  test.each([60, 79, 80, 100, 132])(
    'at %i columns has no line that is wider but curl commands, in both languages',
    (width) => {
      for (const results of [sampleResults(), withText(hostileText), russianSample()]) {
        const text = renderConsole(results, { width, color: true, verbose: true });
        const wide = stripVTControlCharacters(text)
          .split('\n')
          .filter((line) => displayWidth(line) > width);
        expect(wide.filter((line) => !line.startsWith('    $ '))).toEqual([]);
      }
    },
  );

  test('is coloured by nothing but colour, and text of the target commands neither it nor a CI server', () => {
    const colored = renderConsole(sampleResults(), { width: 80, color: true });
    expect(stripVTControlCharacters(colored)).toBe(printed(sampleResults()));
    const text = printed(withText(hostileText), true);
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
    expect(text).toContain(String.raw`\x1b[31mred`);
    expect(text).not.toMatch(/^\s*::|##(\[|vso\[|teamcity\[)/m);
  });

  test('has every verdict in a table without room for its aspects', () => {
    const narrow = renderConsole(sampleResults(), { width: 60, color: false }).split('\n');
    expect(narrow).toContain('  ✗ fail missing.partnerName');
    expect(narrow.filter((line) => line.includes('record   '))).toEqual([]);
  });
});

test.each([
  [200, '200, before and after'],
  [401, '200 before, 401 after'],
  [null, '200 before, no answer after'],
] as const)('a failure names the control; after it came %s', (status, said) => {
  const sample = sampleResults();
  const controls = sample.controls.map((one) => ({
    ...one,
    response: status === null || one.response === null ? null : { ...one.response, status },
  }));
  const { blocks } = viewOf({ ...sample, controls }).failures;
  const lines = blocks.map(({ control }) => control);
  expect(lines[0]).toBe(`the same request with \`partnerName\`: ${said}`);
  expect(lines).toContain(`the plain request: ${said}`);
  const alone = viewOf({ ...sample, controls: [] }).failures.blocks;
  expect(alone[0]?.control).toBe('the same request with `partnerName`: 200 before');
});

test('a cause that keeps from both classes is to be fixed once', () => {
  const alike = ['a.missing.partnerName.status', 'a.unavailable.status'];
  const failed = wholeRun({ verdicts: Object.fromEntries(alike.map((id) => [id, 'fail'])) });
  const said = renderConsole(failed, { width: 80, color: false });
  const causes = viewOf(failed).failures.blocks.length;
  const counted = [...said.matchAll(/fix (\d) cause/g)].reduce((sum, [, count]) => sum + Number(count), 0);
  expect(counted).toBe(causes);
});
