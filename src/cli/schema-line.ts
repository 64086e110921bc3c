// The line of a written profile by which editors find its schema.
import { join, relative, sep } from 'node:path';
import { packageFolder } from '../base/package.ts';

/** The first line of a profile in this folder. */
export function schemaLine(folder: string): string {
  const path = relative(folder, join(packageFolder, 'docs', 'schemas', 'target.schema.json'));
  const shown = path.split(sep).join('/');
  return `# yaml-language-server: $schema=${shown.startsWith('.') ? shown : `./${shown}`}`;
}
