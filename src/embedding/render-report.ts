import { UserError } from '../errors.ts';
import { formats, isFormatName } from '../report/format.ts';
import type { FormatName } from '../report/format.ts';
import type { Results } from '../result/results.ts';

/** Draws one of the reports from the record of a run; gives its text. Rejects with a `UserError` for an unknown format. */
export async function renderReport(results: Results, format: FormatName): Promise<string> {
  if (!isFormatName(format)) throw unknownFormat(format);
  const render = await formats[format].load();
  return render(results);
}

function unknownFormat(format: string): UserError {
  const message = `format: found ${JSON.stringify(format)}, expected one of ${Object.keys(formats).join(', ')}`;
  return new UserError('usage', 'unknown-format', message, 'name one of them');
}
