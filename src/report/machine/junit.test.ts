import { describe, expect, test } from 'vitest';
import { everyVerdict } from './every-verdict.test-data.ts';
import { renderJunit } from './junit.ts';
import { verbatim } from '../../wording/message.ts';
import { rootCauseOf } from '../made-results.test-data.ts';
import { sampleResults } from '../sample-results.test-data.ts';

interface Rule {
  readonly children: readonly string[];
  readonly required: readonly string[];
  readonly optional: readonly string[];
  readonly text: boolean;
}

/** The rules of junit-10.xsd (Jenkins' xUnit plugin) for the elements that are used here. */
const rules: Readonly<Record<string, Rule>> = {
  '': { children: ['testsuites'], required: [], optional: [], text: false },
  testsuites: {
    children: ['testsuite'],
    required: [],
    optional: ['name', 'time', 'tests', 'failures', 'errors'],
    text: false,
  },
  testsuite: {
    children: ['properties', 'testcase', 'system-err'],
    required: ['name', 'tests', 'failures', 'errors'],
    optional: ['time', 'skipped', 'timestamp', 'hostname', 'id', 'package'],
    text: false,
  },
  properties: { children: ['property'], required: [], optional: [], text: false },
  property: { children: [], required: ['name', 'value'], optional: [], text: false },
  testcase: {
    children: ['failure', 'skipped', 'system-out'],
    required: ['name'],
    optional: ['time', 'classname', 'group'],
    text: false,
  },
  failure: { children: [], required: [], optional: ['type', 'message'], text: true },
  skipped: { children: [], required: [], optional: ['type', 'message'], text: true },
  'system-out': { children: [], required: [], optional: [], text: true },
  'system-err': { children: [], required: [], optional: [], text: true },
};

interface Element {
  readonly name: string;
  readonly parent: string;
  readonly attributes: ReadonlyMap<string, string>;
}

