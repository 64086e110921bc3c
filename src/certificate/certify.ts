// Signs what a run has left: judges its record again and writes a certificate, or a record of why there is none.

import type { KeyObject } from 'node:crypto';
import { UserError } from '../base/errors.ts';
import { judgeAgain } from '../results/make-results.ts';
import { rules } from '../judge/rules.ts';
import type { Results } from '../results/results.ts';
import { renderJson } from '../report/json.ts';
import { renderStatement } from './page.ts';
import { signBytes } from './sign.ts';
import { fileNames, statementNames, statementOf, writeJson, writeSums } from './statement.ts';
import type { FileContent, Statement } from './statement.ts';

export interface CertifyOptions {
  /** The signer's key, or a program that reads SHA256SUMS and returns any signature. */
  readonly signer: KeyObject | ((sums: Uint8Array) => Promise<Uint8Array>);
  /** PEM of a certificate of that key, put beside it for the reader; null: none. */
  readonly certificate: Uint8Array | null;
  /** Certify the built-in reference, to try it. */
  readonly isReferenceAllowed: boolean;
  readonly now: Date;
}

export interface Certified {
  readonly statement: Statement;
  readonly files: readonly FileContent[];
}

/** The files of the folder. Throws a UserError for results that nobody can certify. */
export async function certify(results: Results, options: CertifyOptions): Promise<Certified> {
  requireWhole(results, options.isReferenceAllowed);
  const again = judgeAgain(results);
  if (JSON.stringify(verdictsIn(again)) !== JSON.stringify(verdictsIn(results)))
    throw refuse('results-differ', 'its record gives other verdicts when it is judged again', 'run again');
  const statement = statementOf(again, options.now.toISOString());
  const names = statementNames[statement.kind];
  const signed: readonly FileContent[] = [
    { name: names.statement, content: writeJson(statement) },
    { name: names.page, content: Buffer.from(renderStatement(statement, again)) },
    { name: fileNames.evidence, content: Buffer.from(renderJson(again)) },
    ...(options.certificate === null ? [] : [{ name: fileNames.signer, content: options.certificate }]),
  ];
  const sums = Buffer.from(writeSums(signed));
  const { signer } = options;
  const signature = typeof signer === 'function' ? await signer(sums) : signBytes(sums, signer);
  return {
    statement,
    files: [
      ...signed,
      { name: fileNames.sums, content: sums },
      { name: fileNames.signature, content: signature },
    ],
  };
}

/** What follows from a record, without the sentences that another version may word otherwise. */
export const verdictsIn = ({ verdict, variants, requirements, untried, decisions }: Results): object => ({
  verdict,
  variants,
  requirements: requirements.map(({ id, verdict: found, reason, waived, decided }) => [
    id,
    found,
    reason,
    waived,
    decided,
  ]),
  untried,
  decisions,
});

function requireWhole(results: Results, isReferenceAllowed: boolean): void {
  const { target, isSelection, interrupted } = results;
  if (results.rules !== rules) {
    const found = `they were judged by rules ${results.rules}, this version has rules ${rules}`;
    throw refuse('other-rules', found, `use version ${results.suite.version}, or run again`);
  }
  if (target.isReference && !isReferenceAllowed)
    throw refuse('reference', 'they are those of the built-in reference', '--reference certifies it, to try');
  if (isSelection) throw refuse('selection', 'only some cases were asked', 'run the whole suite');
  if (interrupted) throw refuse('interrupted', 'the run was interrupted', 'run again');
  if (!target.isTlsVerified)
    throw refuse('tls-unverified', 'TLS was not verified', 'remove `tls.verify: false`, and run again');
}

const refuse = (code: string, found: string, hint: string): UserError =>
  new UserError('usage', code, `these results cannot be certified: ${found}`, hint);
