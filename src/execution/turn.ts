/** Runs works one after the other, in the order in which they came. */
export type Turn = <Value>(work: () => Promise<Value>) => Promise<Value>;

/** Creates a turn that nobody has. */
export function createTurn(): Turn {
  let tail: Promise<unknown> = Promise.resolve();
  return (work) => {
    const run = tail.then(work);
    tail = run.catch(() => undefined);
    return run;
  };
}
