import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { UserError } from '../errors.ts';
import { reasonOf } from '../target/file.ts';

const banks = z.array(z.object({ name: z.string(), bic: z.string() }));

/** Reads a list of banks, a JSON array of objects with `name` and `bic`; rejects with a UserError. */
export async function readBanks(
  file: string,
): Promise<readonly { readonly name: string; readonly bic: string }[]> {
  const problem = (found: string): UserError =>
    new UserError(
      'usage',
      'banks-unreadable',
      `--banks: found ${found} at ${file}, expected a JSON array of objects with string name and string bic`,
      'name another file, or leave --banks out; nothing was served',
    );
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw problem(reasonOf(error));
  });
  const parsed = banks.safeParse(jsonOf(text, problem));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const place = issue?.path.join('.') ?? '';
  throw problem(
    place === '' ? 'something else than an array' : `no such object (${place}: ${issue?.message})`,
  );
}

function jsonOf(text: string, problem: (found: string) => UserError): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw problem('something else than JSON');
  }
}
