// The commands: what each does, its words and options, and examples.

import { encodings, hashes, schemes } from '../encryption/settings.ts';
import { formatNames } from '../report/format-names.ts';
import {
  among,
  choice,
  choices,
  flag,
  number,
  repeatable,
  required,
  text,
  usually,
  without,
} from './options.ts';
import type { Given, Table } from './options.ts';

/** A row of the table. */
export interface Row {
  /** Above this command and those below it. */
  readonly heading?: string;
  readonly words?: string;
  readonly does: string;
  readonly options: Table;
  /** By the first option below it. */
  readonly headings?: Readonly<Record<string, string>>;
  readonly note?: string;
  readonly examples: readonly string[];
}

const languages = ['en', 'ru'] as const;

const target = text('file', 'target profile, YAML (or SBP_TARGET)');
const baseUrl = text('url', 'base URL of the target (or SBP_BASE_URL)');
const yes = flag('allow a base URL that the profile calls production');
const proxy = text('url', 'HTTP proxy; `environment`: HTTPS_PROXY and NO_PROXY');
const reachable = { target, baseUrl, yes, proxy };
const variant = repeatable('a|b', 'only this variant', among(['a', 'b']));
const timeout = number('ms', 'milliseconds for a whole answer');
const decisions = text('file', 'decisions of persons on texts and deviations');
const format = usually(formatNames, choices(formatNames, 'list', `of ${formatNames.join(',')}`), 'all');

