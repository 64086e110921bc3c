// The least that anything can take which looks at the list.
import { readFile } from 'node:fs/promises';

const bytes = await readFile(process.argv[2]);
const start = performance.now();
const { banks } = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
const tookMs = performance.now() - start;
process.stdout.write(`${banks.length} records\ntook ${tookMs.toFixed(3)} ms\n`);
