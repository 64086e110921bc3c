import { alternate } from '../alternate.ts';
import type { Bench } from '../bench.ts';
import { rowOf } from '../row.ts';
import type { Row } from '../row.ts';

/** What it costs to start at all, beside a Node that does nothing. */
export async function measureStart({ measure, runs, program, folder }: Bench): Promise<readonly Row[]> {
  const command = (...args: readonly string[]) => ({ args, cwd: folder });
  const [bare, help, requirements] = await alternate(
    [
      { name: 'node -e 0', command: command('-e', '0') },
      { name: '--help', command: command(program, '--help') },
      { name: 'requirements', command: command(program, 'requirements') },
    ],
    // They are short, and so their median moves more.
    runs * 3,
    measure,
  );
  if (bare === undefined || help === undefined || requirements === undefined) return [];
  return [rowOf(bare), rowOf(help, { to: bare, target: 1.5 }), rowOf(requirements)];
}
