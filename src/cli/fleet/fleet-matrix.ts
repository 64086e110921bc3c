import { join } from 'node:path';
import type { MatrixColumn } from '../../comparison/matrix/matrix-column.ts';
import type { Language } from '../../report/wording/wording.ts';
import { linkToReport } from '../matrix-link.ts';
import type { TargetOutcome } from './outcome.ts';

/** How the matrix of a fleet is drawn. */
export interface MatrixManner {
  /** The folder of the fleet. */
  readonly folder: string;
  readonly language: Language;
  /** Whether the run writes reports that it can lead to; those of an earlier one say something else. */
  readonly hasReports: boolean;
}

/** The text of `matrix.html`: all targets against all requirements; one without results stands in it as not run. */
export async function fleetMatrix(outcomes: readonly TargetOutcome[], manner: MatrixManner): Promise<string> {
  const columns = await Promise.all(outcomes.map((outcome) => columnOf(outcome, manner)));
  const { renderMatrix } = await import('../../comparison/matrix/render-matrix.ts');
  return renderMatrix(columns, manner.language);
}

async function columnOf(
  { folder: own, verdict, column }: TargetOutcome,
  { folder, hasReports }: MatrixManner,
): Promise<MatrixColumn> {
  if (verdict === null || !hasReports) return column;
  return { ...column, href: await linkToReport(join(folder, own), folder) };
}
