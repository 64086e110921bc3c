import { bindCases } from '../bind.ts';

await bindCases('a', ({ kind }) => kind === 'observed');
