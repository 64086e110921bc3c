import type { ConditionName } from '../spec/specification.ts';
import { message, say } from '../wording/message.ts';
import type { Language, Message } from '../wording/message.ts';

interface Snippet {
  readonly comment: Message | null;
  readonly lines: readonly string[];
}

const partner = (variable: string): Snippet => ({
  comment: null,
  lines: ['credentials:', '  partnerName: …', `  partnerPassword: \${${variable}}`],
});

const snippets: Partial<Record<ConditionName, Snippet>> = {
  unauthorized: { comment: message('provide-unknown-partner'), lines: ['unknownPartner: …'] },
  'partner-blocked': partner('BLOCKED_PASSWORD'),
  'ip-blocked': { comment: message('provide-address'), lines: ['localAddress: 127.0.0.2'] },
  'reward-unavailable': partner('NO_REWARD_PASSWORD'),
  unavailable: { comment: message('provide-outage'), lines: ['headers: { X-Fault: … }'] },
};

/** The lines of YAML to add to a target profile so that these conditions can be brought about; empty if none can. */
export function provisioningYaml(
  conditions: readonly ConditionName[],
  language: Language = 'en',
): readonly string[] {
  const entries = conditions.flatMap((condition) => {
    const snippet = snippets[condition];
    if (snippet === undefined) return [];
    const comment = snippet.comment === null ? [] : [`# ${say(snippet.comment, language)}`];
    return [`  ${condition}:`, ...[...comment, ...snippet.lines].map((line) => `    ${line}`)];
  });
  return entries.length === 0 ? [] : ['conditions:', ...entries];
}
