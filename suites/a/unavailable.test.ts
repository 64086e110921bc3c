import { bindCases } from '../bind.ts';

await bindCases('a', ({ condition, kind }) => kind === 'judged' && condition === 'unavailable');
