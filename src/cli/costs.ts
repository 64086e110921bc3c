// Lists requests by what they may cost of `limits.failedLogins`.

import type { Cost } from '#banks/row.ts';
import { wrap } from '../base/text-width.ts';
import { isHarmlessRow } from '../plan/select.ts';
import type { PlannedRow } from '../plan/plan.ts';
import type { Target } from '../profile/target.ts';

const groups: readonly (readonly [title: string, holds: (row: PlannedRow) => boolean])[] = [
  ['Not sent: the profile does not say how to bring the condition about', (row) => !row.isProvisioned],
  ['Change the target for everybody while they are asked (`setup`)', ({ way }) => way.hasSetup],
  ['Free: without a real partner, or without a password', costs('free')],
  [
    'Plain: credentials as in the plain request; a failed login only where the service refuses them',
    costs('plain'),
  ],
  ['Perhaps a failed login: other requests with a real partner', costs('login')],
  ['A failed login: a wrong password', costs('wrong')],
];

function costs(cost: Cost): (row: PlannedRow) => boolean {
  return (row) => row.cost === cost;
}

export function listByCost(rows: readonly PlannedRow[], width: number): string {
  const byGroup = Map.groupBy(rows, (row) => groups.find(([, holds]) => holds(row)));
  const blocks = [...groups.slice(2), ...groups.slice(0, 2)].flatMap((group) => {
    const own = byGroup.get(group) ?? [];
    if (own.length === 0) return [];
    const title = wrap(`${group[0]}: ${own.length}`, width).join('\n');
    return [`${title}\n${own.map(({ id }) => `  ${id}\n`).join('')}`];
  });
  return `${blocks.join('\n')}\n`;
}

/** What a run would send, in words. */
export function planInWords(
  rows: readonly PlannedRow[],
  { baseUrl, variants, limits }: Pick<Target, 'baseUrl' | 'variants' | 'limits'>,
  width: number,
): string {
  const sent = rows.filter(({ isProvisioned }) => isProvisioned);
  const harmless = sent.filter(isHarmlessRow).length;
  const line =
    `${sent.length} requests, of which ${harmless} cannot be a failed login. Of the others a run sends as many as ` +
    `limits.failedLogins (${limits.failedLogins}) allows. Doubtful answers are asked again, with plain requests beside them. ` +
    'Nothing was sent.';
  const partners = Object.entries(variants).map(
    ([id, { credentials }]) =>
      `Variant ${id}: partner ${credentials.partnerName}, useAuthByCert ${credentials.useAuthByCert}.`,
  );
  return `${[`To ${baseUrl}.`, ...partners, line].flatMap((one) => wrap(one, width)).join('\n')}\n`;
}
