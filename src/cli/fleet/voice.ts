import { disarm } from '../../report/disarm.ts';
import type { Terminal } from '../terminal.ts';

/** The terminal of one target of a fleet: only warnings and errors get through, each line with the name in front; `unsaid` are those that the fleet says once for all. */
export function voiceOf(name: string, terminal: Terminal, unsaid: readonly string[]): Terminal {
  const front = `${disarm(name)}: `;
  return {
    ...terminal,
    isLive: false,
    write: () => undefined,
    writeError(text) {
      const lines = text.split('\n').filter((line) => line.trim() !== '');
      const said = lines.filter((line) => !unsaid.some((one) => line.includes(one)));
      for (const line of said) terminal.writeError(`${front}${line}\n`);
    },
  };
}
