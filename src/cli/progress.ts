import { stripVTControlCharacters, styleText } from 'node:util';
import type { ConformanceEvent } from '../api/run-target.ts';
import type { Exchange } from '../client/exchange.ts';
import { clip, disarm } from '../base/visible.ts';
import type { CaseResult } from '../results/results.ts';
import { sayCheck } from '../messages/message.ts';
import type { Language } from '../messages/message.ts';
import type { Terminal } from './terminal.ts';
import { wordsIn } from '../messages/message.ts';

/** Milliseconds between two updates of the line on a terminal. */
const redrawEvery = 1000;
/** Milliseconds between two lines of a log. */
const logEvery = 10_000;

/**
 * Reports on stderr how many of `total` parts have ended: in one live line on a terminal, every 10 s in a log.
 */
export function createProgressLine(
  terminal: Terminal,
  total: number,
  noun: string,
  language: Language = 'en',
) {
  let began: number | null = null;
  let timer: NodeJS.Timeout | null = null;
  let ended = 0;
  let underWay: readonly string[] = [];
  const clear = (): void => {
    if (terminal.isLive && began !== null) terminal.writeError('\r\u001b[2K');
  };
  const redraw = (): void => {
    if (!terminal.isLive || began === null) return;
    const line = `${ended}/${total}  ${underWay.join(', ')}`;
    terminal.writeError(`\r\u001b[2K${line.slice(0, terminal.width - 1)}`);
  };
  const log = (): void => {
    const seconds = Math.round((performance.now() - (began ?? performance.now())) / 1000);
    terminal.writeError(`${wordsIn(language)('progress', { ended, total, noun, seconds })}\n`);
  };
  const draw = (running: readonly string[]): void => {
    underWay = running;
    redraw();
  };
  return {
    /** Starts the clock. Nothing is reported before. */
    begin: (): void => {
      began ??= performance.now();
      timer ??= terminal.isLive ? setInterval(redraw, redrawEvery) : setInterval(log, logEvery);
      // The timer must not keep the process alive.
      timer.unref();
    },
    /** Counts one more part. `running` are the names of those in progress. */
    advance: (running: readonly string[]): void => {
      ended = Math.min(ended + 1, total);
      draw(running);
    },
    draw,
    /** Writes a permanent line. */
    say: (line: string): void => {
      clear();
      terminal.writeError(`${line}\n`);
      redraw();
    },
    /** Clears the line and stops the clock. May be called twice. */
    end: (): void => {
      if (timer !== null) clearInterval(timer);
      clear();
      began = null;
      timer = null;
    },
  };
}

/** Reports progress and each failure. Quiet: warnings only. Verbose: each exchange too. */
export function createProgress(
  terminal: Terminal,
  total: number,
  manner: { readonly isQuiet: boolean; readonly isVerbose: boolean; readonly language?: Language },
) {
  const { isQuiet, isVerbose, language = 'en' } = manner;
  const noun = wordsIn(language)('cases').toLowerCase();
  const line = createProgressLine(terminal, total, noun, language);
  const running = new Set<string>();
  const said = new Set<string>();
  return {
    /** Called right before the first request. */
    begin: (): void => {
      if (!isQuiet) line.begin();
    },
    show: (event: ConformanceEvent): void => {
      switch (event.kind) {
        case 'case-started':
          running.add(event.case.id);
          line.draw([...running]);
          break;
        case 'case-ended': {
          const { id, verdict } = event.result;
          running.delete(id);
          if (verdict === 'fail' && !isQuiet && !said.has(id))
            line.say(failureLine(event.result, terminal, language));
          if (verdict === 'fail') said.add(id);
          line.advance([...running]);
          break;
        }
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
    /** Clears the line. May be called twice. */
    end: line.end,
  };
}

export function warningLine(message: string, terminal: Terminal): string {
  return `${inRed(terminal, `! ${printable(message)}`)}\n`;
}

/** Cut to the width of a terminal, but complete in a log. */
function failureLine({ id, checks }: CaseResult, terminal: Terminal, language: Language): string {
  const failed = checks.find((check) => check.verdict === 'fail');
  const said = failed === undefined || language === 'en' ? failed : sayCheck(failed, language);
  const text = `✗ ${id}: ${printable(clip(said?.message ?? '', 1000))}`;
  const isCut = terminal.isLive && text.length > terminal.width - 1;
  return inRed(terminal, isCut ? `${text.slice(0, terminal.width - 2)}…` : text);
}

/**
 * Time (UTC), case, method, path, status or error, milliseconds. Without the query, which contains credentials.
 */
function exchangeLine(owner: string, { request, response, error, startedAt, durationMs }: Exchange): string {
  const path = request.url.replace(/^[a-z]+:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '') || '/';
  const result = response === null ? (error?.kind ?? 'no answer') : String(response.status);
  const parts = [startedAt.slice(11, 23), owner, `${request.method} ${path}`, result];
  return disarm(`${parts.join('  ')}  ${Math.round(durationMs)} ms`);
}

const inRed = ({ isErrorColored }: Terminal, text: string): string =>
  isErrorColored ? styleText('red', text, { validateStream: false }) : text;

/** Text of a target on one line, without characters that control a terminal or a CI server. */
const printable = (text: string): string => disarm(stripVTControlCharacters(text));
