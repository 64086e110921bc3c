// Lists requests by what they may cost of `limits.failedLogins`.

import { wrap } from '../base/text-width.ts';
import { isHarmlessRow } from '../plan/select.ts';
import type { PlannedRow } from '../plan/plan.ts';
import type { Target } from '../profile/target.ts';

const titles = {
  free: 'Free: without a real partner, or without a password',
  plain: 'Plain: credentials as in the plain request; a failed login only where the service refuses them',
  login: 'Perhaps a failed login: other requests with a real partner',
  wrong: 'A failed login: a wrong password',
  absent: 'Not sent: the profile does not say how to bring the condition about',
  setup: 'Change the target for everybody while they are asked (`setup`)',
} as const;

const kindOf = ({ isProvisioned, way, cost }: PlannedRow): keyof typeof titles =>
  isProvisioned ? (way.hasSetup ? 'setup' : cost) : 'absent';

export function listByCost(rows: readonly PlannedRow[], width: number): string {
  const blocks = Object.entries(titles).flatMap(([kind, said]) => {
    const own = rows.filter((row) => kindOf(row) === kind);
    const title = wrap(`${said}: ${own.length}`, width).join('\n');
    return own.length === 0 ? [] : [`${title}\n${own.map(({ id }) => `  ${id}\n`).join('')}`];
  });
  return `${blocks.join('\n')}\n`;
}

/** What a run would send, in words. */
export function planInWords(rows: readonly PlannedRow[], target: Target, width: number): string {
  const { baseUrl, limits, variants } = target;
  const { partnerName, useAuthByCert } = Object.values(variants)[0]?.credentials ?? {};
  const sent = rows.filter(({ isProvisioned }) => isProvisioned);
  const line =
    `To ${baseUrl}, as partner ${partnerName} with useAuthByCert ${useAuthByCert}: ${sent.length} requests, of which ${sent.filter(isHarmlessRow).length} cannot be a failed login. Of the ` +
    `others a run sends as many as limits.failedLogins (${limits.failedLogins}) allows. Doubtful answers are asked again, with ` +
    'plain requests beside them. Nothing was sent.';
  return `${wrap(line, width).join('\n')}\n`;
}
