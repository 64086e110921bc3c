// The command `verify`: checks a certificate offline.

import { UserError } from '../base/errors.ts';
import { jsonText } from '../base/json-text.ts';
import { readSuite } from '../base/package.ts';
import { clip, some } from '../base/visible.ts';
import type { Statement } from '../certificate/statement.ts';
import { verify as check } from '../certificate/verify-folder.ts';
import type { Verification } from '../certificate/verify.ts';
import type { Options } from './commands.ts';
import type { Invocation } from './invocation.ts';
import { tell } from './terminal.ts';

const exitCodes = { valid: 0, record: 1, refused: 1, 'other-rules': 3 } as const;

export async function verify(
  { key, verifyWith = '', json }: Options<'verify'>,
  [folder = '']: readonly string[],
  { cwd, terminal }: Invocation,
): Promise<number> {
  if (key === undefined && verifyWith === '') {
    const found = 'verify: found no key of the signer, expected --key FILE or --verify-with COMMAND';
    throw new UserError('usage', 'no-key', found, 'name the key that the signer has published');
  }
  const found = await check(folder, key === undefined ? { cwd, verifyWith } : { cwd, key });
  const exitCode = exitCodes[found.kind];
  if (json) terminal.write(jsonText({ valid: found.kind === 'valid', exitCode, ...found }));
  else tell(terminal, sentenceOf(found), ...('statement' in found ? factsOf(found.statement) : []));
  return exitCode;
}

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
  const { target, suite, rules, run, issuedAt, decisions, untried } = statement;
  const decided = decisions.map(({ requirement, decision }) => `${requirement} ${decision}`);
  const listed = Object.entries({ 'decided by persons': decided, 'not tried': untried });
  return [
    `  target: ${clip(target.name, 200)}, ${clip(target.baseUrl, 300)}, partner ${clip(target.partnerName, 100)}`,
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
  Object.entries(variants).map(([id, { class: reached, prevents }]) =>
    reached === 'none'
      ? `  variant ${id}: no class, kept from it by ${some(prevents, 5)}`
      : `  variant ${id}: class ${reached}`,
  );
