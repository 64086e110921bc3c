import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { attainedClasses, fileNames } from '../certificate/certificate.ts';
import type { FileContent } from '../certificate/certificate.ts';
import {
  award,
  clearCertificate,
  formerCertificate,
  requireOwnFolder,
  writeCertificate,
} from '../certificate/issue.ts';
import { readSigner, writeAuthority } from '../certificate/signer.ts';
import type { Signer } from '../certificate/signer.ts';
import { UserError } from '../errors.ts';
import { createTargetRedactor } from '../execution/target-redactor.ts';
import { formats, isFormatName } from '../report/format.ts';
import { visible } from '../report/visible.ts';
import { specification } from '../spec/variant.ts';
import { hasTargetSettings, readEnvironment } from '../target/environment.ts';
import type { Environment } from '../target/environment.ts';
import type { Target } from '../target/target.ts';
import { wrapped } from './announce.ts';
import { commandHelp } from './help.ts';
import type { Invocation } from './invocation.ts';
import { findInData } from './leak-guard.ts';
import { readOptions } from './option.ts';
import type { Given, OptionTable } from './option.ts';
import { runGiven } from './run.ts';
import type { Ended, FollowUp } from './run-against.ts';
import { runOptions } from './run-option.ts';

const { ui: _ui, out, ...ofRun } = runOptions;

const options = {
  key: {
    type: 'text',
    group: 'certificate',
    value: 'FILE',
    summary: 'private key of the signer (PEM, RSA or EC)',
  },
  cert: { type: 'text', group: 'certificate', value: 'FILE', summary: 'certificate of the signer (PEM)' },
  chain: {
    type: 'text',
    group: 'certificate',
    value: 'FILE',
    summary: 'certificates between the signer and the root (PEM)',
  },
  'sign-with': {
    type: 'text',
    group: 'certificate',
    value: 'COMMAND',
    summary: 'in place of --key: reads SHA256SUMS, prints its detached CMS signature (run by the shell)',
  },
  'passphrase-env': {
    type: 'text',
    group: 'certificate',
    value: 'NAME',
    summary: 'variable that holds the passphrase of the key',
  },
  'valid-days': {
    type: 'integer',
    group: 'certificate',
    least: 1,
    value: 'N',
    summary: 'days it is valid for, 365 if left out',
  },
  'init-authority': {
    type: 'text',
    group: 'certificate',
    value: 'DIR',
    summary: 'only write a demonstration root and signer into DIR',
  },
  reference: { type: 'flag', group: 'target', summary: 'certify the built-in reference, to try it out' },
  out: { ...out, summary: 'folder of the certificate, which holds nothing else' },
  ...ofRun,
  format: { ...ofRun.format, summary: 'reports to stand beside the evidence; none if left out' },
} as const satisfies OptionTable;

/** Runs the suite and, where every claimed variant reaches a class, writes a signed certificate beside its evidence. */
export async function certify(invocation: Invocation): Promise<number> {
  const { args, cwd, env, terminal } = invocation;
  const given = readOptions('certify', args, options);
  if (given.has('help')) {
    terminal.write(commandHelp('certify', options));
    return 0;
  }
  const authority = given.text('init-authority');
  if (authority !== undefined) return initAuthority(authority, invocation);
  const environment = await readEnvironment(cwd, env);
  const signer = await signerOf(given, environment, cwd);
  requireTarget(given, environment);
  const shown = given.text('out') ?? '';
  await requireOwnFolder(resolve(cwd, shown), shown, reportNames(given));
  return runGiven(withEvidence(given), invocation, followUp(signer, cwd));
}

/** A certificate of the reference says nothing about a service. */
function requireTarget(given: Given, env: Environment): void {
  const flags = { target: given.text('target'), baseUrl: given.text('base-url') };
  if (given.has('reference') || hasTargetSettings(flags, env)) return;
  throw new UserError(
    'usage',
    'no-target',
    'certify: found no target, expected a profile: the built-in reference is no service',
    'name one by --target FILE, --base-url URL or the SBP_* variables, or say --reference to try it out; nothing was sent',
  );
}

async function initAuthority(folder: string, { cwd, terminal }: Invocation): Promise<number> {
  const files = await writeAuthority(resolve(cwd, folder), new Date());
  terminal.write('A demonstration authority, TEST ONLY: whoever has root.key can sign anything.\n');
  terminal.write(listed(files, cwd));
  return 0;
}

const listed = (files: readonly string[], cwd: string): string =>
  files.map((file) => `  ${relative(cwd, file)}\n`).join('');

function signerOf(given: Given, env: Environment, cwd: string): Promise<Signer> {
  const [key, signWith, cert] = [given.text('key'), given.text('sign-with'), given.text('cert')];
  if (key !== undefined && signWith !== undefined) {
    throw new UserError(
      'usage',
      'options-exclude-each-other',
      'found --key and --sign-with, expected one of them',
      'leave one out; nothing was sent',
    );
  }
  const missing = ['cert', 'out'].filter((name) => !given.has(name)).map((name) => `--${name}`);
  const needed = [...(key === undefined && signWith === undefined ? ['--key'] : []), ...missing];
  if (cert === undefined || needed.length > 0) {
    const message = `certify needs ${needed.join(', ')}`;
    const hint =
      'for trying it out, `certify --init-authority DIR` writes a key and a certificate; nothing was sent';
    throw new UserError('usage', 'missing-option', message, hint);
  }
  const chosen = {
    key,
    signWith,
    cert,
    chain: given.text('chain'),
    passphraseEnv: given.text('passphrase-env'),
    validDays: given.integer('valid-days'),
  };
  return readSigner(chosen, env, cwd, new Date());
}

