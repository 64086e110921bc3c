import { fileURLToPath } from 'node:url';

/** Files of a row by name; `{{url}}` in a text stands for a server that nobody may reach, null for a folder. */
export type Files = Readonly<Record<string, string | Uint8Array | null>>;

/** A call of the program that can come to nothing, and what its one message has to say. */
export interface BrokenCall {
  readonly title: string;
  readonly words: readonly string[];
  readonly files?: Files;
  readonly env?: Readonly<Record<string, string>>;
  /** The place, what was found, and what is expected. */
  readonly says: readonly string[];
}

/** A key of the fixtures. */
const fixture = (name: string): string =>
  fileURLToPath(new URL(`../../fixtures/keys/${name}`, import.meta.url));

/** A password that no message may tell. */
export const password = 'literal-pass-word-0815';

const parts = {
  baseUrl: 'baseUrl: {{url}}/api',
  variants: 'variants: { a: {}, b: { bankCode: acme } }',
  credentials: `credentials: { partnerName: 1042, partnerPassword: "${password}", useAuthByCert: "true" }`,
  encryption: `encryption: { scheme: rsa-oaep, key: ${fixture('service.pem')} }`,
};

/** A good profile with parts replaced, and more lines below it. */
export function profile(changed: Partial<typeof parts> = {}, more = ''): string {
  return `${Object.values({ ...parts, ...changed }).join('\n')}\n${more}\n`;
}

const target = ['--target', 'target.yaml'];

const broken = (
  title: string,
  text: string | Uint8Array,
  says: readonly string[],
  files: Files = {},
): BrokenCall => ({
  title,
  words: ['run', ...target],
  files: { 'target.yaml': text, ...files },
  says: ['target.yaml', ...says],
});

const withKey = (file: string, more = ''): string =>
  profile({ encryption: `encryption: { scheme: rsa-oaep, key: ${file}${more} }` });

const pem = (label: string): string => `-----BEGIN ${label}-----\nMIIB\n-----END ${label}-----\n`;

const waiver = (more: string): string =>
  profile({}, `waivers: [ { requirement: a.success.status, reason: known${more} } ]`);