const tag = /<(\/?)([a-z-]+)((?: [\w.-]+="[^"<]*")*)(\/?)>/g;

/** Reads well-formed XML as this renderer writes it; throws at anything else. */
function parse(xml: string): readonly Element[] {
  const body = xml.replace('<?xml version="1.0" encoding="UTF-8"?>\n', '');
  const open: string[] = [''];
  const elements: Element[] = [];
  let end = 0;
  for (const match of body.matchAll(tag)) {
    const [whole, closing, name = '', list = '', empty] = match;
    const parent = open.at(-1) ?? '';
    checkText(body.slice(end, match.index), parent);
    end = match.index + whole.length;
    if (closing === '/') {
      if (open.pop() !== name) throw new Error(`</${name}> closes <${parent}>`);
      continue;
    }
    const attributes = [...list.matchAll(/ ([\w.-]+)="([^"]*)"/g)];
    elements.push({
      name,
      parent,
      attributes: new Map(attributes.map(([, key = '', value = '']) => [key, value])),
    });
    if (empty !== '/') open.push(name);
  }
  if (open.length !== 1 || body.slice(end).trim() !== '') throw new Error('an element is not closed');
  return elements;
}

function checkText(text: string, parent: string): void {
  if (/<|>|&(?!(amp|lt|gt|quot|#\d+);)/.test(text)) throw new Error(`markup in the text of <${parent}>`);
  if (text.trim() !== '' && rules[parent]?.text !== true) throw new Error(`text in <${parent}>: ${text}`);
}

function violations({ name, parent, attributes }: Element): readonly string[] {
  const rule = rules[name];
  if (rule === undefined || rules[parent]?.children.includes(name) !== true)
    return [`<${name}> in <${parent}>`];
  const allowed = [...rule.required, ...rule.optional];
  return [
    ...rule.required.filter((key) => !attributes.has(key)).map((key) => `<${name}> without ${key}`),
    ...[...attributes.keys()].filter((key) => !allowed.includes(key)).map((key) => `<${name} ${key}>`),
    ...(/^(\d+(\.\d{1,3})?)?$/.test(attributes.get('time') ?? '') ? [] : [`time of <${name}>`]),
  ];
}

const xml = renderJunit(sampleResults());
const elements = parse(xml);
const named = (name: string): readonly Element[] => elements.filter((one) => one.name === name);

function testcaseOf(id: string): string {
  return new RegExp(`<testcase [^>]*name="${id}:[^>]*?(/>|>[^]*?</testcase>)`).exec(xml)?.[0] ?? '';
}

test('the file keeps to the schema of the xUnit plugin', () => {
  expect(elements.flatMap(violations)).toEqual([]);
});

test('the structural check sees what the schema forbids', () => {
  const [found] = parse(
    '<testsuites><testsuite name="x" tests="1" failures="0" errors="0"><testcase file="f"/></testsuite></testsuites>',
  ).slice(-1);
  expect(found === undefined ? [] : violations(found)).toEqual([
    '<testcase> without name',
    '<testcase file>',
  ]);
  expect(() => parse('<testsuites>]]></testsuites>')).toThrow('markup');
});

test('it holds only characters that XML 1.0 allows', () => {
  expect(xml).not.toMatch(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u);
  const results = sampleResults();
  const odd = renderJunit({ ...results, target: { ...results.target, name: 'a\ufffe\uffff\0\ud800"<&>b' } });
  expect(odd).toContain(String.raw`value="a��\x00\ud800&quot;&lt;&amp;&gt;b"`);
});

test('each judged case is there once, observed ones are left out', () => {
  const judged = sampleResults().cases.filter(({ verdict }) => verdict !== null);
  const names = named('testcase').map(({ attributes }) => attributes.get('name')?.split(':')[0]);
  expect(names).toEqual([...judged.map(({ id }) => id), 'waiver a.success.status']);
});

test('the numbers of a suite are those of its cases', () => {
  expect(
    named('testsuite').map(({ attributes }) => [
      attributes.get('name'),
      attributes.get('tests'),
      attributes.get('failures'),
      attributes.get('skipped'),
    ]),
  ).toEqual([
    ['sbp-banks-conformance.a', '7', '4', '2'],
    ['sbp-banks-conformance.b', '10', '0', '9'],
    ['sbp-banks-conformance.waivers', '1', '1', '0'],
  ]);
  expect(named('failure')).toHaveLength(5);
  expect(named('skipped')).toHaveLength(11);
});

describe('a case', () => {
  test('that passed has nothing inside', () => {
    expect(testcaseOf('a.success')).toMatch(
      /^<testcase classname="sbp-banks-conformance\.a\.success" [^>]*time="0\.015"\/>$/,
    );
  });

  test('that failed tells expected, actual, exchange and curl', () => {
    const text = testcaseOf('a.missing.partnerPassword');
    expect(text).toContain(
      '<failure type="a.missing.partnerPassword.meaning" message="meaning: expected a text that asks',
    );
    expect(text).toContain('expected: a text that asks to repeat the request with correct data');
    expect(text).toContain('actual: “Параметр partnerPassword');
    expect(text).toContain('&lt; 422 Unprocessable Entity');
    expect(text).toContain("\ncurl -sS -X POST 'https://");
  });

  test('that was waived is skipped and says who wanted it', () => {
    expect(testcaseOf('b.unavailable')).toMatch(
      /<skipped message="waived: b\.unavailable\.meaning: meaning: expected a text that matches .*\(text is being reworded, payouts team, until 2027-01-31\)"\/>/,
    );
  });

  test('that fails in a waived requirement and in another one fails for the other one', () => {
    const results = sampleResults();
    const requirements = results.requirements.map((one) =>
      one.id === 'a.missing.partnerName.status' ? { ...one, waived: true } : one,
    );
    expect(renderJunit({ ...results, requirements })).toContain(
      '<failure type="a.missing.partnerName.names"',
    );
  });

  test('that failed is a failure even where no check explains it', () => {
    const results = sampleResults();
    const cases = results.cases.map((one) => ({ ...one, checks: [] }));
    expect(renderJunit({ ...results, cases }).match(/<failure type="fail"/g)).toHaveLength(5);
  });

  test.each([
    ['a.unauthorized.wrong-password', 'review: a.unauthorized.meaning: '],
    ['b.partner-blocked', 'not-provisioned: the profile does not say how to bring partner-blocked'],
    ['a.unavailable', 'setup-failed: '],
    ['b.missing.several.all', 'target-unavailable: '],
    ['b.unauthorized.wrong-password', 'rate-limited: '],
    ['b.unencrypted.partnerPassword', 'control-failed: '],
    ['b.success', 'vacuous: '],
    ['b.unauthorized.unknown-partner', 'not-selected: '],
    ['b.reward-unavailable', 'suite-error: '],
  ])('%s is skipped and says why', (id, message) => {
    expect(testcaseOf(id)).toContain(`<skipped message="${message}`);
  });
});

describe('a root cause', () => {
  const cause = rootCauseOf(
    null,
    verbatim('teardown of b.unavailable failed: <exit 1>'),
    verbatim('mend it'),
  );

  test('of the run stands in every suite', () => {
    const text = renderJunit({ ...sampleResults(), rootCauses: [cause] });
    expect(
      text.match(/<system-err>teardown of b\.unavailable failed: &lt;exit 1&gt; \(mend it\)</g),
    ).toHaveLength(2);
  });

  test('of a variant stands in its suite', () => {
    const [first = '', second = ''] = xml.split('</testsuite>');
    expect(first).not.toContain('<system-err>');
    expect(second).toContain('<system-err>the plain request with the profile');
  });

  test('is joined by an interruption', () => {
    const text = renderJunit({ ...sampleResults(), rootCauses: [], interrupted: true });
    expect(text.match(/<system-err>The run was interrupted\.</g)).toHaveLength(2);
  });
});

test('each stale waiver is a test case of its own that fails, several on one requirement too', () => {
  const results = sampleResults();
  const [waiver] = results.waivers.filter(({ state }) => state === 'stale');
  const waivers = waiver === undefined ? [] : [waiver, { ...waiver, requirement: 'a.succes.body' }, waiver];
  const text = renderJunit({ ...results, waivers });
  const names = [...text.matchAll(/name="(waiver [^"]*)" time="0\.000">\s*<failure type="stale-waiver" /g)];
  expect(names.map(([, name]) => name)).toEqual([
    'waiver a.success.status',
    'waiver a.succes.body',
    'waiver a.success.status (2)',
  ]);
  expect(text).toContain(
    'no requirement has this id; did you mean `a.success.body`? (gateway is being moved',
  );
  expect(renderJunit({ ...results, waivers: [] })).not.toContain('waivers');
});

describe('a text that a person', () => {
  test('accepted has passed and says who did', () => {
    expect(renderJunit(everyVerdict())).toMatch(
      /name="a\.unauthorized\.wrong-password:[^>]*>\s*<system-out>settled as pass by A\. Reader on 2026-11-19<\/system-out>\s*<\/testcase>/,
    );
  });

  test('refused is a failure', () => {
    expect(renderJunit(everyVerdict())).toContain(
      '<failure type="b.unauthorized.meaning" message="refused by a person: ',
    );
  });
});
