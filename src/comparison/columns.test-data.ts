import { caseOf, checkOf, resultsOf, targetOf, waiverOf } from '../report/made-results.test-data.ts';
import type { Parts } from '../report/made-results.test-data.ts';
import type { Results } from '../result/results.ts';
import { deriveRequirements } from '../spec/requirement.ts';
import { specification } from '../spec/specification.ts';
import type { Reason, Verdict } from '../verdict/check.ts';
import { matrixColumn } from './matrix.ts';
import type { MatrixColumn } from './matrix.ts';

/** Ids of the whole catalogue. */
export const catalogue = deriveRequirements(specification).map(({ id }) => id);

/** Requirements that do not pass, with the message of their check. */
export type But = Readonly<Record<string, readonly [Verdict | Reason, string]>>;

/** A run of the whole catalogue in which everything passes but these. */
export function runWith(but: But = {}, parts: Parts = {}): Results {
  const cases = catalogue.map((id) => {
    const [verdict, message] = but[id] ?? ['pass', 'as it is required'];
    return caseOf(`${id}.case`, [{ ...checkOf(id, verdict), message }]);
  });
  return resultsOf(cases, parts);
}

const messages = ['status: expected 422, got 400', 'the text says nothing that the lexicon knows: “Ошибка”'];

/** So many columns with every verdict, one variant here and there, waivers and names of all lengths. */
export function manyColumns(count: number): readonly MatrixColumn[] {
  return Array.from({ length: count }, (_, place) => {
    const entries = catalogue.flatMap((id, index): readonly (readonly [string, But[string]])[] => {
      const draw = (index * 7 + place * 13) % 40;
      const message = messages[draw % 2] ?? '';
      if (place % 5 === 0 || ![place % 9, 20, 30].includes(draw)) return [];
      return [[id, [draw === 20 ? 'review' : draw === 30 ? 'not-provisioned' : 'fail', message]]];
    });
    const but: But = Object.fromEntries(entries);
    const [first] = Object.keys(but);
    const variants = place % 7 === 3 ? ['a'] : ['a', 'b'];
    const name = place % 6 === 4 ? `Площадка ${place}, контур предпродуктивной проверки` : `Staging ${place}`;
    const results = runWith(but, {
      target: { ...targetOf(variants, `https://bank-${place}.example.test/api`), name },
      ...(first !== undefined && place % 8 === 2 ? { waivers: [waiverOf(first)] } : {}),
    });
    return matrixColumn(results, place % 10 === 9 ? null : `staging-${place}/report.html`);
  });
}
