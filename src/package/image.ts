import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { readManifest } from '../suite.ts';

const run = promisify(execFile);

/** The account that runs it, which owns nothing. */
const account = 65_532;
const program = '/usr/bin/sbp-banks-conformance';
const authorities = '/etc/ssl/certs/ca-certificates.crt';

/** Files beside the program. */
const files: Readonly<Record<string, string>> = {
  'etc/passwd': `root:x:0:0:root:/:/none\nsuite:x:${account}:${account}:suite:/tmp:/none\n`,
  'etc/group': `root:x:0:\nsuite:x:${account}:\n`,
  'etc/nsswitch.conf': 'hosts: files dns\n',
};

/** Writes the program and the libraries it needs as an OCI image (image-spec 1.1). Reproducible. */
export async function buildImage(binary: string, folder: string): Promise<{ readonly layerBytes: number }> {
  const work = await mkdtemp(join(tmpdir(), 'sbp-image-'));
  try {
    const root = join(work, 'root');
    for (const name of ['proc', 'dev', 'sys', 'tmp', 'work'])
      await mkdir(join(root, name), { recursive: true });
    for (const [name, text] of Object.entries(files)) await put(join(root, name), text);
    await copy(binary, join(root, program));
    await copy(authorities, join(root, authorities));
    for (const library of await librariesOf(binary)) await copy(await realpath(library), join(root, library));
    const tar = await archive(root, join(work, 'layer.tar'));
    await writeLayout(tar, folder);
    return { layerBytes: gzip(tar).length };
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function put(file: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, content);
}

async function copy(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  await cp(from, to);
}

/** The libraries that a program is linked with, and the loader, by path. */
async function librariesOf(binary: string): Promise<readonly string[]> {
  const { stdout } = await run('ldd', [binary]);
  const found = [...stdout.matchAll(/(\/\S+) \(0x/g)].map(([, path = '']) => path);
  if (found.length === 0) throw new Error(`ldd: found no library of ${binary}`);
  return found;
}

async function archive(root: string, file: string): Promise<Buffer> {
  await run('chmod', ['-R', 'u+rwX,go+rX,go-w', root]);
  await run('chmod', ['1777', join(root, 'tmp')]);
  await writeArchive(root, file);
  return readFile(file);
}

/** Writes a folder as a tar file, the same bytes for the same files. */
export async function writeArchive(folder: string, file: string): Promise<void> {
  const same = ['--sort=name', '--mtime=@0', '--owner=0', '--group=0', '--numeric-owner', '--format=ustar'];
  await run('tar', ['-C', folder, ...same, '-cf', file, '.']);
}

const gzip = (bytes: Uint8Array): Buffer => gzipSync(bytes, { level: 9 });
const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

async function writeLayout(tar: Buffer, folder: string): Promise<void> {
  const { name, version } = readManifest();
  await rm(folder, { recursive: true, force: true });
  const blob = async (mediaType: string, bytes: Uint8Array) => {
    const hex = digestOf(bytes);
    await put(join(folder, 'blobs', 'sha256', hex), bytes);
    return {
      mediaType: `application/vnd.oci.image.${mediaType}`,
      digest: `sha256:${hex}`,
      size: bytes.length,
    };
  };
  const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));
  const created = '1970-01-01T00:00:00Z';
  const config = {
    created,
    architecture: process.arch === 'x64' ? 'amd64' : process.arch,
    os: 'linux',
    config: {
      User: `${account}:${account}`,
      Env: ['PATH=/usr/bin', 'HOME=/tmp', `SSL_CERT_FILE=${authorities}`],
      Entrypoint: [program],
      Cmd: ['--help'],
      WorkingDir: '/work',
      Labels: {
        'org.opencontainers.image.title': name,
        'org.opencontainers.image.version': version,
        'org.opencontainers.image.description': 'Conformance suite for the partner operation `banks`',
        'org.opencontainers.image.licenses': 'MIT',
      },
    },
    rootfs: { type: 'layers', diff_ids: [`sha256:${digestOf(tar)}`] },
    history: [{ created, created_by: 'npm run build:image' }],
  };
  const manifest = {
    schemaVersion: 2,
    mediaType: 'application/vnd.oci.image.manifest.v1+json',
    config: await blob('config.v1+json', json(config)),
    layers: [await blob('layer.v1.tar+gzip', gzip(tar))],
  };
  const named = {
    ...(await blob('manifest.v1+json', json(manifest))),
    annotations: { 'org.opencontainers.image.ref.name': version },
  };
  const index = {
    schemaVersion: 2,
    mediaType: 'application/vnd.oci.image.index.v1+json',
    manifests: [named],
  };
  await put(join(folder, 'index.json'), json(index));
  await put(join(folder, 'oci-layout'), json({ imageLayoutVersion: '1.0.0' }));
}
