import type { Target, VariantTarget } from './target.ts';

/** Properties of the process that a run reads. */
export type Surroundings = Pick<NodeJS.Process, 'env' | 'execArgv' | 'version' | 'platform' | 'arch'>;

/**
 * Variables that may change which code runs, whom TLS trusts, or where a name leads. `NODE_OPTIONS` is read
 * flag by flag. `NODE_TLS_REJECT_UNAUTHORIZED` and `NODE_USE_ENV_PROXY` are missing: they have no effect.
 */
const variables = [
  'LD_PRELOAD',
  'LD_AUDIT',
  'LD_LIBRARY_PATH',
  'DYLD_INSERT_LIBRARIES',
  'DYLD_LIBRARY_PATH',
  'NODE_PATH',
  'NODE_ICU_DATA',
  'NODE_EXTRA_CA_CERTS',
  'NODE_USE_SYSTEM_CA',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'OPENSSL_CONF',
  'OPENSSL_MODULES',
  'OPENSSL_ENGINES',
  'HOSTALIASES',
  'LOCALDOMAIN',
  'RES_OPTIONS',
] as const;

/** Flags of Node that change neither. Any other flag may. */
const harmless =
  /^--(?:max-(?:old|semi)-space-size|max-heap-size|stack-trace-limit|enable-source-maps|no-warnings|disable-warning|no-deprecation|trace-[\w-]+|title|report-[\w-]+|unhandled-rejections)$/;

interface RunEnvironment {
  readonly node: string;
  readonly platform: string;
  /** Names of what may have changed what was sent or trusted; never a value. */
  readonly influences?: readonly string[];
}

export function environmentOf(target: Target, surroundings: Surroundings): RunEnvironment {
  const { version, platform, arch } = surroundings;
  const influences = influencesOn(target, surroundings);
  const base = { node: version, platform: `${platform} ${arch}` };
  return influences.length === 0 ? base : { ...base, influences };
}

/** Names of variables and flags that may change what is sent or trusted. */
export const influencesOn = (
  target: Pick<Target, 'proxies' | 'variants'>,
  { env, execArgv }: Pick<Surroundings, 'env' | 'execArgv'>,
): readonly string[] => [
  ...variables.filter((name) => (env[name] ?? '') !== ''),
  ...flagsIn((env['NODE_OPTIONS'] ?? '').split(/\s+/)).map((flag) => `NODE_OPTIONS ${flag}`),
  ...flagsIn(execArgv).map((flag) => `node ${flag}`),
  ...target.proxies.used,
  ...(runsPrograms(target) ? foreignEncoding(env) : []),
];

/** True for a name that `influencesOn` can return. */
export const isInfluence = (name: string): boolean =>
  variables.some((known) => known === name) ||
  /^(?:NODE_OPTIONS|node) --?[a-zA-Z][\w.-]*$/.test(name) ||
  /^(?:https?_proxy|no_proxy|LC_ALL|LC_CTYPE|LANG)$/i.test(name);

/** Names of the flags among words, without values and duplicates. */
const flagsIn = (words: readonly string[]): readonly string[] => {
  const flags = words.flatMap(
    (word) => /^["']?(--?[a-zA-Z][\w.-]*)/.exec(word)?.[1]?.replaceAll('_', '-') ?? [],
  );
  return [...new Set(flags)].filter((flag) => !harmless.test(flag));
};

const runsPrograms = ({ variants }: Pick<Target, 'variants'>): boolean =>
  Object.values(variants).some(
    ({ encryption, conditions }: VariantTarget) =>
      encryption.scheme === 'command' ||
      Object.values(conditions).some(({ setup, teardown }) => [setup, teardown].some((one) => one?.command)),
  );

/** The variable that gives programs another encoding than UTF-8, so that a password has other bytes. */
function foreignEncoding(env: Surroundings['env']): readonly string[] {
  const name = ['LC_ALL', 'LC_CTYPE', 'LANG'].find((one) => (env[one] ?? '') !== '');
  return name === undefined || /utf-?8/i.test(env[name] ?? '') ? [] : [name];
}
