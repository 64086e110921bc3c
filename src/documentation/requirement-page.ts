import { requirementsOf } from '../case/test-case.ts';
import type { TestCase } from '../case/test-case.ts';
import { say } from '../wording/message.ts';
import type { Requirement } from '../spec/requirement.ts';
import { code, heading, literal, page, prose, table } from './markdown.ts';

/** Cases beyond this number are counted and not named: requirements that every answer is held against have them all. */
const mostCases = 8;

/** The page that lists every requirement with the cases that check it. */
export function requirementPage(requirements: readonly Requirement[], cases: readonly TestCase[]): string {
  const variants = [...new Set(requirements.map(({ variant }) => variant))];
  return page('Requirements', [
    prose(
      `What the specification states and one answer can violate: ${requirements.length} requirements. Sections are those of the specification. \`npm run -s cli -- requirements --json\` lists them for programs.`,
    ),
    ...variants.flatMap((variant) => {
      const own = requirements.filter((each) => each.variant === variant);
      return [
        heading(`Variant ${variant.toUpperCase()}`),
        table(
          ['id', 'section', 'what is required', 'cases that check it'],
          own.map((each) => [
            code(each.id),
            each.section,
            literal(say(each.statement, 'en')),
            casesInWords(each.id, cases),
          ]),
        ),
      ];
    }),
  ]);
}

function casesInWords(requirement: string, cases: readonly TestCase[]): string {
  const ids = cases.filter((one) => requirementsOf(one).includes(requirement)).map(({ id }) => id);
  return ids.length <= mostCases ? code(...ids) : `every answer on the path, in all ${ids.length} cases`;
}
