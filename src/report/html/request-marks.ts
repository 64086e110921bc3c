import type { Evidence } from '../../verdict/evidence.ts';
import { membersIn } from './json-span.ts';
import type { Span } from './json-span.ts';
import type { Mark } from './marked-text.ts';

interface Token extends Span {
  readonly name: string;
  readonly text: string;
}

function bodyTokens(body: string): readonly Token[] {
  return membersIn(body).map(({ name, from, to }) => ({ name, from, to, text: body.slice(from, to) }));
}

function queryTokens(url: string): readonly Token[] {
  const start = url.indexOf('?');
  if (start < 0) return [];
  return [...url.slice(start + 1).matchAll(/[^&#]+/g)].map(({ 0: text, index }) => ({
    name: text.split('=')[0] ?? '',
    text,
    from: start + 1 + index,
    to: start + 1 + index + text.length,
  }));
}

// A member that the plain request has after this one shows where a missing one would have stood.
function placeOf(index: number, plain: readonly Token[], own: readonly Token[], end: number): number {
  const later = plain.slice(index + 1).map(({ name }) => name);
  return own.find(({ name }) => later.includes(name))?.from ?? end;
}

function compared(own: readonly Token[], plain: readonly Token[], end: number): readonly Mark[] {
  const usual = new Set(plain.map(({ text }) => text));
  const names = new Set(own.map(({ name }) => name));
  const texts = own.map(({ text }) => text);
  const isRepeated = (text: string): boolean => texts.indexOf(text) !== texts.lastIndexOf(text);
  const changed = own.filter(({ text }) => !usual.has(text) || isRepeated(text));
  const gone = plain.flatMap(({ name, text }, index): readonly Mark[] => {
    const at = placeOf(index, plain, own, end);
    return names.has(name) ? [] : [{ kind: 'changed', from: at, to: at, gone: text }];
  });
  return [...changed.map(({ from, to }): Mark => ({ kind: 'changed', from, to })), ...gone];
}

/** Where the address of a request differs from that of the plain one. */
export function addressMarks({ request }: Evidence, plain: Evidence | null): readonly Mark[] {
  if (plain === null || plain.request.url === request.url) return [];
  const [path = ''] = request.url.split('?');
  const [usual = ''] = plain.request.url.split('?');
  let same = 0;
  while (same < path.length && path[same] === usual[same]) same += 1;
  const from = Math.min(same, path.lastIndexOf('/', same) + 1, Math.max(0, path.length - 1));
  const way: readonly Mark[] = path === usual ? [] : [{ kind: 'changed', from, to: path.length }];
  return [...way, ...compared(queryTokens(request.url), queryTokens(plain.request.url), request.url.length)];
}

/** Where the body of a request differs from that of the plain one; all of it where it is no object. */
export function bodyMarks({ request }: Evidence, plain: Evidence | null): readonly Mark[] {
  const body = request.body ?? '';
  const usual = plain?.request.body ?? '';
  if (plain === null || body === usual) return [];
  const tokens = bodyTokens(body);
  if (tokens.length === 0 && !body.startsWith('{'))
    return [{ kind: 'changed', from: 0, to: body.length, ...(body === '' ? { gone: usual } : {}) }];
  return compared(tokens, bodyTokens(usual), Math.max(0, body.lastIndexOf('}')));
}

const unlikeEverywhere: readonly string[] = ['user-agent', 'x-request-id', 'content-length', 'host'];

/** Whether the plain request has no such header. */
export function isOwnHeader(name: string, value: string, plain: Evidence | null): boolean {
  if (plain === null || unlikeEverywhere.includes(name.toLowerCase())) return false;
  return !plain.request.headers.some(
    ([usual, text]) => usual.toLowerCase() === name.toLowerCase() && text === value,
  );
}
