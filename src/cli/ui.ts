import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import type { ProvidedContext } from 'vitest';
import type { TargetOptions, TargetProfile } from '../embedding/options.ts';
import { UserError } from '../errors.ts';
import { createTargetRedactor } from '../execution/target-redactor.ts';
import { isOneFile, moduleFile } from '../suite.ts';
import type { Target } from '../target/target.ts';
import type { Invocation } from './invocation.ts';
import type { RunSettings } from './settings.ts';

/** A target as `conformance` takes it. */
export interface UiSource {
  readonly source: string | TargetProfile | null;
  readonly options: TargetOptions;
}

/** Runs the cases in the browser interface of vitest until it is closed. UserError if vitest is missing. */
export async function openUi(
  target: Target,
  { source, options }: UiSource,
  settings: RunSettings,
  { cwd, signal, env }: Invocation,
): Promise<number> {
  requireInstalled();
  const { startVitest } = await import('vitest/node');
  const suite = moduleFile('embedding/ui-suite');
  const { selection, thorough, isComplete: complete, folder: out, formats } = settings;
  const reviews = settings.reviews === undefined ? undefined : resolve(cwd, settings.reviews);
  const title = createTargetRedactor(target).mask(`${target.name} (${target.baseUrl})`);
  const shown = { title, thorough, reviews, complete, exchanges: true, out, formats };
  const conformance: ProvidedContext['conformance'] = [
    source,
    // The variables of a process cannot be passed to threads as they are.
    { ...options, env: { ...options.env }, ...selection, ...shown },
  ];
  // At a terminal vitest reads Ctrl-C as a key; it has to act as an interrupt.
  let isInterrupted = false;
  if (process.stdin.isTTY)
    process.stdin.on('data', (keys) => (isInterrupted ||= String(keys).includes('\u0003')));
  const vitest = await startVitest(
    [],
    {
      config: false,
      root: dirname(suite),
      // In an installed package this folder is below `node_modules`, which vitest ignores by default.
      include: [basename(suite)],
      exclude: [],
      watch: true,
      // Only the user runs cases again: each run sends requests to the target.
      forceRerunTriggers: [],
      ui: true,
      open: !env['CI'],
      provide: { conformance },
    },
    { cacheDir: join(tmpdir(), 'sbp-banks-conformance-ui'), server: { watch: null } },
  );
  // The interface is closed by its own keys or by an interrupt.
  await new Promise<void>((resolve, reject) => {
    vitest.onClose(() => resolve());
    const close = (): void => void vitest.close().then(resolve, reject);
    if (signal.aborted) close();
    else signal.addEventListener('abort', close, { once: true });
  });
  if (isInterrupted) return 130;
  return vitest.state.getCountOfFailedTests() > 0 ? 1 : 0;
}

/** Checked before vitest does: it would offer to install packages. */
function requireInstalled(): void {
  if (isOneFile) {
    const message = 'run --ui needs vitest, which a program in one file cannot load';
    const hint = 'install the package beside vitest and @vitest/ui, or leave --ui out; nothing was sent';
    throw new UserError('usage', 'no-vitest', message, hint);
  }
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
