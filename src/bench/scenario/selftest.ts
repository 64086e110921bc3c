import { medianOf } from '../alternate.ts';
import type { Bench } from '../bench.ts';
import type { Row } from '../row.ts';

/** Seconds for a defect or a tolerance, those with deliberate waiting aside. */
const target = 0.12;

/** The whole selftest, once: its rows are many. */
export async function measureSelftest({ measure, program, folder }: Bench): Promise<readonly Row[]> {
  const found = await measure({ args: [program, 'selftest', '--json'], cwd: folder });
  const { assessments } = JSON.parse(found.output) as { readonly assessments: readonly unknown[] };
  const count = assessments.length;
  const { wallMs, cpuMs, peakBytes } = medianOf('selftest', [found]);
  const share = { found: wallMs / 1000 / count, target, unit: 'seconds', of: 'a row' } as const;
  return [{ subject: `selftest, ${count} rows`, runs: 1, wallMs, cpuMs, peakBytes, comparison: share }];
}
