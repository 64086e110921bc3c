import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { stringify } from 'yaml';
import { UserError } from '../errors.ts';
import { wrap } from '../report/text-width.ts';
import { obstacleOf } from '../target/file.ts';
import { shownFile } from '../target/place.ts';
import { withBuiltIn } from './built-in.ts';
import type { Invocation } from './command.ts';
import type { Given } from './option.ts';

/** Serves the reference implementation until it is interrupted. */
export async function mock(given: Given, { cwd, terminal, signal }: Invocation): Promise<number> {
  if (given.has('list')) {
    terminal.write(await listChanges(given.has('json'), terminal.width));
    return 0;
  }
  const port = Number(given.value('port'));
  if (port > 65_535) {
    throw new UserError(
      'usage',
      'wrong-port',
      `--port: found ${port}, expected 0 to 65535`,
      'choose another',
    );
  }
  const banks = given.text('banks');
  const options = {
    port,
    language: given.value('language') === 'en' ? ('en' as const) : ('ru' as const),
    latencyMs: Number(given.value('latency')),
    defects: given.texts('defect'),
    tolerances: given.texts('tolerance'),
    tls: given.has('tls'),
    banksFile: banks === undefined ? undefined : resolve(cwd, banks),
  };
  return withBuiltIn(options, async ({ reference, profile }) => {
    const file = given.text('write-target');
    if (file !== undefined) await writeProfile(resolve(cwd, file), profile);
    terminal.write(`The reference implementation listens on ${reference.url}\n`);
    if (file !== undefined)
      terminal.write(`The target profile that fits it (TEST ONLY): ${shownFile(file)}\n`);
    terminal.write('Stop it with Ctrl-C.\n');
    if (!signal.aborted) await once(signal, 'abort');
    return 0;
  });
}

async function writeProfile(file: string, profile: object): Promise<void> {
  const text = `# TEST ONLY: fits the reference implementation\n${stringify(profile)}`;
  await writeFile(file, text).catch((error: unknown) => {
    const message = `--write-target: found ${obstacleOf(error)} at ${file}, expected a place for a file`;
    throw new UserError('usage', 'profile-not-written', message, 'name another file');
  });
}

/** The defects and tolerances: for people in lines of at most `width` columns, or for programs with the requirements that each violates. */
async function listChanges(isJson: boolean, width: number): Promise<string> {
  const { subjects } = await import('../reference/defects.ts');
  if (isJson) {
    const rows = subjects.map(({ kind, id, summary, fails }) => ({ kind, id, summary, violates: fails }));
    return `${JSON.stringify(rows, null, 2)}\n`;
  }
  const titles = {
    defect: 'Defects, mistakes that --defect ID makes:',
    tolerance: 'Tolerances, freedoms of a conforming service that --tolerance ID uses:',
  };
  const blocks = (['defect', 'tolerance'] as const).map((kind) => {
    const own = subjects.filter((subject) => subject.kind === kind);
    const lines = own.flatMap(({ id, summary }) => [
      `  ${id}`,
      ...wrap(summary, width - 6).map((line) => `      ${line}`),
    ]);
    return [titles[kind], '', ...lines, ''].join('\n');
  });
  return blocks.join('\n');
}
