import { spellValue } from '../case/build-request.ts';
import { judged, observed, spellings } from '../case/test-case.ts';
import type { PasswordForm, Spelling, Stimulus } from '../case/test-case.ts';
import { wrongPasswords } from '../case/wrong-password.ts';
import { UserError } from '../errors.ts';
import { readKind } from '../execution/by-hand.ts';
import { specification, variantById } from '../spec/specification.ts';
import type { Variant } from '../spec/specification.ts';
import { isHalt } from '../verdict/evidence.ts';
import { say, verbatim } from '../wording/message.ts';
import type { Invocation } from './invocation.ts';
import { createMaker } from './dry-run.ts';
import { excluding, requireChoice, wrongWord } from './option.ts';
import type { Given } from './option.ts';
import { requireTarget } from './settings.ts';

const forms: readonly PasswordForm[] = [
  'encrypted',
  'plain',
  'base64',
  'base64url',
  'hex',
  'undecryptable',
  'right',
  ...wrongPasswords.map(({ id }) => id),
];

/** Prints the password of a profile as a run would send it, encrypted by default; sends nothing. */
export async function encrypt(given: Given, invocation: Invocation): Promise<number> {
  if (given.has('percent') && given.has('json')) throw excluding('--percent', '--json');
  const target = await requireTarget(given, invocation);
  const variant = variantById(specification, Object.keys(target.variants)[0] ?? '');
  const spelling = spellingOf(given);
  const [first, ...others] = stimuliOf(given.value('as'), spelling, variant);
  const ended = new AbortController();
  try {
    const make = createMaker(target, AbortSignal.any([invocation.signal, ended.signal]));
    let { found } = await make(variant, first);
    for (const stimulus of others) if (isHalt(found)) ({ found } = await make(variant, stimulus));
    if (isHalt(found)) {
      const message = `--as ${given.value('as')}: ${say(found.note, 'en')}`;
      const hint = 'name another kind, or complete the profile';
      throw new UserError('profile', 'no-such-password', message, hint);
    }
    const name = variant.parameters.find(({ role }) => role === 'password')?.name ?? '';
    const text = found.values.get(name)?.sent;
    invocation.terminal.write(`${spelled(typeof text === 'string' ? text : '', spelling, given)}\n`);
    return 0;
  } finally {
    ended.abort();
  }
}

/** The requests that show this kind of password, in order of preference: an observed one, then a judged one. */
function stimuliOf(
  kind: string,
  spelling: Spelling | 'raw',
  variant: Variant,
): readonly [Stimulus, ...Stimulus[]] {
  const names = variant.conditions.map(({ name }) => name);
  const found = readKind(kind, names, forms);
  if (found === null) {
    const known = [...forms, ...names.filter((name) => !byRequest.includes(name)), 'CONDITION:FORM'];
    const message = `--as: ${wrongWord(kind, known)}`;
    throw new UserError('usage', 'wrong-option-value', message, 'see encrypt --help; nothing was sent');
  }
  const { condition, form } = found;
  const difference = {
    id: kind,
    words: verbatim(kind),
    condition,
    ...(form === 'encrypted' ? {} : { password: form }),
    ...(spelling === 'usual' || spelling === 'raw' ? {} : { spelling }),
  };
  return [observed(variant, difference), judged(variant, difference)];
}

/** Conditions that need no provision in the profile. */
const byRequest: readonly string[] = ['success', 'missing', 'unencrypted'];

function spellingOf(given: Given): Spelling | 'raw' {
  const named = given.text('spelling') ?? 'usual';
  requireChoice('encrypt', '--spelling', named, spellings);
  return spellings.find((one) => one === named) ?? 'usual';
}

function spelled(text: string, spelling: Spelling | 'raw', given: Given): string {
  if (given.has('percent')) return spellValue(text, spelling, 'query');
  return given.has('json') ? spellValue(text, spelling, 'body') : text;
}
