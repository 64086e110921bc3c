import { formats } from '../report/format.ts';
import { usualFormats } from '../api/usual-formats.ts';
import { languages } from '../messages/message.ts';
import type { Encoding, Encryption, Hash } from '../reference/encryption.ts';
import type { Command } from './invocation.ts';
import type { CommandText, Option, OptionTable } from './option.ts';

/** A command. It is loaded when it is called. */
interface Entry extends CommandText {
  /** Maximum number of arguments that are not options; default: none. */
  readonly mostWords?: number;
  readonly load: () => Promise<Command>;
}

type More = Partial<Omit<Option, 'type' | 'help'>>;

const option =
  (type: Option['type']) =>
  (value: string, help: string, more: More = {}): Option => ({ type, value, help, ...more });
const text = option('text');
const integer = option('integer');
const flag = (help: string): Option => ({ type: 'flag', help });
const ungrouped = <Rows extends OptionTable[string]>(rows: Rows) => ({ Options: rows });
const choice = (choices: readonly string[], help: string, more: More = {}): Option => ({
  type: 'text',
  choices,
  help,
  ...more,
});

/** What the sandbox decrypts. Its own tables are not loaded, because a start needs none of it. */
const ciphers = {
  schemes: ['rsa-oaep', 'rsa-pkcs1'] satisfies readonly Encryption['scheme'][],
  hashes: ['sha1', 'sha256', 'sha384', 'sha512'] satisfies readonly Hash[],
  encodings: ['base64', 'base64url', 'hex'] satisfies readonly Encoding[],
};

const formatNames = Object.keys(formats);

/** The options of several commands. One with another purpose there is `{ ...shared.name, help }`. */
const shared = {
  target: text('FILE', 'target profile (YAML)', { variable: 'SBP_TARGET' }),
  'base-url': text('URL', 'base URL of the target', { variable: 'SBP_BASE_URL' }),
  // The profile loader checks whether the specification has such a variant.
  variant: text('a|b', 'only this variant', { repeatable: true }),
  yes: flag('allow a base URL that the profile calls production'),
  proxy: text('URL', 'HTTP proxy; environment reads HTTPS_PROXY, none uses none'),
  timeout: integer('MS', 'milliseconds for a whole answer', { least: 1 }),
  format: {
    type: 'list',
    value: 'LIST',
    choices: formatNames,
    help: `of ${formatNames.join(',')}`,
    default: usualFormats.join(','),
  },
  language: choice(languages, 'language of the reports; overrides the profile'),
  reviews: text('FILE', 'decisions of persons on texts under review (YAML)'),
  json: flag('as JSON'),
} as const satisfies Readonly<Record<string, Option>>;

/** These options of a group, in their order. */
const only = <Rows extends OptionTable[string]>(rows: Rows, ...names: readonly (keyof Rows & string)[]) =>
  Object.fromEntries(Object.entries(rows).filter(([name]) => names.includes(name)));

const { target, variant, proxy, timeout, format, language, reviews, json } = shared;
const languageOfProfile: Option = { ...language, help: 'language; default: that of the profile' };
const secrets: Option = { ...target, help: 'profile whose secrets no output may contain' };
/** The same option for a command that reads no variable. */
const withoutVariable = ({ variable: _gone, ...rest }: Option): Option => rest;

const run = {
  Target: {
    target: { ...target, help: 'target profile (YAML), or a quoted pattern of several', repeatable: true },
    jobs: integer('N', 'run N of several targets at once', { least: 1, default: '1' }),
    'base-url': shared['base-url'],
    yes: shared.yes,
    reference: flag('take the built-in reference, even if SBP_TARGET is set'),
    proxy,
    'require-target': flag('fail with code 2 if no target is named (use this in CI)'),
  },
  Selection: {
    variant,
    case: text('GLOB', 'only these cases', { repeatable: true }),
    requirement: text('GLOB', 'only cases that check these requirements', { repeatable: true }),
    'last-failed': flag('only the cases that failed in the results under --out'),
    'last-open': flag('only the cases that failed or are under review in the results under --out'),
  },
  Execution: {
    concurrency: integer('N', 'requests open at once', { least: 1 }),
    rate: option('number')('N', 'requests per second'),
    timeout,
    retries: integer('N', 'repeats of a doubtful request'),
    repeat: integer('N', 'run every case N times and report unstable ones', { least: 1, default: '1' }),
    seed: integer('N', 'shuffle the cases by this number'),
    wait: integer('SECONDS', 'wait until the service itself answers, not a gateway (502, 503, 504)', {
      least: 1,
    }),
  },
  Output: {
    out: text('DIR', 'folder of the reports; reports/selection for a selection', { default: 'reports' }),
    format,
    language,
    reviews,
    complete: flag(
      'exit with code 3 if anything is inconclusive or under review, or a kind of wrong password was not tried',
    ),
    against: text('FILE', 'results of an earlier run: exit with code 1 only if something got worse'),
    'dry-run': flag('print the requests that would be sent, and send none'),
    open: flag('open report.html after the run (in a terminal only)'),
    json: { ...json, help: 'print one line of JSON at the end, and text for people to stderr' },
    quiet: flag('print only the last line, warnings and errors'),
    verbose: flag('print each exchange, all failures and the observations'),
  },
} as const satisfies OptionTable;

