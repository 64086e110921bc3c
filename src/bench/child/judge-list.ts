import { readFile } from 'node:fs/promises';
import { specification } from '../../spec/specification.ts';
import { inspectBody } from '../../verdict/inspect.ts';

const bytes = await readFile(process.argv[2] ?? '');
const inspection = {
  contract: specification.body,
  mask: (text: string) => text,
  parameters: ['partnerName', 'partnerPassword', 'useAuthByCert'],
  pattern: null,
};
const start = performance.now();
const facts = inspectBody(bytes, null, inspection);
const tookMs = performance.now() - start;
const count = facts.kind === 'json' ? (facts.list?.count ?? 0) : 0;
process.stdout.write(`${count} records\ntook ${tookMs.toFixed(3)} ms\n`);
