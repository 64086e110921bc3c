import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { writeAuthority } from '../certificate/authority.ts';
import { fileNames, isRecord, statementNames } from '../certificate/certificate.ts';
import { award, clearCertificate, requireOwnFolder, writeCertificate } from '../certificate/issue.ts';
import { readSigner } from '../certificate/signer.ts';
import type { Signer, SignerOptions } from '../certificate/signer.ts';
import { UserError } from '../base/errors.ts';
import { createTargetRedactor } from '../run/target-redactor.ts';
import { formats } from '../report/format.ts';
import { visible } from '../base/visible.ts';
import { judgeAgain } from '../results/judge.ts';
import { specification } from '../operation/specification.ts';
import { wrap } from '../base/text-width.ts';
import { say } from '../messages/message.ts';
import { program } from '../base/package.ts';
import { readEnvironment } from '../base/environment.ts';
import { shownFile } from '../base/path.ts';
import type { Target } from '../profile/target.ts';
import type { Invocation } from './invocation.ts';
import type { Ended, FollowUp } from './settings.ts';
import { findInData } from '../api/leak-guard.ts';
import { excluding } from './option.ts';
import type { Given } from './option.ts';
import { wrapped } from './terminal.ts';
import { runOne } from './run-command.ts';
import { isNamed, noTarget, settingsOf } from './settings.ts';
import type { RunSettings } from './settings.ts';
import type { Terminal } from './terminal.ts';

/**
 * Runs the suite. Writes a certificate next to its evidence if every claimed variant reaches a class, else a
 * signed record.
 */
export async function certify(given: Given, invocation: Invocation): Promise<number> {
  const { cwd, terminal } = invocation;
  const authority = given.text('init-authority');
  if (authority !== undefined) {
    const files = await writeAuthority(resolve(cwd, authority), new Date());
    terminal.write('A demonstration authority, TEST ONLY: anybody who has root.key can sign anything.\n');
    terminal.write(listed(files, cwd));
    return 0;
  }
  return certifyRun(given, invocation);
}

/** Runs `certify` for a service. */
async function certifyRun(given: Given, invocation: Invocation): Promise<number> {
  const { cwd, env } = invocation;
  const environment = await readEnvironment(cwd, env);
  const settings: RunSettings = { ...(await settingsOf(given, cwd)), formats: evidence };
  const options = signerOptions(given);
  if (!given.has('reference') && !isNamed(given, environment)) {
    const expected = 'a profile: the built-in reference is no service';
    throw noTarget('certify', expected, 'or say --reference to try it out; ');
  }
  const signer = await readSigner(options, environment, cwd, new Date());
  await requireOwnFolder(
    settings.folder,
    given.value('out'),
    [fileNames.evidence],
    ['key', 'cert', 'chain'].flatMap((name) => given.text(name) ?? []).map((path) => resolve(cwd, path)),
  );
  const followUp: FollowUp = {
    show: (results) => judgeAgain(results, specification, results.reviews, { isPublished: true }),
    prepare: (target, folder, own) => prepare(target, folder, cwd, own),
    finish: (ended, code) => finish(signer, cwd, ended, code),
  };
  return runOne(given, { ...settings, followUp }, invocation);
}

/** The only report in the folder of a certificate. */
const evidence = ['json'] as const;

const listed = (files: readonly string[], cwd: string): string =>
  files.map((file) => `  ${shownFile(relative(cwd, file))}\n`).join('');

const values: Readonly<Record<string, string>> = {
  '--key': 'FILE',
  '--cert': 'FILE',
  '--out': 'DIR, a new folder for the certificate, for example --out certificate',
};

