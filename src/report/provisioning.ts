import type { ConditionName } from '../spec/specification.ts';

function partner(variable: string): readonly string[] {
  return ['credentials:', '  partnerName: …', `  partnerPassword: \${${variable}}`];
}

const snippets: Partial<Record<ConditionName, readonly string[]>> = {
  unauthorized: ['# the name of a partner that does not exist', 'unknownPartner: …'],
  'partner-blocked': partner('BLOCKED_PASSWORD'),
  'ip-blocked': ['# or proxy, baseUrl, headers', 'localAddress: 127.0.0.2'],
  'reward-unavailable': partner('NO_REWARD_PASSWORD'),
  unavailable: ['# or setup and teardown', 'headers: { X-Fault: … }'],
};

/** The lines of YAML to add to a target profile so that these conditions can be brought about; empty if none can. */
export function provisioningYaml(conditions: readonly ConditionName[]): readonly string[] {
  const entries = conditions.flatMap((condition) => {
    const lines = snippets[condition] ?? [];
    return lines.length === 0 ? [] : [`  ${condition}:`, ...lines.map((line) => `    ${line}`)];
  });
  return entries.length === 0 ? [] : ['conditions:', ...entries];
}
