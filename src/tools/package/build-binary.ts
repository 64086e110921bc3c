import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildBinary, hostProcessor, processors } from './binary.ts';
import { root } from './bundle.ts';
import { writeImageRoot } from './image-root.ts';

const { values } = parseArgs({ options: { arch: { type: 'string', default: process.arch } } });
const processor = processors.find((one) => one === values.arch);
if (processor === undefined)
  throw new Error(`--arch: found ${values.arch}, expected ${processors.join(' or ')}`);
const file = await buildBinary(processor, join(root, 'build'));
// This machine has no libraries for another processor.
if (processor === hostProcessor()) await writeImageRoot(file, join(root, 'build', 'root'));
process.stdout.write(`${file}, ${Math.round((await stat(file)).size / 1e6)} MB\n`);
