import { needsProvisioning } from '../spec/condition.ts';
import { findCondition } from '../spec/look-up.ts';
import type { ConditionName, Specification, Variant } from '../spec/specification.ts';
import type { CaseResult, Results } from '../result/results.ts';
import type { Action, Provision, Target, VariantTarget } from '../target/target.ts';

/** A target on paper that provisions what the record shows to have been provisioned: all of its cases have to stand in the record. */
export function paperTarget(results: Results, spec: Specification): Target {
  const claimed = spec.variants.filter(({ id }) => results.target.variants.includes(id));
  return {
    name: results.target.name,
    source: null,
    folder: '.',
    baseUrl: results.target.baseUrl,
    variants: Object.fromEntries(claimed.map((variant) => [variant.id, paperVariant(variant, results)])),
    limits: { concurrency: 1, rate: null, timeout: 1, retries: 0, maxBody: 1, failedLogins: 0 },
    tls: {},
    http2: false,
    language: results.target.language,
    production: [],
    waivers: [],
    reviewsFile: null,
    secrets: [],
    warnings: [],
  };
}

function paperVariant(variant: Variant, results: Results): VariantTarget {
  const names = variant.conditions.map(({ name }) => name).filter((name) => needsProvisioning(name));
  const conditions = names.flatMap((name) => {
    const provision = provisionSeen(variant, name, results);
    return provision === null ? [] : [[name, provision] as const];
  });
  return {
    bankCode: bankCodeOf(variant, results),
    credentials: { partnerName: '', partnerPassword: '', useAuthByCert: '' },
    encryption: { scheme: 'module', module: '', template: '' },
    headers: {},
    texts: {},
    conditions: Object.fromEntries(conditions),
  };
}

const nothing: Action = { kind: 'command', command: '' };

/** How the condition was brought about as far as the record shows it; null where it was not. */
function provisionSeen(variant: Variant, name: ConditionName, { cases }: Results): Provision | null {
  if (findCondition(variant, name) === null) return null;
  const own = cases.find(({ id }) => id === `${variant.id}.${name}`);
  if (own === undefined || isLeftOpen(own)) return null;
  return own.trials.some(({ outage }) => outage) ? { headers: {}, setup: nothing } : { headers: {} };
}

/** Nothing was sent because the profile does not say how. */
function isLeftOpen({ trials, reason }: CaseResult): boolean {
  return trials.length === 0 && reason === 'not-provisioned';
}

/** The segment that stands in the path of the plain request. */
function bankCodeOf({ id, path }: Variant, { cases, controls }: Results): string | null {
  const [before, after] = path.split('<bank_code>');
  if (before === undefined || after === undefined) return null;
  const plain = [...cases.flatMap(({ exchanges }) => exchanges), ...controls].find(
    (one) => one.id === `${id}.success`,
  );
  const sent = plain?.request.url.split('?')[0] ?? '';
  const start = sent.lastIndexOf(before);
  return start >= 0 && sent.endsWith(after) ? sent.slice(start + before.length, -after.length) : null;
}
