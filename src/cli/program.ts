// The command line: commands, their options and help. A command is loaded when it is called.

import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { nearMiss } from '../base/near-miss.ts';
import { UserError } from '../base/errors.ts';
import { program as called, readSuite } from '../base/package.ts';
import type { FormatName } from '../report/formats.ts';
import { sayFailure } from './failure.ts';
import type { Carry, Invocation } from './invocation.ts';

const formatNames = ['json', 'html', 'junit', 'markdown'] as const satisfies readonly FormatName[];
const hashes = ['sha1', 'sha256', 'sha384', 'sha512'];

const option = (flags: string, help: string): Option => new Option(flags, help);

/** A whole number. */
const whole =
  (least = 0, most = 999_999_999) =>
  (value: string): number => {
    const number = Number(value);
    if (/^\d{1,9}$/.test(value) && number >= least && number <= most) return number;
    const to = most < 999_999_999 ? ` to ${most}` : '';
    throw new InvalidArgumentError(`Expected a whole number from ${least}${to}.`);
  };

function positive(value: string): number {
  if (/^\d{0,9}\.?\d{1,9}$/.test(value) && Number(value) > 0) return Number(value);
  throw new InvalidArgumentError('Expected a number above 0.');
}

const several = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];

function listOfFormats(value: string): readonly string[] {
  const names = value.split(',').map((name) => name.trim());
  const wrong = names.find((name) => !formatNames.some((one) => one === name));
  if (wrong === undefined) return names;
  const near = nearMiss(wrong, formatNames);
  const guess = near === null ? '' : ` Did you mean ${near}?`;
  throw new InvalidArgumentError(`Expected some of ${formatNames.join(', ')}.${guess}`);
}

const target = () => option('--target <file>', 'target profile, YAML (or SBP_TARGET)');
const baseUrl = () => option('--base-url <url>', 'base URL of the target (or SBP_BASE_URL)');
const yes = () => option('--yes', 'allow a base URL that the profile calls production');
const proxy = () => option('--proxy <url>', 'HTTP proxy; `environment`: HTTPS_PROXY and NO_PROXY');
const reachable = () => [target(), baseUrl(), yes(), proxy()];
const variant = () => option('--variant <a|b>', 'only this variant; repeatable').argParser(several);
const timeout = () => option('--timeout <ms>', 'milliseconds for a whole answer').argParser(whole(1));
const out = (help: string, usual: string) => option('--out <dir>', help).default(usual);
const decisions = () => option('--decisions <file>', 'decisions of persons on texts and deviations');
const json = (help = 'as JSON') => option('--json', help);
const format = () =>
  option('--format <list>', `of ${formatNames.join(',')}`)
    .default(formatNames, 'all')
    .argParser(listOfFormats);
const language = (help = 'language of the reports; overrides the profile') =>
  option('--language <code>', help).choices(['en', 'ru']);
const grouped = (heading: string, ...options: readonly Option[]) =>
  options.map((one) => one.helpGroup(heading));

interface Row<Options> {
  readonly group: string;
  readonly summary: string;
  readonly load: () => Promise<Carry<Options>>;
  readonly words?: readonly string[];
  readonly options: readonly Option[];
  readonly examples: readonly string[];
  readonly note?: string;
}

const exampleLines = (rows: readonly string[]): string =>
  rows.map((row) => `  $ ${called} ${row}`).join('\n');

