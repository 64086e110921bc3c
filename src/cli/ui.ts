import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { tmpdir } from 'node:os';
import type { Vitest } from 'vitest/node';
import type { TestCase } from '../case/test-case.ts';
import type { UiPlan } from '../embedding/ui-suite.ts';
import { UserError } from '../errors.ts';
import type { FormatName } from '../report/format.ts';
import type { Review } from '../result/review.ts';
import type { Target } from '../target/target.ts';
import type { Invocation } from './invocation.ts';

/** What a run would do, as far as the browser interface has to know. */
interface Plan {
  readonly target: Target;
  readonly cases: readonly TestCase[];
  readonly reviews: readonly Review[];
  readonly conclusion: {
    readonly folder: string;
    readonly formats: readonly FormatName[];
    readonly isComplete: boolean;
  };
}

const folder = fileURLToPath(new URL('../embedding', import.meta.url));

/** Opens the chosen cases in the browser interface of vitest, where they run; gives an exit code when it is closed. Rejects with a UserError where vitest is not installed. */
export async function openUi(plan: Plan, invocation: Invocation): Promise<number> {
  requireInstalled();
  const { startVitest } = await import('vitest/node');
  const vitest = await startVitest(
    [],
    {
      config: false,
      root: folder,
      // In an installed package this folder stands below `node_modules`, which is passed over otherwise.
      include: [`ui-suite${extname(import.meta.url)}`],
      exclude: [],
      watch: true,
      // Only the user runs cases again: each run sends requests to the target.
      forceRerunTriggers: [],
      ui: true,
      open: !invocation.env['CI'],
      provide: { uiPlan: uiPlanOf(plan, invocation.cwd) },
    },
    { cacheDir: join(tmpdir(), 'sbp-banks-conformance-ui'), server: { watch: null } },
  );
  await closed(vitest, invocation.signal);
  return vitest.state.getCountOfFailedTests() > 0 ? 1 : 0;
}

function uiPlanOf({ target, cases, reviews, conclusion }: Plan, cwd: string): UiPlan {
  const options = {
    // What is thorough is chosen by its id, as everything else.
    thorough: true,
    decisions: reviews,
    complete: conclusion.isComplete,
    exchanges: true,
    out: conclusion.folder,
    formats: conclusion.formats,
    folder: cwd,
  };
  return { target, cases: cases.map(({ id }) => id), options };
}

/** Before vitest looks itself: it would offer to change what is installed. */
function requireInstalled(): void {
  const missing = ['vitest/node', '@vitest/ui'].filter((name) => !isInstalled(name));
  if (missing.length === 0) return;
  throw new UserError(
    'usage',
    'no-vitest',
    `run --ui needs vitest and @vitest/ui, which are not installed beside the suite (${missing.join(', ')} not found)`,
    'npm install --save-dev vitest @vitest/ui, or leave --ui out; nothing was sent',
  );
}

function isInstalled(name: string): boolean {
  try {
    import.meta.resolve(name);
    return true;
  } catch {
    return false;
  }
}

/** Resolves when the interface is closed, by its own keys or by an interrupt. */
function closed(vitest: Vitest, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    vitest.onClose(() => resolve());
    const close = (): void => void vitest.close().then(resolve, reject);
    if (signal.aborted) close();
    else signal.addEventListener('abort', close, { once: true });
  });
}
