import { expect, test } from 'vitest';
import { message, sayWhy } from '../wording/message.ts';
import { caseOf, checkOf, resultsOf, waiverOf, wholeRun } from './made-results.test-data.ts';
import { sampleResults } from './sample-results.test-data.ts';
import { renderConsole } from './console/render-console.ts';
import { passwordNote } from './exchange-text.ts';
import { renderHtml } from './html/page.ts';
import { renderSummary } from './machine/summary.ts';
import { viewOf } from './view.ts';
import { wordsIn } from '../wording/message.ts';

const words = wordsIn('en');

test('what a variant answers alike instead of the same status is one deviation', () => {
  const results = sampleResults();
  const cases = results.cases.map((one) => ({
    ...one,
    checks: one.checks
      .filter(({ code }) => code !== 'list-disclosed')
      .map((check) =>
        check.code === 'status' && check.verdict === 'fail' ? { ...check, actual: '400' } : check,
      ),
  }));
  const [first] = viewOf({ ...results, cases }).failures.blocks;
  expect(first?.members.map(({ requirement }) => requirement.id)).toEqual([
    'a.missing.partnerName.status',
    'a.unencrypted.partnerPassword.status',
  ]);
  expect(first?.title).toBe('A answers 400 instead of 422: 2 requirements');
});

test('where requirements of one deviation expected different things, each says its own', () => {
  const ids = ['a.missing.partnerName.names', 'a.missing.partnerPassword.names'];
  const fails = ids.map((id) => {
    const check = { ...checkOf(id, 'fail'), code: 'names' as const };
    return { ...check, expected: `a text that names ${id.split('.')[2] ?? ''}`, actual: '“no”' };
  });
  const plain = { ...checkOf('a.unencrypted.partnerPassword.names', 'fail'), code: 'names' as const };
  const results = resultsOf([caseOf('a.missing.both', fails), caseOf('a.plain', [plain])]);
  const [missing, unencrypted] = viewOf(results).failures.blocks;
  expect(missing?.title).toBe(
    'A does not name the parameter in its text (Missing parameter): 2 requirements',
  );
  expect(unencrypted?.title).toBe('A does not name the parameter in its text (Password not encrypted)');
  expect([missing?.expected, missing?.actual]).toEqual(['', '“no”']);
  const own = ['a text that names partnerName', 'a text that names partnerPassword'];
  expect(missing?.members.map(({ expected, actual }) => [expected, actual])).toEqual(
    own.map((one) => [one, '']),
  );
  const card = /<article class="item finding-of failures"\s+id="failure:a.missing[^]*?<.article>/.exec(
    renderHtml(results),
  )?.[0];
  const all = renderConsole(results, { width: 80, color: false });
  for (const text of own)
    for (const page of [card, all, renderSummary(results)]) expect(page).toContain(text);
});

test('there is no latency where nothing was answered', () => {
  expect(viewOf({ ...sampleResults(), cases: [], controls: [] }).latency).toBe('');
});

test.each([
  ['a.success.status', 'stale: its requirement passed; remove it'],
  ['a.sucess.status', 'stale: no requirement has this id; did you mean `a.success.status`?'],
  ['nothing.like.it', 'stale: no requirement has this id; remove it'],
])('a stale waiver of %s says what to do', (requirement, text) => {
  const results = wholeRun({ waivers: [waiverOf(requirement)] });
  expect(viewOf(results).stale.map((waiver) => waiver.text)).toEqual([text]);
});

test.each([
  ['partner-blocked', message('request-baseline'), null],
  ['partner-blocked', message('request-partner-blocked'), /conditions\.partner-blocked/],
  ['unauthorized', message('request-wrong-password'), /a wrong password/],
  ['unauthorized', message('request-unknown-partner'), null],
] as const)('the placeholder of a curl command of %s, %j, is explained by %s', (condition, request, note) => {
  const said = passwordNote({ condition }, { words: request, curl: '<ciphertext>' }, words);
  expect(note === null ? said === null : note.test(said ?? '')).toBe(true);
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
  'the advice on %s where the plain request’s verdict is %s, and causes are known for %j',
  (reason, verdict, causes, advice) => {
    const outcome = verdict === 'inconclusive' ? reason : verdict;
    const cases = [
      caseOf('a.success', [checkOf('a.success.status', outcome)]),
      caseOf('a.unencrypted', [checkOf('a.unencrypted.partnerPassword.status', reason)]),
    ];
    const words = { message: message('cause-other-service'), hint: message('hint-other-service') };
    const rootCauses = causes.map((variant) => ({ variant, message: '', hint: '', words }));
    const group = viewOf(resultsOf(cases, { rootCauses })).groups.find((one) => one.reason === reason);
    expect(group?.advice).toContain(advice);
  },
);

test.each([
  ['meaning', 'a.missing.partnerName.meaning', 'meaning-same-text-failed', false],
  ['what is asked of it itself', 'a.unauthorized.status', 'meaning-same-text', true],
])(
  'a text under review that failed in another place (%s) says what to fix first',
  (_, failed, code, isFree) => {
    const review = { ...checkOf('a.unauthorized.meaning', 'review'), code: 'meaning-same-text' as const };
    const params = { requests: [message('request-baseline')] };
    const shown = { ...review, params, actual: 'no' };
    const failure = { ...checkOf(failed, 'fail'), actual: 'no' };
    const results = resultsOf([caseOf('a.one', [shown]), caseOf('a.two', [failure])]);
    const { reviews, mayPatternHelp } = viewOf(results);
    expect(reviews[0]?.whys).toEqual([sayWhy({ ...shown, code }, 'en')]);
    expect(mayPatternHelp).toBe(isFree);
  },
);

test('an advisory of several variants is said once, with the kinds of all of them and the exchanges', () => {
  const advisoryOf = (variant: string, kinds: readonly string[]) => {
    const said = message('passwords-untried', { kinds });
    return { id: `${variant}.${said.code}`, variant, message: '', exchanges: [`${variant}-1`], words: said };
  };
  const advisories = [advisoryOf('a', ['empty', 'blank']), advisoryOf('b', ['blank', 'hex'])];
  const [first, ...others] = viewOf({ ...sampleResults(), advisories }).advisories;
  expect([first?.ids, first?.exchanges, others]).toEqual([
    ['a.passwords-untried', 'b.passwords-untried'],
    ['a-1', 'b-1'],
    [],
  ]);
  expect(first?.message).toContain('empty, blank, hex');
});