/** Carries a command out and resolves with the exit code. Errors are said on standard error. */
export async function carryOut(words: readonly string[], invocation: Invocation): Promise<number> {
  const { write, writeError } = invocation.terminal;
  let code = 0;
  const main = new Command(called)
    .description('Tests the operation `banks` of a partner API against its specification.')
    .version(readSuite().version, '-v, --version', 'print the version')
    .helpOption('-h, --help', 'show this')
    .configureOutput({
      writeOut: write,
      writeErr: writeError,
      outputError: () => {},
      getOutHelpWidth: () => 80,
      getErrHelpWidth: () => 80,
    })
    .exitOverride()
    .addHelpText('after', `\n${about}`);
  main.addHelpCommand(
    new Command('help').argument('[command]').summary('show the options of a command').helpGroup('About:'),
  );
  const add = <Options>(name: string, row: Row<Options>): void => {
    const { words: names = [], note = '' } = row;
    const command = main.command(name).helpGroup(`${row.group}:`).summary(row.summary);
    command.description(`${row.summary.charAt(0).toUpperCase()}${row.summary.slice(1)}.`);
    for (const one of names) command.argument(one);
    for (const one of row.options) requireOnce(command.addOption(one), one);
    command.addHelpText(
      'after',
      `\n${note === '' ? '' : `${note}\n\n`}Examples:\n${exampleLines(row.examples)}`,
    );
    command.action(async () => {
      const carry = await row.load();
      code = await carry(command.opts<object>() as Options, command.args, invocation);
    });
  };
  addTests(add);
  addOthers(add);
  try {
    await main.parseAsync(words, { from: 'user' });
    return code;
  } catch (error) {
    if (!(error instanceof CommanderError)) return sayFailure(error, invocation);
    if (error.exitCode === 0) return 0;
    if (error.code === 'commander.help') return 2;
    return sayFailure(usageError(error, words, main), invocation);
  }
}

type Add = <Options>(name: string, row: Row<Options>) => void;

/** An option that is given twice, or whose value looks like the next option, is a mistake. */
function requireOnce(command: Command, one: Option): void {
  let count = 0;
  command.on(`option:${one.name()}`, (value: string | null) => {
    const name = `--${one.name()}`;
    count += 1;
    if (count > 1 && one.parseArg !== several && !one.isBoolean())
      command.error(`option '${name}' is given twice`, { code: 'commander.repeatedOption' });
    if (value === '' || value?.startsWith('--') === true)
      command.error(`option '${one.flags}' has no value`, {
        code: 'commander.optionMissingArgument',
      });
  });
}

function usageError({ code, message }: CommanderError, words: readonly string[], main: Command): UserError {
  const said = message.replace(/^error: /, '').replace(/\n\(Did you mean (.*)\?\)$/s, '; did you mean $1?');
  const profile = words.slice(1).find((word, at) => /\.ya?ml$/i.test(word) && !words[at]?.startsWith('-'));
  const isProfile = code === 'commander.excessArguments' && profile !== undefined;
  const meant = isProfile ? ` Did you mean --target ${profile}?` : '';
  const command = main.commands.find((one) => one.name() === words[0])?.name();
  const name = code.replace('commander.', '').replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const help = [called, command, '--help'].filter(Boolean).join(' ');
  return new UserError(
    'usage',
    name,
    said.replaceAll('\n', ' ') + meant,
    `see \`${help}\`; nothing was sent`,
  );
}

