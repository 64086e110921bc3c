// The command `requirements`: the catalogue, with the requests that check each.

import { requirements as catalogue, requirementsOf } from '#banks/requirements.ts';
import { rows } from '#banks/table.ts';
import { jsonText } from '../base/json-text.ts';
import { wrap } from '../base/text-width.ts';
import { some } from '../base/visible.ts';
import type { Invocation } from './invocation.ts';

export function requirements(
  { json = false }: { readonly json?: boolean },
  _words: readonly string[],
  { terminal }: Invocation,
): Promise<number> {
  const all = catalogue.map(({ id, variant, section, statement }) => {
    const requests = rows.filter((row) => requirementsOf(row).includes(id)).map((row) => row.id);
    return { id, variant, section, statement: statement.en, requests };
  });
  const hanging = (text: string): string => wrap(text, terminal.width - 4).join('\n    ');
  const lines = all.map(
    ({ id, section, statement, requests }) =>
      `${id}  (section ${section})\n  ${hanging(statement)}\n  ${hanging(`requests: ${some(requests, 4)}`)}\n`,
  );
  terminal.write(json ? jsonText(all) : `${lines.join('\n')}\n${all.length} requirements\n`);
  return Promise.resolve(0);
}
