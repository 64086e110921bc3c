import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { fencedBlocks } from '../../tools/markdown.test-support.ts';
import { packageFolder } from '../../base/package.ts';
import { execute } from '../child.test-support.ts';
import { openFolder } from '../fake-terminal.test-support.ts';
import { findTool, need } from './tools.test-support.ts';

// Validates pipelines against the vendors' schemas, which check-jsonschema contains.

const validator = findTool('check-jsonschema');

/** The schema of a YAML file, found by a member that only this kind of file has; null if there is none. */
function schemaOf(yaml: string): string | null {
  const members = Object.keys(Object(parse(yaml)));
  // Neither a resource of Kubernetes nor a target profile is a pipeline.
  if (members.includes('apiVersion') || members.includes('baseUrl')) return null;
  if (members.includes('runs')) return 'github-actions';
  if (members.includes('on')) return 'github-workflows';
  return members.includes('steps') ? 'azure-pipelines' : 'gitlab-ci';
}

const own = async (path: string): Promise<string> => readFile(join(packageFolder, path), 'utf8');
const files = {
  'action.yml': await own('action.yml'),
  'gitlab.yml': await own('docs/ci/gitlab.yml'),
  ...Object.fromEntries(
    fencedBlocks(await own('docs/ci/README.md'))
      .filter(({ language }) => language === 'yaml')
      .map(({ line, text }) => [`README.md:${line}`, text]),
  ),
};

/** Exit code and output of the validator. */
async function validate(yaml: string, schema: string) {
  const folder = await openFolder();
  await writeFile(join(folder, 'pipeline.yml'), yaml);
  const transform = /gitlab|azure/.test(schema) ? ['--data-transform', schema] : [];
  const args = ['--builtin-schema', `vendor.${schema}`, ...transform, 'pipeline.yml'];
  return execute(validator ?? '', args, folder);
}

describe('a documented pipeline is valid by the schema of its vendor', () => {
  const known = Object.entries(files).flatMap(([name, yaml]) => {
    const schema = schemaOf(yaml);
    return schema === null ? [] : [[name, schema, yaml] as const];
  });

  it.for(known)('%s, %s', async ([, schema, yaml], context) => {
    need(context, validator !== null, 'check-jsonschema');
    expect(await validate(yaml, schema)).toMatchObject({ code: 0 });
  });

  it('and one that is not is found', async (context) => {
    need(context, validator !== null, 'check-jsonschema');
    expect(new Set(known.map(([, schema]) => schema)).size).toBe(4);
    expect(await validate('on: push\njobs: {}\nstep: 1\n', 'github-workflows')).toMatchObject({ code: 1 });
  });
});