function addTests(add: Add): void {
  add('run', {
    group: 'Test',
    summary: 'run the suite against a target, or against the built-in reference',
    load: async () => (await import('./run.ts')).run,
    options: [
      ...grouped(
        'Target:',
        target().conflicts('reference'),
        baseUrl().conflicts('reference'),
        yes(),
        option('--reference', 'take the built-in reference, even if SBP_TARGET is set'),
        option('--require-target', 'exit with code 2 if no target is named').conflicts('reference'),
        proxy(),
      ),
      ...grouped(
        'Selection:',
        variant(),
        option('--case <glob>', 'only these cases; repeatable').argParser(several).conflicts('lastFailed'),
        option('--requirement <glob>', 'only cases that check these requirements; repeatable')
          .argParser(several)
          .conflicts('lastFailed'),
        option('--last-failed', 'only what failed or is under review in the results under --out'),
        option('--harmless', 'only requests that cannot be a failed login, and no set-ups'),
      ),
      ...grouped(
        'Execution:',
        option('--concurrency <n>', 'requests open at once').argParser(whole(1)),
        option('--rate <n>', 'requests per second').argParser(positive),
        timeout(),
        option('--retries <n>', 'repeats of a doubtful request').argParser(whole()),
        option('--seed <n>', 'draw everything from this number').argParser(whole()),
        option('--wait <seconds>', 'wait until the service answers').argParser(whole(1)),
      ),
      ...grouped(
        'Output:',
        out('folder of the reports; a selection writes to `selection` below it', 'reports'),
        format(),
        language(),
        decisions(),
        option('--complete', 'exit with code 3 if anything is inconclusive or under review'),
        option('--dry-run', 'print the requests by what they cost, send none').conflicts('json'),
        json('print one line of JSON at the end, and text for people to stderr'),
        option('--quiet', 'print only the last line, warnings and errors').conflicts('verbose'),
        option('--verbose', 'print each exchange, and all details at the end'),
      ),
    ],
    examples: [
      'run --target staging.yaml',
      "run --target staging.yaml --case 'b.missing.*' --verbose",
      'run --target staging.yaml --dry-run',
      'run --target staging.yaml --json | jq .verdict',
    ],
  });
  add('doctor', {
    group: 'Test',
    summary: 'check a target profile against the target before a run',
    load: async () => (await import('./doctor.ts')).doctor,
    options: [
      ...reachable(),
      variant(),
      timeout(),
      option('--setup', 'also try conditions with `setup`, which changes the target'),
      option('--try-encryption', 'if no password is accepted, try other hashes, paddings and encodings'),
      json(),
    ],
    note: 'Exit code 3: something must be fixed; else 0.',
    examples: ['doctor --target staging.yaml', 'doctor --target staging.yaml --try-encryption'],
  });
  add('send', {
    group: 'Test',
    summary: 'send one request of the suite, and print it with its answer',
    load: async () => (await import('./send.ts')).send,
    words: ['[request]'],
    options: [
      ...reachable(),
      option('--list', 'print the ids of the requests by what they cost, and send nothing'),
      option('--reveal', 'print secrets of the request as they are (in a terminal only)'),
    ],
    note: 'It is sent once and not judged. Exit code 0: an answer came; 3: none.',
    examples: ['send b.missing.partnerName --target staging.yaml', 'send --list --target staging.yaml'],
  });
  add('init', {
    group: 'Test',
    summary: 'write a commented target profile to start from',
    load: async () => (await import('./init.ts')).init,
    options: [
      option('--out <file>', 'file to write').default('target.yaml'),
      option('--base-url <url>', 'address in front of /partner/…'),
      variant().helpGroup('Options:'),
      option('--bank-code <code>', 'the <bank_code> of variant B'),
      option('--partner <name>', 'name of the partner'),
      option('--scheme <name>', 'how the password is encrypted')
        .choices(['rsa-oaep', 'rsa-pkcs1', 'cms', 'jwe', 'command', 'module'])
        .default('rsa-oaep'),
      option('--key <file>', 'key of the service; of command and module: the program or module'),
      option('--force', 'overwrite an existing file'),
    ],
    examples: ['init', 'init --base-url https://api.example.test --key service.pem'],
  });
  add('mock', {
    group: 'Test',
    summary: 'serve the reference implementation as a sandbox until stopped',
    load: async () => (await import('./mock.ts')).mock,
    options: [
      option('--host <address>', 'address of this machine to listen on').default('127.0.0.1'),
      option('--port <n>', 'its port, 0 for a free one').default(0).argParser(whole(0, 65_535)),
      language('language of the texts').default('ru'),
      option('--latency <ms>', 'milliseconds before every answer').default(0).argParser(whole()),
      option('--defect <id>', 'serve it with this defect; repeatable').argParser(several),
      option('--tolerance <id>', 'serve it with this tolerance; repeatable').argParser(several),
      option('--banks <file>', 'list of banks to serve (JSON)'),
      option('--tls', 'serve HTTPS with a certificate for loopback, and offer HTTP/2'),
      option('--scheme <name>', 'how passwords are encrypted')
        .choices(['rsa-oaep', 'rsa-pkcs1'])
        .default('rsa-oaep'),
      option('--hash <name>', 'hash of rsa-oaep (default: "sha256")').choices(hashes),
      option('--mgf1 <name>', 'hash of MGF1 of rsa-oaep; default: that of --hash').choices(hashes),
      option('--encoding <name>', 'encoding of the ciphertext')
        .choices(['base64', 'base64url', 'hex'])
        .default('base64'),
      option('--write-target <file>', 'write a target profile for it, and its keys beside that'),
      option('--list', 'list the defects and tolerances, and serve nothing'),
      json('with --list: as JSON'),
    ],
    examples: [
      'mock --port 8080 --write-target sandbox.yaml',
      'mock --port 8080 --mgf1 sha1',
      'mock --defect a-bic-number',
    ],
  });
}

