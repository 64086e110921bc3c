// Reports on standard error how far a run is: one live line on a terminal, a line now and then in a log.

import { disarm } from '../base/visible.ts';
import { logLine } from '../client/exchange.ts';
import { silenceIn, wordsIn } from '../messages/message.ts';
import type { RunEvent } from '../run/shared.ts';
import type { Invocation } from './invocation.ts';
import { warn } from './terminal.ts';

/** Milliseconds between two updates of the line on a terminal, and before the first line of a log. */
const redrawEvery = 250;
const logEvery = 10_000;

/** Quiet: warnings only. Verbose: each exchange too. `end` may be called twice. */
export function createProgress(
  { terminal, undone }: Pick<Invocation, 'terminal' | 'undone'>,
  { quiet, verbose = false }: { readonly quiet: boolean; readonly verbose?: boolean },
  words = wordsIn('en'),
) {
  const asked = new Set<string>();
  let [total, began, sent, ticks, last, isLimited] = [0, 0, 0, 0, '', false];
  let timer: NodeJS.Timeout | null = null;
  const clear = (): void => {
    if (terminal.isLive && timer !== null) terminal.writeError('\r\u001b[2K');
  };
  const draw = (): void => {
    ticks += 1;
    // Of a log each line comes after twice the time of the one before, so that a long run has few.
    if (!terminal.isLive && !Number.isInteger(Math.log2(ticks))) return;
    const seconds = Math.round((performance.now() - began) / 1000);
    const counts = { asked: asked.size, total, repeats: sent - asked.size, seconds };
    const line = words(isLimited ? 'progress-limited' : 'progress', counts);
    const live = `${line}  ${last}`.slice(0, terminal.width - 1);
    terminal.writeError(terminal.isLive ? `\r\u001b[2K${live}` : `${line}\n`);
  };
  /** Between two lives of the line. */
  const beside = (say: () => void): void => {
    clear();
    say();
    if (terminal.isLive && timer !== null) draw();
  };
  const show = (event: RunEvent): void => {
    switch (event.kind) {
      case 'planned':
        [total, began] = [event.rows.filter((row) => row.isProvisioned).length, performance.now()];
        // The timer must not keep the process alive.
        if (!quiet) timer = setInterval(draw, terminal.isLive ? redrawEvery : logEvery).unref();
        break;
      case 'exchanged': {
        const { response, error } = event.exchange;
        [last, sent, isLimited] = [event.row.id, sent + 1, response?.status === 429];
        // Where nothing has ever answered, what keeps a run waiting usually lasts.
        const isFirst = asked.size === 0 && !quiet;
        if (isFirst && error)
          beside(() => warn(words('asked-again', { answer: silenceIn(error) }), terminal));
        asked.add(last);
        if (verbose) beside(() => terminal.writeError(`${disarm(logLine(last, event.exchange))}\n`));
        break;
      }
      case 'warning':
        beside(() => warn(event.text, terminal));
        break;
      case 'setup-started':
        if (event.byHand !== null) undone.set(event.row, event.byHand);
        break;
      case 'teardown-ended':
        undone.delete(event.row);
    }
  };
  const end = (): void => {
    clear();
    if (timer !== null) clearInterval(timer);
    timer = null;
  };
  return { show, end };
}
