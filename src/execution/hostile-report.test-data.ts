import { renderConsole } from '../report/console/render-console.ts';
import { renderHtml } from '../report/html/page.ts';
import { renderJson } from '../report/machine/json.ts';
import { renderJunit } from '../report/machine/junit.ts';
import type { Results } from '../result/results.ts';

/** What is wrong with the reports of these Results, each in a sentence. */
export function findSpoiled(results: Results): readonly string[] {
  return [
    ...consoleProblems(renderConsole(results, { width: 100, color: false })),
    ...htmlProblems(renderHtml(results)),
    ...junitProblems(renderJunit(results)),
    ...jsonProblems(renderJson(results)),
  ];
}

function consoleProblems(text: string): readonly string[] {
  return [
    ...(/[\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|(?!\n)\p{Cc}/u.test(text) ? ['console: a control character'] : []),
    ...(/^\s*::/m.test(text) ? ['console: a workflow command'] : []),
  ];
}

const voids = new Set(['meta', 'input', 'wbr', 'rect']);
const htmlTag = /<(\/?)([a-z][a-z0-9]*)((?:[^">]|"[^"]*")*)>/g;

function htmlProblems(page: string): readonly string[] {
  const scripts = page.match(/<script/gi)?.length ?? 0;
  const markup = page.replace(/<(style|script)>[^]*?<\/\1>/g, '');
  const tags = [...markup.matchAll(htmlTag)];
  const active = tags.filter(([, , name = '', list = '']) => {
    const names = list.replace(/"[^"]*"/g, '""');
    return /^(script|img|iframe|object|embed|base|link)$/.test(name) || /\son\w+=/.test(names);
  });
  const controls = /(?![\n\t])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u.test(page);
  return [
    ...unclosed(tags, (name) => voids.has(name)).map((what) => `html: ${what}`),
    ...active.map(([whole]) => `html: active markup ${whole}`),
    ...(scripts > 1 ? [`html: ${scripts} scripts`] : []),
    ...(controls ? ['html: a control character'] : []),
  ];
}

function unclosed(tags: readonly RegExpMatchArray[], isVoid: (name: string) => boolean): readonly string[] {
  const open: string[] = [];
  for (const [whole, closing, name = ''] of tags) {
    if (closing === '/' && open.pop() !== name) return [`unbalanced at ${whole}`];
    if (closing === '' && !isVoid(name) && !whole.endsWith('/>')) open.push(name);
  }
  return open.map((name) => `<${name}> stays open`);
}

const xmlTag = /<(\/?)([a-z][a-z-]*)((?: [\w.-]+="[^"<]*")*)(\/?)>/g;

function junitProblems(xml: string): readonly string[] {
  const body = xml.replace(/^<\?xml[^>]*\?>\n/, '');
  const strays = body.replace(xmlTag, '').replace(/&(amp|lt|gt|quot|#\d+);/g, '');
  return [
    ...(/[<>&]/.test(strays) ? ['junit: markup outside of its elements'] : []),
    ...(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(xml)
      ? ['junit: a character that XML forbids']
      : []),
    ...unclosed([...body.matchAll(xmlTag)], () => false).map((what) => `junit: ${what}`),
  ];
}

function jsonProblems(text: string): readonly string[] {
  try {
    JSON.parse(text);
    return [];
  } catch (error) {
    return [`json: ${String(error)}`];
  }
}
