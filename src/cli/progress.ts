import { stripVTControlCharacters, styleText } from 'node:util';
import type { RunEvent } from '../execution/context.ts';
import type { CaseResult } from '../result/results.ts';
import type { Terminal } from './terminal.ts';

/** Shows a run while it goes on. */
export interface Progress {
  readonly show: (event: RunEvent) => void;
  /** Clears what would be drawn anew. */
  readonly end: () => void;
}

/** On a terminal one line that is drawn anew, failures as they come above it; elsewhere plain lines for failures and warnings; quiet, warnings only. */
export function createProgress(terminal: Terminal, total: number, isQuiet: boolean): Progress {
  const isLive = terminal.isLive && !isQuiet;
  const running = new Set<string>();
  const said = new Set<string>();
  let ended = 0;
  const clear = (): void => {
    if (isLive) terminal.writeError('\r\u001b[2K');
  };
  const say = (line: string): void => {
    clear();
    terminal.writeError(`${line}\n`);
  };
  const draw = (): void => {
    if (!isLive) return;
    const line = `${ended}/${total}  ${[...running].join(', ')}`;
    terminal.writeError(`\r\u001b[2K${line.slice(0, terminal.width - 1)}`);
  };
  return {
    show(event) {
      switch (event.kind) {
        case 'case-started':
          running.add(event.testCase.id);
          break;
        case 'case-ended':
          running.delete(event.result.id);
          ended = Math.min(ended + 1, total);
          if (event.result.verdict === 'fail' && !isQuiet && !said.has(event.result.id)) {
            say(failureLine(event.result, terminal));
          }
          if (event.result.verdict === 'fail') said.add(event.result.id);
          break;
        case 'warning':
          say(styled(terminal, 'red', `! ${printable(event.message)}`));
          break;
      }
      draw();
    },
    end: clear,
  };
}

function failureLine({ id, checks }: CaseResult, terminal: Terminal): string {
  const failed = checks.find((check) => check.verdict === 'fail');
  const text = `✗ ${id}: ${printable(failed?.message ?? '')}`;
  const cut = text.length > terminal.width - 1 ? `${text.slice(0, terminal.width - 2)}…` : text;
  return styled(terminal, 'red', cut);
}

const styled = (terminal: Terminal, color: 'red', text: string): string =>
  terminal.color ? styleText(color, text, { validateStream: false }) : text;

/** Text of a target on one line, without anything that a terminal would act upon. */
const printable = (text: string): string =>
  stripVTControlCharacters(text).replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]+/gu, ' ');
