import { exactText, html, seam } from './markup.ts';
import type { Html } from './markup.ts';
import type { Span } from './json-span.ts';

/** Why a part of an exchange stands out: what differs from the plain request, and what a verdict rests on. */
export type MarkKind = 'changed' | 'fail' | 'review' | 'pass' | 'seen';

/** A part that stands out, or, where it is empty, the place from which `gone` was left out. */
export interface Mark extends Span {
  readonly kind: MarkKind;
  readonly gone?: string;
}

const around = 200;

function marked(text: string, { from, to, kind, gone }: Mark): Html {
  // Style writes what is gone, so that copying the text gives what was sent.
  const left = gone === undefined ? null : html`<del data-gone="${gone}"></del>`;
  return from === to
    ? html`${left}`
    : html`${left}<mark class="m-${kind}">${exactText(text.slice(from, to))}</mark>`;
}

function within(marks: readonly Mark[], from: number, to: number): readonly Mark[] {
  const sorted = marks.toSorted((one, other) => one.from - other.from || one.to - other.to);
  const kept: Mark[] = [];
  let end = from;
  for (const mark of sorted) {
    if (mark.from < end || mark.from > to) continue;
    const cut = { ...mark, to: Math.min(mark.to, to) };
    kept.push(cut);
    end = cut.to;
  }
  return kept;
}

function stretch(text: string, marks: readonly Mark[], from: number, to: number): Html {
  let at = from;
  const parts = within(marks, from, to).map((mark) => {
    const before = text.slice(at, mark.from);
    at = mark.to;
    return html`${seam}${exactText(before)}${seam}${marked(text, mark)}`;
  });
  return html`${parts}${seam}${exactText(text.slice(at, to))}${seam}`;
}

/** A text with its marks, cut at `limit` characters; what failed farther on is shown with what stands around it. */
export function markedText(text: string, marks: readonly Mark[], limit: number): Html {
  const start = stretch(text, marks, 0, Math.min(limit, text.length));
  if (text.length <= limit) return start;
  const far = marks.find(({ kind, from }) => kind === 'fail' && from >= limit);
  if (far === undefined) return html`${start}…`;
  const from = Math.max(limit, far.from - around);
  const to = Math.min(text.length, Math.min(far.to, far.from + around) + around);
  return html`${start} … ${stretch(text, marks, from, to)}${to < text.length ? '…' : ''}`;
}
