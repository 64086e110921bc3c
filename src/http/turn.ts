/** A claim on the one turn of a row; whoever opens it releases it, with or without the turn. */
export interface Ticket {
  /** Resolves when it is this ticket's turn, at once where it has the turn already. */
  take(): Promise<void>;
  /** Gives the turn, or the place in the row, to whoever waits longest; the ticket is of no use afterwards. */
  release(): void;
}

/** Creates a row in which one ticket at a time has the turn, in the order of asking; gives what opens a ticket. */
export function createTurns(): () => Ticket {
  let tail: Promise<void> = Promise.resolve();
  return () => {
    let place: Promise<void> | null = null;
    const released = Promise.withResolvers<void>();
    return {
      take() {
        if (place !== null) return place;
        place = tail;
        tail = place.then(() => released.promise);
        return place;
      },
      release: () => released.resolve(),
    };
  };
}