/** Profiles that are wrong, as `run` meets them. */
export const brokenProfiles: readonly BrokenCall[] = [
  broken('a tab that indents', 'baseUrl: {{url}}\nvariants:\n\ta: {}\n', [
    'line 3, column 1',
    'a tab stands where spaces',
  ]),
  broken('an alias without its anchor', profile({}, 'tls: *material'), [
    'line 5, column 6',
    'no anchor before it',
  ]),
  broken('a merge key', profile({}, 'limits: { <<: { retries: 1 } }'), [
    'limits["<<"]: found an unknown key',
  ]),
  broken('a key that stands twice', profile({}, 'variants: { a: {} }'), [
    'line 5, column 1',
    'the same key stands twice',
  ]),
  broken(
    'a binary file',
    Uint8Array.from({ length: 3000 }, (_, index) => (index * 7919) % 256),
    ['found a file that is not UTF-8'],
  ),
  broken('a huge file', `# ${'x'.repeat(2_000_000)}`, ['found a file larger than 1 MiB']),
  broken('a page of HTML', '<html></html>', ['found a string, expected a mapping']),
  broken('a secret whose file is missing', profile({}, 'headers: { X: "${file:nowhere}" }'), [
    'headers.X: found ${file:nowhere}, no such file',
  ]),
  broken(
    'a secret whose file is a folder',
    profile({}, 'headers: { X: "${file:place}" }'),
    ['headers.X: found ${file:place}, a folder'],
    { place: null },
  ),
  broken('an unset variable', profile({}, 'name: "${NOWHERE_SET}"'), [
    'name: found ${NOWHERE_SET}, which is not set',
  ]),
  broken('a private key given as the public one', withKey(fixture('service.key')), [
    'encryption.key: found a private key',
  ]),
  broken(
    'a PEM block of another label',
    withKey('service.pem'),
    ['encryption.key: found a PEM block X509 CRL'],
    { 'service.pem': pem('X509 CRL') },
  ),
  broken(
    'a PEM block that holds something else',
    withKey('service.pem'),
    ['encryption.key: found a PUBLIC KEY block that cannot be read'],
    { 'service.pem': pem('PUBLIC KEY') },
  ),
  broken('a key that is no RSA key', withKey(fixture('ec.pem')), ['encryption.key: found a key of type ec']),
  broken('a key file that is missing', withKey('nowhere.pem'), [
    'encryption.key: found no such file at "nowhere.pem"',
  ]),
  broken('a folder as key file', withKey('place'), ['encryption.key: found a folder at "place"'], {
    place: null,
  }),
  broken(
    'a private key of another pair',
    withKey(fixture('service.pem'), `, privateKey: ${fixture('cyrillic.key')}`),
    ['encryption.privateKey: found a key of another pair'],
  ),
  broken(
    'a certificate as the key of TLS',
    profile({}, `tls: { cert: ${fixture('service.pem')}, key: ${fixture('service.pem')} }`),
    ['tls.key: found a certificate'],
  ),
  broken('an empty file as authority', profile({}, 'tls: { ca: ca.pem }'), ['tls.ca: found an empty file'], {
    'ca.pem': '',
  }),
  broken('negative limits', profile({}, 'limits: { concurrency: -1, timeout: -1, failedLogins: -1 }'), [
    'limits.concurrency: found -1',
    'limits.timeout: found -1',
    'limits.failedLogins: found -1',
  ]),
  broken('an unknown condition', profile({}, 'conditions: { ip-bloked: {} }'), [
    'conditions.ip-bloked: found an unknown key',
    'did you mean `ip-blocked`?',
  ]),
  broken('an unknown variant', profile({ variants: 'variants: { c: {} }' }), [
    'variants.c: found the unknown variant "c"',
  ]),
  broken('a waiver without owner', waiver(', until: 2099-01-31'), ['waivers[0].owner: found nothing']),
  broken('a waiver with a date of another form', waiver(', owner: team, until: 31.01.2099'), [
    'waivers[0].until: found "31.01.2099"',
    'YYYY-MM-DD',
  ]),
  broken('a waiver until a day that does not exist', waiver(', owner: team, until: 2099-02-30'), [
    'waivers[0].until: found "2099-02-30"',
  ]),
  broken('a pattern with an open bracket', profile({}, 'texts: { missing: "(" }'), [
    'texts.missing: found a string',
    'Unicode mode): unterminated group',
  ]),
  broken('a pattern with an escape that Unicode mode has not', profile({}, "texts: { missing: '\\-' }"), [
    'texts.missing: found a string',
    'invalid escape',
  ]),
  broken(
    'an until without a set-up',
    profile({}, 'conditions: { unavailable: { until: { status: 500, within: 10 } } }'),
    ['conditions.unavailable.until: found an until without a setup'],
  ),
  broken('a set-up that is a string', profile({}, 'conditions: { unavailable: { setup: ./down } }'), [
    'conditions.unavailable.setup: found a string, expected a mapping of command, request',
  ]),
  broken(
    'a proxy without its scheme',
    profile({}, 'conditions: { ip-blocked: { proxy: "proxy.test:3128" } }'),
    ['conditions.ip-blocked.proxy: found a string, expected an http or https URL'],
  ),
  broken('a base URL without its scheme', profile({ baseUrl: 'baseUrl: service.test/api' }), [
    'baseUrl: found "service.test/api"',
  ]),
  broken(
    'a base URL with a port that there is not',
    profile({ baseUrl: 'baseUrl: http://127.0.0.1:99999' }),
    ['baseUrl: found "http://127.0.0.1:99999"'],
  ),
  broken('a file of reviews that is missing', profile({}, 'reviews: nowhere.yaml'), [
    'reviews: found no such file at "nowhere.yaml"',
  ]),
  broken(
    'a program that is not there',
    profile({ encryption: 'encryption: { scheme: command, command: [./nowhere] }' }),
    ['encryption.command'],
  ),
  broken(
    'a module that is not there',
    profile({ encryption: 'encryption: { scheme: module, module: ./nowhere.mjs }' }),
    ['encryption.module: found no such file'],
  ),
];

