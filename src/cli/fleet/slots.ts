/** Lets work through, so many pieces at once. */
export interface Slots {
  /** Runs the work when there is a slot for it; the work calls `stir` whenever it gets on. */
  readonly take: <Value>(work: (stir: () => void) => Promise<Value>) => Promise<Value>;
}

/** Milliseconds between two looks at work that is under way. */
const usualLook = 250;
/** Looks after which work that has not stirred lends its slot: it only waits, and costs nothing. */
const patience = 4;
/** How many pieces of work may be under way for each slot, lent ones included. */
const lending = 8;

interface Entry {
  /** Looks since it last got on. */
  idle: number;
}

/**
 * Opens so many slots. Work that does not get on for a second, or four looks of so many milliseconds, lends its slot to
 * whoever waits, so that what hangs delays nobody; at most eight pieces are under way for each slot. One slot is never
 * lent: then it is strictly one after the other.
 */
export function createSlots(count: number, look = usualLook): Slots {
  const most = count === 1 ? 1 : count * lending;
  const entries = new Set<Entry>();
  const waiting: (() => void)[] = [];
  let timer: NodeJS.Timeout | null = null;

  const isFree = (): boolean => {
    const busy = [...entries].filter(({ idle }) => count === 1 || idle < patience).length;
    return busy < count && entries.size < most;
  };
  const admit = (): void => {
    while (waiting.length > 0 && isFree()) waiting.shift()?.();
    if (waiting.length === 0 && timer !== null) {
      clearInterval(timer);
      timer = null;
    }
  };
  // Looks are counted, not milliseconds: while this process is too busy to look, nobody can have got on.
  const lookAround = (): void => {
    for (const entry of entries) entry.idle += 1;
    admit();
  };
  const enter = (): Promise<Entry> =>
    new Promise((resolve) => {
      waiting.push(() => {
        const entry: Entry = { idle: 0 };
        entries.add(entry);
        resolve(entry);
      });
      timer ??= setInterval(lookAround, look);
      admit();
    });
  return {
    async take(work) {
      const entry = await enter();
      try {
        return await work(() => {
          entry.idle = 0;
        });
      } finally {
        entries.delete(entry);
        admit();
      }
    },
  };
}
