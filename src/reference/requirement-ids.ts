import { parameterNames, type VariantId } from './behaviour.ts';

/** The requirements on the names that texts of 422 have to give (sections 4 and 7). */
export function nameIds(variant: VariantId): readonly string[] {
  return [
    ...parameterNames.map((name) => `${variant}.missing.${name}.names`),
    `${variant}.missing.several.names`,
    `${variant}.unencrypted.partnerPassword.names`,
  ];
}

/** The requirements on the names in the texts about missing parameters. */
export function missingNameIds(variant: VariantId): readonly string[] {
  return nameIds(variant).filter((id) => id.includes('.missing.'));
}

/** The requirements on the meaning of the texts about one missing parameter. */
export function missingMeaningIds(variant: VariantId): readonly string[] {
  return parameterNames.map((name) => `${variant}.missing.${name}.meaning`);
}

/** The requirements on the status of answers about missing parameters. */
export function missingStatusIds(variant: VariantId): readonly string[] {
  return [
    ...parameterNames.map((name) => `${variant}.missing.${name}.status`),
    `${variant}.missing.several.status`,
  ];
}

const blocks = ['partner-blocked', 'ip-blocked', 'reward-unavailable'] as const;

function refusals(variant: VariantId): readonly string[] {
  const own = variant === 'a' ? [] : blocks;
  return ['unauthorized', ...own, 'unavailable'].map((name) => `${variant}.${name}`);
}

/** The requirements on the meaning of all error texts of a variant. */
export function meaningIds(variant: VariantId): readonly string[] {
  return [
    ...missingMeaningIds(variant),
    `${variant}.unencrypted.partnerPassword.meaning`,
    ...refusals(variant).map((id) => `${id}.meaning`),
  ];
}

/** The requirements on the status of all error responses of a variant. */
export function errorStatusIds(variant: VariantId): readonly string[] {
  return [
    ...missingStatusIds(variant),
    `${variant}.unencrypted.partnerPassword.status`,
    ...refusals(variant).map((id) => `${id}.status`),
  ];
}

/** All requirements on error texts of a variant: names and meanings. */
function textIds(variant: VariantId): readonly string[] {
  return [...nameIds(variant), ...meaningIds(variant)];
}

/** The requirements that fail where an error response has no text at all. */
export function errorBodyIds(variant: VariantId): readonly string[] {
  return [`${variant}.error.body`, ...textIds(variant)];
}

/** All requirements of one variant: 25 of A, 30 of B. */
export function allIds(variant: VariantId): readonly string[] {
  return [
    ...['status', 'body', 'record'].map((aspect) => `${variant}.success.${aspect}`),
    variant === 'a' ? 'a.request.body' : 'b.request.query',
    ...errorStatusIds(variant),
    ...errorBodyIds(variant),
    ...(variant === 'a' ? ['a.status.no-401'] : []),
    `${variant}.authorization.enforced`,
  ];
}
