/** How far something is that has a known number of parts. */
export interface Headway {
  readonly ended: number;
  readonly total: number;
  /** Milliseconds since it began. */
  readonly elapsed: number;
}

/** Milliseconds before which nothing is foretold. */
const leastElapsed = 3000;

/** How long the rest will take in words, if it goes on like this; empty where too little is done to tell. */
export function timeLeft({ ended, total, elapsed }: Headway): string {
  if (elapsed < leastElapsed || ended < 3 || ended < total / 20 || ended >= total) return '';
  const seconds = ((elapsed / ended) * (total - ended)) / 1000;
  if (seconds < 7.5) return 'a few seconds left';
  if (seconds < 57.5) return `about ${Math.round(seconds / 5) * 5} s left`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `about ${minutes} min left` : `about ${Math.round(minutes / 60)} h left`;
}
