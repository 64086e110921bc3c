// The lines of YAML that make conditions testable in a target profile.

import type { Words } from '../messages/message.ts';
import type { CaseResult } from '../results/results.ts';

type Condition = CaseResult['condition'];

const partner = (variable: string): readonly string[] => [
  'credentials:',
  '  partnerName: …',
  `  partnerPassword: \${${variable}}`,
];

/** Lines for a condition, with a comment where there is a choice. */
const snippets: Readonly<
  Partial<
    Record<Condition, readonly [lines: readonly string[], comment?: 'provide-address' | 'provide-outage']>
  >
> = {
  'partner-blocked': [partner('BLOCKED_PASSWORD')],
  'ip-blocked': [['localAddress: 127.0.0.2'], 'provide-address'],
  'reward-unavailable': [partner('NO_REWARD_PASSWORD')],
  unavailable: [['headers: { X-Fault: … }'], 'provide-outage'],
};

/** None if no lines can. */
export function provisioningYaml(conditions: readonly Condition[], words: Words): readonly string[] {
  const entries = [...new Set(conditions)].flatMap((condition) => {
    const [lines, comment] = snippets[condition] ?? [];
    if (lines === undefined) return [];
    const said = comment === undefined ? [] : [`# ${words(comment)}`];
    return [`  ${condition}:`, ...[...said, ...lines].map((line) => `    ${line}`)];
  });
  return entries.length === 0 ? [] : [`conditions: # ${words('provide-once')}`, ...entries];
}
