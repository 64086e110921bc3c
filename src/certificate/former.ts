import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { certificateFiles } from './certificate.ts';

/** How a certificate that lies in a folder is called: by its date and id, as far as it states them; null where none lies there. */
export async function formerCertificate(folder: string): Promise<string | null> {
  const text = await readFile(join(folder, certificateFiles.certificate), 'utf8').catch(() => null);
  if (text === null) return null;
  const [, date] = /"issuedAt":\s*"(\d{4}-\d\d-\d\d)T/.exec(text) ?? [];
  const [, id] = /"id":\s*"([\w-]{1,64})"/.exec(text) ?? [];
  return `the certificate${date === undefined ? '' : ` of ${date}`}${id === undefined ? '' : ` (${id})`}`;
}
