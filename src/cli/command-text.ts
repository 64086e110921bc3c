/** One call of a command and what it is good for. */
export interface Example {
  /** What follows the name of the command. */
  readonly args: string;
  readonly does: string;
}

/** What a command says of itself. */
export interface CommandText {
  readonly summary: string;
  readonly examples: readonly Example[];
}

/** The words of every command, in the order in which they are listed. */
export const commandTexts = {
  run: {
    summary: 'run the suite against a target, or against the built-in reference',
    examples: [
      { args: '--target staging.yaml', does: 'the whole suite; reports go to reports/' },
      {
        args: "--target staging.yaml --case 'b.missing.*' --verbose",
        does: 'some cases, each exchange on a line',
      },
      { args: '--target staging.yaml --dry-run', does: 'what would be sent; nothing is' },
      {
        args: '--target staging.yaml --repeat 20 --out nightly',
        does: 'look for faults that come and go',
      },
      { args: '--target staging.yaml --json | jq .verdict', does: 'the outcome for a program' },
      { args: "--target 'targets/*.yaml' --jobs 4 --out fleet", does: 'many targets, four at once' },
    ],
  },
  mock: {
    summary: 'serve the reference implementation as a sandbox until stopped',
    examples: [
      {
        args: '--port 8080 --write-target sandbox.yaml',
        does: 'a conforming service and the profile that fits it',
      },
      { args: '--defect a-bic-number', does: 'one that makes a mistake' },
      { args: '--list', does: 'the mistakes and freedoms that there are' },
    ],
  },
  doctor: {
    summary: 'check a target profile against the target before a run',
    examples: [
      { args: '--target staging.yaml', does: 'step by step, with what to mend' },
      {
        args: '--target staging.yaml --setup',
        does: 'also the conditions that change the target for a moment',
      },
    ],
  },
  init: {
    summary: 'write a commented target profile to start from',
    examples: [
      { args: '', does: 'asks for what goes in' },
      {
        args: '--out staging.yaml --base-url https://api.example.test --key service.pem',
        does: 'asks for nothing; the rest stays a variable of the environment',
      },
    ],
  },
  report: {
    summary: 'render the reports again from a results file; --rejudge judges it anew',
    examples: [
      { args: 'reports/results.json --format html --language ru', does: 'the HTML report in Russian' },
      { args: 'reports/results.json --rejudge', does: '1 where a verdict differs; needs no network' },
      {
        args: 'reports/results.json --draft-reviews reviews.yaml',
        does: 'the texts that a person has to decide',
      },
    ],
  },
  compare: {
    summary: 'say what got worse and what got better between two runs',
    examples: [
      { args: 'yesterday reports', does: '1 if something got worse' },
      {
        args: 'old.json new.json --format markdown --out changes.md',
        does: 'for a release note or a pull request',
      },
    ],
  },
  matrix: {
    summary: 'draw many runs against all requirements in one page',
    examples: [
      { args: 'reports', does: 'all runs below a folder, as a run of many targets leaves them' },
      { args: 'mon tue wed --out week.html --language ru', does: 'three runs, in Russian' },
    ],
  },
  certify: {
    summary: 'run, and sign a certificate with its evidence where a class is reached',
    examples: [
      { args: '--init-authority demo', does: 'a root and a signer to try it with' },
      {
        args: '--target staging.yaml --key demo/signer.key --cert demo/signer.pem --out certificate',
        does: 'run and sign',
      },
    ],
  },
  verify: {
    summary: 'check a certificate offline, its evidence judged again',
    examples: [{ args: 'certificate --ca demo/root.pem', does: '0 only if everything holds' }],
  },
  selftest: {
    summary: 'prove that the suite catches every defect and blames no tolerance',
    examples: [
      { args: '', does: 'all of them' },
      { args: "--defect 'b-unauthorized-*'", does: 'some of them' },
    ],
  },
  requirements: {
    summary: 'list what is required, with section, cases and checks',
    examples: [{ args: '--json', does: 'for a program' }],
  },
  spec: {
    summary: 'show what the specification says; --openapi as an OpenAPI 3.1 document',
    examples: [{ args: '--openapi', does: 'for clients, sandboxes and documentation' }],
  },
} as const satisfies Record<string, CommandText>;
