import { isAbsolute, join } from 'node:path';
import { isWrongPassword } from '../case/wrong-password.ts';
import type { PasswordForm, Stimulus } from '../case/test-case.ts';
import { quote, wordOf } from '../http/curl.ts';
import type { Substitutes, Word } from '../http/curl.ts';
import type { Header } from '../http/exchange.ts';
import type { Redactor } from '../http/masking.ts';
import type { ConditionName } from '../spec/specification.ts';
import { programOfRecord } from '../suite.ts';
import { proxyFor } from '../target/proxy.ts';
import type { ByHand, Provision, Target } from '../target/target.ts';

/** The password of a request before encryption: the condition that names its partner, and its form. */
export interface PasswordKind {
  readonly condition: ConditionName;
  readonly form: PasswordForm;
}

/** A stimulus's password as `encrypt --as` names it: `CONDITION:FORM` or one of them; null: the usual. */
function kindOf(
  { condition, password: form = 'encrypted', partner, status }: Stimulus,
  { credentials }: Provision,
): string | null {
  if (isWrongPassword(form)) {
    if (condition !== 'unauthorized') return `${condition}:${form}`;
    // The profile's own value is sent as it is.
    return status !== null && credentials?.partnerPassword !== undefined ? condition : form;
  }
  const isOwn = partner === undefined && form !== 'right' && credentials?.partnerPassword !== undefined;
  if (!isOwn) return form === 'encrypted' ? null : form;
  return form === 'encrypted' ? condition : `${condition}:${form}`;
}

/** Reads the kind that `encrypt --as` names. A wrong password derives from the partner of `unauthorized`. */
export function readKind(
  kind: string,
  conditions: readonly ConditionName[],
  forms: readonly PasswordForm[],
): PasswordKind | null {
  const [first = '', second, ...more] = kind.split(':');
  const condition = conditions.find((name) => name === first);
  const form = forms.find((name) => name === (condition === undefined ? first : (second ?? 'encrypted')));
  if (form === undefined || more.length > 0 || (condition === undefined && second !== undefined)) return null;
  return {
    condition: condition ?? (form === 'right' || isWrongPassword(form) ? 'unauthorized' : 'success'),
    form,
  };
}

/** A request to be written as a shell command. */
export interface Repeatable {
  readonly stimulus: Stimulus;
  /** Null: the first one of the specification. */
  readonly variant: string | null;
  readonly provision: Provision;
  readonly privateHeaders: readonly Header[];
}

/** What a shell fills in so that it sends the same request. */
export function substitutesOf(
  { stimulus, variant, provision, privateHeaders }: Repeatable,
  { byHand, tls, proxies, baseUrl }: Target,
  redactor: Redactor,
): Substitutes {
  const { templates, files } = byHand;
  const headers = privateHeaders.flatMap(([name, value]) => {
    const word = templates.has(value)
      ? templateOf(value, byHand)
      : literalOf(name, value, provision, redactor);
    return word === null ? [] : [[name.toLowerCase(), word] as const];
  });
  return {
    password: passwordOf(stimulus, variant, provision, byHand),
    headers: new Map(headers),
    proxy: proxyWord(proxyFor(proxies, provision.baseUrl ?? baseUrl, provision), byHand),
    passphrase: tls.passphrase === undefined ? null : templateOf(tls.passphrase, byHand),
    files,
  };
}

/** The command that runs the suite against the target again; null if no command finds its settings. */
export const commandOf = ({ byHand: { options } }: Target): string | null =>
  options === null ? null : [programOfRecord, 'run', ...options.map(quote)].join(' ');

/** Encrypts anew: a target may refuse a ciphertext that it has seen. */
function passwordOf(
  stimulus: Stimulus,
  variant: string | null,
  provision: Provision,
  { options }: ByHand,
): Substitutes['password'] {
  if (options === null) return null;
  const kind = kindOf(stimulus, provision);
  const { spelling, twist } = stimulus;
  const written = twist?.kind === 'raw-ciphertext' ? 'raw' : spelling;
  const words = [
    ...options,
    ...(variant === null ? [] : ['--variant', variant]),
    ...(kind === null ? [] : ['--as', kind]),
    ...(written === undefined || placed.includes(written) ? [] : ['--spelling', written]),
  ];
  const command = `${programOfRecord} encrypt ${words.map(quote).join(' ')}`;
  return { query: `$(${command} --percent)`, body: `$(${command} --json)` };
}

/** Spellings that leave the values as they are. */
const placed: readonly string[] = ['usual', 'rotated', 'rotated-back', 'spaced'];

/** Private header values of at least so many characters are secrets. */
const secretLength = 8;

/** A text of the profile with references, and with no literal text that is long enough to be a secret. */
function templateOf(value: string, { templates, folder }: ByHand): Word | null {
  const template = templates.get(value);
  if (template === undefined) return null;
  const word = wordOf(template, (path) => (isAbsolute(path) ? path : join(folder, path)));
  return word.some((part) => typeof part === 'string' && part.length >= secretLength) ? null : word;
}

/** The address of a proxy in which only the password is a reference. */
function proxyWord(value: string | null, { templates }: ByHand): Word | null {
  const template = templates.get(value ?? '') ?? '';
  const isOpen = /^[a-z]+:\/\/[^/?#@:$]*:\$\{\w+\}@[^$@]*$/i.test(template);
  return isOpen ? wordOf(template, (path) => path) : null;
}

/** A literal value of a condition's header is no secret. */
function literalOf(name: string, value: string, { headers }: Provision, redactor: Redactor): Word | null {
  const isOwn = Object.entries(headers ?? {}).some(
    ([own, text]) => own.toLowerCase() === name.toLowerCase() && text === value,
  );
  return isOwn && redactor.mask(value) === value ? [value] : null;
}
