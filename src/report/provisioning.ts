import type { ConditionName } from '../spec/specification.ts';
import type { Wording } from './wording/wording.ts';

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

/** The lines of YAML to add to a target profile so that these conditions can be brought about, its comments in the language of `say`; empty if none can. */
export function provisioningYaml(
  conditions: readonly ConditionName[],
  say: Wording['say'] = (english) => english,
): readonly string[] {
  const entries = conditions.flatMap((condition) => {
    const lines = snippets[condition] ?? [];
    return lines.length === 0
      ? []
      : [`  ${condition}:`, ...lines.map((line) => `    ${line.replace(/(?<=^# ).*/, say)}`)];
  });
  return entries.length === 0 ? [] : ['conditions:', ...entries];
}
