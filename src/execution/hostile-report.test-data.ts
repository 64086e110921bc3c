import { renderConsole } from '../report/console/render-console.ts';
import { renderHtml } from '../report/html/page.ts';
import { renderJson } from '../report/machine/json.ts';
import { renderJunit } from '../report/machine/junit.ts';
import type { Results } from '../result/results.ts';

const htmlTag = /<(\/?)([a-z][a-z0-9]*)((?:[^">]|"[^"]*")*)>/g;
const xmlTag = /<(\/?)([a-z][a-z-]*)((?: [\w.-]+="[^"<]*")*)(\/?)>/g;
const voids: readonly string[] = ['meta', 'input', 'wbr', 'rect'];

/** What is wrong with the reports of these Results, a sentence each. Throws for broken JSON. */
export function findSpoiled(results: Results): readonly string[] {
  JSON.parse(renderJson(results));
  const text = renderConsole(results, { width: 100, color: false });
  const page = renderHtml(results);
  const pageTags = [...page.replace(/<(style|script)>[^]*?<\/\1>/g, '').matchAll(htmlTag)];
  const xml = renderJunit(results);
  const elements = xml.replace(/^<\?xml[^>]*\?>\n/, '');
  const found: Readonly<Record<string, boolean>> = {
    'console: a control character': /[\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|(?!\n)\p{Cc}/u.test(text),
    'console: a workflow command': /^\s*::/m.test(text),
    'html: more than one script': (page.match(/<script/gi)?.length ?? 0) > 1,
    'html: active markup': pageTags.some(isActive),
    'html: a control character': /(?![\n\t])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u.test(page),
    'junit: markup outside of its elements': /[<>&]/.test(
      elements.replace(xmlTag, '').replace(/&(amp|lt|gt|quot|#\d+);/g, ''),
    ),
    'junit: a character that XML forbids': /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(
      xml,
    ),
  };
  return [
    ...Object.keys(found).filter((problem) => found[problem] === true),
    ...unclosed(pageTags).map((what) => `html: ${what}`),
    ...unclosed([...elements.matchAll(xmlTag)]).map((what) => `junit: ${what}`),
  ];
}

function isActive([, , name = '', list = '']: RegExpMatchArray): boolean {
  const names = list.replace(/"[^"]*"/g, '""');
  return /^(script|img|iframe|object|embed|base|link)$/.test(name) || /\son\w+=/.test(names);
}

function unclosed(tags: readonly RegExpMatchArray[]): readonly string[] {
  const open: string[] = [];
  for (const [whole, closing, name = ''] of tags) {
    if (closing === '/' && open.pop() !== name) return [`unbalanced at ${whole}`];
    if (closing === '' && !voids.includes(name) && !whole.endsWith('/>')) open.push(name);
  }
  return open.map((name) => `<${name}> stays open`);
}
