import { blocks, parameterNames } from './behaviour.ts';
import type { Change, Patch, VariantId, Visit } from './behaviour.ts';
import { inVariants, pageOf, withAnswer } from './change.ts';
import type { Selector, Wording } from './change.ts';

const missing = [...parameterNames.map((name) => `missing.${name}`), 'missing.several'];

/**
 * Answers about several parameters, or about a subject with another name. The text names the first of several
 * missing parameters, so the last one is never named first.
 */
const subjects: Readonly<Record<string, readonly string[]>> = {
  missing,
  'missing-partner-name': ['missing.partnerName', 'missing.several'],
  'missing-password': ['missing.partnerPassword', 'missing.several'],
  'missing-flag': ['missing.useAuthByCert'],
  'missing-several': ['missing.several'],
  'missing-everything': ['missing.several'],
  unencrypted: ['unencrypted.partnerPassword'],
  blocked: blocks,
  error: [...missing, 'unencrypted.partnerPassword', 'unauthorized', ...blocks, 'unavailable'],
};

/** Aspects of requirements on an answer, in the order of the reports. */
const aspects = {
  status: () => true,
  // Texts of status 422 name a parameter (sections 4 and 7).
  names: (subject) => subject.includes('.'),
  meaning: (subject) => subject !== 'success' && subject !== 'missing.several',
} as const satisfies Readonly<Record<string, (subject: string) => boolean>>;

type Aspect = keyof typeof aspects;

/** Requirements on some answers, without the variant: on the given aspects, or on all of them. */
export function ids(answers: string, ...wanted: readonly Aspect[]): readonly string[] {
  const chosen = wanted.length > 0 ? wanted : (['status', 'names', 'meaning'] as const);
  return chosen.flatMap((aspect) =>
    (subjects[answers] ?? [answers]).filter(aspects[aspect]).map((subject) => `${subject}.${aspect}`),
  );
}

/** Requirements that fail if an error response has no text. */
export const errorBodyIds = ['error.body', ...ids('error', 'names', 'meaning')];

/** Requirements that fail if a failed login obtains the list. */
export const loginIds = [...ids('unauthorized'), 'authorization.enforced'];

const ofOneVariant: Readonly<Record<VariantId, readonly string[]>> = {
  a: ['request.body', 'status.no-401'],
  b: ['request.query', ...blocks],
};

/** The requirements that the variant has, with the variant in front. */
const ofVariant = (variant: VariantId, names: readonly string[]): readonly string[] =>
  names
    .filter((name) => !ofOneVariant[variant === 'a' ? 'b' : 'a'].some((other) => name.startsWith(other)))
    .map((name) => `${variant}.${name}`);

/** One change of the reference implementation, and what the suite must report about it. */
export interface Altered {
  /** A plausible mistake, or something that the specification allows. */
  readonly kind: 'defect' | 'tolerance';
  /** Kebab-case. */
  readonly id: string;
  /** One sentence. */
  readonly summary: string;
  /** Requirements that must fail, exactly these; with `intermittent`, at least one of them. */
  readonly fails: readonly string[];
  /** Requirements that come under review. */
  readonly reviews: readonly string[];
  /** Requirements that become inconclusive, because the answers show nothing about them or may have another cause. */
  readonly vacuous: readonly string[];
  /** Only some answers show it. */
  readonly intermittent: boolean;
  readonly needsTls: boolean;
  /** The limit of failed logins of its run; null: an ample one. */
  readonly failedLogins: number | null;
  /** What is encrypted, as in a target profile; null: the password alone. */
  readonly template: string | null;
  readonly change: Change;
}

/** Makes a subject; defaults are those of most subjects. */
export const altered = (
  parts: Pick<Altered, 'kind' | 'id' | 'summary' | 'change'> & Partial<Altered>,
): Altered => ({
  fails: [],
  reviews: [],
  vacuous: [],
  intermittent: false,
  needsTls: false,
  failedLogins: null,
  template: null,
  ...parts,
});

/**
 * Wrong passwords, and a name that may be another partner's, in the order in which a suite tries them, each
 * in A before B, as far as the limit allows.
 */
