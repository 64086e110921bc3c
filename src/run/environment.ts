import { influencesOn } from '../base/influence.ts';
import type { Surroundings } from '../base/influence.ts';
import type { Target, VariantTarget } from '../profile/target.ts';

interface RunEnvironment {
  readonly node: string;
  readonly platform: string;
  /** Names of what may have changed what was sent or trusted; never a value. */
  readonly influences?: readonly string[];
}

export function environmentOf(
  target: Pick<Target, 'proxies' | 'variants'>,
  surroundings: Surroundings,
): RunEnvironment {
  const { version, platform, arch } = surroundings;
  const used = { proxies: target.proxies.used, runsPrograms: runsPrograms(target) };
  const influences = influencesOn(surroundings, used);
  const base = { node: version, platform: `${platform} ${arch}` };
  return influences.length === 0 ? base : { ...base, influences };
}

const runsPrograms = ({ variants }: Pick<Target, 'variants'>): boolean =>
  Object.values(variants).some(
    ({ encryption, conditions }: VariantTarget) =>
      encryption.scheme === 'command' ||
      Object.values(conditions).some(({ setup, teardown }) => [setup, teardown].some((one) => one?.command)),
  );