/** Throws a UserError if an option is missing or contradicts another one. */
function signerOptions(given: Given): SignerOptions {
  const [key, signWith, cert] = [given.text('key'), given.text('sign-with'), given.text('cert')];
  if (key !== undefined && signWith !== undefined) throw excluding('--key', '--sign-with');
  const missing = ['cert', 'out'].filter((name) => !given.has(name)).map((name) => `--${name}`);
  const needed = [...(key === undefined && signWith === undefined ? ['--key'] : []), ...missing];
  if (cert === undefined || needed.length > 0) {
    const message = `certify needs ${needed.map((name) => `${name} ${values[name] ?? ''}`).join(', ')}`;
    const toTry = `to try it out: ${program} certify --init-authority demo writes demo/signer.key and demo/signer.pem`;
    const hint = `${needed.join() === '--out' ? 'add --out certificate' : toTry}; nothing was sent`;
    throw new UserError('usage', 'missing-option', message, hint);
  }
  const [chain, passphraseEnv] = [given.text('chain'), given.text('passphrase-env')];
  const validDays = Number(given.value('valid-days'));
  return { key, signWith, cert, chain, passphraseEnv, validDays };
}

/**
 * Removes the certificate of an earlier run, with a warning. Rejects with a UserError if a pattern under
 * `texts` contains a secret, because a certificate states these patterns.
 */
async function prepare(target: Target, folder: string, cwd: string, terminal: Terminal): Promise<void> {
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
  if (existsSync(join(folder, fileNames.sums))) {
    const shown = shownFile(relative(cwd, folder) || '.');
    const line = `${shown}: the former certificate is removed; one of this run replaces it, or a record that says why there is none`;
    terminal.writeError(wrapped(`! ${line}`, terminal.width));
  }
  await clearCertificate(folder);
}

async function finish(signer: Signer, cwd: string, ended: Ended, code: number): Promise<number> {
  const { results, target, settings, terminal } = ended;
  const crossed = (reason: string): string =>
    `  ${wrap(`✗ ${visible(reason)}`, terminal.width - 4).join('\n    ')}\n`;
  const withheld = (reasons: readonly string[]) => {
    terminal.writeError([`No certificate:\n`, ...reasons.map(crossed)].join(''));
    return code === 0 ? 3 : code;
  };
  const content = await readFile(join(settings.folder, fileNames.evidence)).catch(() => null);
  if (content?.toString('utf8') !== (await formats.json.text(results))) {
    return withheld(['a report was not written']);
  }
  const reports = [{ name: fileNames.evidence, content }];
  const texts = Object.fromEntries(
    Object.entries(target.variants).map(([variant, own]) => [variant, { ...own.texts }]),
  );
  const candidate = { results, spec: specification, texts, reports, id: randomUUID(), now: new Date() };
  const made = await award(candidate, signer);
  if (made.kind === 'withheld') return withheld(made.reasons);
  const files = await writeCertificate(settings.folder, made.files);
  if (signer.warning !== null) terminal.writeError(wrapped(`! ${signer.warning}`, terminal.width));
  const { certificate } = made;
  const { missed = [], expiresAt } = certificate;
  if (isRecord(certificate)) {
    terminal.writeError(
      [
        `No certificate, but a signed record of this run:\n`,
        ...missed.map((reason) => crossed(say(reason, 'en'))),
      ].join(''),
    );
  }
  const classes = Object.entries(certificate.variants).map(
    ([variant, { class: reached }]) =>
      `variant ${variant} ${reached === null ? 'no class' : `class ${reached}`}`,
  );
  const folder = shownFile(relative(cwd, settings.folder) || '.');
  const { statement } = statementNames[certificate.kind];
  const shown = shownFile(relative(cwd, join(settings.folder, statement)));
  const what = isRecord(certificate) ? '✗ signed record' : '✓ signed';
  const until = `until ${expiresAt.slice(0, 10)}`;
  const line = `${what}: ${classes.join(', ')} · ${until} · ${shown}\n`;
  terminal.write(`${settings.isQuiet ? '' : '\n'}${line}`);
  if (!settings.isQuiet) {
    const check = `Check it with: ${program} verify ${folder} --ca FILE, with the root certificate in FILE`;
    terminal.write(`${listed(files, cwd)}${check}\n`);
  }
  if (isRecord(certificate)) return code === 0 ? 3 : code;
  // A failure outside the class does not affect the certificate, but it sets the exit code.
  return code === 1 ? 1 : 0;
}
