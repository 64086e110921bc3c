import { allClaims, deriveCases } from '../plan/plan.ts';
import { requirementsOf } from '../plan/test-case.ts';
import { deriveRequirements } from '../operation/requirement.ts';
import type { Variant } from '../operation/specification.ts';
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

/** Prints the specification as the suite understands it. */
export function spec(given: Given, { terminal }: Invocation): Promise<number> {
  const { title, variants } = specification;
  terminal.write(
    given.has('json') ? jsonText({ title, variants }) : `${title}\n${variants.map(inLines).join('')}`,
  );
  return Promise.resolve(0);
}

function inLines(variant: Variant): string {
  const { id, section, method, path, parameters, carrier, conditions, unusedStatuses } = variant;
  const names = parameters.map(({ name, type }) => `${name} (${type})`).join(', ');
  const place = { 'json-body': 'a JSON object in the body', query: 'the query string, no body' }[carrier];
  return [
    `\nVariant ${id.toUpperCase()} (section ${section}): ${method} ${path}`,
    `  credentials in ${place}: ${names}`,
    ...[...conditions, ...unusedStatuses.map((status) => ({ status, name: 'not used' }))]
      .toSorted((one, other) => one.status - other.status)
      .map(({ name, status }) => `  ${status}  ${name}`),
    '',
  ].join('\n');
}
