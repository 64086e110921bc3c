import type {
  Answer,
  Behaviour,
  Change,
  Language,
  Outcome,
  ParameterName,
  Refusal,
  VariantBehaviour,
  VariantId,
  Visit,
} from './behaviour.ts';

/** The variants that a change touches. */
export type Where = VariantId | 'both';

type Patch = (variant: VariantBehaviour) => Partial<VariantBehaviour>;

/** Replaces steps of one variant or of both. */
export function inVariant(where: Where, patch: Patch): Change {
  const touch = (id: VariantId, variant: VariantBehaviour): VariantBehaviour =>
    where === 'both' || where === id ? { ...variant, ...patch(variant) } : variant;
  return (behaviour: Behaviour) => ({
    ...behaviour,
    a: touch('a', behaviour.a),
    b: touch('b', behaviour.b),
  });
}

/** Which outcomes a change touches: all errors, one kind, or one kind with a certain parameter first. */
export interface Selector {
  readonly kind: Refusal | 'success' | 'error';
  readonly parameter?: ParameterName;
  /** Number of parameters that are missing, at least. */
  readonly atLeast?: number;
}

/** Whether an outcome is among those selected. */
function matches(outcome: Outcome, { kind, parameter, atLeast }: Selector): boolean {
  const isKind = kind === 'error' ? outcome.kind !== 'success' : outcome.kind === kind;
  const isParameter = parameter === undefined || outcome.parameters[0] === parameter;
  return isKind && isParameter && outcome.parameters.length >= (atLeast ?? 0);
}

/** Answers the selected outcomes with another status. */
export function withStatus(where: Where, selector: Selector, status: number): Change {
  return inVariant(where, (variant) => ({
    status: (outcome) => (matches(outcome, selector) ? status : variant.status(outcome)),
  }));
}

/** A text in both languages; the name is that of the first parameter concerned. */
export type Wording = Readonly<
  Record<Language, (name: ParameterName | '', names: readonly string[]) => string>
>;

/** Answers the selected outcomes with another text. */
export function withText(where: Where, selector: Selector, wording: Wording): Change {
  return inVariant(where, (variant) => ({
    text: (outcome, language) =>
      matches(outcome, selector)
        ? wording[language](outcome.parameters[0] ?? '', outcome.parameters)
        : variant.text(outcome, language),
  }));
}

/** Answers the selected outcomes with the text of another outcome. */
export function withTextOf(where: Where, selector: Selector, other: (outcome: Outcome) => Outcome): Change {
  return inVariant(where, (variant) => ({
    text: (outcome, language) =>
      variant.text(matches(outcome, selector) ? other(outcome) : outcome, language),
  }));
}

/** Answers the selected outcomes with another body, made from the text. */
export function withErrorBody(where: Where, selector: Selector, body: (text: string) => unknown): Change {
  return inVariant(where, (variant) => ({
    errorBody: (text, outcome) =>
      matches(outcome, selector) ? body(text) : variant.errorBody(text, outcome),
  }));
}

/** Has the last word on the selected answers. */
export function withAnswer(
  where: Where,
  selector: Selector,
  finish: (answer: Answer, visit: Visit, outcome: Outcome) => Answer,
): Change {
  return inVariant(where, (variant) => ({
    finish: (answer, outcome, visit) => {
      const made = variant.finish(answer, outcome, visit);
      return matches(outcome, selector) ? finish(made, visit, outcome) : made;
    },
  }));
}

/** Sends the selected answers with other bytes, made from the bytes that they would have. */
export function withBytes(where: Where, selector: Selector, bytes: (body: Uint8Array) => Uint8Array): Change {
  return withAnswer(where, selector, (answer) => ({ ...answer, body: bytes(answer.body) }));
}

/** Treats the selected outcomes as another one. */
export function treatAs(where: Where, selector: Selector, other: Outcome['kind']): Change {
  return inVariant(where, (variant) => {
    const turn = (outcome: Outcome | null): Outcome | null =>
      outcome !== null && matches(outcome, selector) ? { ...outcome, kind: other } : outcome;
    const checks = Object.entries(variant.checks).map(([name, check]) => [
      name,
      (visit: Visit, current: VariantBehaviour) => turn(check(visit, current)),
    ]);
    return { checks: Object.fromEntries(checks) as VariantBehaviour['checks'] };
  });
}

/** Leaves out a check. */
export function withoutCheck(where: Where, name: VariantBehaviour['order'][number]): Change {
  return inVariant(where, ({ order }) => ({ order: order.filter((each) => each !== name) }));
}

/** Applies several changes, one after the other. */
export function all(...changes: readonly Change[]): Change {
  return (behaviour) => changes.reduce((current, change) => change(current), behaviour);
}

/** Has the last word on every answer of both variants. */
export function always(finish: (answer: Answer, visit: Visit, outcome: Outcome) => Answer): Change {
  return inVariant('both', (variant) => ({
    finish: (answer, outcome, visit) => finish(variant.finish(answer, outcome, visit), visit, outcome),
  }));
}

/** The text of a body of the reference implementation. */
export function toText(body: Uint8Array): string {
  return Buffer.from(body).toString('utf8');
}

/** A body with a byte order mark in front, as some editors and libraries write it. */
export function withByteOrderMark(body: Uint8Array): Uint8Array {
  return Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), body]);
}

/** A text in windows-1251, as old Russian systems write it; what it does not know becomes a question mark. */
export function toWindows1251(text: string): Uint8Array {
  return Buffer.from(Array.from(text, (character) => codeOf(character.codePointAt(0) ?? 0)));
}

const special: Readonly<Record<number, number>> = {
  0x401: 0xa8,
  0x451: 0xb8,
  0xab: 0xab,
  0xbb: 0xbb,
  0x2116: 0xb9,
};

function codeOf(point: number): number {
  if (point < 0x80) return point;
  if (point >= 0x410 && point <= 0x44f) return point - 0x350;
  return special[point] ?? 0x3f;
}
