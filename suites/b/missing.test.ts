import { bindCases } from '../bind.ts';

await bindCases('b', ({ condition, kind }) => kind === 'judged' && condition === 'missing');
