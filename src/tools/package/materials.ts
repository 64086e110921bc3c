import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** A package whose code is in a bundle. */
export interface Material {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  /** Its licence as an SPDX expression. */
  readonly spdx: string;
  /** The text of the licence, and notices that must be passed on with it. */
  readonly license: string;
}

/** The packages of these modules, sorted by name. Throws if one has no licence text. */
export async function materialsOf(modules: readonly string[]): Promise<readonly Material[]> {
  const folders = modules.flatMap((file) => {
    const [, folder] = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file.replaceAll('\\', '/')) ?? [];
    return folder === undefined ? [] : [folder];
  });
  return Promise.all([...new Set(folders)].toSorted().map(materialIn));
}

async function materialIn(folder: string): Promise<Material> {
  const manifest = await readFile(join(folder, 'package.json'), 'utf8');
  const { name, version, description, license: spdx } = JSON.parse(manifest) as Omit<Material, 'spdx'>;
  const files = (await readdir(folder)).filter((file) => /^(licen[cs]e|notice)/i.test(file)).toSorted();
  if (files.length === 0) throw new Error(`${name}: found no text of its licence in ${folder}`);
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  return { name, version, description, spdx, license: texts.map((text) => text.trim()).join('\n\n') };
}

export const licenseText = (materials: readonly Material[]): string =>
  materials
    .map(({ name, version, license }) => `${name} ${version}\n${'='.repeat(72)}\n\n${license}\n`)
    .join('\n\n');

/** The bill of materials of a bundle (CycloneDX 1.6). Reproducible. */
export async function billOf(root: string, materials: readonly Material[]): Promise<string> {
  const read = async (name: string): Promise<unknown> => JSON.parse(await readFile(join(root, name), 'utf8'));
  const { name, version, description, license } = (await read('package.json')) as Material;
  const { packages } = (await read('node_modules/.package-lock.json')) as {
    readonly packages: Readonly<Record<string, { readonly integrity?: string }>>;
  };
  const refOf = (one: Pick<Material, 'name' | 'version'>): string =>
    `pkg:npm/${one.name.replace('@', '%40')}@${one.version}`;
  const componentOf = (one: Omit<Material, 'license'>, type: string) => ({
    type,
    'bom-ref': refOf(one),
    name: one.name,
    version: one.version,
    description: one.description,
    licenses: [{ expression: one.spdx }],
    purl: refOf(one),
  });
  const own = { name, version, description, spdx: license };
  const bill = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: componentOf(own, 'application') },
    components: materials.map((one) => ({ ...componentOf(one, 'library'), hashes: [hashOf(one.name)] })),
    dependencies: [{ ref: refOf(own), dependsOn: materials.map(refOf) }],
  };
  return `${JSON.stringify(bill, null, 2)}\n`;

  /** The digest of the tarball in the registry. */
  function hashOf(of: string) {
    const [alg = '', digest = ''] = packages[`node_modules/${of}`]?.integrity?.split('-') ?? [];
    if (alg !== 'sha512') throw new Error(`${of}: found no SHA-512 of its tarball`);
    return { alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') };
  }
}
