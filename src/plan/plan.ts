// The rows of a profile: which of them it claims, and how it brings their conditions about.

import { comparisons } from '#banks/requests.ts';
import { requirementsOf } from '#banks/requirements.ts';
import { conditionNames, variants } from '#banks/specification.ts';
import { controlRows, rows as table } from '#banks/table.ts';
import type { Comparison } from '#banks/requests.ts';
import type { Row, Sentence } from '#banks/row.ts';
import type { ConditionName, VariantId } from '#banks/specification.ts';
import type { Credentials, Provision, Target } from '../profile/target.ts';

/** How the profile brings a condition about, as far as judgement depends on it. Recorded with a run. */
export interface Way {
  /** Another address than the plain request has, or another source address. */
  readonly route: 'usual' | 'own-base-url' | 'own-local-address';
  /** It changes the target for everybody while it holds. */
  readonly hasSetup: boolean;
  /** A partner, password or flag of its own. */
  readonly hasOwnPartner: boolean;
}

/** By variant that the target implements: the conditions that the profile can bring about, `unauthorized` always. */
export type Claims = Readonly<Partial<Record<VariantId, Readonly<Partial<Record<ConditionName, Way>>>>>>;

/** A row that a run may send, with what the profile makes of it. */
export interface PlannedRow extends Row {
  readonly way: Way;
  /** False: the profile gives no way to bring its condition about, so it is not sent. */
  readonly isProvisioned: boolean;
}

/** One test purpose: one or more rows, or a comparison of the texts of several. */
export interface Case {
  readonly id: string;
  readonly variant: VariantId;
  readonly condition: ConditionName;
  readonly title: Sentence;
  /** Ids of the rows it is about. */
  readonly rows: readonly string[];
  /** Requirements that it checks, those of every answer included. */
  readonly requirements: readonly string[];
  /** Observed cases have no verdict of their own. */
  readonly isJudged: boolean;
  /** It only compares the texts of its rows, which are cases of their own. */
  readonly isComparison: boolean;
}

export interface Plan {
  readonly claims: Claims;
  readonly rows: readonly PlannedRow[];
  readonly cases: readonly Case[];
}

const usual = { route: 'usual', hasSetup: false, hasOwnPartner: false } as const satisfies Way;

export const claimsOf = ({ variants: claimed }: Pick<Target, 'variants'>): Claims =>
  Object.fromEntries(
    Object.entries(claimed).map(([variant, { credentials, conditions }]) => {
      const given = Object.entries({ unauthorized: {}, ...conditions })
        .filter(([name]) => name in variants[variant as VariantId].conditions)
        .filter(([name, provision]) => name === 'unauthorized' || Object.keys(provision).length > 0);
      return [variant, Object.fromEntries(given.map(([name, way]) => [name, wayOf(way, credentials)]))];
    }),
  );

function wayOf({ credentials: own = {}, ...provision }: Provision, credentials: Credentials): Way {
  const { baseUrl, proxy, localAddress, setup } = provision;
  const isElsewhere = baseUrl !== undefined || proxy !== undefined;
  const { rightPassword: partnerPassword = own.partnerPassword, ...others } = own;
  const given = Object.entries({ ...others, partnerPassword });
  const usualValues: Readonly<Record<string, string>> = { ...credentials };
  return {
    route: isElsewhere ? 'own-base-url' : localAddress === undefined ? 'usual' : 'own-local-address',
    hasSetup: setup !== undefined,
    hasOwnPartner: given.some(([name, value]) => value !== undefined && value !== usualValues[name]),
  };
}

export function planOf(claims: Claims): Plan {
  const planned = (row: Row): PlannedRow => {
    const way = row.condition === undefined ? usual : claims[row.variant]?.[row.condition];
    const isOwn = row.cost === 'plain' && way?.hasOwnPartner === true;
    return { ...row, cost: isOwn ? 'login' : row.cost, way: way ?? usual, isProvisioned: way !== undefined };
  };
  const rows = table.filter(({ variant }) => claims[variant] !== undefined).map(planned);
  const controls = controlRows.filter(({ variant }) => claims[variant]?.unauthorized?.hasOwnPartner);
  return {
    claims,
    rows: [...rows, ...controls.map(planned)],
    cases: [...Map.groupBy(rows, ({ variant }) => variant).values()].flatMap(casesOf),
  };
}

/** Of one variant: what is judged, what is compared, what is observed. */
function casesOf(rows: readonly PlannedRow[]): readonly Case[] {
  const groups = Map.groupBy(rows, ({ id }) => id.replace(/#\d+$/, ''));
  const all = [...groups].map(([id, group]) => caseOf(id, group));
  const compared = comparisons.flatMap((comparison) => comparisonOf(comparison, rows));
  return [...all.filter(({ isJudged }) => isJudged), ...compared, ...all.filter(({ isJudged }) => !isJudged)];
}

function caseOf(id: string, rows: readonly PlannedRow[]): Case {
  const [{ variant, title, expect, condition = 'success' }] = rows as readonly [PlannedRow];
  return {
    id,
    variant,
    condition: conditionNames.find((name) => `${expect?.of}.`.startsWith(`${name}.`)) ?? condition,
    title,
    rows: rows.map((row) => row.id),
    requirements: [...new Set(rows.flatMap(requirementsOf))],
    isJudged: expect !== null,
    isComparison: false,
  };
}

/** None where there is nothing to compare. */
function comparisonOf({ id, title, aspect, isOf }: Comparison, all: readonly PlannedRow[]): readonly Case[] {
  const rows = all.filter(({ isProvisioned, expect }) => isProvisioned && expect !== null && isOf(expect));
  const [first, second] = rows;
  if (first === undefined || second === undefined) return [];
  const { requirements, ...one } = caseOf(`${first.variant}.${id}`, rows);
  const checked = requirements.filter((requirement) => requirement.endsWith(`.${aspect}`));
  return [{ ...one, title, requirements: checked, isComparison: true }];
}
