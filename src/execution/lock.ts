/** Lets cases run beside each other, and a case that changes the target for everybody run alone. */
export interface Lock {
  readonly shared: <Value>(work: () => Promise<Value>) => Promise<Value>;
  /** Waits until everything under way has ended, and holds back what comes after. */
  readonly exclusive: <Value>(work: () => Promise<Value>) => Promise<Value>;
}

/** Creates a lock that nobody holds; who comes first is served first. */
export function createLock(): Lock {
  let exclusiveTail: Promise<unknown> = Promise.resolve();
  const running = new Set<Promise<unknown>>();
  return {
    async shared(work) {
      let tail: Promise<unknown>;
      do {
        tail = exclusiveTail;
        await tail;
      } while (tail !== exclusiveTail);
      const run = work();
      const ended = run.then(
        () => undefined,
        () => undefined,
      );
      running.add(ended);
      void ended.then(() => running.delete(ended));
      return run;
    },
    exclusive(work) {
      const before = Promise.all([exclusiveTail, ...running]);
      const run = before.then(work);
      exclusiveTail = run.then(
        () => undefined,
        () => undefined,
      );
      return run;
    },
  };
}
