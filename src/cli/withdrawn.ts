import { UserError } from '../base/errors.ts';

/** An option, or one value of it, that existed in earlier versions, and its replacement. */
interface Withdrawal {
  readonly commands: readonly string[];
  readonly option: string;
  /** Only this value was withdrawn. The option still exists. */
  readonly value?: string;
  readonly since: string;
  readonly instead: string;
}

const ui = '`npm run ui` in a checkout, else `npx vitest --ui` (docs/embedding.md)';

const sending = '`send REQUEST --target FILE`, which makes the password of any request and sends it';

const withdrawals: readonly Withdrawal[] = [
  {
    commands: ['run', 'certify'],
    option: 'thorough',
    since: '0.4',
    instead: 'nothing replaces it, every run asks the same',
  },
  { commands: ['run'], option: 'watch', since: '0.4', instead: ui },
  { commands: ['run'], option: 'ui', since: '0.4', instead: ui },
  ...['as', 'spelling', 'percent', 'json'].map((option) => ({
    commands: ['encrypt'],
    option,
    since: '0.4',
    instead: sending,
  })),
  {
    commands: ['doctor'],
    option: 'fix',
    since: '0.4',
    instead: '`doctor` prints one block to paste into the profile',
  },
  {
    commands: ['run', 'report'],
    option: 'format',
    value: 'ctrf',
    since: '0.4',
    instead: '`--format junit`, for which converters exist',
  },
  ...['format', 'against', 'dry-run', 'open', 'complete'].map((option) => ({
    commands: ['certify'],
    option,
    since: '0.4',
    instead: `\`run --${option}\`; certify writes the certificate and its evidence alone`,
  })),
  {
    commands: ['spec'],
    option: 'openapi',
    since: '0.4',
    instead: 'the document is docs/reference/openapi.yaml of the package',
  },
];

/** The error for a withdrawn option or value; null if it was not withdrawn. */
export function withdrawn(command: string, option: string, value: string | null = null): UserError | null {
  const found = withdrawals.find(
    (one) => one.commands.includes(command) && one.option === option && (one.value ?? null) === value,
  );
  if (found === undefined) return null;
  const what = value === null ? `\`--${option}\`` : `\`--${option} ${value}\``;
  const message = `${what} was withdrawn in ${found.since}: ${found.instead}`;
  return new UserError('usage', 'withdrawn', message, 'nothing was sent');
}
