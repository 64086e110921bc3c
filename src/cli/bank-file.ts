import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { UserError } from '../errors.ts';

const banks = z.array(z.object({ name: z.string(), bic: z.string() }));

/** Reads a list of banks, a JSON array of objects with `name` and `bic`; rejects with a UserError. */
export async function readBanks(
  file: string,
): Promise<readonly { readonly name: string; readonly bic: string }[]> {
  const problem = (message: string): UserError =>
    new UserError(
      'usage',
      'banks-unreadable',
      `${file}: ${message}`,
      'expected a JSON array of objects with string `name` and string `bic`',
    );
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw problem(error instanceof Error ? error.message : 'cannot be read');
  });
  const parsed = banks.safeParse(jsonOf(text));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw problem(`${issue?.path.join('.') || 'the file'}: ${issue?.message ?? 'not a list of banks'}`);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