const certify = {
  Target: {
    target,
    ...only(run.Target, 'base-url', 'yes', 'reference', 'proxy', 'require-target'),
  },
  Selection: only(run.Selection, 'variant'),
  Execution: run.Execution,
  Output: {
    out: text('DIR', 'folder of the certificate; may contain nothing else'),
    ...only(run.Output, 'language', 'reviews', 'json', 'quiet', 'verbose'),
  },
  Signature: {
    key: text('FILE', 'private key of the signer (RSA or EC)'),
    cert: text('FILE', 'certificate of the signer'),
    chain: text('FILE', 'certificates between the signer and the root'),
    'sign-with': text('COMMAND', 'in place of --key: reads SHA256SUMS, prints its detached CMS signature'),
    'passphrase-env': text('NAME', 'environment variable with the passphrase of the key'),
    'valid-days': integer('N', 'days of validity', { least: 1, default: '365' }),
    'init-authority': text('DIR', 'only write a demonstration root and signer into DIR'),
  },
} as const satisfies OptionTable;

/** All commands with their options. Parsing, help and the reference page use this table. */
export const commands = {
  run: {
    group: 'Test',
    summary: 'run the suite against a target, or against the built-in reference',
    options: run,
    examples: [
      ['--target staging.yaml', 'the whole suite; reports are written to reports/'],
      ["--target staging.yaml --case 'b.missing.*' --verbose", 'some cases, with a line for each exchange'],
      ['--target staging.yaml --dry-run', 'shows what would be sent, sends nothing'],
      ['--target staging.yaml --repeat 20 --out nightly', 'finds intermittent faults'],
      ['--target staging.yaml --json | jq .verdict', 'prints the verdict for a script'],
      ["--target 'targets/*.yaml' --jobs 4 --out fleet", 'many targets, four at once'],
    ],
    load: async () => (await import('./run-command.ts')).run,
  },
  mock: {
    group: 'Test',
    summary: 'serve the reference implementation as a sandbox until stopped',
    options: ungrouped({
      host: text('ADDRESS', 'address of this machine to listen on', { default: '127.0.0.1' }),
      port: integer('N', 'its port, 0 for a free one', { default: '0', most: 65_535 }),
      language: { ...language, help: 'language of the texts', default: 'ru' },
      latency: integer('MS', 'milliseconds before every answer', { default: '0' }),
      defect: text('ID', 'serve it with this defect', { repeatable: true }),
      tolerance: text('ID', 'serve it with this tolerance', { repeatable: true }),
      banks: text('FILE', 'list of banks to serve (JSON)'),
      tls: flag('serve HTTPS with a certificate for loopback, and offer HTTP/2'),
      list: flag('list the defects and tolerances, and serve nothing'),
      json: { ...json, help: 'with --list: as JSON' },
      'write-target': text('FILE', 'write a target profile for it, and its keys beside that'),
      judge: text('FILE', 'judge the clients that call it, on a page and in JSON beside it'),
      scheme: choice(ciphers.schemes, 'how passwords are encrypted', { default: 'rsa-oaep' }),
      hash: choice(ciphers.hashes, 'hash of rsa-oaep', { default: 'sha256' }),
      mgf1: choice(ciphers.hashes, 'hash of MGF1 of rsa-oaep; default: the same as --hash'),
      encoding: choice(ciphers.encodings, 'encoding of the ciphertext', { default: 'base64' }),
    }),
    examples: [
      ['--port 8080 --write-target sandbox.yaml', 'a conforming service and a profile for it'],
      ['--port 8080 --mgf1 sha1', 'a service in Java, which uses SHA-1 for MGF1 by default'],
      ['--port 8080 --judge clients.html', 'a sandbox that says what a client does wrong'],
      ['--defect a-bic-number', 'a service with a mistake'],
      ['--list', 'all defects and tolerances'],
    ],
    load: async () => (await import('./mock.ts')).mock,
  },
  doctor: {
    group: 'Test',
    summary: 'check a target profile against the target before a run',
    options: ungrouped({
      ...only(shared, 'target', 'base-url', 'variant', 'proxy'),
      timeout: { ...timeout, help: 'milliseconds for each step' },
      setup: flag('also try conditions with `setup`, which changes the target'),
      'try-encryption': flag('if the password is not accepted, try other hashes, paddings and encodings'),
      complete: flag('exit with code 3 also if a condition is not provisioned or was not tried'),
      ...only(shared, 'yes', 'json'),
    }),
    note: 'Exit code 0: nothing has to be fixed; 3: something has to be fixed; 2: wrong usage or a wrong profile, nothing was sent.',
    examples: [
      ['--target staging.yaml', 'step by step, with what to fix'],
      ['--target staging.yaml --setup', 'also the conditions that change the target for a moment'],
      ['--target staging.yaml --try-encryption', 'find the encryption that the service accepts'],
    ],
    load: async () => (await import('./doctor.ts')).doctor,
  },
  send: {
    usage: '[REQUEST]',
    mostWords: 1,
    group: 'Test',
    summary: 'send one request of the suite, and print it with its answer',
    options: ungrouped({
      ...only(shared, 'target', 'base-url', 'proxy'),
      list: flag('print the ids of the requests by what they cost, and send nothing'),
      reveal: flag('print secrets as they are (in a terminal only)'),
      yes: shared.yes,
    }),
    note: 'It is sent once, within the limits of the profile, and not judged. Exit code 0: an answer came; 3: none; 2: wrong usage or a wrong profile, nothing was sent.',
    examples: [
      ['b.missing.partnerName --target staging.yaml', 'what a report names to repeat an exchange'],
      ['--list --target staging.yaml', 'the requests that this profile provides for'],
    ],
    load: async () => (await import('./send.ts')).send,
  },
  init: {
    group: 'Test',
    summary: 'write a commented target profile to start from',
    options: ungrouped({
      out: text('FILE', 'file to write', { default: 'target.yaml' }),
      'base-url': withoutVariable(shared['base-url']),
      variant: { ...variant, help: 'a variant that it implements' },
      'bank-code': text('CODE', 'path segment of variant b'),
      partner: text('NAME', 'name of the partner'),
      scheme: text('NAME', 'how the password is encrypted', { default: 'rsa-oaep' }),
      key: text('FILE', 'key of the service; for command and module, the program or module'),
      force: flag('overwrite an existing file'),
    }),
    examples: [
      ['', 'leaves blanks, and says which'],
      ['--base-url https://api.example.test --key service.pem', 'fills in what it is given'],
    ],
    load: async () => (await import('./init.ts')).init,
  },
  report: {
    usage: '[RESULTS]',
    mostWords: 1,
    group: 'Results',
    summary: 'render the reports again from a results file, or judge it again',
    options: ungrouped({
      out: text('DIR', 'folder of the reports', { default: 'reports' }),
      format,
      language,
      reviews: { ...reviews, help: 'decisions of persons (YAML); overrides those of the run' },
      'draft-reviews': text('FILE', 'write the texts that a person has to decide, to be filled in'),
      target: secrets,
      executive: flag('write only results.json and a one-page summary for sign-off (executive.html)'),
      rejudge: flag('judge the recorded exchanges again; exit with code 1 if a verdict differs'),
    }),
    examples: [
      ['reports/results.json --format html --language ru', 'the HTML report in Russian'],
      ['reports/results.json --rejudge', 'exits with code 1 if a verdict differs; needs no network'],
      ['reports/results.json --draft-reviews reviews.yaml', 'the texts that a person has to decide'],
    ],
    load: async () => (await import('./report.ts')).report,
  },
  explain: {
    usage: 'REQUIREMENT',
    mostWords: 1,
    group: 'Results',
    summary: 'show step by step how a requirement got its verdict, and how to repeat it',
    options: ungrouped({
      results: text('FILE', 'results of the run, or their folder', { default: 'reports/results.json' }),
      language: { ...language, help: 'language; default: that of the results' },
      json,
    }),
    examples: [
      ['b.unauthorized.status --results reports', 'what was sent, what came back, and the rule for it'],
      ['a.success.record --results reports/results.json --json', 'for a program'],
    ],
    load: async () => (await import('./explain.ts')).explain,
  },
  compare: {
    usage: 'OLD NEW',
    mostWords: 2,
    group: 'Results',
    summary: 'say what got worse and what got better between two runs',
    options: ungrouped({
      format: choice(['console', 'markdown', 'json'], 'format', { default: 'console' }),
      json: { ...json, help: 'short for --format json' },
      out: text('FILE', 'file to write'),
      language: { ...language, help: 'language; default: that of NEW' },
    }),
    examples: [
      ['yesterday reports', 'exits with code 1 if something got worse'],
      ['old.json new.json --format markdown --out changes.md', 'for a release note or a pull request'],
    ],
    load: async () => (await import('./compare.ts')).compare,
  },
  matrix: {
    usage: 'RESULTS...',
    mostWords: Number.POSITIVE_INFINITY,
    group: 'Results',
    summary: 'show many runs against all requirements on one page',
    options: ungrouped({
      out: text('FILE', 'the page', { default: 'matrix.html' }),
      language: { ...language, help: 'language of the page; default: that of the first results' },
    }),
    examples: [
      ['reports', 'all runs below a folder, such as those of many targets'],
      ['mon tue wed --out week.html --language ru', 'three runs, in Russian'],
    ],
    load: async () => (await import('./compare.ts')).matrix,
  },
  certify: {
    group: 'Certificate',
    summary: 'run, and sign a certificate with its evidence, or a record of why there is none',
    options: certify,
    note: 'A certificate covers the whole suite: cases cannot be selected.',
    examples: [
      ['--init-authority demo', 'a root and a signer to try it with'],
      ['--target staging.yaml --key demo/signer.key --cert demo/signer.pem --out certificate', 'signs it'],
    ],
    load: async () => (await import('./certify.ts')).certify,
  },
  verify: {
    usage: 'DIR',
    mostWords: 1,
    group: 'Certificate',
    summary: 'check a certificate offline and judge its evidence again',
    options: ungrouped({
      ca: text('FILE', 'trusted certificates'),
      policy: text('FILE', 'what an authority asks besides (YAML), or default; see docs/authorities.md'),
      'verify-with': text('COMMAND', 'checks signature and chain; gets CONTENT, SIGNATURE, CHAIN, CA'),
      json,
    }),
    examples: [['certificate --ca demo/root.pem', 'exits with code 0 only if everything is valid']],
    load: async () => (await import('./verify.ts')).verify,
  },
  recheck: {
    usage: 'CERT',
    mostWords: 1,
    group: 'Certificate',
    summary: 'ask a service by 25 harmless requests whether it still is what was certified',
    options: ungrouped({
      ...only(shared, 'target', 'base-url', 'yes', 'proxy', 'timeout', 'json'),
      out: text('FILE', 'an HTML page of one screen'),
      language: languageOfProfile,
    }),
    note: 'At most one failed login for each variant: its plain request, asked first. Exit code 0: unchanged in what was asked; 1: something changed; 3: not reached, or the plain request was not accepted; 2: wrong usage or a wrong profile, nothing was sent.',
    examples: [['certificate --target production.yaml --yes', 'a month later']],
    load: async () => (await import('./recheck.ts')).recheck,
  },
  selftest: {
    group: 'About',
    summary: 'prove that the suite finds every defect and fails no tolerance',
    options: ungrouped({
      defect: text('GLOB', 'only these defects and tolerances', { repeatable: true }),
      json,
    }),
    examples: [
      ['', 'all of them'],
      ["--defect 'b-unauthorized-*'", 'some of them'],
    ],
    load: async () => (await import('./selftest.ts')).selftest,
  },
  requirements: {
    group: 'About',
    summary: 'list the requirements with section, cases and checks',
    options: ungrouped({ json }),
    examples: [['--json', 'for a program']],
    load: async () => (await import('./catalogue.ts')).requirements,
  },
} as const satisfies Record<string, Entry>;

export type CommandName = keyof typeof commands;

export const isCommandName = (word: string): word is CommandName => Object.hasOwn(commands, word);
