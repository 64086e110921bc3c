import { parentPort, workerData } from 'node:worker_threads';
import { subjects } from '../selftest/subject.ts';
import { examineAll } from './examine.ts';

const ids = new Set(workerData as readonly string[]);
const share = subjects.filter(({ id }) => ids.has(id));

await examineAll(share, new AbortController().signal, (assessment) => parentPort?.postMessage(assessment));
