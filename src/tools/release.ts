import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { packageFolder as root, readManifest } from '../base/package.ts';

// Builds all parts of a release with their digests, and prints what remains to be done. Publishes nothing.

const run = promisify(execFile);
const { values } = parseArgs({ options: { 'dry-run': { type: 'boolean', default: false } } });
const { name, version } = readManifest();
const folder = join(root, 'build', 'release');

const changelog = await readFile(join(root, 'CHANGELOG.md'), 'utf8');
const newest = /^## (\S+)$/m.exec(changelog)?.[1];
if (newest !== version)
  throw new Error(
    `CHANGELOG.md: found ${newest ?? 'no version'} on top, expected ${version} as in package.json`,
  );
const { stdout: changed } = await run('git', ['status', '--porcelain'], { cwd: root });
if (changed !== '' && !values['dry-run'])
  throw new Error(`found changes that are not committed, expected none:\n${changed}`);

await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
await run('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: root });
const files = (await readdir(folder)).toSorted();
const sums = files.map(async (file) => {
  const bytes = await readFile(join(folder, file));
  return `${createHash('sha256').update(bytes).digest('hex')}  ${file}\n`;
});
const text = (await Promise.all(sums)).join('');
await writeFile(join(folder, 'SHA256SUMS'), text);
process.stdout.write(`${folder}\n\n${text}\n`);
process.stdout.write(
  [
    values['dry-run'] ? 'A dry run. To release:' : 'Nothing is published yet:',
    `  git tag v${version} && git push origin v${version}`,
    `  npm publish build/release/${name}-${version}.tgz`,
    '',
  ].join('\n'),
);
