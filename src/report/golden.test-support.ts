import { mkdir, readFile, writeFile } from 'node:fs/promises';
import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'vitest';

/** Reads a file of fixtures/golden. With UPDATE_GOLDEN=1, writes the text to it first. */
export async function goldenText(file: string, text: string): Promise<string> {
  const url = new URL(`../../fixtures/golden/${file}`, import.meta.url);
  if (process.env['UPDATE_GOLDEN'] === '1') {
    await mkdir(new URL('.', url), { recursive: true });
    await writeFile(url, text);
  }
  return readFile(url, 'utf8');
}

/**
 * Expects docs/schemas to contain the schema of the source; UPDATE_GOLDEN=1 writes it first. Returns a function
 * that validates a value as an editor or another program does.
 */
export async function publishedSchema(
  name: string,
  schema: object,
): Promise<(value: unknown) => readonly string[]> {
  const url = new URL(`../../docs/schemas/${name}.schema.json`, import.meta.url);
  if (process.env['UPDATE_GOLDEN'] === '1') await writeFile(url, `${JSON.stringify(schema, null, 2)}\n`);
  const published = JSON.parse(await readFile(url, 'utf8')) as object;
  // Compares contents only, because the formatter changes the layout.
  expect(published).toEqual(JSON.parse(JSON.stringify(schema)));
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true });
  addFormats.default(ajv);
  const validate = ajv.compile(published);
  return (value) =>
    validate(JSON.parse(JSON.stringify(value)))
      ? []
      : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