const good: Files = { 'target.yaml': profile() };
const usage = (
  title: string,
  words: readonly string[],
  says: readonly string[],
  files: Files = good,
): BrokenCall => ({ title, words, files, says });
const run = (words: readonly string[], says: readonly string[]): BrokenCall =>
  usage(`run ${words.join(' ')}`, ['run', ...target, ...words], says);

/** Options that are wrong, of every command that takes some. */
export const brokenOptions: readonly BrokenCall[] = [
  run(['--taget', 'x'], ['run has no option --taget', 'did you mean --target?']),
  run(['--concurrency', '-1'], ['--concurrency: found "-1", expected a whole number from 1']),
  run(['--concurrency', '257'], ['--concurrency: found 257, expected a whole number from 1 to 256']),
  run(['--rate', '0'], ['--rate: found "0"']),
  run(['--timeout', '0.5'], ['--timeout: found "0.5"']),
  run(['--retries', '21'], ['--retries: found 21, expected a whole number from 0 to 20']),
  run(['--repeat', '0'], ['--repeat: found "0"']),
  run(['--variant', 'c'], ['--variant: found "c", expected a or b']),
  run(['--case', 'a.nothing'], ['--case a.nothing selects none']),
  run(['--format', 'pdf'], ['--format: found "pdf"']),
  run(
    ['--base-url', 'http://user:literal-pass-word-0815@host'],
    ['--base-url: found a URL with user information'],
  ),
  run(['--out', 'target.yaml'], ['target.yaml']),
  run(['--quiet=yes'], ['--quiet: found a value, expected none']),
  run(['fast'], ['run takes no argument "fast"']),
  usage(
    'run towards a folder',
    ['run', '--target', 'place'],
    ['place: found a folder, expected a target profile'],
    { place: null },
  ),
  usage('run towards nothing', ['run', '--target', 'nowhere.yaml'], ['nowhere.yaml: found no such file']),
  usage('doctor without a target', ['doctor'], ['doctor: found no target'], {}),
  usage('doctor with a slow option', ['doctor', ...target, '--timeout', 'soon'], ['--timeout: found "soon"']),
  usage(
    'doctor with an option of run',
    ['doctor', ...target, '--concurrency', '1'],
    ['doctor has no option --concurrency'],
  ),
  usage('doctor with an unknown variant', ['doctor', ...target, '--variant', 'z'], ['--variant: found "z"']),
  usage('doctor with a broken profile', ['doctor', ...target], ['target.yaml: http2: found "maybe"'], {
    'target.yaml': profile({}, 'http2: maybe'),
  }),
  usage('doctor with a program that fails', ['doctor', ...target], ['target.yaml: encryption.command'], {
    'target.yaml': profile({ encryption: 'encryption: { scheme: command, command: ["false"] }' }),
  }),
  usage('mock on no port', ['mock', '--port', '70000'], ['--port: found 70000, expected 0 to 65535'], {}),
  usage('mock in an unknown language', ['mock', '--language', 'fr'], ['--language: found "fr"'], {}),
  usage('mock with an unknown defect', ['mock', '--defect', 'a-bic-numbr'], ['a-bic-numbr'], {}),
  usage(
    'mock with a missing list',
    ['mock', '--banks', 'nowhere.json'],
    ['--banks: found no such file at', 'expected a JSON array'],
    {},
  ),
  usage(
    'mock with a list that is none',
    ['mock', '--banks', 'banks.json'],
    ['--banks: found something else than an array'],
    { 'banks.json': '{}' },
  ),
  usage(
    'mock with a profile in no folder',
    ['mock', '--write-target', '/nowhere/target.yaml'],
    ['--write-target: found no such folder at /nowhere/target.yaml'],
    {},
  ),
  usage(
    'mock with a folder for its profile',
    ['mock', '--write-target', 'place'],
    ['--write-target: found a folder at'],
    { place: null },
  ),
  usage('report of nothing', ['report', 'nowhere.json'], ['nowhere.json: found no such file'], {}),
  usage('report of something else', ['report', 'x.json'], ['x.json', 'no JSON'], { 'x.json': 'x' }),
  usage(
    'report by a profile that is not there',
    ['report', '--target', 'nowhere.yaml'],
    ['nowhere.yaml: found no such file'],
    {},
  ),
  usage(
    'init over a file',
    ['init', '--out', 'target.yaml'],
    ['target.yaml: found a file that is there already'],
  ),
  usage(
    'init with an unknown scheme',
    ['init', '--scheme', 'jwt'],
    ['--scheme: found "jwt"', 'did you mean jwe?'],
    {},
  ),
  usage(
    'init with a bank code of two segments',
    ['init', '--bank-code', 'a/b'],
    ['--bank-code: found "a/b"'],
    {},
  ),
  usage('an unknown command', ['rnu'], ['unknown command "rnu"', 'did you mean run?'], {}),
];

