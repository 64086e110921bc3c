/** Counts a time down; pauses do not count. */
export interface Clock {
  pause(): void;
  resume(): void;
  /** The time never runs out any more. */
  stop(): void;
}

/** Starts a clock that calls `onEnd` once, after `time` milliseconds of running. */
export function startClock(time: number, onEnd: () => void): Clock {
  let left = time;
  let startedAt = performance.now();
  let timer: NodeJS.Timeout | null = setTimeout(onEnd, left);
  return {
    pause() {
      if (timer === null) return;
      clearTimeout(timer);
      timer = null;
      left -= performance.now() - startedAt;
    },
    resume() {
      if (timer !== null) return;
      startedAt = performance.now();
      timer = setTimeout(onEnd, left);
    },
    stop() {
      if (timer !== null) clearTimeout(timer);
      timer = null;
    },
  };
}
