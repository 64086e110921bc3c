import { targetOf, waiverOf, wholeRun } from '../made-results.test-data.ts';
import { catalogue } from '../../operation/catalogue.test-data.ts';
import type { Found } from '../made-results.test-data.ts';
import { matrixColumn } from './matrix.ts';
import type { MatrixColumn } from './matrix.ts';

const messages = ['status: expected 422, got 400', 'the text says nothing that the lexicon knows: “Ошибка”'];

/** Makes `count` columns with every verdict, one or two variants, waivers, and names of all lengths. */
export function manyColumns(count: number): readonly MatrixColumn[] {
  return Array.from({ length: count }, (_, place) => {
    const entries = catalogue.flatMap((id, index): readonly (readonly [string, Found])[] => {
      const draw = (index * 7 + place * 13) % 40;
      const message = messages[draw % 2] ?? '';
      if (place % 5 === 0 || ![place % 9, 20, 30].includes(draw)) return [];
      return [[id, [draw === 20 ? 'review' : draw === 30 ? 'not-provisioned' : 'fail', message]]];
    });
    const variants = place % 7 === 3 ? ['a'] : ['a', 'b'];
    const name = place % 6 === 4 ? `Площадка ${place}, контур предпродуктивной проверки` : `Staging ${place}`;
    const results = wholeRun({
      verdicts: Object.fromEntries(entries),
      target: { ...targetOf(variants, `https://bank-${place}.example.test/api`), name },
      waivers: entries.slice(0, place % 8 === 2 ? 1 : 0).map(([id]) => waiverOf(id)),
    });
    return matrixColumn(results, place % 10 === 9 ? null : `staging-${place}/report.html`);
  });
}
