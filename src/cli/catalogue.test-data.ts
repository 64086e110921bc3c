const missing = (variant: string, name: string): readonly string[] =>
  ['status', 'names', 'meaning'].map((aspect) => `${variant}.missing.${name}.${aspect}`);

const shared = (variant: string): readonly string[] => [
  `${variant}.success.status`,
  `${variant}.success.body`,
  `${variant}.success.record`,
  ...missing(variant, 'partnerName'),
  ...missing(variant, 'partnerPassword'),
  ...missing(variant, 'useAuthByCert'),
  `${variant}.missing.several.status`,
  `${variant}.missing.several.names`,
  `${variant}.unencrypted.partnerPassword.status`,
  `${variant}.unencrypted.partnerPassword.names`,
  `${variant}.unencrypted.partnerPassword.meaning`,
  `${variant}.unauthorized.status`,
  `${variant}.unauthorized.meaning`,
  `${variant}.unavailable.status`,
  `${variant}.unavailable.meaning`,
  `${variant}.error.body`,
  `${variant}.authorization.enforced`,
];

/** Every requirement of the catalogue, written down by hand from the specification, sections 2 to 7. */
export const catalogue: readonly string[] = [
  ...shared('a'),
  'a.request.body',
  'a.status.no-401',
  ...shared('b'),
  'b.request.query',
  'b.partner-blocked.status',
  'b.partner-blocked.meaning',
  'b.ip-blocked.status',
  'b.ip-blocked.meaning',
  'b.reward-unavailable.status',
  'b.reward-unavailable.meaning',
];
