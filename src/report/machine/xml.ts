import { visible } from '../visible.ts';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** Text for an element or an attribute of XML 1.0, on one line so that it cannot pass for lines of the report. */
export function escapeLine(text: string): string {
  return (
    visible(text)
      // Unicode knows these two, XML 1.0 does not (section 2.2).
      .replace(/[\ufffe\uffff]/g, '\ufffd')
      .replace(/[&<>"]/g, (character) => entities[character] ?? '')
  );
}

/** Attributes of an element, each with a space in front. */
export function attributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escapeLine(String(value))}"`)
    .join('');
}
