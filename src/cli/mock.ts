// The command `mock`: the reference implementation as a sandbox.

import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { stringify } from 'yaml';
import { variantIds, variants } from '#banks/specification.ts';
import { withBuiltIn } from '../api/built-in.ts';
import type { TargetProfile } from '../api/options.ts';
import { UserError } from '../base/errors.ts';
import { obstacleOf } from '../base/file.ts';
import { jsonText } from '../base/json-text.ts';
import { shownFile } from '../base/path.ts';
import { wrap } from '../base/text-width.ts';
import { subjects } from '../reference/defects.ts';
import { nameOfEncryption } from '../reference/encryption.ts';
import type { Encryption } from '../reference/encryption.ts';
import { explainRefusal } from '../reference/explain-request.ts';
import { testPartners } from '../reference/profile.ts';
import type { Options } from './commands.ts';
import type { Invocation } from './invocation.ts';
import { wrapped } from './terminal.ts';

export async function mock(
  options: Options<'mock'>,
  _words: readonly string[],
  { cwd, terminal, signal }: Invocation,
): Promise<number> {
  if (options.list) {
    terminal.write(listChanges(options.json, terminal.width));
    return 0;
  }
  const { host, port, language, latency, defect = [], tolerance = [], banks, tls } = options;
  const encryption = encryptionOf(options);
  const builtIn = {
    host,
    port,
    language,
    latencyMs: latency,
    defects: defect,
    tolerances: tolerance,
    tls,
    banksFile: banks === undefined ? undefined : resolve(cwd, banks),
    encryption,
    onServed: (served: Parameters<typeof explainRefusal>[0]): void => {
      const line = explainRefusal(served, encryption);
      if (line !== null) terminal.write(`${line}\n`);
    },
  };
  return withBuiltIn(builtIn, async ({ reference, profile }) => {
    const file = options.writeTarget;
    const keys = file === undefined ? [] : await writeProfile(resolve(cwd, file), profile);
    const code = String(profile.variants?.b?.bankCode ?? '');
    const lines = [
      `The reference implementation listens on ${reference.url}`,
      ...variantIds.map((id) => `  variant ${id}: POST ${variants[id].path.replace('<bank_code>', code)}`),
      ...(file === undefined ? [] : [`The target profile that fits it (TEST ONLY): ${shownFile(file)}`]),
      ...keys.map((key) => `  ${shownFile(join(dirname(file ?? ''), key))}`),
      `Passwords are encrypted by ${nameOfEncryption(encryption)}.`,
      'Partners (TEST ONLY):',
      ...partners.map(([{ name, password }, what]) => `  ${name} with ${password} ${what}`),
      notSafe,
      'Stop it with Ctrl-C.',
    ];
    terminal.write(lines.map((line) => wrapped(line, terminal.width)).join(''));
    if (!signal.aborted) await once(signal, 'abort');
    return 0;
  });
}

const { valid, blocked, withoutReward } = testPartners;
const partners = [
  [valid, 'is accepted'],
  [blocked, 'is blocked in variant B'],
  [withoutReward, 'may have no rewards in variant B'],
] as const;

const notSafe =
  'Its keys and passwords are public: use no real data, and open no port to a network that you do not trust.';

/** Throws a UserError where the scheme has no such setting. */
function encryptionOf({ scheme, hash, mgf1, encoding }: Options<'mock'>): Encryption {
  if (scheme === 'rsa-oaep') {
    const usual = hash ?? 'sha256';
    return { scheme, hash: usual, mgf1: mgf1 ?? usual, encoding };
  }
  if (hash === undefined && mgf1 === undefined) return { scheme, encoding };
  const name = hash === undefined ? 'mgf1' : 'hash';
  const found = `--${name}: found beside --scheme rsa-pkcs1, which has no such setting`;
  const hint = 'leave it out, or use --scheme rsa-oaep; nothing was served';
  throw new UserError('usage', 'options-exclude-each-other', found, hint);
}

/** Writes the profile, with copies of the files that it names next to it. Resolves with their names. */
async function writeProfile(file: string, profile: TargetProfile): Promise<readonly string[]> {
  const stem = basename(file, extname(file));
  const { encryption, tls } = profile;
  const written: string[] = [];
  const put = async (name: string, content: string | Uint8Array): Promise<void> => {
    await writeFile(join(dirname(file), name), content).catch((error: unknown) => {
      const found = `--write-target: found ${obstacleOf(error)} at ${file}, expected a place for a file`;
      throw new UserError('usage', 'profile-not-written', found, 'name another file; nothing was served');
    });
  };
  const beside = async (path: string, name: string): Promise<string> => {
    await put(`${stem}.${name}`, await readFile(path));
    written.push(`${stem}.${name}`);
    return `./${stem}.${name}`;
  };
  const { key } = { ...encryption };
  const own = {
    ...profile,
    encryption: {
      ...encryption,
      ...(typeof key !== 'string' ? {} : { key: await beside(key, 'service.pem') }),
    },
    ...(tls?.ca === undefined ? {} : { tls: { ...tls, ca: await beside(tls.ca, 'ca.pem') } }),
  };
  await put(basename(file), `# TEST ONLY: fits the reference implementation\n${stringify(own)}`);
  return written;
}

function listChanges(isJson: boolean, width: number): string {
  if (isJson)
    return jsonText(subjects.map(({ kind, id, summary, fails }) => ({ kind, id, summary, violates: fails })));
  const linesOf = (wanted: 'defect' | 'tolerance'): string =>
    subjects
      .filter(({ kind }) => kind === wanted)
      .map(({ id, summary }) => `  ${id}\n      ${wrap(summary, width - 6).join('\n      ')}\n`)
      .join('');
  return `Mistakes that --defect ID makes:\n\n${linesOf('defect')}\nFreedoms that --tolerance ID uses:\n\n${linesOf('tolerance')}`;
}
