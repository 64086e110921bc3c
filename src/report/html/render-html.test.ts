import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { largeResults } from './large-results.test-data.ts';
import { renderHtml } from './render-html.ts';
import { readReviews } from '../../result/read-reviews.ts';
import { openReviews } from '../../result/review.ts';
import { everyVerdict } from '../machine/every-verdict.test-data.ts';
import { passwordNote } from '../password-note.ts';
import { message, verbatim } from '../../wording/message.ts';
import type { Message } from '../../wording/message.ts';
import { rootCauseOf, checkOf } from '../made-results.test-data.ts';
import { hostileText, sampleResults } from '../sample-results.test-data.ts';
import { wordingFor } from '../wording/wording.ts';

const page = renderHtml(sampleResults());

const voids = new Set(['meta', 'input', 'wbr', 'rect', 'line', 'polyline']);

function markupOf(text: string): string {
  return text.replace(/<(style|script)>[^]*?<\/\1>/g, '');
}

/** The tags of the page in their order, style and script aside. */
function tagsOf(text: string): readonly RegExpMatchArray[] {
  return [...markupOf(text).matchAll(/<(\/?)([a-z][a-z0-9]*)((?:[^">]|"[^"]*")*)>/g)];
}

function attributeValues(text: string, name: string): readonly string[] {
  return tagsOf(text).flatMap(([, , , list = '']) =>
    [...list.matchAll(new RegExp(`\\s${name}="([^"]*)"`, 'g'))].map(([, value = '']) => value),
  );
}

interface IslandData {
  readonly pieces: readonly string[];
  readonly boxes: readonly (readonly number[])[];
}

/** What the script puts into the page, box by box. */
function islandBoxes(text: string): readonly string[] {
  const json = /<template id="evidence">([^<]*)<\/template>/.exec(text)?.[1] ?? '';
  const { pieces, boxes } = JSON.parse(json) as IslandData;
  return boxes.map((box) => box.map((index) => pieces[index] ?? '').join(''));
}

function unbalanced(text: string): readonly string[] {
  const open: string[] = [];
  for (const [whole, closing, name = ''] of tagsOf(text)) {
    if (closing === '/' && open.pop() !== name) return [whole];
    if (closing === '' && !voids.has(name)) open.push(name);
  }
  return open;
}

describe('the page', () => {
  test('opens and closes every element in order', () => {
    expect(unbalanced(page)).toEqual([]);
    expect(unbalanced('<main><p></main>')).not.toEqual([]);
    expect(islandBoxes(page).flatMap(unbalanced)).toEqual([]);
    expect(islandBoxes(page).length).toBeGreaterThan(5);
  });

  test('gives every id once, and every link inside leads to one of them', () => {
    const whole = [page, ...islandBoxes(page)].join('');
    const ids = attributeValues(whole, 'id');
    expect(new Set(ids).size).toBe(ids.length);
    const targets = attributeValues(whole, 'href').map((href) => href.slice(1));
    expect(targets.filter((target) => !ids.includes(target))).toEqual([]);
  });

  test('has an anchor for every requirement and every case', () => {
    const ids = attributeValues(page, 'id');
    const { requirements, cases } = sampleResults();
    const wanted = [...requirements.map(({ id }) => id), ...cases.map(({ id }) => `case:${id}`)];
    expect(wanted.filter((id) => !ids.includes(id))).toEqual([]);
  });

  test('loads nothing from anywhere', () => {
    expect(attributeValues(page, 'src')).toEqual([]);
    expect(attributeValues(page, 'href').filter((href) => !href.startsWith('#'))).toEqual([]);
    expect(attributeValues(page, 'style')).toEqual([]);
    expect(page).not.toMatch(/@import|url\(/);
  });

  test('allows its own style and script by their digests and nothing else', () => {
    const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1] ?? '';
    expect(policy).toMatch(/^default-src 'none';/);
    for (const [name, directive] of [
      ['style', 'style-src'],
      ['script', 'script-src'],
    ] as const) {
      const text = new RegExp(`<${name}>([^]*?)</${name}>`).exec(page)?.[1] ?? '';
      const digest = createHash('sha256').update(text).digest('base64');
      expect(policy).toContain(`${directive} 'sha256-${digest}'`);
    }
    expect(policy).not.toContain('unsafe');
  });

  test('stays under 400 KB for seventy cases with large bodies', () => {
    expect(Buffer.byteLength(renderHtml(largeResults(70, 'x'.repeat(65_536))))).toBeLessThan(400_000);
    expect(Buffer.byteLength(renderHtml(largeResults(70, '<'.repeat(65_536))))).toBeLessThan(800_000);
  });

  test('takes less than five seconds of processor time for ten thousand cases', () => {
    const results = largeResults(10_000, 'x'.repeat(2000));
    const started = process.cpuUsage();
    const size = Buffer.byteLength(renderHtml(results));
    const { user, system } = process.cpuUsage(started);
    expect((user + system) / 1000).toBeLessThan(5000);
    expect(size).toBeLessThan(20_000_000);
  });
});

describe('hostile text', () => {
  test('stays text', () => {
    expect(page).not.toContain('<img');
    expect(page.match(/<script/g)).toHaveLength(1);
    expect(page).toContain('&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;');
    expect(page.replaceAll(/[\n\t]/g, '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
  });

  test('stays inside attributes and headings too', () => {
    const results = sampleResults();
    const hostile = renderHtml({
      ...results,
      target: { ...results.target, name: `">${hostileText}`, baseUrl: `'${hostileText}` },
      cases: results.cases.map((one) => ({ ...one, title: hostileText, note: hostileText })),
      rootCauses: [rootCauseOf(null, verbatim(hostileText), verbatim(hostileText))],
    });
    expect(unbalanced(hostile)).toEqual([]);
    expect(hostile).not.toContain('<img');
    expect(hostile.match(/<script/g)).toHaveLength(1);
  });

  test('stands out as an escape where it is shown exactly', () => {
    expect(page).toContain(String.raw`<i class="esc">\x1b</i>`);
    expect(page).toContain(String.raw`<i class="esc">\u202e</i>`);
  });
});

test('every verdict is a word beside its sign', () => {
  for (const [glyph, word] of [
    ['✓', 'pass'],
    ['✗', 'fail'],
    [String.raw`\?`, 'review'],
    ['–', 'inconclusive'],
  ])
    expect(page).toMatch(new RegExp(`aria-hidden="true">${glyph}</span>\\s*${word}`));
});

test('failing cases and those to review are open, others are closed', () => {
  const state = (id: string): boolean =>
    / open\b/.test(new RegExp(`<details[^>]*id="case:${id}"[^>]*>`).exec(page)?.[0] ?? '');
  expect(state('a.missing.partnerName')).toBe(true);
  expect(state('a.unauthorized.wrong-password')).toBe(true);
  expect(state('a.success')).toBe(false);
  expect(state('b.ip-blocked')).toBe(false);
});

test('an interrupted run says so', () => {
  expect(page).not.toContain('The run was interrupted');
  expect(renderHtml({ ...sampleResults(), interrupted: true })).toContain('The run was interrupted');
});

test('what failed and what a person decides stand before all tables, with what was seen and the way to it', () => {
  const attention = page.slice(page.indexOf('<section id="failures">'), page.indexOf('<section id="open">'));
  expect(page.indexOf('class="cards"')).toBeLessThan(page.indexOf(attention));
  expect(page.indexOf(attention)).toBeLessThan(page.indexOf('<section id="matrix">'));
  const { requirements } = sampleResults();
  const concerned = requirements.filter(
    ({ verdict, waived }) => !waived && (verdict === 'fail' || verdict === 'review'),
  );
  expect(attention.match(/<h3><a href="#[^"]*"/g)).toHaveLength(concerned.length);
  for (const { id } of concerned) expect(attention).toContain(`<h3><a href="#${id}"`);
  for (const part of ['<dt>expected</dt>', '<dt>actual</dt>', '<dt>text</dt>', '"#exchange:', '"#case:'])
    expect(attention).toContain(part);
});

test('what every answer is held against takes one line of a case where it passes', () => {
  const results = sampleResults();
  const check = { ...checkOf('a.error.body', 'pass'), expected: 'a long explanation' };
  const withCheck = (verdict: 'pass' | 'fail'): string =>
    renderHtml({
      ...results,
      cases: results.cases.map((one) => ({ ...one, checks: [{ ...check, verdict }] })),
    });
  expect(withCheck('pass')).toContain('<a href="#a.error.body">');
  expect(withCheck('pass')).not.toContain('a long explanation');
  expect(withCheck('fail')).toContain('a long explanation');
});

test('a curl command says where its placeholder is not the usual password', () => {
  const note = (condition: string, words: Message, curl = '<ciphertext>') =>
    passwordNote({ condition: condition as 'success' }, { words, curl }, wordingFor('en'));
  expect(note('success', message('request-baseline'))).toBe(null);
  expect(note('partner-blocked', message('request-baseline'))).toBe(null);
  expect(note('partner-blocked', message('request-partner-blocked'), 'curl')).toBe(null);
  expect(note('partner-blocked', message('request-partner-blocked'))).toContain('conditions.partner-blocked');
  expect(note('unauthorized', message('request-wrong-password'))).toContain('a wrong password');
  expect(note('unauthorized', message('request-unknown-partner'))).toBe(null);
});

test('a clean run has no notice and nothing open', () => {
  const results = sampleResults();
  const clean = renderHtml({
    ...results,
    rootCauses: [],
    waivers: [],
    requirements: [],
    cases: [],
    controls: [],
  });
  expect(clean).not.toContain('class="notice"');
  for (const id of ['failures', 'reviews', 'open']) {
    expect(page).toContain(`<section id="${id}">`);
    expect(clean).not.toContain(`<section id="${id}">`);
  }
});

describe('decisions of persons', () => {
  const decided = renderHtml(everyVerdict());

  test('are told with who decided what, and what was refused stands among the failures', () => {
    const table = decided.slice(decided.indexOf('<section id="decided">')).split('</section>')[0] ?? '';
    for (const { name, date, decision } of everyVerdict().reviews)
      for (const text of [name, date, wordingFor('en').decisions[decision]]) expect(table).toContain(text);
    const failures = decided.slice(decided.indexOf('<section id="failures">')).split('</section>')[0] ?? '';
    expect(failures).toContain('<h3><a href="#b.unauthorized.meaning"');
    const reviews = decided.slice(decided.indexOf('<section id="reviews">')).split('</section>')[0] ?? '';
    expect(reviews).not.toContain('a.unauthorized.meaning"');
  });

  test('that are still open have an entry for the reviews file that can be read once it is filled in', () => {
    const drafts = [...page.matchAll(/<div class="curl"><pre>([^]*?)<\/pre>/g)].map(([, text = '']) =>
      text
        .replace(/<[^>]*>/g, '')
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&amp;', '&'),
    );
    const filled = drafts
      .join('')
      .replaceAll('decision: ""', 'decision: pass')
      .replaceAll('name: ""', 'name: A. Reader')
      .replaceAll('date: ""', 'date: "2026-11-21"');
    expect(readReviews(filled, 'reviews.yaml').map((one) => [one.case, one.text])).toEqual(
      openReviews(sampleResults()).map((one) => [one.case, one.text]),
    );
    expect(drafts.length).toBeGreaterThan(0);
  });
});

test('each class says whether it is reached, and if not what prevents it', () => {
  const summary = page.slice(page.indexOf('<section id="summary"')).split('</section>')[0] ?? '';
  const { variants } = sampleResults();
  for (const { classes } of Object.values(variants)) {
    for (const { reached, requirements, prevents } of Object.values(classes)) {
      expect(reached).toBe(false);
      expect(summary).toContain(`${requirements - prevents.length} / ${requirements}`);
    }
    expect(summary).toContain(`href="#${classes.core.prevents[0]}"`);
  }
  const [a] = Object.entries(variants);
  const core = { reached: true, requirements: 16, prevents: [] };
  const reaching = renderHtml({
    ...sampleResults(),
    variants: a === undefined ? {} : { a: { ...a[1], classes: { core, full: core } } },
  });
  expect(reaching.match(/>reached<|✓<\/span>reached/g)).toHaveLength(2);
  expect(reaching).not.toContain('prevented by');
});

test('a report in Russian says so, and leaves what the target sent as it is', () => {
  const results = sampleResults();
  const russian = renderHtml({ ...results, target: { ...results.target, language: 'ru' } });
  expect(russian).toContain('<html lang="ru">');
  for (const words of ['Failed requirements', 'Copy curl', 'not reached'])
    expect(russian).not.toContain(words);
  expect(russian).toContain('onerror=alert(1)&gt; ]]&gt; &amp; &quot;quoted&quot;');
});

test('latency is told by variant in numbers beside its curve', () => {
  const latency = page.slice(page.indexOf('<section id="latency">')).split('</section>')[0] ?? '';
  expect(latency.match(/<polyline/g)).toHaveLength(2);
  expect(latency).toMatch(/slowest<\/th>\s*<td data-label="Variant A">211 ms<\/td>/);
  expect(renderHtml({ ...sampleResults(), cases: [], controls: [] })).not.toContain('<section id="latency">');
});

test('a curl command that is too long is not offered for copying', () => {
  const results = sampleResults();
  const long = renderHtml({
    ...results,
    cases: results.cases.map((one) => ({
      ...one,
      exchanges: one.exchanges.map((each) => ({ ...each, curl: `curl ${'x'.repeat(10_000)}` })),
    })),
    controls: [],
  });
  const whole = [long, ...islandBoxes(long)].join('');
  expect(whole).toContain('The command is too long for this page');
  expect(whole).not.toContain('data-from=".exchange"');
});
