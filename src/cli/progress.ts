import { stripVTControlCharacters, styleText } from 'node:util';
import type { ConformanceEvent } from '../embedding/run-target.ts';
import { disarm, clip } from '../report/visible.ts';
import type { CaseResult } from '../result/results.ts';
import { exchangeLine } from './exchange-line.ts';
import { createProgressLine } from './progress-line.ts';
import type { Terminal } from './terminal.ts';

/** Shows a run while it goes on. */
export interface Progress {
  /** The first request is about to be sent. */
  readonly begin: () => void;
  readonly show: (event: ConformanceEvent) => void;
  /** Clears what would be drawn anew; may be called twice. */
  readonly end: () => void;
}

/** What is shown of a run. */
export interface ProgressManner {
  /** Nothing but warnings. */
  readonly isQuiet: boolean;
  /** Also each exchange. */
  readonly isVerbose?: boolean;
}

/** How far the run is and failures as they come, on a terminal and in a log alike; quiet, warnings only. */
export function createProgress(
  terminal: Terminal,
  total: number,
  { isQuiet, isVerbose = false }: ProgressManner,
): Progress {
  const line = createProgressLine(terminal, total, 'cases');
  const running = new Set<string>();
  const said = new Set<string>();
  const sayFailure = (result: CaseResult): void => {
    if (!isQuiet && !said.has(result.id)) line.say(failureLine(result, terminal));
    said.add(result.id);
  };
  return {
    begin() {
      if (!isQuiet) line.begin();
    },
    show(event) {
      switch (event.kind) {
        case 'case-started':
          running.add(event.case.id);
          line.draw([...running]);
          break;
        case 'case-ended':
          running.delete(event.result.id);
          if (event.result.verdict === 'fail') sayFailure(event.result);
          line.advance([...running]);
          break;
        case 'exchanged':
          if (isVerbose) line.say(exchangeLine(event.case, event.exchange));
          break;
        case 'warning':
          line.say(warningLine(event.message, terminal).trimEnd());
          break;
        case 'planned':
        case 'setup-started':
        case 'teardown-ended':
          break;
      }
    },
    end: line.end,
  };
}

/** A warning as one line of its own. */
export function warningLine(message: string, terminal: Terminal): string {
  return `${styled(terminal, 'red', `! ${printable(message)}`)}\n`;
}

function failureLine({ id, checks }: CaseResult, terminal: Terminal): string {
  const failed = checks.find((check) => check.verdict === 'fail');
  const text = `✗ ${id}: ${printable(clip(failed?.message ?? '', 1000))}`;
  const cut = text.length > terminal.width - 1 ? `${text.slice(0, terminal.width - 2)}…` : text;
  return styled(terminal, 'red', cut);
}

const styled = (terminal: Terminal, color: 'red', text: string): string =>
  (terminal.isErrorColored ?? terminal.color) ? styleText(color, text, { validateStream: false }) : text;

/** Text of a target on one line, without anything that a terminal or a CI server would act upon. */
const printable = (text: string): string => disarm(stripVTControlCharacters(text));
