import type { Results } from '../../result/results.ts';
import { caseOf, checkOf, resultsOf, targetOf, waiverOf } from '../../report/made-results.test-data.ts';
import type { Parts } from '../../report/made-results.test-data.ts';
import { deriveRequirements } from '../../spec/requirement.ts';
import { specification } from '../../spec/variant.ts';
import type { Reason, Verdict } from '../../verdict/verdict.ts';
import { matrixColumn } from './matrix-column.ts';
import type { MatrixColumn } from './matrix-column.ts';

/** Ids of the whole catalogue. */
export const catalogue = deriveRequirements(specification).map(({ id }) => id);

/** What requirements come to that do not pass, with the message of their check. */
export type But = Readonly<Record<string, readonly [Verdict | Reason, string]>>;

/** A run of the whole catalogue in which everything passes but these. */
export function runWith(but: But = {}, parts: Parts = {}): Results {
  const cases = catalogue.map((id) => {
    const [verdict, message] = but[id] ?? ['pass', 'as it is required'];
    return caseOf(`${id}.case`, [{ ...checkOf(id, verdict), message }]);
  });
  return resultsOf(cases, parts);
}

const messages = [
  'status: expected 422, got 400',
  'description_status does not name partnerName',
  'a list of 12 banks was obtained with a password that was not encrypted',
  'the text says nothing that the lexicon knows: “Ошибка запроса, обратитесь в поддержку”',
] as const;

const open = ['not-provisioned', 'setup-failed', 'rate-limited'] as const;

function butOf(place: number): But {
  const entries = catalogue.flatMap((id, index): readonly (readonly [string, But[string]])[] => {
    const draw = (index * 7 + place * 13) % 40;
    const message = messages[draw % messages.length] ?? '';
    if (draw === place % 9) return [[id, ['fail', message]]];
    if (draw === 20 && place % 3 === 0) return [[id, ['review', message]]];
    if (/blocked|reward|unavailable/.test(id) && place % 4 === 1)
      return [
        [
          id,
          [
            open[place % open.length] ?? 'vacuous',
            'No credentials of a blocked partner are given in the profile.',
          ],
        ],
      ];
    return [];
  });
  return place % 5 === 0 ? {} : Object.fromEntries(entries);
}

/** So many columns with every verdict, one variant here and there, waivers and names of all lengths. */
export function manyColumns(count: number): readonly MatrixColumn[] {
  return Array.from({ length: count }, (_, place) => {
    const but = butOf(place);
    const [first] = Object.keys(but);
    const variants = place % 7 === 3 ? ['a'] : ['a', 'b'];
    const name =
      place % 6 === 4 ? `Площадка партнёра ${place}, контур предпродуктивной проверки` : `Staging ${place}`;
    const results = runWith(but, {
      target: { ...targetOf(variants, `https://bank-${place}.example.test/api`), name },
      ...(first !== undefined && place % 8 === 2 ? { waivers: [waiverOf(first)] } : {}),
    });
    return matrixColumn(results, place % 10 === 9 ? null : `staging-${place}/report.html`);
  });
}
