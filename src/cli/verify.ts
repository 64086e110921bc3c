// The command `verify`: checks a certificate offline.

import { UserError } from '../base/errors.ts';
import { jsonText } from '../base/json-text.ts';
import { readSuite } from '../base/package.ts';
import { clip, disarm, some } from '../base/visible.ts';
import type { Statement } from '../certificate/statement.ts';
import { verify as check } from '../certificate/verify-folder.ts';
import type { Verification } from '../certificate/verify.ts';
import type { Options } from './commands.ts';
import type { Invocation } from './invocation.ts';
import { wrapped } from './terminal.ts';

const exitCodes = { valid: 0, record: 1, refused: 1, 'other-rules': 3 } as const;

export async function verify(
  { key, verifyWith, json }: Options<'verify'>,
  [folder = '']: readonly string[],
  { cwd, terminal }: Invocation,
): Promise<number> {
  const by = key === undefined ? verifyWith : key;
  if (by === undefined) {
    const found = 'verify: found no key of the signer, expected --key FILE or --verify-with COMMAND';
    throw new UserError('usage', 'no-key', found, 'name the key that the signer has published');
  }
  const found = await check(folder, {
    cwd,
    ...(key === undefined ? { verifyWith: by } : { key: by }),
  });
  const code = exitCodes[found.kind];
  if (json) {
    terminal.write(jsonText({ valid: found.kind === 'valid', exitCode: code, ...found }));
    return code;
  }
  const lines = [sentenceOf(found), ...('statement' in found ? factsOf(found.statement) : [])];
  for (const line of lines) terminal.write(wrapped(disarm(line), terminal.width));
  return code;
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

function factsOf({ target, variants, suite, rules, run, issuedAt, decisions, untried }: Statement) {
  const { name, baseUrl, partnerName, bankCode, isReference } = target;
  const bank = bankCode === null ? '' : `, bank code ${clip(bankCode, 100)}`;
  const built = isReference ? ' (the built-in reference implementation)' : '';
  return [
    `  target: ${clip(name, 200)}, ${clip(baseUrl, 300)}${built}`,
    `  partner: ${clip(partnerName, 100)}${bank}`,
    ...Object.entries(variants).map(([id, { class: reached, prevents }]) =>
      reached === 'none'
        ? `  variant ${id}: no class, kept from it by ${some(prevents, 5)}`
        : `  variant ${id}: class ${reached}`,
    ),
    `  run: ${run.startedAt} to ${run.endedAt}, signed ${issuedAt}`,
    `  ${suite.name} ${suite.version}, rules ${rules}, ${run.requests} requests, ${run.failedLogins} failed logins`,
    ...listed(
      'decided by persons',
      decisions.map(({ requirement, decision }) => `${requirement} ${decision}`),
    ),
    ...listed('not tried', untried),
  ];
}

const listed = (what: string, ids: readonly string[]): readonly string[] =>
  ids.length === 0 ? [] : [`  ${what}: ${ids.length} (${some(ids, 5)})`];
