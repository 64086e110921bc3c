// What was verified, or certified, in lines of text. Of the signer's free text only the target's name.

import { readSuite } from '../base/package.ts';
import { clip, some } from '../base/visible.ts';
import { variantIds } from './statement.ts';
import type { Statement } from './statement.ts';
import type { Verification } from './verify.ts';

export const linesOf = (found: Verification): readonly string[] => [
  sentenceOf(found),
  ...('statement' in found ? factsOf(found.statement) : []),
];

const holds = 'signature and digests are right, and the evidence gives the same verdicts again';

function sentenceOf(found: Verification): string {
  switch (found.kind) {
    case 'valid':
      return `VALID: ${holds}.`;
    case 'record':
      return `NO CERTIFICATE, but a record of a run that holds: ${holds}.`;
    case 'other-rules':
      return `NOT JUDGED: signature and digests are right, but the evidence was judged by rules ${found.rules}: verify it with ${readSuite().name} ${found.version}.`;
    case 'refused':
      return `NOT VALID, ${found.topic}: ${found.found}`;
  }
}

function factsOf(statement: Statement): readonly string[] {
  const { target, suite, rules, run, issuedAt, outside, decisions, untried } = statement;
  const decided = decisions.map(({ requirement, decision }) => `${requirement} ${decision}`);
  const bank = target.bankCode === null ? '' : `, bank code ${clip(target.bankCode, 100)}`;
  const unseen = outside.map(({ requirement }) => requirement);
  const listed = Object.entries({
    'not seen to hold': unseen,
    'decided by persons': decided,
    'not tried': untried,
  });
  return [
    `  target: ${clip(target.name, 200)}, ${clip(target.baseUrl, 300)}, partner ${clip(target.partnerName, 100)}${bank}`,
    ...(target.isReference ? ['  the built-in reference implementation'] : []),
    ...classesIn(statement),
    `  run: ${run.startedAt} to ${run.endedAt}, signed ${issuedAt}`,
    `  ${suite.name} ${suite.version}, rules ${rules}, ${run.requests} requests, ${run.failedLogins} failed logins`,
    ...listed.flatMap(([what, ids]) =>
      ids.length === 0 ? [] : [`  ${what}: ${ids.length} (${some(ids, 5)})`],
    ),
  ];
}

export const classesIn = ({ variants }: Statement): readonly string[] =>
  variantIds.map((id) => {
    const { class: reached, prevents = [] } = variants[id] ?? {};
    if (reached === undefined) return `  variant ${id}: not claimed, not tested`;
    return reached === 'none'
      ? `  variant ${id}: no class, kept from it by ${some(prevents, 5)}`
      : `  variant ${id}: class ${reached}`;
  });
