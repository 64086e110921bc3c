import { allClaims, deriveCases } from '../case/plan.ts';
import { requirementsOf } from '../case/test-case.ts';
import type { TestCase } from '../case/test-case.ts';
import { deriveRequirements } from '../spec/requirement.ts';
import type { Requirement } from '../spec/requirement.ts';
import { specification } from '../spec/variant.ts';
import { say } from '../wording/message.ts';
import type { Invocation } from './invocation.ts';
import { commandHelp } from './help.ts';
import { readOptions } from './option.ts';
import type { OptionTable } from './option.ts';

const options = {
  json: { type: 'flag', summary: 'as JSON' },
  help: { type: 'flag', summary: 'show this' },
} as const satisfies OptionTable;

/** A requirement with the cases that check it; `checks` says what each of them looks at. */
interface Row {
  readonly id: string;
  readonly variant: string;
  readonly section: string;
  readonly statement: string;
  readonly cases: readonly string[];
  readonly checks: readonly string[];
}

/** Lists the catalogue of requirements with section, cases and checks. */
export function requirements({ args, terminal }: Invocation): Promise<number> {
  const given = readOptions('requirements', args, options);
  if (given.has('help')) {
    terminal.write(commandHelp('requirements', options));
    return Promise.resolve(0);
  }
  const cases = deriveCases(specification, allClaims(specification));
  const rows = deriveRequirements(specification).map((requirement) => rowOf(requirement, cases));
  terminal.write(given.has('json') ? `${JSON.stringify(rows, null, 2)}\n` : listOf(rows));
  return Promise.resolve(0);
}

function rowOf({ id, variant, section, statement }: Requirement, cases: readonly TestCase[]): Row {
  const own = cases.filter((testCase) => requirementsOf(testCase).includes(id));
  const kinds = own.flatMap(({ aims, standing }) =>
    [...aims, ...standing].filter(({ requirement }) => requirement === id).map(({ kind }) => kind),
  );
  return {
    id,
    variant,
    section,
    statement: say(statement, 'en'),
    cases: own.map((testCase) => testCase.id),
    checks: [...new Set(kinds)],
  };
}

function listOf(rows: readonly Row[]): string {
  const lines = rows.map(({ id, section, statement, cases }) => {
    const shown =
      cases.length > 4 ? `${cases.slice(0, 3).join(', ')} and ${cases.length - 3} more` : cases.join(', ');
    return `${id}  (section ${section})\n  ${statement}\n  cases: ${shown}\n`;
  });
  return `${lines.join('\n')}\n${rows.length} requirements\n`;
}
