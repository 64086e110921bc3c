import { bindCases } from '../bind.ts';

const blocks: readonly string[] = ['partner-blocked', 'ip-blocked', 'reward-unavailable'];

await bindCases('b', ({ condition, kind }) => kind === 'judged' && blocks.includes(condition));
