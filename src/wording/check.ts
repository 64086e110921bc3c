import { english } from './en.ts';
import { message, say } from './message.ts';
import type { Code, Language, Message, Param, ParamsOf } from './message.ts';

type NameOf<Part> = Part extends `${infer Name}.expected` ? Name : never;

/** The code of a check. In words it has the parts `<code>.expected` and `<code>.actual`, as a rule `.thing`, `.why` where there is more to say, `.where` for the place in the specification. */
export type CheckCode = NameOf<Code>;

/** The particulars that the parts of a check name. */
export type CheckParams<Given extends CheckCode> = ParamsOf<
  Extract<Code, `${Given}.${'thing' | 'expected' | 'actual' | 'why' | 'where'}`>
>;

/** What putting a check into words needs of it. */
export interface SpeakingCheck {
  readonly code: string;
  readonly params: Readonly<Record<string, Param>>;
  readonly verdict: string;
  /** The verdict that it would have if the control had been accepted. */
  readonly uncontrolled?: string | undefined;
  /** In how many of the rounds it had this verdict, where rounds differ. */
  readonly rounds?: { readonly alike: number; readonly of: number } | undefined;
}

/** A check in words: the deviation in one sentence, what was expected, what was seen. */
export interface CheckWords {
  readonly message: string;
  readonly expected: string;
  readonly actual: string;
}

/** Puts a check into words. Total for whatever a results file holds. */
export function sayCheck(check: SpeakingCheck, language: Language): CheckWords {
  const { code, params, verdict, uncontrolled, rounds } = check;
  const part = (name: string): Message | null =>
    Object.hasOwn(english, `${code}.${name}`) ? { code: `${code}.${name}`, params } : null;
  const [thing, why] = [part('thing'), part('why') ?? part('where')];
  const expected = part('expected') ?? message('verbatim', { text: code });
  const actual = part('actual') ?? message('verbatim', { text: code });
  const isAsExpected = (uncontrolled ?? verdict) === 'pass';
  const seen = isAsExpected
    ? frame(message('check-seen', { thing: thing ?? actual, actual }), why)
    : frame(message('check-differs', { thing: thing ?? actual, expected, actual }), why);
  // Where there is nothing to judge, what is said of it is all.
  const whole = thing === null ? ((params['note'] as Message | undefined) ?? actual) : seen;
  const controlled = uncontrolled === undefined ? whole : message('check-uncontrolled', { check: whole });
  const shared = (text: Message): string =>
    say(rounds === undefined ? text : message('check-unstable', { text, ...rounds }), language);
  return { message: shared(controlled), expected: say(expected, language), actual: shared(actual) };
}

/** Why a check came out as it did, where there is more to say than what was expected and seen; else empty. */
export const sayWhy = (
  { code, params }: Pick<SpeakingCheck, 'code' | 'params'>,
  language: Language,
): string => (Object.hasOwn(english, `${code}.why`) ? say({ code: `${code}.why`, params }, language) : '');

const frame = (text: Message, why: Message | null): Message =>
  why === null ? text : message('check-because', { text, why });
