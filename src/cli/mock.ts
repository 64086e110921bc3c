import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { stringify } from 'yaml';
import type { TargetProfile } from '../api/options.ts';
import { UserError } from '../base/errors.ts';
import { testPartners } from '../reference/profile.ts';
import { nameOfEncryption } from '../reference/encryption.ts';
import type { Encoding, Encryption, Hash } from '../reference/encryption.ts';
import type { Served } from '../reference/reference.ts';
import { wrap } from '../base/text-width.ts';
import { specification } from '../operation/specification.ts';
import { contained } from '../base/package.ts';
import { obstacleOf } from '../base/file.ts';
import { shownFile } from '../base/path.ts';
import { withBuiltIn } from '../api/built-in.ts';
import type { Invocation } from './invocation.ts';
import type { Given } from './option.ts';
import { wrapped } from './terminal.ts';
import type { Terminal } from './terminal.ts';
import { schemaLine } from './schema-line.ts';
import { jsonText } from '../base/json-text.ts';

export async function mock(given: Given, { cwd, terminal, signal }: Invocation): Promise<number> {
  if (given.has('list')) {
    terminal.write(await listChanges(given.has('json'), terminal.width));
    return 0;
  }
  const banks = given.text('banks');
  const language = given.value('language') === 'en' ? ('en' as const) : ('ru' as const);
  const judge = given.text('judge');
  const encryption = encryptionOf(given);
  const clients =
    judge === undefined ? null : await openJudgement(resolve(cwd, judge), { language, encryption });
  const sayEncryption = createEncryptionHint(encryption, terminal);
  const options = {
    host: given.value('host'),
    port: Number(given.value('port')),
    language,
    latencyMs: Number(given.value('latency')),
    defects: given.texts('defect'),
    tolerances: given.texts('tolerance'),
    tls: given.has('tls'),
    banksFile: banks === undefined ? undefined : resolve(cwd, banks),
    encryption,
    onServed: (served: Served): void => {
      void sayEncryption(served);
      clients?.add(served);
    },
  };
  return withBuiltIn(options, async ({ reference, profile }) => {
    const file = given.text('write-target');
    const keys = file === undefined ? [] : await writeProfile(resolve(cwd, file), profile);
    terminal.write(`The reference implementation listens on ${reference.url}\n`);
    for (const { id, path } of specification.variants) {
      const code = profile.variants?.[id]?.bankCode ?? '';
      terminal.write(`  variant ${id}: POST ${path.replace('<bank_code>', code)}\n`);
    }
    if (file !== undefined) {
      terminal.write(`The target profile that fits it (TEST ONLY): ${shownFile(file)}\n`);
      for (const key of keys) terminal.write(`  ${shownFile(join(dirname(file), key))}\n`);
    }
    terminal.write(`${partnersInLines(encryption)}${wrapped(notSafe, terminal.width)}`);
    terminal.write(
      judge === undefined
        ? 'With --judge FILE, it also writes what clients do wrong.\n'
        : `What clients do wrong is written to ${shownFile(judge)}\n`,
    );
    terminal.write('Stop it with Ctrl-C.\n');
    if (!signal.aborted) await once(signal, 'abort');
    await clients?.write();
    return 0;
  });
}

const notSafe =
  'Its keys and passwords are public: use no real data, and open no port to a network that you do not trust.';

/** Throws a UserError where the scheme has no such setting. The options allow these words alone. */
function encryptionOf(given: Given): Encryption {
  const encoding = given.value('encoding') as Encoding;
  const hash = given.value('hash') as Hash;
  const mgf1 = given.text('mgf1') as Hash | undefined;
  if (given.value('scheme') === 'rsa-oaep') return { scheme: 'rsa-oaep', hash, mgf1: mgf1 ?? hash, encoding };
  const name = ['hash', 'mgf1'].find(given.has);
  if (name === undefined) return { scheme: 'rsa-pkcs1', encoding };
  const message = `--${name}: found beside --scheme rsa-pkcs1, which has no such setting`;
  const hint = 'leave it out, or use --scheme rsa-oaep; nothing was served';
  throw new UserError('usage', 'options-exclude-each-other', message, hint);
}

