import { blocks, parameterNames } from './behaviour.ts';
import type { Change, Patch, VariantId } from './behaviour.ts';
import { inVariants } from './change.ts';

const missing = [...parameterNames.map((name) => `missing.${name}`), 'missing.several'];

/**
 * Answers with several subjects, or with a subject of another name. Of several missing parameters the first is
 * named, and the last one is never the first.
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

/** The aspects of a requirement on an answer, in the order of the reports. */
const aspects = {
  status: () => true,
  // Texts of 422 name a parameter (sections 4 and 7).
  names: (subject) => subject.includes('.'),
  meaning: (subject) => subject !== 'success' && subject !== 'missing.several',
} as const satisfies Readonly<Record<string, (subject: string) => boolean>>;

type Aspect = keyof typeof aspects;

/** The requirements on some answers, without the variant: on these aspects, or on all that there are. */
export function ids(answers: string, ...wanted: readonly Aspect[]): readonly string[] {
  const chosen = wanted.length > 0 ? wanted : (['status', 'names', 'meaning'] as const);
  return chosen.flatMap((aspect) =>
    (subjects[answers] ?? [answers]).filter(aspects[aspect]).map((subject) => `${subject}.${aspect}`),
  );
}

/** The requirements that fail where an error response has no text at all. */
export const errorBodyIds = ['error.body', ...ids('error', 'names', 'meaning')];

/** The requirements that fail where a failed login obtains the list. */
export const loginIds = [...ids('unauthorized'), 'authorization.enforced'];

const ofOneVariant: Readonly<Record<VariantId, readonly string[]>> = {
  a: ['request.body', 'status.no-401'],
  b: ['request.query', ...blocks],
};

/** Those of some requirements that a variant has, with the variant in front. */
const ofVariant = (variant: VariantId, names: readonly string[]): readonly string[] =>
  names
    .filter((name) => !ofOneVariant[variant === 'a' ? 'b' : 'a'].some((other) => name.startsWith(other)))
    .map((name) => `${variant}.${name}`);

/** All requirements of one variant. */
export const allIds = (variant: VariantId): readonly string[] =>
  ofVariant(variant, [
    'success.status',
    'success.body',
    'success.record',
    'request.body',
    'request.query',
    ...ids('error', 'status'),
    ...errorBodyIds,
    'status.no-401',
    'authorization.enforced',
  ]);

/** One way in which the reference implementation is changed, and what a suite has to say of it. */
export interface Subject {
  /** A plausible mistake, or something that the specification allows. */
  readonly kind: 'defect' | 'tolerance';
  /** Kebab-case. */
  readonly id: string;
  /** One sentence. */
  readonly summary: string;
  /** Requirements that must fail, all of them and no other; with `intermittent`, at least one of them. */
  readonly fails: readonly string[];
  /** Requirements that come under review. */
  readonly reviews: readonly string[];
  /** Requirements that become inconclusive, because the answers show nothing about them. */
  readonly vacuous: readonly string[];
  /** It shows in some answers only. */
  readonly intermittent: boolean;
  readonly needsTls: boolean;
  /** The limit of failed logins that it is run with; null: an ample one. */
  readonly failedLogins: number | null;
  /** What is encrypted in place of the password alone, as in a target profile; null: the password. */
  readonly template: string | null;
}

/** A subject with the change that makes it. */
export interface Altered extends Subject {
  readonly change: Change;
}

/** A subject; what is not given is as for most of them. */
export const altered = ({
  kind,
  id,
  summary,
  ...parts
}: Pick<Altered, 'kind' | 'id' | 'summary' | 'change'> & Partial<Altered>): Altered => ({
  kind,
  id,
  summary,
  fails: [],
  reviews: [],
  vacuous: [],
  intermittent: false,
  needsTls: false,
  failedLogins: null,
  template: null,
  ...parts,
});

/** Wrong passwords in the order in which a suite tries them, each in A before B, as far as the limit allows. */
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
] as const;

/**
 * A limit of failed logins at which a wrong password is sent, and the next one of its variant is not: one more
 * than is needed, for a request that gets no answer in time.
 */
const loginsUntil = (shownBy: (typeof tried)[number], variant: VariantId): number =>
  2 * tried.indexOf(shownBy) + (variant === 'a' ? 2 : 3);

/** A mistake. Requirements are named without the variant; those that a variant lacks are left out. */
interface Mistake {
  readonly summary: string;
  readonly violates?: readonly string[];
  readonly review?: readonly string[];
  readonly intermittent?: true;
  /** The first wrong password that shows it, where that is not the judged one: it is run with that limit. */
  readonly shownBy?: (typeof tried)[number];
  /** The limit of failed logins that it is run with, where an ample one would hide something. */
  readonly failedLogins?: number;
  readonly patch: Patch;
}

/** One defect per variant. The id is given without the variant; `{}` stands for it in the summary. */
export type Mistaken = (id: string, mistake: Mistake) => readonly Altered[];

const mistaken =
  (...variants: readonly VariantId[]): Mistaken =>
  (id, { summary, violates = [], review = [], shownBy, patch, ...rest }) =>
    variants.map((variant) =>
      altered({
        kind: 'defect',
        id: `${variant}-${id}`,
        summary: summary.replace('{}', variant.toUpperCase()),
        fails: ofVariant(variant, violates),
        reviews: ofVariant(variant, review),
        failedLogins: shownBy === undefined ? null : loginsUntil(shownBy, variant),
        ...rest,
        change: inVariants([variant], patch),
      }),
    );

/** A mistake of variant A. */
export const inA = mistaken('a');
/** A mistake of variant B. */
export const inB = mistaken('b');
/** A mistake of each variant: two defects. */
export const inBoth = mistaken('a', 'b');

const allowed =
  (...variants: readonly VariantId[]) =>
  (id: string, summary: string, patch: Patch): Altered =>
    altered({ kind: 'tolerance', id, summary, change: inVariants(variants, patch) });

/** A freedom that both variants take. */
export const tolerance = allowed('a', 'b');
/** A freedom of variant A. */
export const toleranceOfA = allowed('a');
/** A freedom of variant B. */
export const toleranceOfB = allowed('b');
