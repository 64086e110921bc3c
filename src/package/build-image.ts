import { join } from 'node:path';
import { buildBinary, hostProcessor } from './binary.ts';
import { root } from './bundle.ts';
import { buildImage } from './image.ts';

const binary = await buildBinary(hostProcessor(), join(root, 'build'));
const folder = join(root, 'build', 'image');
const { layerBytes } = await buildImage(binary, folder);
process.stdout.write(`${folder}, an OCI layout of one layer, ${(layerBytes / 1e6).toFixed(1)} MB\n`);
