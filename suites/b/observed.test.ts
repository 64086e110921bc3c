import { bindCases } from '../bind.ts';

await bindCases('b', ({ kind }) => kind === 'observed');
