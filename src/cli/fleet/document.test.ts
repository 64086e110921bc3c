import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { readOptions } from '../option.ts';
import { chosenShard, ownRunOptions } from '../run-option.ts';

const text = await readFile(new URL('../../../docs/fleet.md', import.meta.url), 'utf8');
const blocks = [...text.matchAll(/^```yaml\n([^]*?)^```$/gm)].map(([, block = '']) => block);

/** What a shell makes of the value of `--shard` in a block, for these variables. */
async function shardsIn(block: string, variables: Readonly<Record<string, string>>): Promise<string> {
  const shellText = block.replaceAll(/\$\{\{.*?\}\}/g, '$MATRIX');
  const [, word = ''] = /--shard ("[^"]*"|\S+)/.exec(shellText) ?? [];
  const script = `shard=$((JOB_COMPLETION_INDEX + 1)); printf %s ${word}`;
  const { stdout } = await promisify(execFile)('sh', ['-c', script], { env: variables });
  return stdout;
}

describe('the templates for shards', () => {
  it('are YAML: one for GitHub, one for GitLab, one for Kubernetes', () => {
    expect(blocks).toHaveLength(3);
    for (const block of blocks) {
      const documents = parseAllDocuments(block, { uniqueKeys: true, strict: true });
      expect(Array.isArray(documents) && documents.length).toBeGreaterThan(0);
      for (const { errors, warnings } of documents) expect([...errors, ...warnings]).toEqual([]);
    }
  });

  it.each([
    ['GitHub', 0, [1, 2, 3, 4].map((index) => ({ MATRIX: `${index}` }))],
    ['GitLab', 1, [1, 2, 3, 4].map((index) => ({ CI_NODE_INDEX: `${index}`, CI_NODE_TOTAL: '4' }))],
    ['Kubernetes', 2, [0, 1, 2, 3].map((index) => ({ JOB_COMPLETION_INDEX: `${index}` }))],
  ] as const)('run each part once: %s', async (_name, place, jobs) => {
    const found: unknown[] = [];
    for (const variables of jobs) {
      const word = await shardsIn(blocks[place] ?? '', variables);
      found.push(chosenShard(readOptions('run', ['--shard', word], ownRunOptions)));
    }
    expect(found).toEqual([1, 2, 3, 4].map((index) => ({ index, of: 4 })));
  });

  it('have a job that joins them, and as many parts as they say', () => {
    for (const block of blocks) expect(block).toMatch(/start\.mjs"? merge \S*shards?[-/]\* --out /);
    const [github, gitlab, kubernetes] = blocks
      .map((block) => parseAllDocuments(block))
      .map((documents) => (Array.isArray(documents) ? documents.map((one) => one.toJS() as unknown) : []));
    expect(github).toMatchObject([
      { jobs: { shard: { strategy: { matrix: { index: [1, 2, 3, 4] } } }, merge: { needs: 'shard' } } },
    ]);
    expect(gitlab).toMatchObject([{ shard: { parallel: 4, stage: 'shard' }, merge: { stage: 'merge' } }]);
    expect(kubernetes).toMatchObject([
      { kind: 'Job', spec: { completionMode: 'Indexed', completions: 4 } },
      { kind: 'Job', spec: { template: { spec: { restartPolicy: 'Never' } } } },
    ]);
  });
});
