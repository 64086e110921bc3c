import { unwatchFile, watchFile } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import { UserError } from '../errors.ts';
import { exchangesById } from '../result/results.ts';
import type { Results } from '../result/results.ts';
import type { Target } from '../target/target.ts';
import { isBaseline } from '../verdict/evidence.ts';
import type { Invocation } from './invocation.ts';
import { explain } from './failure.ts';
import { runAgainst } from './run.ts';
import { casesUnderReview } from './settings.ts';
import type { RunSettings } from './settings.ts';
import { wordsIn } from '../wording/message.ts';

/** The source of keys: a terminal or a pipe. */
type Input = Readable & { readonly setRawMode?: (isRaw: boolean) => unknown };

/**
 * Runs the suite. When the profile changes or the user asks, runs again what is still open, all rounds within
 * one limit of failed logins. Gives the last exit code. Rejects if the first profile is wrong.
 */
export async function watchTarget(
  load: () => Promise<Target>,
  settings: RunSettings,
  invocation: Invocation,
  input: Input = process.stdin,
): Promise<number> {
  const { terminal, signal, cwd } = invocation;
  const known: Known[] = [];
  let [target, next, spent, code] = [await load(), settings, 0, 0];
  const { source } = target;
  const wishes = openWishes(source === null ? null : resolve(cwd, source), input, signal);
  try {
    do {
      try {
        target = await load();
        const ran = await runAgainst(target, next, invocation, {
          spent,
          accepted: acceptedOf(target, known),
        });
        code = ran.code;
        spent += ran.results.failedLogins;
        known.push({ target, statuses: plainStatuses(ran.results) });
        next = selecting(openCases(ran.results), settings);
      } catch (error) {
        if (!(error instanceof UserError)) throw error;
        code = explain(error, invocation);
        next = settings;
      }
      const open = next === settings ? 0 : next.selection.cases.length;
      const words = wordsIn(target.language);
      if (!signal.aborted)
        terminal.writeError(
          `\n${open === 0 ? words('watching-all') : words('watching-open', { count: open })}\n`,
        );
    } while (await wishes.next());
  } finally {
    wishes.close();
  }
  return code;
}

/** Cases that failed, are inconclusive, or wait for a review. */
const openCases = (results: Results): readonly string[] => {
  const open = results.cases.filter(({ verdict }) => verdict === 'fail' || verdict === 'inconclusive');
  return [...new Set([...open.map(({ id }) => id), ...casesUnderReview(results)])];
};

function selecting(cases: readonly string[], settings: RunSettings): RunSettings {
  if (cases.length === 0) return settings;
  const { cases: chosen, requirements } = settings.selection;
  const isSelection = chosen.length + requirements.length > 0;
  const folder = isSelection ? settings.folder : join(settings.folder, 'selection');
  return { ...settings, folder, notice: '', selection: { cases, requirements: [] } };
}

/** A round, with the last status of the plain request of each variant in it. */
interface Known {
  readonly target: Target;
  readonly statuses: ReadonlyMap<string, number | undefined>;
}

const plainStatuses = (results: Results): Known['statuses'] => {
  const plain = [...exchangesById(results).values()].filter((one) => isBaseline(one));
  return new Map(plain.map(({ variant, response }) => [variant, response?.status]));
};

/** Variants whose credentials are unchanged since their last round, which saw them accepted. */
function acceptedOf(target: Target, known: readonly Known[]): readonly string[] {
  const loginOf = ({ baseUrl, variants }: Target, id: string): unknown => {
    const {
      conditions: _conditions,
      texts: _texts,
      ...login
    } = variants[id] ?? { conditions: {}, texts: {} };
    return { baseUrl, login };
  };
  return Object.keys(target.variants).filter((id) => {
    const own = known.filter(({ statuses }) => statuses.has(id));
    const same = own.filter((one) => isDeepStrictEqual(loginOf(one.target, id), loginOf(target, id)));
    return same.at(-1)?.statuses.get(id) === 200;
  });
}

/** Milliseconds between two checks of the profile. */
const lookEvery = 300;

/** Listens for Enter, `q`, a changed file and the interrupt; `next` gives false when the rounds end. */
function openWishes(file: string | null, input: Input, signal: AbortSignal) {
  let wish: boolean | null = null;
  let wake = (): void => undefined;
  const want = (again: boolean): void => {
    wish = again && wish !== false;
    wake();
  };
  const end = (): void => want(false);
  const onKeys = (keys: Buffer | string): void => {
    const text = String(keys);
    // In raw mode the terminal does not turn Ctrl-C into an interrupt.
    if (text.includes('\u0003')) process.kill(process.pid, 'SIGINT');
    else if (/q/i.test(text)) end();
    else if (/[\r\n]/.test(text)) want(true);
  };
  const onChange = (): void => want(true);
  input.on('data', onKeys);
  if (file !== null) watchFile(file, { interval: lookEvery }, onChange);
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();
  return {
    async next(): Promise<boolean> {
      input.setRawMode?.(true);
      while (wish === null) await new Promise<void>((resolve) => (wake = resolve));
      input.setRawMode?.(false);
      const again = wish;
      if (again) wish = null;
      return again;
    },
    close(): void {
      input.off('data', onKeys);
      input.pause();
      if (file !== null) unwatchFile(file, onChange);
      signal.removeEventListener('abort', end);
    },
  };
}
