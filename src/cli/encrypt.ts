import { observed, judged } from '../case/test-case.ts';
import { spellings, spellValue } from '../case/build-request.ts';
import { wrongPasswords } from '../case/test-case.ts';
import type { PasswordForm, Spelling, Stimulus } from '../case/test-case.ts';
import { inProfile } from '../embedding/run-target.ts';
import { createEncryptor } from '../encryption/registry.ts';
import { UserError } from '../errors.ts';
import { readKind } from '../execution/by-hand.ts';
import { makeUp, makeValues } from '../execution/value.ts';
import { variantById } from '../spec/specification.ts';
import type { Variant } from '../spec/specification.ts';
import { specification } from '../spec/specification.ts';
import { isTargetNamed, readEnvironment } from '../target/environment.ts';
import { nearMiss } from '../target/place.ts';
import { say, verbatim } from '../wording/message.ts';
import type { Invocation } from './command.ts';
import { excluding } from './option.ts';
import type { Given } from './option.ts';
import { howToName, loadRunTarget } from './run.ts';

const forms: readonly PasswordForm[] = [
  'encrypted',
  'plain',
  'base64',
  'base64url',
  'hex',
  'undecryptable',
  ...wrongPasswords,
];

/** Prints the password of a profile as a run would send it, encrypted by default; reads the profile and sends nothing. */
export async function encrypt(given: Given, invocation: Invocation): Promise<number> {
  if (given.has('percent') && given.has('json')) throw excluding('--percent', '--json');
  const env = await readEnvironment(invocation.cwd, invocation.env);
  const named = { target: given.text('target'), baseUrl: given.text('base-url') };
  if (!isTargetNamed(named, env)) {
    throw new UserError('usage', 'no-target', 'encrypt: found no target, expected a profile', howToName);
  }
  const target = await loadRunTarget(given, env, invocation, named.target ?? null);
  const id = Object.keys(target.variants)[0] ?? '';
  const settings = target.variants[id];
  if (settings === undefined) throw new RangeError(`variant ${id} is not claimed`);
  const variant = variantById(specification, id);
  const [first, ...others] = stimuliOf(given.value('as'), spellingOf(given), variant);
  const services = {
    now: () => new Date(),
    uuid: () => crypto.randomUUID(),
    signal: invocation.signal,
    secrets: target.secrets.map(({ value }) => value),
  };
  const ended = new AbortController();
  const signal = AbortSignal.any([services.signal, ended.signal]);
  try {
    const encryptor = await inProfile(target, () =>
      createEncryptor(settings.encryption, { ...services, signal }),
    );
    const make = (stimulus: Stimulus) =>
      inProfile(target, () =>
        makeValues(stimulus, {
          variant,
          settings,
          madeUp: makeUp(target),
          encryptor,
          previous: null,
        }),
      );
    let made = await make(first);
    for (const stimulus of others) if (made.kind === 'none') made = await make(stimulus);
    if (made.kind === 'none') {
      const message = `--as ${given.value('as')}: ${say(made.note, 'en')}`;
      throw new UserError(
        'profile',
        'no-such-password',
        message,
        'name another kind, or complete the profile',
      );
    }
    const name = variant.parameters.find(({ role }) => role === 'password')?.name ?? '';
    const text = made.values.get(name)?.sent;
    invocation.terminal.write(`${spelled(typeof text === 'string' ? text : '', given)}\n`);
    return 0;
  } finally {
    ended.abort();
  }
}

/** The request whose password is meant: one that is observed, or else one that is judged, which may send what the profile gives. */
function stimuliOf(
  kind: string,
  spelling: Spelling | 'raw',
  variant: Variant,
): readonly [Stimulus, ...Stimulus[]] {
  const names = variant.conditions.map(({ name }) => name);
  const found = readKind(kind, names, forms);
  if (found === null) {
    const known = [...forms, ...names.filter((name) => !byRequest.includes(name))];
    const near = nearMiss(kind, known);
    const question = near === null ? '' : `; did you mean ${near}?`;
    const expected = `${known.slice(0, -1).join(', ')} or ${known.at(-1)}, or CONDITION:FORM`;
    const message = `--as: found ${JSON.stringify(kind)}, expected ${expected}${question}`;
    throw new UserError('usage', 'wrong-option-value', message, 'see encrypt --help; nothing was sent');
  }
  const { condition, form } = found;
  const difference = {
    words: verbatim(kind),
    condition,
    ...(form === 'encrypted' ? {} : { password: form }),
    ...(spelling === 'usual' || spelling === 'raw' ? {} : { spelling }),
  };
  return [observed(variant, difference), judged(variant, difference)];
}

/** Conditions that every profile brings about by the request alone. */
const byRequest: readonly string[] = ['success', 'missing', 'unencrypted'];

const spellingOf = (given: Given): Spelling | 'raw' =>
  spellings.find((one) => one === given.text('spelling')) ?? 'usual';

function spelled(text: string, given: Given): string {
  const spelling = spellingOf(given);
  if (given.has('percent')) return spellValue(text, spelling, 'query');
  return given.has('json') ? spellValue(text, spelling, 'body') : text;
}
