/** Waits for the event, `milliseconds` at most; true where it came in time. The timer keeps the process alive meanwhile. */
export async function orAfter(milliseconds: number, event: Promise<unknown>): Promise<boolean> {
  const late = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => late.resolve(false), milliseconds);
  try {
    return await Promise.race([event.then(() => true), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
