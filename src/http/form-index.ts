import { isEscapeLead, type UnitReader } from './escape.ts';
import type { SecretForm } from './secret-form.ts';

/** Forms by their first units, three deep: a few thousand forms leave about one for each place of a text. */
export interface FormIndex {
  readonly children: Map<number, FormIndex>;
  readonly forms: SecretForm[];
}

const indexDepth = 3;

/** Units of a form that the index knows: three, or two where the third is the first half of a surrogate pair, which escapes write as one. */
export function indexedLength(text: string): number {
  if (text.length <= indexDepth) return text.length;
  const isCut = (text.codePointAt(indexDepth - 1) ?? 0) > 0xffff;
  return isCut ? indexDepth - 1 : indexDepth;
}

/** Creates an index without forms. */
export function createFormIndex(): FormIndex {
  return { children: new Map(), forms: [] };
}

/** Adds a form, once. */
export function insertForm(root: FormIndex, form: SecretForm): void {
  let node = root;
  const length = indexedLength(form.text);
  for (let index = 0; index < length; index += 1) {
    const code = form.text.charCodeAt(index);
    const child = node.children.get(code) ?? createFormIndex();
    node.children.set(code, child);
    node = child;
  }
  if (!node.forms.some(({ text }) => text === form.text)) node.forms.push(form);
}

/** The forms whose first units stand here, with the places where these end. */
export function findCandidates(
  text: string,
  start: number,
  root: FormIndex,
  read: UnitReader,
): Map<SecretForm, Set<number>> {
  const found = new Map<SecretForm, Set<number>>();
  const walk = (node: FormIndex, at: number): void => {
    for (const form of node.forms) found.set(form, (found.get(form) ?? new Set()).add(at));
    if (node.children.size === 0 || at >= text.length) return;
    const code = text.charCodeAt(at);
    if (!isEscapeLead(code)) {
      const child = node.children.get(code);
      if (child !== undefined) walk(child, at + 1);
      return;
    }
    for (const { value, end } of read(at)) {
      const child = descend(node, value);
      if (child !== null) walk(child, end);
    }
  };
  walk(root, start);
  return found;
}

function descend(node: FormIndex, value: string): FormIndex | null {
  let next: FormIndex | undefined = node;
  for (let index = 0; index < value.length; index += 1) next = next?.children.get(value.charCodeAt(index));
  return next ?? null;
}