/** Says once of each other encryption that clients use which one it is. */
function createEncryptionHint(expected: Encryption, terminal: Terminal): (served: Served) => Promise<void> {
  const said = new Set<string>();
  return async (served) => {
    if (served.otherEncryption === null) return;
    const { judgeClients } = await import('../sandbox/judge-clients.ts');
    const { sentenceOf } = await import('../sandbox/page.ts');
    const { wordsFor } = await import('../sandbox/words.ts');
    const advice = judgeClients([served], expected).flatMap((client) => client.advice);
    for (const finding of advice.filter(({ code }) => /^(?:java-mgf1|other-encryption)$/.test(code))) {
      const sentence = sentenceOf(finding, wordsFor('en'));
      if (said.has(sentence)) continue;
      said.add(sentence);
      for (const line of wrap(sentence, terminal.width)) terminal.write(`${line}\n`);
    }
  };
}

function partnersInLines(encryption: Encryption): string {
  const { valid, blocked, withoutReward } = testPartners;
  const rows = [
    [valid, 'is accepted'],
    [blocked, 'is blocked in variant B'],
    [withoutReward, 'may have no rewards in variant B'],
  ] as const;
  const lines = rows.map(([{ name, password }, what]) => `  ${name} with ${password} ${what}\n`);
  return `Passwords are encrypted by ${nameOfEncryption(encryption)}.\nPartners (TEST ONLY):\n${lines.join('')}`;
}

/** Writes the profile, with copies of the files that it names next to it. Returns the names of the copies. */
async function writeProfile(file: string, profile: TargetProfile): Promise<readonly string[]> {
  const stem = basename(file, extname(file));
  const { encryption, tls } = profile;
  const written: string[] = [];
  const put = async (name: string, content: string | Uint8Array): Promise<void> => {
    await writeFile(join(dirname(file), name), content).catch((error: unknown) => {
      const message = `--write-target: found ${obstacleOf(error)} at ${file}, expected a place for a file`;
      throw new UserError('usage', 'profile-not-written', message, 'name another file');
    });
  };
  const beside = async (path: string | null | undefined, name: string): Promise<string> => {
    const from = path ?? '';
    await put(`${stem}.${name}`, contained(from) ?? (await readFile(from)));
    written.push(`${stem}.${name}`);
    return `./${stem}.${name}`;
  };
  const own = {
    ...profile,
    encryption: { ...encryption, key: await beside(encryption?.key, 'service.pem') },
    ...(tls === undefined ? {} : { tls: { ...tls, ca: await beside(tls.ca, 'ca.pem') } }),
  };
  const head = `${schemaLine(dirname(file))}\n# TEST ONLY: fits the reference implementation\n`;
  await put(basename(file), `${head}${stringify(own)}`);
  return written;
}

/** Maximum number of requests kept for judging clients. */
const mostServed = 20_000;
/** Milliseconds between two updates of the page. */
const between = 1000;

/** Keeps the requests of clients, and writes their judgement as a page and as JSON next to it. */
async function openJudgement(
  file: string,
  { language, encryption }: { readonly language: 'ru' | 'en'; readonly encryption: Encryption },
) {
  const { judgeClients } = await import('../sandbox/judge-clients.ts');
  const { renderClients, sentenceOf } = await import('../sandbox/page.ts');
  const { wordsFor } = await import('../sandbox/words.ts');
  const served: Served[] = [];
  let timer: NodeJS.Timeout | null = null;
  const json = `${file.replace(/\.html?$/i, '')}.json`;
  const write = async (): Promise<void> => {
    const clients = judgeClients(served, encryption);
    const said = <Found extends Parameters<typeof sentenceOf>[0]>(found: readonly Found[]) =>
      found.map((one) => ({ ...one, text: sentenceOf(one, wordsFor(language)) }));
    const data = clients.map((one) => ({ ...one, failures: said(one.failures), advice: said(one.advice) }));
    await writeFile(json, jsonText({ clients: data }));
    await writeFile(file, renderClients(clients, language));
  };
  await write().catch((error: unknown) => {
    const message = `--judge: found ${obstacleOf(error)} at ${file}, expected a place for a file`;
    throw new UserError('usage', 'judgement-not-written', message, 'name another file; nothing was served');
  });
  return {
    add: (one: Served): void => {
      if (served.length === mostServed) served.shift();
      served.push(one);
      timer ??= setTimeout(() => {
        timer = null;
        void write().catch(() => undefined);
      }, between);
    },
    /** The last update. */
    write: (): Promise<void> => {
      if (timer !== null) clearTimeout(timer);
      return write();
    },
  };
}

/**
 * The defects and tolerances in lines of at most `width` columns, or as JSON with the requirements that each
 * violates.
 */
async function listChanges(isJson: boolean, width: number): Promise<string> {
  const { subjects } = await import('../reference/defects.ts');
  if (isJson) {
    const rows = subjects.map(({ kind, id, summary, fails }) => ({ kind, id, summary, violates: fails }));
    return jsonText(rows);
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
