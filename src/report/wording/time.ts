/** Units of time, and the sign before decimals. */
interface TimeWords {
  readonly ms: string;
  readonly s: string;
  readonly min: string;
  readonly point: string;
}

/** Writes durations in ms for people, `412 ms`, `1.8 s`, `2 min 5 s`, in the units of a language. */
export function durationIn({ ms, s, min, point }: TimeWords): (duration: number) => string {
  return (duration) => {
    if (duration < 999.5) return `${Math.round(duration)} ${ms}`;
    if (duration < 59_950) return `${(duration / 1000).toFixed(1).replace('.', point)} ${s}`;
    const seconds = Math.round(duration / 1000);
    return `${Math.floor(seconds / 60)} ${min} ${seconds % 60} ${s}`;
  };
}
