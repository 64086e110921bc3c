import type { Evidence } from '../verdict/evidence.ts';

/** Ways in which an answer gets lost that has nothing to do with the request: `limited` is a 429, `late` a time-out, `lost` all else. */
type Loss = 'late' | 'limited' | 'lost';

/** What the run has seen of the line to the target so far, gateways and limits included. */
export interface Line {
  /** Notes a request that was sent. */
  readonly note: (evidence: Evidence) => void;
  /** Notes a doubtful answer that a repeat has overcome, or that a control got. */
  readonly overcome: (evidence: Evidence) => void;
  /** No answer was lost but those that stayed away. */
  readonly isCalm: () => boolean;
  /** Answers get lost like that now and then, so often that no number of tries within the bounds tells anything. */
  readonly explains: (evidence: Evidence) => boolean;
  /** Answers come too late now and then. */
  readonly comesLate: () => boolean;
  /** How many tries in a row have to be lost like that before the request is to blame. */
  readonly tries: (evidence: Evidence) => number;
}

/** A line that loses one answer in ten loses five in a row in hardly any run. */
const usual = 5;
/** Tries for one request at most. */
const most = 40;
/** Chance at which a request is taken for what loses its answers. */
const chance = 1e-6;
/** From this part of the time-out on an answer is nearly too late. */
const nearly = 0.7;
/** How often something has to be seen before it is taken for a habit of the line. */
const habit = { overcome: 2, nearlyLate: 3, oneIn: 10 } as const;

/** Watches a line; `timeout` is that of an answer, in milliseconds. */
export function createLine(timeout: number): Line {
  const overcome: Record<Loss, number> = { late: 0, limited: 0, lost: 0 };
  let sent = 0;
  let nearlyLate = 0;
  const comesLate = (): boolean =>
    overcome.late >= habit.overcome || nearlyLate >= Math.max(habit.nearlyLate, sent / habit.oneIn);
  return {
    comesLate,
    note({ response, durationMs }) {
      sent += 1;
      if (response !== null && durationMs > timeout * nearly) nearlyLate += 1;
    },
    overcome(evidence) {
      overcome[lossOf(evidence)] += 1;
    },
    isCalm: () => Object.values(overcome).every((count) => count === 0),
    explains(evidence) {
      const loss = lossOf(evidence);
      switch (loss) {
        case 'late':
          return comesLate();
        case 'limited':
          return overcome.limited >= habit.overcome;
        case 'lost':
          return triesFor(overcome.lost, sent) > most;
      }
    },
    tries(evidence) {
      const loss = lossOf(evidence);
      return loss === 'lost' ? Math.min(most, triesFor(overcome.lost, sent)) : usual;
    },
  };
}

/** So many that the rate at which answers get lost explains them once in a million times. */
function triesFor(lost: number, sent: number): number {
  if (lost === 0) return usual;
  const rate = Math.min(0.99, Math.max(0.1, lost / Math.max(sent, 1)));
  return Math.ceil(Math.log(chance) / Math.log(rate));
}

function lossOf({ response, error }: Evidence): Loss {
  if (error?.kind === 'timeout') return 'late';
  return response?.status === 429 ? 'limited' : 'lost';
}
