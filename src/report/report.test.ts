import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { message } from '../messages/message.ts';
import { draftDecisions, readDecisions, textsToDecide } from '../results/decisions.ts';
import type { Results } from '../results/results.ts';
import { annotationsOf } from './annotations.ts';
import { renderConsole } from './console.ts';
import { exchangeLines, sendCommand } from './exchange-text.ts';
import { explainDocument } from './explain.ts';
import { formats } from './formats.ts';
import { inLanguage } from './in-language.ts';
import {
  failingResults,
  hostileResults,
  hostileText,
  hostileTexts,
  lockedResults,
  mixedResults,
  russianResults,
} from './made-results.test-data.ts';
import { codeBlock, prose } from './markdown-text.ts';
import { renderMarkdown } from './markdown.ts';
import { renderPage } from './page.ts';
import { outcomeLine, runDocument } from './run-document.ts';
import { cut } from './sentences.ts';
import { stepsOf } from './steps.ts';
import { reasonOf, viewOf } from './view.ts';

const printed = (results: Results, isVerbose = true): string =>
  renderConsole(runDocument(results), { width: 80, color: false, language: 'en', isVerbose });

describe.each(hostileTexts)('hostile text %j', (text) => {
  const results = hostileResults(text);

  test('does nothing to a terminal or a CI server', () => {
    const log = `${printed(results)}${outcomeLine(results)}`;
    expect(log).not.toMatch(/[^\n\P{C}]|\p{Cf}/u);
    expect(log).not.toMatch(/^\s*::|##\[|##vso\[|##teamcity\[/m);
  });

  test('is neither markup nor a command in Markdown', () => {
    const summary = formats.markdown.render(results);
    expect(summary).not.toMatch(/^\s*::|##\[|##vso\[|##teamcity\[/m);
    const bare = summary
      .replaceAll(/(?<!`)(`+)(?!`)[^]*?(?<!`)\1(?!`)/g, '')
      .replaceAll(/<\/?(?:details|summary)>|\*\*/g, '');
    expect(bare).not.toMatch(/[<[\]@$*]|https?:|www\./u);
  });

  test('is neither markup nor script on a page', () => {
    const page = formats.html.render(results);
    expect(page).not.toMatch(/<img|<b>bold|<!-- `/);
    expect(page.match(/<script/g)).toHaveLength(1);
    expect(page).not.toMatch(/[^\t\n\r\P{Cc}]|\u202e|\u200b/u);
  });

  test('stays within characters that XML allows in every format, and JSON says it whole', () => {
    for (const { render } of Object.values(formats))
      expect(render(results)).not.toMatch(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u);
    expect(JSON.parse(formats.json.render(results))).toEqual(JSON.parse(JSON.stringify(results)));
  });

  test('is read from the entry that a page offers as it was', () => {
    const draft = draftDecisions(mixedResults(text)) ?? '';
    const filled = draft.replaceAll('decision: "…"', 'decision: pass');
    const texts = readDecisions(filled, 'decisions.yaml').map((one) => one.text);
    expect(texts).toEqual(textsToDecide(mixedResults(text)).map((one) => one.text.trim()));
  });
});

const schema = fileURLToPath(new URL('../../fixtures/schemas/junit.xsd', import.meta.url));
const hasXmllint = spawnSync('xmllint', ['--version']).error === undefined;
if (!hasXmllint && process.env['SBP_REQUIRE_TOOLS'] === '1') throw new Error('xmllint is missing');

test.skipIf(!hasXmllint).each<readonly [string, Results]>([
  ['everything', { ...mixedResults(), interrupted: true }],
  ['no case', { ...mixedResults(), cases: [] }],
  ['Russian', russianResults()],
  ['hostile text', hostileResults(hostileText)],
])('JUnit XML of %s is valid', (_, results) => {
  const args = ['--noout', '--nonet', '--schema', schema, '-'];
  const { status, stderr } = spawnSync('xmllint', args, {
    input: formats.junit.render(results),
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([0, expect.stringContaining('validates')]);
});

test('the times of cases add up to those of their suites and of the whole', () => {
  const text = formats.junit.render(mixedResults());
  const sumOf = (element: string): number =>
    [...text.matchAll(new RegExp(`<${element} [^>]* time="([\\d.]+)"`, 'g'))].reduce(
      (sum, [, seconds]) => sum + Math.round(Number(seconds) * 1000),
      0,
    );
  expect(sumOf('testcase')).toBeGreaterThan(0);
  expect([sumOf('testsuite'), sumOf('testsuites')]).toEqual([sumOf('testcase'), sumOf('testcase')]);
});

test('a case that only observes is a test where something deviates; names are English in a Russian run', () => {
  const names = (results: Results) =>
    [...formats.junit.render(results).matchAll(/<testcase [^>]* name="([^"]*)"/g)].map(([, name]) => name);
  expect(names(mixedResults())).toContain('a.observed.method.get: What does GET answer?');
  expect(names(mixedResults()).join()).not.toContain('a.observed.no-accept');
  expect(names(russianResults())).toEqual(names(mixedResults()));
  expect(formats.junit.render(russianResults())).toMatch(
    /<failure type="a\.missing[^>]* message="A[^"]*запрос/,
  );
});

test('a Russian report says everything in Russian that has a code', () => {
  const results = inLanguage(russianResults());
  const said = [
    ...results.causes.flatMap(({ found, advice }) => [found.message, advice?.message ?? 'ё']),
    ...results.requirements.map(({ statement }) => statement),
    ...results.cases.flatMap(({ title, checks }) => [title, ...checks.map(({ message }) => message)]),
    ...results.observations.map(({ question }) => question.message),
    ...results.advisories.map(({ found }) => found.message),
  ];
  expect(said.filter((one) => !/\p{Script=Cyrillic}/u.test(one))).toEqual([]);
  expect(inLanguage(mixedResults())).toEqual(mixedResults());
});

test('errors on GitHub are in the language of the reports', () => {
  const lines = annotationsOf(russianResults()).trimEnd().split('\n');
  expect(lines.length).toBeGreaterThan(2);
  expect(lines.filter((line) => !/\p{Script=Cyrillic}/u.test(line))).toEqual([]);
});

test('no place sends a person to decide a text that fails for another reason', () => {
  // Its text fails to name the parameter.
  const id = 'a.missing.partnerName.meaning';
  const results = mixedResults();
  expect(results.requirements.find((one) => one.id === id)?.verdict).toBe('review');
  expect(textsToDecide(results).map(({ requirement }) => requirement)).not.toContain(id);
  expect(draftDecisions(results)).not.toContain(id);
  const explained = explainDocument(results, id);
  expect(renderConsole(explained, { width: 80, color: false, language: 'en' })).not.toContain(
    'draft-decisions',
  );
  expect(formats.html.render(results)).toContain(`review:a.unauthorized.meaning`);
  expect(formats.html.render(results)).not.toContain(`review:${id}`);
});

test('what needs a set-up is repeated by a run, everything else by send', () => {
  const results = mixedResults();
  const of = (id: string): string => {
    const found = results.cases.find((one) => one.id === id);
    return found === undefined ? '' : sendCommand(id, found, results, 'my staging.yaml');
  };
  expect(of('a.unavailable')).toMatch(/ run --target my staging.yaml --case a.unavailable$/);
  expect(of('b.unavailable')).toMatch(/ send b.unavailable --target my staging.yaml$/);
  // `send` needs a target, so that no command goes without one.
  expect(printed(results)).toContain(
    '$ npx sbp-banks-conformance send a.missing.partnerName --target FILE\n',
  );
  const options = { profile: 'staging.yaml', results: 'reports' };
  expect(formats.junit.render(results, options)).toContain('send b.success --target staging.yaml\n');
  const told = runDocument(results, options);
  const log = renderConsole(told, { width: 80, color: false, language: 'en' });
  expect(log).toContain('send a.missing.partnerName --target staging.yaml\n');
  expect(log).toContain('$ npx sbp-banks-conformance report reports --draft-decisions decisions.yaml\n');
});

test.each<readonly [string, Parameters<typeof failingResults>[0], string]>([
  ['a redirect', [301, '', '/api/partner/sbp/banks/'], 'exactly /api/partner/sbp/banks,'],
  [
    'another value',
    [422, { description_status: 'Параметр useAuthByCert имеет недопустимое значение' }],
    'check credentials.useAuthByCert',
  ],
])(
  '%s in place of the list is one cause with one advice, and what follows from it is counted',
  (_, answer, advice) => {
    const results = failingResults(answer);
    expect(results.causes).toHaveLength(1);
    expect(results.causes[0]).toMatchObject({ kind: 'failure', variant: 'a' });
    const log = printed(results, false);
    expect(log.replaceAll(/\s+/g, ' ')).toContain(advice);
    expect(log).toContain('FAILURES: 1 cause, 1 requirement');
    expect(log).toContain('11 more could not be tested because of this: a.success.body');
    expect(log).toContain('not reached: fix 1 cause of failures;');
    expect(log).toContain('WHAT COULD NOT BE TESTED: 13, and 11 explained above\n');
    expect(log).toContain('24 not tested');
    expect(log).not.toMatch(/answers as documented|can be reached|locked partner|Nothing needs/);
  },
);

test('a partner that is refused after wrong passwords is said to be locked, and one that is not is not', () => {
  const log = (count: 0 | 1 | 2): string =>
    printed(lockedResults(true, count), false).replaceAll(/\s+/g, ' ');
  expect(log(2)).toContain('! After 2 wrong passwords the right one of the partner is refused');
  expect(log(2)).toContain(
    'Class full not reached: reach core; have the partner unlocked: 1 kind of wrong passwords',
  );
  expect(log(0)).toContain('! The right password of the partner was accepted at first and is refused now');
  expect(log(0)).not.toMatch(/lower limits/);
  expect(printed(lockedResults(false, 2), false)).not.toMatch(/locked/);
});

test('what a lock left open is shown with the plain request that was refused', () => {
  const results = lockedResults(true, 1);
  const [lock, ...others] = results.causes;
  expect([lock?.found.code, lock?.request, others]).toEqual(['cause-because', 'a.success', []]);
  const page = formats.html.render(results);
  expect(page).toMatch(
    /<a href="#cause:[^"]*">A: the plain request was answered 200 at first, and 403 later/,
  );
  const log = printed(results, false);
  expect(log).toContain('$ npx sbp-banks-conformance send a.success --target FILE');
  expect(log).not.toMatch(/! The right password|! After|check credentials/);
});

test('what a limit left out is not put down to a selection', () => {
  const results = mixedResults();
  const [left] = results.requirements.filter(({ reason, cases }) => reason === 'not-selected' && !cases[0]);
  const reasons = (left === undefined ? [] : [left, { ...left, cases: ['a'] }]).map((one) =>
    [results, { ...results, interrupted: true }].map((of) => reasonOf(one, of)),
  );
  expect(reasons).toEqual([
    ['not-selected', 'not-selected'],
    ['limited', 'not-selected'],
  ]);
});

test('a link of a page leads to an element that is there, once', () => {
  const page = formats.html.render(mixedResults());
  const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const targets = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
  expect(targets.length).toBeGreaterThan(50);
  expect(targets.filter((one) => !ids.includes(one))).toEqual([]);
});

test('an exchange of two cases has its id once, and a request of several of a case leads to that', () => {
  const results = mixedResults();
  const shared = results.cases.find(({ id }) => id === 'b.success')?.exchanges ?? [];
  const page = formats.html.render({
    ...results,
    causes: [],
    cases: results.cases.map((one) => ({ ...one, exchanges: [...shared, ...one.exchanges] })),
    untried: [{ request: 'a.success#2', why: 'refused' }],
  });
  const ids = [...page.matchAll(/ id="(exchange:[^"]+)"/g)].map(([, id]) => id);
  expect(page.match(new RegExp(`Request ${shared[0]},`, 'g'))?.length).toBeGreaterThan(2);
  expect(new Set(ids).size).toBe(ids.length);
  expect(page).toMatch(/<a href="#case:a\.success"><code class="id">a<wbr \/>\.success#2/);
});

test('a text that decides several requirements is one, in the steps to a class too', () => {
  const view = viewOf(mixedResults());
  const [first] = view.texts.filter(({ requirement }) => requirement.startsWith('b.'));
  const others = first === undefined ? [] : [{ ...first, requirement: 'b.unauthorized.meaning' }];
  const steps = stepsOf('b', 'core', { ...view, texts: [...view.texts, ...others] });
  expect([others.length, steps]).toEqual([1, expect.arrayContaining(['decide 1 text'])]);
});

test('what is cut stays a sentence, and what is written in Markdown stays what it was', () => {
  expect(cut('a request without `partnerName`', 25)).toBe('a request without `partne`… (+6)');
  expect(prose('in other notations (escapes as \\u)')).toBe('in other notations (escapes as `\\u`)');
  expect(codeBlock(['text: |-', '  ::error::x'], 'yaml')).toBe('```yaml\ntext: |-\n  \\x3a:error::x\n```');
});

test('a page may load nothing and run only its own script', () => {
  const page = renderPage([], { title: 'Empty', language: 'en' });
  expect(page).toMatch(/default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+'/);
  expect(page.replaceAll(/<(style|script)>[^]*?<\/\1>/g, '')).not.toMatch(/src=|url\(|@import/);
});

test('a summary is cut at its limit, and says so', () => {
  const document = runDocument(mixedResults());
  const cut = renderMarkdown(document, { language: 'en', limit: 3000 });
  expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(3000);
  expect(cut).toMatch(/summary is cut/);
  expect(renderMarkdown(document, { language: 'en' })).not.toMatch(/summary is cut/);
});

test.each(['en', 'ru'] as const)(
  'whatever came to pass, a summary has less than 8 kB and a line for each failure: %s',
  (language) => {
    const results = mixedResults();
    const causes = Array.from({ length: 25 }, (_, at) => {
      const [en, ru] = [
        `A: cause ${at} ${'a `long` text '.repeat(99)}`,
        `A: cause ${at} ${'длинный `текст` '.repeat(99)}`,
      ];
      const found = { ...message('sentence', { en, ru }), message: en };
      return results.causes.slice(0, 1).map((one) => ({ ...one, found }));
    }).flat();
    const name = 'N'.repeat(900);
    const target = { ...results.target, name, language };
    const summary = formats.markdown.render({ ...results, causes, target });
    expect(Buffer.byteLength(summary)).toBeLessThan(8000);
    // Nor does the first screen of a page leave out what else there is to do.
    const [screen = ''] = formats.html.render({ ...results, causes }).split('<section id="failures">');
    for (const id of ['reviews', 'open', 'untried']) expect(screen).toContain(`href="#${id}"`);
    expect(screen.match(/href="#cause:/g)).toHaveLength(15);
    expect(screen).toContain('>10 more</a>');
    expect(summary.match(/^.*cause \d+/gm)).toHaveLength(25);
  },
);

test('of a long list, lines show the records with a mistake', () => {
  const view = viewOf(mixedResults());
  const [first] = view.results.causes.filter(({ requirements }) => requirements.includes('b.success.record'));
  const exchange = view.exchanges.get(first?.exchange ?? '');
  const lines = exchange === undefined ? [] : exchangeLines(exchange, view.words, 600);
  expect(lines.at(-1)).toMatch(/^< \{"banks":\[\{"name":"[^"]*","bic":44525002\},… 5 records left out\]\}$/);
});

test.each([
  ['limits.rate: 5 in the profile avoids that', null, 5],
  ['a limits.rate below 5 in the profile avoids that', 5, 5],
  ['a limits.rate below 4 in the profile avoids that', 4, 10],
  ['and waiting did not help', 5, null],
])('a terminal and a summary say of a limiter: %s', (said, own, rate) => {
  const results = mixedResults('Bad request', { pace: { refused: 3, rate } });
  const limits = { ...results.record.profile.limits, rate: own };
  const limited = {
    ...results,
    record: { ...results.record, profile: { ...results.record.profile, limits } },
  };
  for (const text of [printed(limited, false), formats.markdown.render(limited)])
    expect(text.replaceAll(/\s+/g, ' ')).toContain(said);
});

test('every request that a limiter refused is counted', () => {
  const results = mixedResults('Bad request', { pace: { refused: 1, rate: 5 } });
  const exchanges = results.record.exchanges.map((one) => ({
    ...one,
    response: one.response && { ...one.response, status: 429 },
  }));
  const refused = exchanges.filter(({ response }) => response !== null).length;
  const text = printed({ ...results, record: { ...results.record, exchanges } });
  expect(text).toContain(`a rate limiter refused ${refused} requests`);
});
