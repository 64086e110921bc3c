import { execFile } from 'node:child_process';
import { cp, mkdir, realpath, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

const authorities = '/etc/ssl/certs/ca-certificates.crt';

/** Files next to the program. The account that runs it owns none of them. */
const files: Readonly<Record<string, string>> = {
  'etc/passwd': 'root:x:0:0:root:/:/none\nsuite:x:65532:65532:suite:/tmp:/none\n',
  'etc/group': 'root:x:0:\nsuite:x:65532:\n',
  'etc/nsswitch.conf': 'hosts: files dns\n',
};

/** Writes the contents of the image to a folder: the program, the libraries that it needs, certificates. */
export async function writeImageRoot(binary: string, root: string): Promise<void> {
  await rm(root, { recursive: true, force: true });
  for (const name of ['tmp', 'work']) await mkdir(join(root, name), { recursive: true });
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), text);
  }
  await cp(binary, join(root, 'usr/bin/sbp-banks-conformance'));
  await cp(authorities, join(root, authorities));
  for (const library of await librariesOf(binary)) await cp(await realpath(library), join(root, library));
  await run('chmod', ['-R', 'u+rwX,go+rX,go-w', root]);
  await run('chmod', ['1777', join(root, 'tmp')]);
}

/** Paths of the libraries that a program is linked with, and of the loader. */
async function librariesOf(binary: string): Promise<readonly string[]> {
  const { stdout } = await run('ldd', [binary]);
  const found = [...stdout.matchAll(/(\/\S+) \(0x/g)].map(([, path = '']) => path);
  if (found.length === 0) throw new Error(`ldd: found no library of ${binary}`);
  return found;
}