const tried = [
  'appended',
  'encrypted-empty',
  'last-replaced',
  'last-missing',
  'line-break-appended',
  'first-eight',
  'first-missing',
  'nul-appended',
  'other-partner',
  'other-flag',
  'case-swapped',
  'surrounded',
  'name-shortened',
] as const;

/**
 * The limit of failed logins at which a wrong password is sent, and the next one of its variant is not. One
 * more than needed, for a request that gets no answer in time.
 */
const loginsUntil = (shownBy: (typeof tried)[number], variant: VariantId): number =>
  2 * tried.indexOf(shownBy) + (variant === 'a' ? 2 : 3);

/** A mistake. Ids of requirements have no variant; those that a variant lacks are omitted. */
export interface Mistake {
  readonly violates?: readonly string[];
  readonly review?: readonly string[];
  /** A wrong profile would show the same: they become inconclusive, and nobody is blamed. */
  readonly open?: readonly string[];
  readonly intermittent?: true;
  /** The first wrong password that shows it, if not the judged one. Its run has the limit that reaches it. */
  readonly shownBy?: (typeof tried)[number];
  /** The limit of failed logins that it is run with, where an ample one would hide something. */
  readonly failedLogins?: number;
  readonly patch: Patch;
}

/** A subject is written as `id: summary`, with a text in Russian and one in English below where it has them. */
const named =
  <Given, Made>(make: (id: string, summary: string, given: Given, wording: Wording) => Made) =>
  (words: TemplateStringsArray, ...parts: readonly string[]) =>
  (given: Given): Made => {
    const [head = '', ru = '', en = ''] = String.raw({ raw: words }, ...parts).split(/\n\s*/);
    const [id = '', ...summary] = head.split(': ');
    return make(id, summary.join(': '), given, { ru, en });
  };

/** One defect per variant. The id is given without the variant; `{}` stands for it in the summary. */
const mistaken = (...variants: readonly VariantId[]) =>
  named((id, summary, given: Mistake | ((wording: Wording) => Mistake), wording) => {
    const mistake = typeof given === 'function' ? given(wording) : given;
    const { violates = [], review = [], open = [], shownBy, patch, ...rest } = mistake;
    return variants.map((variant) =>
      altered({
        kind: 'defect',
        id: `${variant}-${id}`,
        summary: summary.replace('{}', variant.toUpperCase()),
        fails: ofVariant(variant, violates),
        reviews: ofVariant(variant, review),
        vacuous: ofVariant(variant, open),
        failedLogins: shownBy === undefined ? null : loginsUntil(shownBy, variant),
        ...rest,
        change: inVariants([variant], patch),
      }),
    );
  });

export type Mistaken = ReturnType<typeof mistaken>;

export const inA = mistaken('a');
export const inB = mistaken('b');
/** Makes two defects, one per variant. */
export const inBoth = mistaken('a', 'b');

/** `more`: what else its run has to know. */
export const fails =
  (violates: readonly string[], more: Omit<Mistake, 'violates' | 'patch'> = {}) =>
  (patch: Patch): Mistake => ({ violates, patch, ...more });

export const reviews = (review: readonly string[], more: Pick<Mistake, 'shownBy'> = {}) =>
  fails([], { review, ...more });

/** Fails where a wrong password shows it that is not the judged one. */
export const shown = (shownBy: (typeof tried)[number]) => fails(['authorization.enforced'], { shownBy });

/** A page for some requests, which a run has to meet with few failed logins. */
export const pagesIn = fails(['error.body'], { failedLogins: 3 });

/** An exception in such requests, which the framework answers with a page. */
export const crashes = (holds: (visit: Visit) => boolean, selector: Selector = 'any') =>
  pagesIn(withAnswer(selector, pageOf(500, '<h1>Error</h1>'), holds));

const allowed = (...variants: readonly VariantId[]) =>
  named((id, summary, patch: Patch) =>
    altered({ kind: 'tolerance', id, summary, change: inVariants(variants, patch) }),
  );

/** Makes a tolerance of both variants. */
export const tolerance = allowed('a', 'b');
export const toleranceOfA = allowed('a');
export const toleranceOfB = allowed('b');