function addOthers(add: Add): void {
  add('report', {
    group: 'Results',
    summary: 'render the reports again from a results file',
    load: async () => (await import('./report.ts')).report,
    words: ['[results]'],
    options: [
      option('--out <dir>', 'folder of the reports; default: that of the results'),
      option('--format <list>', `of ${formatNames.join(',')}; default: all`).argParser(listOfFormats),
      language('language of the reports; default: that of the run'),
      decisions(),
      option('--draft-decisions <file>', 'write what a person has to decide, to be filled in'),
    ],
    examples: [
      'report reports --format html --language ru',
      'report reports --draft-decisions decisions.yaml',
    ],
  });
  add('explain', {
    group: 'Results',
    summary: 'show step by step how a requirement got its verdict, and how to repeat it',
    load: async () => (await import('./explain.ts')).explain,
    words: ['<requirement>'],
    options: [
      option('--results <file>', 'results of the run, or their folder').default('reports'),
      option('--target <file>', 'profile to name in commands'),
    ],
    examples: ['explain b.unauthorized.status'],
  });
  add('compare', {
    group: 'Results',
    summary: 'say what got worse and what got better between two runs',
    load: async () => (await import('./compare.ts')).compare,
    words: ['<old>', '<new>'],
    options: [
      option('--format <name>', 'format').choices(['console', 'markdown', 'json']).default('console'),
    ],
    note: 'Exit code 1: something got worse; else 0.',
    examples: ['compare yesterday reports', 'compare certificate reports'],
  });
  add('certify', {
    group: 'Certificate',
    summary: 'sign what a run has left: a certificate, or a record of why there is none',
    load: async () => (await import('./certify.ts')).certify,
    words: ['<results>'],
    options: [
      option('--key <file>', 'private key of the signer, PEM (Ed25519, RSA, EC)').conflicts('signWith'),
      option('--sign-with <command>', 'a program reads SHA256SUMS and prints the signature'),
      option('--passphrase-env <name>', 'variable with the passphrase of the key'),
      option('--cert <file>', 'certificate of that key, put beside it for the reader'),
      option('--out <dir>', 'new folder of the certificate').makeOptionMandatory(),
      option('--reference', 'certify the built-in reference, to try it'),
    ],
    note: 'Exit code 0: a certificate; of a record that of the run, 3 where that is 0.',
    examples: ['certify reports --key signer.key --out certificate'],
  });
  add('verify', {
    group: 'Certificate',
    summary: 'check a certificate offline and judge its evidence again',
    load: async () => (await import('./verify.ts')).verify,
    words: ['<dir>'],
    options: [
      option('--key <file>', 'public key or certificate of the signer, PEM').conflicts('verifyWith'),
      option('--verify-with <command>', 'a program checks the files $SIGNATURE and $CONTENT'),
      json(),
    ],
    note: 'Exit code 0: a certificate that holds; 3: other rules; 1: everything else.',
    examples: ['verify certificate --key signer.pem'],
  });
  add('requirements', {
    group: 'About',
    summary: 'list the requirements with section, statement and requests',
    load: async () => (await import('./requirements.ts')).requirements,
    options: [json()],
    examples: ['requirements --json'],
  });
}

const about = `Examples:
${exampleLines(['run', 'init', 'run --target staging.yaml'])}

Exit codes: 0 nothing failed · 1 a requirement failed, or a decision is stale ·
2 wrong usage or profile, nothing was sent · 3 something could not be judged ·
4 an output would have held a secret: none written · 129, 130, 143 interrupted`;
