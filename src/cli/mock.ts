// The command `mock`: the reference implementation as a sandbox.

import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { stringify } from 'yaml';
import { variantIds, variants } from '#banks/specification.ts';
import { withBuiltIn } from '../api/built-in.ts';
import type { TargetProfile } from '../api/options.ts';
import { UserError } from '../base/errors.ts';
import { shownFile } from '../base/path.ts';
import { wrap } from '../base/text-width.ts';
import { subjects } from '../reference/defects.ts';
import { nameOfEncryption } from '../reference/encryption.ts';
import type { Encryption } from '../reference/encryption.ts';
import { explainRefusal } from '../reference/explain-request.ts';
import { testPartners } from '../reference/profile.ts';
import type { Options } from './commands.ts';
import type { Invocation } from './invocation.ts';
import { writeNew } from './new-file.ts';
import { tell } from './terminal.ts';

export async function mock(
  options: Options<'mock'>,
  _words: readonly string[],
  { cwd, terminal, signal }: Invocation,
): Promise<number> {
  if (options.list) {
    terminal.write(
      `Mistakes that --defect ID makes:\n\n${listOf('defect', terminal.width)}\n` +
        `Freedoms that --tolerance ID uses:\n\n${listOf('tolerance', terminal.width)}`,
    );
    return 0;
  }
  const { banks, writeTarget: file } = options;
  const { valid, blocked, withoutReward } = testPartners;
  const encryption = encryptionOf(options);
  const builtIn: Parameters<typeof withBuiltIn>[0] = {
    ...options,
    latencyMs: options.latency,
    defects: options.defect,
    tolerances: options.tolerance,
    banksFile: banks === undefined ? undefined : resolve(cwd, banks),
    encryption,
    onServed(served) {
      const line = explainRefusal(served, encryption);
      if (line !== null) terminal.write(`${line}\n`);
    },
  };
  return withBuiltIn(builtIn, async ({ reference, profile }) => {
    const keys = file === undefined ? [] : await writeProfile(resolve(cwd, file), profile);
    const code = String(profile.variants?.b?.bankCode ?? '');
    tell(
      terminal,
      `The reference implementation listens on ${reference.url}`,
      ...variantIds.map((id) => `  variant ${id}: POST ${variants[id].path.replace('<bank_code>', code)}`),
      ...(file === undefined ? [] : [`The target profile that fits it (TEST ONLY): ${shownFile(file)}`]),
      ...keys.map((key) => `  ${shownFile(join(dirname(file ?? ''), key))}`),
      `Passwords are encrypted by ${nameOfEncryption(encryption)}.`,
      'Partners (TEST ONLY):',
      `  ${valid.name} with ${valid.password} is accepted`,
      `  ${blocked.name} with ${blocked.password} is blocked in variant B`,
      `  ${withoutReward.name} with ${withoutReward.password} may have no rewards in variant B`,
      'Its keys and passwords are public: use no real data, and open no port to a network that you do not trust.',
      'Stop it with Ctrl-C.',
    );
    if (!signal.aborted) await once(signal, 'abort');
    return 0;
  });
}

function encryptionOf({ scheme, hash, mgf1, encoding }: Options<'mock'>): Encryption {
  if (scheme === 'rsa-oaep')
    return { scheme, hash: hash ?? 'sha256', mgf1: mgf1 ?? hash ?? 'sha256', encoding };
  if ((hash ?? mgf1) === undefined) return { scheme, encoding };
  const found = '--hash, --mgf1: found beside --scheme rsa-pkcs1, which has no such setting';
  throw new UserError('usage', 'options-exclude-each-other', found, 'leave them out; nothing was served');
}

/** Writes the profile, with copies of the files that it names next to it. Resolves with their names. */
async function writeProfile(file: string, profile: TargetProfile): Promise<readonly string[]> {
  const put = (name: string, content: string | Uint8Array): Promise<void> =>
    writeNew(join(dirname(file), name), content, `--write-target ${shownFile(file)}`, true);
  const named = { 'service.pem': profile.encryption?.key, 'ca.pem': profile.tls?.ca };
  const stem = basename(file, extname(file));
  const beside = new Map(Object.entries(named).map(([name, path]) => [path, `./${stem}.${name}`]));
  beside.delete(undefined);
  const text = stringify(profile, (_name, value: unknown) => beside.get(value as string) ?? value);
  await put(basename(file), `# TEST ONLY: fits the reference implementation\n${text}`);
  for (const [path, copy] of beside) await put(copy, await readFile(String(path)));
  return [...beside.values()];
}

const listOf = (wanted: 'defect' | 'tolerance', width: number): string =>
  subjects
    .filter(({ kind }) => kind === wanted)
    .map(({ id, summary }) => `  ${id}\n      ${wrap(summary, width - 6).join('\n      ')}\n`)
    .join('');