const settings = {
  SBP_BASE_URL: '{{url}}',
  SBP_PARTNER_NAME: '1',
  SBP_PARTNER_PASSWORD: password,
  SBP_USE_AUTH_BY_CERT: 'true',
  SBP_ENCRYPTION_SCHEME: 'rsa-oaep',
  SBP_ENCRYPTION_KEY: fixture('service.pem'),
};

const byEnvironment = (
  env: Readonly<Record<string, string>>,
  says: readonly string[],
  files: Files = {},
): BrokenCall => ({
  title: Object.entries(env)
    .map(([name, value]) => `${name}=${value}`)
    .join(' '),
  words: ['run'],
  env: { ...settings, ...env },
  files,
  says,
});

/** Environments that are wrong. */
export const brokenEnvironments: readonly BrokenCall[] = [
  byEnvironment({ SBP_BASE_URL: 'service.test' }, ['SBP_BASE_URL: found "service.test"']),
  byEnvironment({ SBP_VARIANTS: 'b' }, ['SBP_BANK_CODE: found nothing']),
  byEnvironment({ SBP_VARIANTS: ',' }, ['SBP_VARIANTS: found no variant']),
  byEnvironment({ SBP_PARTNER_NAME: 'name', SBP_BANK_CODE: 'acme' }, [
    'SBP_PARTNER_NAME: found a text that is not digits',
  ]),
  byEnvironment({ SBP_PARTNER_PASSWORD: '' }, ['SBP_PARTNER_PASSWORD: found nothing']),
  byEnvironment({ SBP_ENCRYPTION_HASH: 'md5' }, ['SBP_ENCRYPTION_HASH: found "md5"']),
  byEnvironment({ SBP_ENCRYPTION_KEY: fixture('service.key') }, ['SBP_ENCRYPTION_KEY: found a private key']),
  byEnvironment({ SBP_CA: 'nowhere.pem' }, ['SBP_CA: found no such file']),
  byEnvironment({ SBP_TARGET: 'nowhere.yaml' }, ['nowhere.yaml: found no such file']),
  {
    title: 'a variable with a slip of the pen alone',
    words: ['run'],
    env: { SBP_BASE_ULR: '{{url}}' },
    says: ['SBP_BASE_ULR: found an unknown variable', 'did you mean SBP_BASE_URL?'],
  },
  byEnvironment({ SBP_BANKCODE: 'acme' }, [
    'SBP_BANKCODE: found an unknown variable',
    'did you mean SBP_BANK_CODE?',
  ]),
  { title: 'a folder called .env', words: ['run'], files: { '.env': null }, says: ['.env: found a folder'] },
  {
    title: 'a .env that is not text',
    words: ['doctor'],
    files: { '.env': Uint8Array.of(0xff, 0xfe, 0) },
    says: ['.env: found a file that is not UTF-8'],
  },
];