/** The reports that were asked for; the evidence is always among them. */
const chosenReports = (given: Given): readonly string[] =>
  [...new Set(['json', ...(given.text('format') ?? '').split(',').map((word) => word.trim())])].filter(
    (word) => word !== '',
  );

const reportNames = (given: Given): readonly string[] =>
  chosenReports(given).flatMap((word) => (isFormatName(word) ? [formats[word].file] : []));

/** Without the evidence there is nothing to certify; other reports can be drawn from it. */
const withEvidence = (given: Given): Given => ({
  ...given,
  text: (name) => (name === 'format' ? chosenReports(given).join() : given.text(name)),
});

type Finished = Awaited<ReturnType<FollowUp['finish']>>;

function followUp(signer: Signer, cwd: string): FollowUp {
  return {
    require: requireOpenTexts,
    begin: (folder, terminal) => tellFormer(folder, cwd, terminal),
    clear: clearCertificate,
    finish: (ended) => finish(signer, cwd, ended),
  };
}

/** A certificate of an earlier run does not stay beside the reports of this one, and does not go in silence. */
async function tellFormer(folder: string, cwd: string, terminal: Invocation['terminal']): Promise<void> {
  const former = await formerCertificate(folder);
  if (former === null) return;
  const shown = relative(cwd, folder) || '.';
  const line = `! ${shown}: ${former} is removed; one of this run replaces it where a class is reached`;
  terminal.writeError(wrapped(line, terminal.width));
}

/** The certificate states the patterns that decided what a text means. */
async function requireOpenTexts(target: Target): Promise<void> {
  const redactor = createTargetRedactor(target);
  for (const [variant, { texts }] of Object.entries(target.variants)) {
    for (const [condition, pattern] of Object.entries(texts)) {
      if (findInData(pattern, redactor).length === 0) continue;
      throw new UserError(
        'profile',
        'secret-in-pattern',
        `${target.source ?? 'the profile'}: texts.${condition} (variant ${variant}): found a pattern that holds a secret, expected one that may be read by everybody: the certificate states it`,
        'write the pattern into the profile instead of `${NAME}`; nothing was sent',
      );
    }
  }
}

async function finish(signer: Signer, cwd: string, ended: Ended): Promise<Finished> {
  const { results, target, conclusion, code, terminal } = ended;
  const reports = await readReports(ended);
  if (reports === null) return withheld(['a report was not written'], ended);
  const texts = Object.fromEntries(
    Object.entries(target.variants).map(([variant, settings]) => [variant, { ...settings.texts }]),
  );
  const candidate = { results, spec: specification, texts, reports, id: randomUUID(), now: new Date() };
  const made = await award(candidate, signer);
  switch (made.kind) {
    case 'withheld':
      return withheld(made.reasons, ended);
    case 'issued': {
      if (code === 3 && conclusion.isComplete) return withheld(['--complete: something is left open'], ended);
      const files = await writeCertificate(conclusion.folder, made.files);
      if (signer.warning !== null) terminal.writeError(wrapped(`! ${signer.warning}`, terminal.width));
      if (!conclusion.isQuiet) announce(files, cwd, ended);
      // What fails outside of the class is no matter of the certificate, and still a failure.
      return { code: code === 1 ? 1 : 0, files };
    }
  }
}

function withheld(reasons: readonly string[], { code, terminal }: Ended): Finished {
  const lines = reasons.map((reason) => `  ✗ ${visible(reason)}\n`);
  terminal.writeError(['No certificate:\n', ...lines].join(''));
  return { code: code === 0 ? 3 : code, files: [] };
}

/** The reports as they lie in the folder; null where one of them is missing, or left there by another run. */
async function readReports({ conclusion, results }: Ended): Promise<readonly FileContent[] | null> {
  const found: FileContent[] = [];
  for (const name of new Set(conclusion.formats)) {
    const { file, load } = formats[name];
    const content = await readFile(join(conclusion.folder, file)).catch(() => null);
    if (content === null || content.toString('utf8') !== (await load())(results)) return null;
    found.push({ name: file, content });
  }
  return found.some(({ name }) => name === fileNames.evidence) ? found : null;
}

function announce(files: readonly string[], cwd: string, { results, conclusion, terminal }: Ended): void {
  const classes = Object.entries(attainedClasses(results)).map(
    ([variant, reached]) => `  Variant ${variant.toUpperCase()}  class ${reached.class}\n`,
  );
  const folder = relative(cwd, conclusion.folder) || '.';
  const check = `Check it with: sbp-banks-conformance verify ${folder} --ca root.pem\n`;
  terminal.write(['\nCertificate:\n', ...classes, listed(files, cwd), check].join(''));
}
