import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Results } from '../../result/results.ts';
import { renderHtml } from './render-html.ts';
import { passwordNote } from '../password-note.ts';
import { hostileText, sampleResults } from '../sample-results.test-data.ts';
import { wordingFor } from '../wording/wording.ts';

const page = renderHtml(sampleResults());

const voids = new Set(['meta', 'input', 'wbr', 'rect']);

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

function unbalanced(text: string): readonly string[] {
  const open: string[] = [];
  for (const [whole, closing, name = ''] of tagsOf(text)) {
    if (closing === '/' && open.pop() !== name) return [whole];
    if (closing === '' && !voids.has(name)) open.push(name);
  }
  return open;
}

function manyCases(count: number, body: string): Results {
  const results = sampleResults();
  const cases = Array.from({ length: count }, (_, index) => {
    const source = results.cases[index % results.cases.length] ?? results.cases[0];
    return source === undefined
      ? []
      : [
          {
            ...source,
            id: `${source.id}.${index}`,
            exchanges: source.exchanges.map((one) => ({
              ...one,
              id: `${one.id}-${index}`,
              response: one.response === null ? null : { ...one.response, body },
            })),
          },
        ];
  }).flat();
  return { ...results, cases };
}

describe('the page', () => {
  test('opens and closes every element in order', () => {
    expect(unbalanced(page)).toEqual([]);
    expect(unbalanced('<main><p></main>')).not.toEqual([]);
  });

  test('gives every id once, and every link inside leads to one of them', () => {
    const ids = attributeValues(page, 'id');
    expect(new Set(ids).size).toBe(ids.length);
    const targets = attributeValues(page, 'href').map((href) => href.slice(1));
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

  test('stays under 500 KB for seventy cases with large bodies', () => {
    expect(Buffer.byteLength(renderHtml(manyCases(70, 'x'.repeat(65_536))))).toBeLessThan(500_000);
    expect(Buffer.byteLength(renderHtml(manyCases(70, '<'.repeat(65_536))))).toBeLessThan(1_500_000);
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
      rootCauses: [{ variant: null, message: hostileText, hint: hostileText }],
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
  const check = {
    requirement: 'a.error.body',
    verdict: 'pass',
    reason: null,
    message: '',
    expected: 'a long explanation',
    actual: 'another',
    exchange: null,
  } as const;
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
  const note = (condition: string, label: string, curl = '<ciphertext>') =>
    passwordNote({ condition: condition as 'success' }, { label, curl }, wordingFor('en'));
  expect(note('success', 'without it')).toBe(null);
  expect(note('partner-blocked', 'baseline')).toBe(null);
  expect(note('partner-blocked', 'partner-blocked', 'curl')).toBe(null);
  expect(note('partner-blocked', 'partner-blocked')).toContain('conditions.partner-blocked');
  expect(note('unauthorized', 'wrong password')).toContain('a wrong password');
  expect(note('unauthorized', 'unknown partner')).toBe(null);
});

test('a clean run has no notice and nothing open', () => {
  const results = sampleResults();
  const clean = renderHtml({ ...results, rootCauses: [], requirements: [], cases: [], controls: [] });
  expect(clean).not.toContain('class="notice"');
  for (const id of ['failures', 'reviews', 'open']) {
    expect(page).toContain(`<section id="${id}">`);
    expect(clean).not.toContain(`<section id="${id}">`);
  }
});
