import { allClaims, deriveCases } from '../plan/plan.ts';
import { requirementsOf } from '../plan/test-case.ts';
import { deriveRequirements } from '../operation/requirement.ts';
import { specification } from '../operation/specification.ts';
import { say } from '../messages/message.ts';
import type { Invocation } from './invocation.ts';
import type { Given } from './option.ts';
import { jsonText } from '../base/json-text.ts';

/** Lists the requirements with section, cases and checks, and what each case looks at. */
export function requirements(given: Given, { terminal }: Invocation): Promise<number> {
  const cases = deriveCases(specification, allClaims(specification));
  const rows = deriveRequirements(specification).map(({ id, variant, section, statement }) => {
    const own = cases.filter((testCase) => requirementsOf(testCase).includes(id));
    const checks = own.flatMap(({ assertions, invariants }) =>
      [...assertions, ...invariants].filter(({ requirement }) => requirement === id).map(({ kind }) => kind),
    );
    const names = own.map((testCase) => testCase.id);
    return {
      id,
      variant,
      section,
      statement: say(statement, 'en'),
      cases: names,
      checks: [...new Set(checks)],
    };
  });
  const lines = rows.map(({ id, section, statement, cases: names }) => {
    const shown = names.length > 4 ? [...names.slice(0, 3), `${names.length - 3} more`] : names;
    const listed = shown.join(', ').replace(/, (\d+ more)$/, ' and $1');
    return `${id}  (section ${section})\n  ${statement}\n  cases: ${listed}\n`;
  });
  terminal.write(given.has('json') ? jsonText(rows) : `${lines.join('\n')}\n${rows.length} requirements\n`);
  return Promise.resolve(0);
}
