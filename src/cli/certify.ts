import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { attainedClasses } from '../certificate/attain.ts';
import { writeAuthority } from '../certificate/authority.ts';
import { award } from '../certificate/award.ts';
import type { FileContent } from '../certificate/digest.ts';
import { clearCertificate, writeCertificate } from '../certificate/folder.ts';
import { formerCertificate } from '../certificate/former.ts';
import { readOrder } from '../certificate/order.ts';
import type { Order } from '../certificate/order.ts';
import { UserError } from '../errors.ts';
import { createTargetRedactor } from '../execution/target-redactor.ts';
import { formats } from '../report/format.ts';
import { visible } from '../report/visible.ts';
import { specification } from '../spec/variant.ts';
import { readEnvironment } from '../target/environment.ts';
import type { Environment } from '../target/environment.ts';
import type { Target } from '../target/target.ts';
import { wrapped } from './announce.ts';
import { commandHelp } from './help.ts';
import type { Invocation } from './invocation.ts';
import { holdsSecret, leakExitCode } from './leak-guard.ts';
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
  out: { ...out, summary: 'folder of certificate and reports' },
  ...ofRun,
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
  const order = await orderOf(given, await readEnvironment(cwd, env), cwd);
  return runGiven(withEvidence(given), invocation, followUp(order, cwd));
}

async function initAuthority(folder: string, { cwd, terminal }: Invocation): Promise<number> {
  const files = await writeAuthority(resolve(cwd, folder), new Date());
  terminal.write('A demonstration authority, TEST ONLY: whoever has root.key can sign anything.\n');
  terminal.write(listed(files, cwd));
  return 0;
}

const listed = (files: readonly string[], cwd: string): string =>
  files.map((file) => `  ${relative(cwd, file)}\n`).join('');

function orderOf(given: Given, env: Environment, cwd: string): Promise<Order> {
  const [key, cert] = [given.text('key'), given.text('cert')];
  const missing = ['key', 'cert', 'out'].filter((name) => !given.has(name));
  if (key === undefined || cert === undefined || missing.length > 0) {
    const message = `certify needs ${missing.map((name) => `--${name}`).join(', ')}`;
    const hint =
      'for trying it out, `certify --init-authority DIR` writes a key and a certificate; nothing was sent';
    throw new UserError('usage', 'missing-option', message, hint);
  }
  const chosen = {
    key,
    cert,
    chain: given.text('chain'),
    passphraseEnv: given.text('passphrase-env'),
    validDays: given.integer('valid-days'),
  };
  return readOrder(chosen, env, cwd, new Date());
}

/** Without the evidence there is nothing to certify. */
function withEvidence(given: Given): Given {
  const list = given.text('format');
  if (list === undefined || list.split(',').some((word) => word.trim() === 'json')) return given;
  return { ...given, text: (name) => (name === 'format' ? `${list},json` : given.text(name)) };
}

type Finished = Awaited<ReturnType<FollowUp['finish']>>;

function followUp(order: Order, cwd: string): FollowUp {
  return {
    require: requireOpenTexts,
    begin: (folder, terminal) => tellFormer(folder, cwd, terminal),
    clear: clearCertificate,
    finish: (ended) => finish(order, cwd, ended),
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
      if (!(await holdsSecret(`"${pattern}"`, target, redactor))) continue;
      throw new UserError(
        'profile',
        'secret-in-pattern',
        `${target.source ?? 'the profile'}: texts.${condition} (variant ${variant}): found a pattern that holds a secret, expected one that may be read by everybody: the certificate states it`,
        'write the pattern into the profile instead of `${NAME}`; nothing was sent',
      );
    }
  }
}

async function finish(order: Order, cwd: string, ended: Ended): Promise<Finished> {
  const { results, target, conclusion, code, terminal } = ended;
  const reports = await readReports(ended);
  if (reports === null) return withheld(['a report was not written'], ended);
  const candidate = { results, spec: specification, target, reports, id: randomUUID(), now: new Date() };
  const made = await award(candidate, order);
  switch (made.kind) {
    case 'withheld':
      return withheld(made.reasons, ended);
    case 'leaking':
      for (const name of made.names) terminal.writeError(leakLine(name));
      return { code: leakExitCode, files: [] };
    case 'issued': {
      if (code === 3 && conclusion.isComplete) return withheld(['--complete: something is left open'], ended);
      const files = await writeCertificate(conclusion.folder, made.files);
      if (!conclusion.isQuiet) announce(files, cwd, ended);
      // What fails outside of the class is no matter of the certificate, and still a failure.
      return { code: code === 1 ? 1 : 0, files };
    }
  }
}

const leakLine = (name: string): string =>
  `error: ${name} would hold the private key, so no certificate was written (secret-in-output)\n`;

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
  return found;
}

function announce(files: readonly string[], cwd: string, { results, conclusion, terminal }: Ended): void {
  const classes = Object.entries(attainedClasses(results)).map(
    ([variant, reached]) => `  Variant ${variant.toUpperCase()}  class ${reached.class}\n`,
  );
  const folder = relative(cwd, conclusion.folder) || '.';
  const check = `Check it with: sbp-banks-conformance verify ${folder} --ca root.pem\n`;
  terminal.write(['\nCertificate:\n', ...classes, listed(files, cwd), check].join(''));
}
