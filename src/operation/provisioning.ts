import { message, say } from '../messages/message.ts';
import type { Language, Message } from '../messages/message.ts';
import type { ConditionName } from './specification.ts';

const partner = (variable: string): string => `credentials:
  partnerName: …
  partnerPassword: \${${variable}}`;

/** Lines for a condition of the profile, with a comment if there is a choice. */
const snippets: Partial<Record<ConditionName, readonly [text: string, comment?: Message]>> = {
  unauthorized: ['unknownPartner: …', message('provide-unknown-partner')],
  'partner-blocked': [partner('BLOCKED_PASSWORD')],
  'ip-blocked': ['localAddress: 127.0.0.2', message('provide-address')],
  'reward-unavailable': [partner('NO_REWARD_PASSWORD')],
  unavailable: ['headers: { X-Fault: … }', message('provide-outage')],
};

/** True for a condition that is created by naming a partner for whom it holds. */
export const isOfPartner = (condition: ConditionName): boolean =>
  snippets[condition]?.[0].startsWith('credentials:') ?? false;

/** Lines of YAML that make these conditions testable in a target profile; '' if no lines can. */
export function provisioningYaml(
  conditions: readonly ConditionName[],
  language: Language = 'en',
): readonly string[] {
  const entries = conditions.flatMap((condition) => {
    const [text, comment] = snippets[condition] ?? [];
    if (text === undefined) return [];
    const said = comment === undefined ? [] : [`# ${say(comment, language)}`];
    return [`  ${condition}:`, ...[...said, ...text.split('\n')].map((line) => `    ${line}`)];
  });
  return entries.length === 0 ? [] : ['conditions:', ...entries];
}
