import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { rootCause } from '../../results/diagnosis.ts';
import { readReviews } from '../../results/read-reviews.ts';
import type { CaseResult } from '../../results/results.ts';
import { openReviews } from '../../results/review.ts';
import { verbatim } from '../../messages/message.ts';
import {
  advisoryOf,
  checkOf,
  everyVerdict,
  hostileText,
  observationOf,
  russianSample,
  sampleResults,
  withText,
} from '../made-results.test-data.ts';
import { viewOf } from '../view.ts';
import { largeResults } from './browser.test-support.ts';
import { renderSummary } from '../machine/summary.ts';
import { html } from '../../base/html.ts';
import { renderHtml } from './page.ts';

const page = renderHtml(sampleResults());

/** The tags of a page in their order, without style and script. */
const tagsOf = (text: string): readonly RegExpMatchArray[] => [
  ...text
    .replace(/<(style|script)>[^]*?<\/\1>/g, '')
    .matchAll(/<(\/?)([a-z][a-z0-9]*)((?:[^">]|"[^"]*")*)>/g),
];

const attributeValues = (text: string, name: string): readonly string[] =>
  tagsOf(text).flatMap(([, , , list = '']) =>
    [...list.matchAll(new RegExp(`\\s${name}="([^"]*)"`, 'g'))].map(([, value = '']) => value),
  );

const voids = new Set(['meta', 'input', 'wbr', 'rect']);

function unbalanced(text: string): readonly string[] {
  const open: string[] = [];
  for (const [whole, closing, name = ''] of tagsOf(text)) {
    if (closing === '/' && open.pop() !== name) return [whole];
    if (closing === '' && !voids.has(name)) open.push(name);
  }
  return open;
}

const sectionOf = (text: string, id: string): string =>
  text.slice(text.indexOf(`<section id="${id}"`)).split(/<section id="(?!exchange:)/)[1] ?? '';

test('counts an advisory and a question once for all variants, as the summary does', () => {
  const advisories = ['a.x', 'b.x'].map((id) => advisoryOf(id, verbatim('advice')));
  const observations = ['a.y', 'b.y'].map((id) => observationOf(id, verbatim('asked'), verbatim('seen')));
  const results = { ...sampleResults(), advisories, observations };
  expect(sectionOf(renderHtml(results), 'advisories').match(/<li>/g)).toHaveLength(1);
  expect(sectionOf(renderHtml(results), 'observations').match(/<tr>/g)).toHaveLength(2);
  expect(renderSummary(results)).toContain('Observations: 1<');
});

type Exchange = CaseResult['exchanges'][number];

/** The sample with changed exchanges: that with this id, or all. */
function withExchange(
  change: (exchange: Exchange) => Exchange,
  id?: string,
  results = sampleResults(),
): string {
  const changed = (one: Exchange): Exchange => (id === undefined || one.id === id ? change(one) : one);
  const cases = results.cases.map((one) => ({ ...one, exchanges: one.exchanges.map(changed) }));
  return renderHtml({ ...results, cases });
}

const answered =
  (body: string) =>
  (one: Exchange): Exchange => ({
    ...one,
    response: one.response && { ...one.response, body },
  });

test('elements are opened and closed in order, ids are unique, and every link inside leads to one', () => {
  for (const text of [page, renderHtml(everyVerdict()), renderHtml(withText(hostileText))]) {
    expect(unbalanced(text)).toEqual([]);
    const ids = attributeValues(text, 'id');
    expect(new Set(ids).size).toBe(ids.length);
    const targets = attributeValues(text, 'href').map((href) => href.slice(1));
    expect(targets.filter((target) => !ids.includes(target))).toEqual([]);
  }
});

test('it loads nothing, and its policy allows its own style and script by their digests and nothing else', () => {
  for (const name of ['src', 'style']) expect(attributeValues(page, name)).toEqual([]);
  expect(page.match(/@import|url\(/)).toBe(null);
  expect(tagsOf(page).filter(([, , , list = '']) => / on[a-z]+=/.test(list))).toEqual([]);
  const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1] ?? '';
  expect(policy).toMatch(/^default-src 'none';/);
  expect(policy).not.toContain('unsafe');
  for (const name of ['style', 'script']) {
    const text = new RegExp(`<${name}>([^]*?)</${name}>`).exec(page)?.[1] ?? '';
    expect(policy).toContain(`${name}-src 'sha256-${createHash('sha256').update(text).digest('base64')}'`);
  }
});

test('hostile text stays text, its hidden characters are visible', () => {
  const hostile = `">${hostileText}`;
  const results = withText(hostile);
  const text = renderHtml({
    ...results,
    rootCauses: [rootCause(null, verbatim(hostile), verbatim(hostile))],
  });
  for (const one of [page, text]) {
    expect(one).not.toContain('<img');
    expect(one.match(/<script/g)).toHaveLength(1);
    expect(one).toContain('&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;');
    expect(one.replaceAll(/[\n\t]/g, '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
  }
  for (const escape of [String.raw`\x1b`, String.raw`\u202e`])
    expect(page).toContain(`<i class="esc">${escape}</i>`);
});

describe('marks', () => {
  const marksIn = (text: string): readonly string[] =>
    [...text.matchAll(/<mark class="m-(\w+)">([^]*?)<\/mark>|data-gone="([^"]*)"/g)].map(
      ([, look, said, gone]) =>
        gone === undefined ? `${look} ${said}` : `-${gone.replaceAll('&quot;', '"')}`,
    );
  const plain = '{"partnerName":"1042","partnerPassword":"***","useAuthByCert":"true"}';

  /** The marked parts of an exchange's request or answer. */
  function marksOf(text: string, id: string, part: 'request' | 'answer'): readonly string[] {
    const [, block = ''] = text.split(`id="exchange:${id}"`);
    const [request = '', answer = ''] = (block.split('</section>')[0] ?? '').split('<figcaption>Response');
    return marksIn(part === 'request' ? request : answer);
  }

  test.each([
    ['a value', plain.replace('"1042"', '1042'), ['changed "partnerName":1042']],
    ['one left out', plain.replace('"partnerName":"1042",', ''), ['-"partnerName":"1042"']],
    ['one more', plain.replace('}', ',"extra":1}'), ['changed "extra":1']],
    [
      'one twice',
      plain.replace('}', ',"partnerName":"1042"}'),
      ['changed "partnerName":"1042"', 'changed "partnerName":"1042"'],
    ],
    ['nothing', plain, []],
    ['no body', null, ['-"partnerName":"1042"', '-"partnerPassword":"***"', '-"useAuthByCert":"true"']],
  ])('in a request show what differs from the plain one: %s', (_, body, expected) => {
    const text = withExchange((one) => ({ ...one, request: { ...one.request, body } }), 'a-7');
    expect(marksOf(text, 'a-7', 'request')).toEqual(expected);
  });

  test('in an address and in headers show what differs', () => {
    const url = 'https://staging.example.test/api/partner/acme/sbp/banks/?useAuthByCert=true&x=1';
    const parts = { url, headers: [['Accept', 'text/plain'] as const] };
    const text = withExchange((one) => ({ ...one, request: { ...one.request, ...parts } }), 'b-2');
    expect(marksOf(text, 'b-2', 'request')).toEqual([
      '-partnerName=1042',
      '-partnerPassword=***',
      'changed x=1',
      'changed text/plain',
    ]);
  });

  test.each([
    [
      'a-4',
      '{"code":1,"description_status":"no"}',
      'a.missing.partnerPassword.meaning',
      '"description_status":"no"',
    ],
    ['a-1', '{"banks":[],"total":0}', 'a.success.body', '"total":0'],
    ['a-1', '{"banks":null}', 'a.success.body', '"banks":null'],
    ['a-1', 'oops', 'a.success.body', 'oops'],
    ['a-5', '{"banks":[{"name":"x"}]}', 'a.authorization.enforced', '"banks":['],
  ])('in the answer of %s %j show what failed', (id, body, requirement, marked) => {
    const results = sampleResults();
    const cases = results.cases.map((one) => ({
      ...one,
      checks: one.checks.map((check) =>
        check.requirement === requirement ? { ...check, verdict: 'fail' as const } : check,
      ),
    }));
    const text = withExchange(answered(body), id, { ...results, cases });
    expect(marksOf(text, id, 'answer').slice(1)).toEqual([`fail ${marked}`]);
  });
});

test('a body has a line for each member and item; what is left out is counted in its place', () => {
  const banks = Array.from({ length: 120 }, (_, index) => `{"name":"Bank ${index}","bic":1}`);
  const problem = { index: 100, problem: 'bic: expected string, got number 1', words: verbatim('') };
  const facts = { kind: 'json', list: { problems: [problem] } } as unknown as Exchange['facts'];
  const results = sampleResults();
  const checks = [{ ...checkOf('a.success.record', 'fail'), exchange: 'a-1' }];
  const cases = results.cases.slice(0, 1).map((one) => ({ ...one, verdict: 'fail' as const, checks }));
  const change = (one: Exchange): Exchange => ({ ...answered(`{"banks":[${banks.join(',')}]}`)(one), facts });
  const text = withExchange(change, 'a-1', { ...results, cases });
  const answer = text.slice(text.indexOf('id="exchange:a-1"')).split('</figure>')[1] ?? '';
  const [excerpt = ''] = answer.split('</pre>\n<p').slice(0, 1);
  const wrong = '    <mark class="m-fail">{"name":"Bank 100","bic":1},</mark>';
  const leftOut = (number: number): string => `    <i class="gap">… ${number} records left out</i>`;
  expect(excerpt.split('"banks":[\n')[1]).toBe([leftOut(100), wrong, leftOut(19), '  ]', '}'].join('\n'));
});

test('of a body with thousands of lines that failed the first few are shown', () => {
  const checks = [{ ...checkOf('a.success.body', 'fail'), exchange: 'a-1' }];
  const results = sampleResults();
  const cases = results.cases.slice(0, 1).map((one) => ({ ...one, verdict: 'fail' as const, checks }));
  const sizeOf = (lists: number): number => {
    const members = Array.from({ length: lists }, (_, index) => `"banks":[${index}]`);
    return withExchange(answered(`{${members.join(',')}}`), 'a-1', { ...results, cases }).length;
  };
  expect(sizeOf(5000) - sizeOf(1)).toBeLessThan(50_000);
});

test('what is checked with every answer takes one line of a case if it passes', () => {
  const results = sampleResults();
  const check = { ...checkOf('a.error.body', 'pass'), expected: 'a long explanation' };
  const withCheck = (verdict: 'pass' | 'fail'): string =>
    renderHtml({
      ...results,
      cases: results.cases.map((one) => ({ ...one, checks: [{ ...check, verdict }] })),
    });
  expect(withCheck('pass')).not.toContain('a long explanation');
  expect(withCheck('fail')).toContain('a long explanation');
});

test('a requirement that fails or is under review says what was seen in each case, a waived one too', () => {
  const { results, findings: deciding } = viewOf(everyVerdict());
  const items = renderHtml(results).split('<details class="requirement').slice(1);
  for (const requirement of results.requirements) {
    const item = items.find((one) => one.includes(` id="${requirement.id}"`)) ?? '';
    expect(item).toContain('<h4 class="head">');
    const isShown = requirement.verdict === 'fail' || requirement.verdict === 'review';
    const findings = isShown ? (deciding.get(requirement.id) ?? []).slice(0, 5) : [];
    for (const { testCase, check } of findings) {
      expect(item).toContain(`href="#case:${testCase.id}"`);
      expect(item.replaceAll(/<\/?code>/g, '')).toContain(html`${check.message.replaceAll('`', '')}`.markup);
    }
  }
  expect(results.requirements.some(({ waived }) => waived)).toBe(true);
});

test('the title is in the language of the report', () => {
  expect(renderHtml(russianSample())).toContain(
    'API для партнёров: список банков для переводов B2C через СБП',
  );
  expect(page).toContain('list of banks for B2C transfers through SBP');
});

test('of selected cases there is no table of all requirements', () => {
  expect(page).toContain('<section id="matrix">');
  const leftOut = { ...sampleResults().leftOut, cases: ['a.success'] };
  expect(renderHtml({ ...sampleResults(), leftOut })).not.toContain('<section id="matrix">');
});

test('a clean run has no notice and nothing open', () => {
  const empty = { rootCauses: [], waivers: [], requirements: [], cases: [], controls: [] };
  const clean = renderHtml({ ...sampleResults(), ...empty });
  expect(clean).not.toContain('class="notice"');
  for (const id of ['failures', 'reviews', 'open']) {
    expect(page).toContain(`<section id="${id}">`);
    expect(clean).not.toContain(`<section id="${id}">`);
  }
});

test('a long body that several exchanges have is shown once, and referred to by the others', () => {
  const body = `{"banks":[{"name":"${'A bank '.repeat(60)}","bic":"044525000"}]}`;
  const text = withExchange(answered(body));
  const [shown, referred] = [/"name":"A bank/g, /The same body as in/g].map(
    (pattern) => (text.match(pattern) ?? []).length,
  );
  expect(shown).toBeGreaterThan(0);
  expect(shown).toBeLessThan(referred ?? 0);
  expect(text).toMatch(/The same body as in <a href="#exchange:/);
});

test('each open text has an entry for the reviews file that can be read once it is filled in', () => {
  const drafts = [...sectionOf(page, 'reviews').matchAll(/<pre class="copied">([^]*?)<\/pre>/g)];
  const filled = drafts
    .map(([, text = '']) =>
      text
        .replace(/<[^>]*>/g, '')
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>'),
    )
    .join('')
    .replaceAll('&amp;', '&')
    .replaceAll('decision: ""', 'decision: pass')
    .replaceAll('name: ""', 'name: A. Reader')
    .replaceAll('date: ""', 'date: "2026-11-21"');
  const open = openReviews(sampleResults()).flatMap(({ answers }) =>
    answers.flatMap(({ cases, text }) => cases.map((id) => [id, text])),
  );
  expect(open.length).toBeGreaterThan(0);
  expect(readReviews(filled, 'reviews.yaml').map((one) => [one.case, one.text])).toEqual(open);
});

test('a curl command that is too long is not offered for copying; what sends the same request is', () => {
  const lengthen = (one: Exchange): Exchange => ({ ...one, curl: `curl ${'x'.repeat(10_000)}` });
  const results = sampleResults();
  const { command: _command, ...target } = results.target;
  const [named, unnamed] = [
    withExchange(lengthen),
    withExchange(lengthen, undefined, { ...results, target }),
  ].map((page) => sectionOf(page, 'failures'));
  for (const page of [named, unnamed]) {
    expect(page).toContain('The command is too long for this page');
    expect(page).not.toContain('xxxxx');
  }
  expect(unnamed).not.toContain('data-from=".exchange"');
  expect(named).toMatch(
    /data-from="\.exchange"[^]*class="copied"[^>]*>\S* ?\S*npx sbp-banks-conformance send a\./,
  );
});

test('a page of fifteen hundred cases stays below 6 MB, one of seventy below 500 kB', () => {
  expect(Buffer.byteLength(renderHtml(largeResults(70, 'x'.repeat(65_536))))).toBeLessThan(500_000);
  const results = largeResults(1500, 'x'.repeat(2000));
  expect(Buffer.byteLength(renderHtml(results))).toBeLessThan(6_000_000);
});
