import { timeLeft } from './time-left.ts';
import type { Terminal } from './terminal.ts';

/** Milliseconds after which a line that is drawn anew is brought up to date though nothing has happened. */
const redrawEvery = 1000;
/** Milliseconds between two lines of a log. */
const logEvery = 10_000;

/** Says how far something is: on a terminal on one line that is drawn anew, in a log on a line of its own every ten seconds. */
export interface ProgressLine {
  /** Starts the clock; before that nothing is said of how far it is. */
  readonly begin: () => void;
  /** One part more has ended; `running` names those under way. */
  readonly advance: (running: readonly string[]) => void;
  readonly draw: (running: readonly string[]) => void;
  /** Writes a line that stays. */
  readonly say: (line: string) => void;
  /** Clears what would be drawn anew, and stops the clock; may be called twice. */
  readonly end: () => void;
}

/** A progress line of `total` parts, called `noun`, on standard error. */
export function createProgressLine(terminal: Terminal, total: number, noun: string): ProgressLine {
  let began: number | null = null;
  let timer: NodeJS.Timeout | null = null;
  let ended = 0;
  let under: readonly string[] = [];
  const isDrawn = (): boolean => terminal.isLive && began !== null;
  const elapsed = (): number => performance.now() - (began ?? performance.now());
  const clear = (): void => {
    if (isDrawn()) terminal.writeError('\r\u001b[2K');
  };
  const redraw = (): void => {
    if (!isDrawn()) return;
    const left = timeLeft({ ended, total, elapsed: elapsed() });
    const line = [`${ended}/${total}`, left, under.join(', ')].filter((part) => part !== '').join('  ');
    terminal.writeError(`\r\u001b[2K${line.slice(0, terminal.width - 1)}`);
  };
  const log = (): void => {
    const left = timeLeft({ ended, total, elapsed: elapsed() });
    const after = `${ended} of ${total} ${noun} after ${Math.round(elapsed() / 1000)} s`;
    terminal.writeError(`${after}${left === '' ? '' : `, ${left}`}\n`);
  };
  const draw = (running: readonly string[]): void => {
    under = running;
    redraw();
  };
  return {
    begin() {
      began ??= performance.now();
      timer ??= terminal.isLive ? setInterval(redraw, redrawEvery) : setInterval(log, logEvery);
      // A line that nobody ends keeps no process alive.
      timer.unref();
    },
    advance(running) {
      ended = Math.min(ended + 1, total);
      draw(running);
    },
    draw,
    say(line) {
      clear();
      terminal.writeError(`${line}\n`);
      redraw();
    },
    end() {
      if (timer !== null) clearInterval(timer);
      clear();
      began = null;
      timer = null;
    },
  };
}
