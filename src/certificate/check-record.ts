import { UserError } from '../errors.ts';
import { formats } from '../report/format.ts';
import { readResults } from '../result/read-results.ts';
import type { Results } from '../result/results.ts';
import { outsideOf } from './attain.ts';
import { isEqual } from './canonical.ts';
import { evidenceFile } from './certificate.ts';
import type { Certificate } from './certificate.ts';
import type { Found } from './check-files.ts';
import { examineEvidence } from './examine-evidence.ts';
import type { Examination } from './examine-evidence.ts';
import type { Files } from './folder.ts';
import { notClaimed, reviewsOf, runOf } from './issue.ts';
import type { Verifier } from './verify.ts';

/** Judges the evidence again and holds certificate and reports against what comes of it. */
export async function checkRecord(
  files: Files,
  certificate: Certificate,
  { spec, suite }: Pick<Verifier, 'spec' | 'suite'>,
): Promise<Found> {
  const content = files.get(evidenceFile);
  if (content === undefined) return { refusals: [], notices: [] };
  try {
    const results = readResults(new TextDecoder('utf-8', { fatal: true }).decode(content), evidenceFile);
    const examined = examineEvidence(results, spec, suite.version, certificate.texts);
    const drawn = await checkReports(files, certificate, results, suite);
    return {
      refusals: [
        ...(results.suite.name === suite.name
          ? []
          : [`evidence: the run was made by another suite than ${suite.name}`]),
        ...examined.refusals.map((line) => `evidence: ${line}`),
        ...compareStatement(certificate, results, examined).map((line) => `certificate: ${line}`),
        ...notClaimedProblem(certificate, notClaimed(results, spec)),
        ...drawn.refusals,
      ],
      notices: [...versionNotice(certificate, suite), ...examined.notices, ...drawn.notices],
    };
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    const why = error instanceof UserError ? said : `${evidenceFile} cannot be judged again: ${said}`;
    return { refusals: [`evidence: ${why}`], notices: [] };
  }
}

function versionNotice(certificate: Certificate, suite: Certificate['suite']): readonly string[] {
  if (certificate.suite.version === suite.version) return [];
  return [
    `the run was made with version ${certificate.suite.version} and judged again with version ${suite.version}`,
    'verdicts, classes, waivers and decisions of persons were compared; what observations, advisories, checks, requirements and lines for curl say in words could not be',
  ];
}

const notClaimedProblem = (certificate: Certificate, expected: readonly string[]): readonly string[] =>
  isEqual(certificate.notClaimed, expected)
    ? []
    : ['certificate: the variants that are not claimed are not those of the evidence'];

/** Where the statement says something else than the evidence. */
function compareStatement(
  certificate: Certificate,
  results: Results,
  { attained, specification }: Examination,
): readonly string[] {
  const { target } = results;
  const isOfSpec = certificate.specification.sha256 === specification.sha256;
  const rows: readonly (readonly [string, boolean])[] = [
    ['the suite', isEqual(certificate.suite, results.suite)],
    ['the specification', isEqual(certificate.specification, results.spec)],
    ['the target', isEqual(certificate.target, { name: target.name, baseUrl: target.baseUrl })],
    ['the profile', isEqual(certificate.profile, results.profile)],
    ['the time of the run', isEqual(certificate.run, runOf(results))],
    ['the list of decisions by persons', isEqual(certificate.reviews, reviewsOf(results))],
    ['the list of what lies outside of the class', isEqual(certificate.outside, outsideOf(results))],
    ['a class or the list of variants', isEqual(certificate.variants, attained)],
  ];
  return [
    ...rows.filter(([, holds]) => !holds).map(([what]) => `${what} is not that of the evidence`),
    ...(isOfSpec ? [] : ['it speaks of another specification than the one that this suite judges by']),
  ];
}

/** Reports are drawn from the results alone, so they can be drawn again, byte by byte. */
async function checkReports(
  files: Files,
  certificate: Certificate,
  results: Results,
  suite: Certificate['suite'],
): Promise<Found> {
  const refusals: string[] = [];
  const notices: string[] = [];
  for (const { name } of certificate.files) {
    const content = files.get(name);
    const format = Object.values(formats).find(({ file }) => file === name);
    if (format === undefined) refusals.push(`reports: ${name} is no report of this suite`);
    if (content === undefined || format === undefined) continue;
    const drawn = (await format.load())(results);
    if (Buffer.from(content).equals(Buffer.from(drawn, 'utf8'))) continue;
    if (certificate.suite.version === suite.version) {
      refusals.push(`reports: ${name} does not show the results that are certified`);
    } else if (name !== evidenceFile) {
      notices.push(
        `${name} was drawn by version ${certificate.suite.version}, so it could not be drawn again to compare`,
      );
    }
  }
  return { refusals, notices };
}
