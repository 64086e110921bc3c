import { UserError } from '../../errors.ts';
import type { Target } from '../../target/target.ts';
import { readTarget } from '../read-target.ts';
import type { TargetOptions } from '../read-target.ts';
import type { TargetProfile } from '../target-profile.ts';

/** A target that a hook has started. */
export interface StartedTarget {
  /** Path of its profile, or the profile itself. */
  readonly target: string | TargetProfile;
  /** Stops it, when all cases have ended. */
  readonly close?: (() => unknown) | undefined;
}

/** What the suite is aimed at: the path of a profile, the profile itself, or a function that starts the target in a hook. */
export type ConformanceTarget = string | TargetProfile | (() => StartedTarget | Promise<StartedTarget>);

/** A target that is there, and how it is stopped. */
export interface LiveTarget {
  readonly target: Target;
  readonly stop: () => Promise<void>;
}

/** Starts a target and reads its profile, within that many milliseconds; stops it again where the profile is wrong. */
export async function startTarget(
  start: () => StartedTarget | Promise<StartedTarget>,
  options: TargetOptions,
  timeoutMs: number,
): Promise<LiveTarget> {
  const started = await within(timeoutMs, Promise.resolve().then(start));
  const stop = async (): Promise<void> => void (await started.close?.());
  try {
    return { target: await readTarget(started.target, options), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function within<Value>(timeoutMs: number, work: Promise<Value>): Promise<Value> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(tooLate(timeoutMs)), timeoutMs);
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer));
}

const tooLate = (timeoutMs: number): UserError =>
  new UserError(
    'target',
    'start-timeout',
    `the function that starts the target has not come to its end within ${timeoutMs} ms`,
    'see why it does not, or set `startTimeout`',
  );
