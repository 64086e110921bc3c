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

/** What of the process a profile makes count: variables that name its proxies, and the encoding of programs. */
export interface Used {
  readonly proxies: readonly string[];
  readonly runsPrograms: boolean;
}

/** Names of variables and flags that may change what is sent or trusted. */
export const influencesOn = (
  { env, execArgv }: Pick<Surroundings, 'env' | 'execArgv'>,
  { proxies, runsPrograms }: Used,
): readonly string[] => [
  ...variables.filter((name) => (env[name] ?? '') !== ''),
  ...flagsIn((env['NODE_OPTIONS'] ?? '').split(/\s+/)).map((flag) => `NODE_OPTIONS ${flag}`),
  ...flagsIn(execArgv).map((flag) => `node ${flag}`),
  ...proxies,
  ...(runsPrograms ? foreignEncoding(env) : []),
];

/** True for a name that `influencesOn` can return. */
export const isInfluence = (name: string): boolean =>
  variables.some((known) => known === name) ||
  /^(?:NODE_OPTIONS|node) --?[a-zA-Z][\w.-]*$/.test(name) ||
  /^(?:(?:https?|all|no)_proxy|LC_ALL|LC_CTYPE|LANG)$/i.test(name);

/** Names of the flags among words, without values and duplicates. */
const flagsIn = (words: readonly string[]): readonly string[] => {
  const flags = words.flatMap(
    (word) => /^["']?(--?[a-zA-Z][\w.-]*)/.exec(word)?.[1]?.replaceAll('_', '-') ?? [],
  );
  return [...new Set(flags)].filter((flag) => !harmless.test(flag));
};

/** The variable that gives programs another encoding than UTF-8, so that a password has other bytes. */
function foreignEncoding(env: Surroundings['env']): readonly string[] {
  const name = ['LC_ALL', 'LC_CTYPE', 'LANG'].find((one) => (env[one] ?? '') !== '');
  return name === undefined || /utf-?8/i.test(env[name] ?? '') ? [] : [name];
}