export const commands = {
  run: {
    heading: 'Test:',
    does: 'run the suite against a target, or against the built-in reference',
    options: {
      target: without(['reference'], target),
      baseUrl: without(['reference'], baseUrl),
      yes,
      reference: flag('take the built-in reference, even if SBP_TARGET is set'),
      requireTarget: without(['reference'], flag('exit with code 2 if no target is named')),
      proxy,
      variant,
      case: without(['lastFailed'], repeatable('glob', 'only these cases')),
      requirement: without(['lastFailed'], repeatable('glob', 'only cases that check these requirements')),
      lastFailed: flag('only what failed or is under review in the results under --out'),
      harmless: flag('only requests that cannot be a failed login, and no set-ups'),
      concurrency: number('n', 'requests open at once'),
      rate: number('n', 'requests per second', 100_000, Number.isFinite),
      timeout,
      retries: number('n', 'repeats of a doubtful request'),
      seed: number('n', 'draw everything from this number'),
      wait: number('seconds', 'wait so long at most for an answer, then begin'),
      out: usually('reports', text('dir', 'folder of the reports; of a selection: `selection` below it')),
      format,
      language: choice(languages, 'code', 'language of the reports; overrides the profile'),
      decisions,
      complete: flag('exit with code 3 if anything is inconclusive or under review'),
      dryRun: without(['json'], flag('print the requests by what they cost, send none')),
      json: flag('print one line of JSON at the end, and text for people to stderr'),
      quiet: without(['verbose'], flag('print only the last line, warnings and errors')),
      verbose: flag('print each exchange, and all details at the end'),
    },
    headings: { target: 'Target:', variant: 'Selection:', concurrency: 'Execution:', out: 'Output:' },
    examples: ['run --target staging.yaml', "run --target staging.yaml --case 'b.missing.*' --verbose"],
  },
  doctor: {
    does: 'check a target profile against the target before a run',
    options: {
      ...reachable,
      variant,
      timeout,
      setup: flag('also try conditions with `setup`, which changes the target'),
      tryEncryption: flag('if no password is accepted, try other hashes, paddings and encodings'),
      json: flag('as JSON'),
    },
    note: 'Exit code 3: something must be fixed; else 0.',
    examples: ['doctor --target staging.yaml', 'doctor --target staging.yaml --try-encryption'],
  },
  send: {
    words: '[request]',
    does: 'send one request of the suite, and print it with its answer',
    options: {
      ...reachable,
      list: flag('print the ids of the requests by what they cost, and send nothing'),
      reveal: flag('print secrets of the request as they are (in a terminal only)'),
    },
    note: 'It is sent once and not judged. Exit code 0: an answer came; 3: none.',
    examples: ['send b.missing.partnerName --target staging.yaml', 'send --list --target staging.yaml'],
  },
  init: {
    does: 'write a commented target profile to start from',
    options: {
      out: usually('target.yaml', text('file', 'file to write')),
      baseUrl: text('url', 'address in front of /partner/…'),
      variant,
      bankCode: text('code', 'the <bank_code> of variant B'),
      partner: text('name', 'name of the partner'),
      scheme: usually('rsa-oaep', choice(schemes, 'name', 'how the password is encrypted')),
      key: text('file', 'key of the service; of command and module: the program or module'),
      force: flag('overwrite an existing file'),
    },
    examples: ['init', 'init --base-url https://api.example.test --key service.pem'],
  },
  mock: {
    does: 'serve the reference implementation as a sandbox until stopped',
    options: {
      host: usually('127.0.0.1', text('address', 'address of this machine to listen on')),
      port: usually(0, number('n', 'its port, 0 for a free one', 65_535)),
      language: usually('ru', choice(languages, 'code', 'language of the texts')),
      latency: usually(0, number('ms', 'milliseconds before every answer')),
      defect: repeatable('id', 'serve it with this defect'),
      tolerance: repeatable('id', 'serve it with this tolerance'),
      banks: text('file', 'list of banks to serve (JSON)'),
      tls: flag('serve HTTPS with a certificate for loopback, and offer HTTP/2'),
      scheme: usually('rsa-oaep', choice(['rsa-oaep', 'rsa-pkcs1'], 'name', 'how passwords are encrypted')),
      hash: choice(hashes, 'name', 'hash of rsa-oaep; default: sha256'),
      mgf1: choice(hashes, 'name', 'hash of MGF1 of rsa-oaep; default: that of --hash'),
      encoding: usually('base64', choice(encodings, 'name', 'encoding of the ciphertext')),
      writeTarget: text('file', 'write a target profile for it, and its keys beside that'),
      list: flag('list the defects and tolerances, and serve nothing'),
    },
    examples: ['mock --port 8080 --write-target sandbox.yaml', 'mock --defect a-bic-number'],
  },
  report: {
    heading: 'Results:',
    words: '[results]',
    does: 'render the reports again from a results file',
    options: {
      out: text('dir', 'folder of the reports; default: that of the results'),
      format,
      language: choice(languages, 'code', 'language of the reports; default: that of the run'),
      decisions,
      draftDecisions: without(
        ['out', 'format', 'language'],
        text('file', 'write what a person has to decide, and no reports'),
      ),
    },
    examples: ['report reports --language ru', 'report reports --draft-decisions decisions.yaml'],
  },
  explain: {
    words: '<requirement>',
    does: 'show step by step how a requirement got its verdict, and how to repeat it',
    options: {
      results: usually('reports', text('file', 'results of the run, or their folder')),
      target: text('file', 'profile to name in commands'),
    },
    examples: ['explain b.unauthorized.status'],
  },
  compare: {
    words: '<old> <new>',
    does: 'say what got worse and what got better between two runs',
    options: { format: usually('console', choice(['console', 'markdown', 'json'], 'name', 'format')) },
    note: 'Exit code 1: something got worse; else 0.',
    examples: ['compare yesterday reports', 'compare certificate reports'],
  },
  certify: {
    heading: 'Certificate:',
    words: '<results>',
    does: 'sign what a run has left: a certificate, or a record of why there is none',
    options: {
      key: without(['signWith'], text('file', 'private key of the signer, PEM (Ed25519, RSA, EC)')),
      signWith: text('command', 'a program reads SHA256SUMS and prints the signature'),
      cert: text('file', 'certificate of that key, put beside it for the reader'),
      out: required(text('dir', 'new folder for it')),
      reference: flag('certify the built-in reference, to try it'),
    },
    note: 'Exit code 0: a certificate; of a record that of the run, 3 where that is 0.',
    examples: ['certify reports --key signer.key --out certificate'],
  },
  verify: {
    words: '<dir>',
    does: 'check a certificate offline and judge its evidence again',
    options: {
      key: without(['verifyWith'], text('file', 'public key or certificate of the signer, PEM')),
      verifyWith: text('command', 'a program checks the files $SIGNATURE and $CONTENT'),
      json: flag('as JSON'),
    },
    note: 'Exit code 0: a certificate that holds; 3: other rules; 1: everything else.',
    examples: ['verify certificate --key signer.pem'],
  },
  requirements: {
    heading: 'About:',
    does: 'list the requirements with section, statement and requests',
    options: { json: flag('as JSON') },
    examples: ['requirements --json'],
  },
} as const satisfies Readonly<Record<string, Row>>;

export type CommandName = keyof typeof commands;

/** What a command gets. */
export type Options<Name extends CommandName> = Given<(typeof commands)[Name]['options']>;
