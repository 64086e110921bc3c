import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { difference, ignoring, linesToAdd, mendProfile, nameIn } from '../doctor/fix.ts';
import type { Gaps } from '../doctor/fix.ts';
import { finding, inspectBaseline, isReady, renderFinding, summarize } from '../doctor/finding.ts';
import type { Finding } from '../doctor/finding.ts';
import { checkNetwork, speaksTls } from '../doctor/network.ts';
import { checkConditions, openProbe } from '../doctor/probe.ts';
import type { Probe, ProbeOptions } from '../doctor/probe.ts';
import { inspectClock, inspectProfile } from '../doctor/profile.ts';
import { refusals, tryEncryption } from '../doctor/try-encryption.ts';
import { safeText } from '../embedding/leak-guard.ts';
import { UserError } from '../errors.ts';
import { visible } from '../report/visible.ts';
import { specification, variantById } from '../spec/specification.ts';
import { readEnvironment, variable } from '../target/environment.ts';
import { obstacleOf, readText } from '../target/file.ts';
import { shownFile } from '../target/place.ts';
import { variablesIn } from '../target/profile.ts';
import type { Target } from '../target/target.ts';
import type { Evidence } from '../verdict/evidence.ts';
import type { Invocation } from './invocation.ts';
import type { Ask } from './init.ts';
import type { Given } from './option.ts';
import { warningLine } from './progress.ts';
import { noTarget, requireTarget } from './settings.ts';
import { jsonText } from '../report/machine/json-text.ts';

/**
 * Checks a profile against the target step by step and says what to fix. Gives 0, or 3 if something has to be
 * fixed or, with `--complete`, was left out.
 */
export function doctor(given: Given, invocation: Invocation): Promise<number> {
  const isAttended = process.stdin.isTTY && invocation.terminal.isLive && !given.has('json');
  return doctorWith(given, invocation, isAttended ? askOnce(invocation) : null);
}

const askOnce =
  ({ signal }: Invocation): Ask =>
  async (question) => {
    const dialogue = createInterface({ input: process.stdin, output: process.stderr });
    try {
      return await dialogue.question(question, { signal });
    } finally {
      dialogue.close();
    }
  };

/** `doctor`; `ask` confirms what `--fix` writes, null without a person. */
export async function doctorWith(given: Given, invocation: Invocation, ask: Ask | null): Promise<number> {
  const { signal, terminal, guard } = invocation;
  const mender = given.has('fix') ? await openMender(given, invocation, ask) : null;
  // A profile whose variables have no values yet cannot be loaded.
  await mender?.mend({ conditions: [], accepted: [] });
  const target = await requireTarget(given, invocation);
  const onWarning = (message: string): void => terminal.writeError(warningLine(message, terminal));
  const options = { target, signal, onWarning };
  const probe = await openProbe(options);
  const { redactor } = probe;
  guard.add(redactor);
  const findings: Finding[] = [];
  try {
    for await (const found of examineTarget(options, probe, given)) {
      findings.push(found);
      if (!given.has('json')) terminal.write(safeText(renderFinding(found), redactor));
    }
  } finally {
    await probe.close();
  }
  const isComplete = given.has('complete');
  const accepted = findings.flatMap((found) => found.accepted ?? []);
  const gaps = { conditions: [...new Set(findings.flatMap(({ leftOut = [] }) => leftOut))], accepted };
  const lines = linesToAdd(gaps);
  const isMended = (await mender?.mend(gaps)) ?? true;
  const code = isReady(findings, isComplete) && isMended ? 0 : 3;
  const answer = { ready: code === 0, exitCode: code, findings, lines };
  const block = lines.length === 0 || mender !== null ? '' : [howToAdd, ...lines, '\n'].join('\n');
  const text = given.has('json') ? jsonText(answer) : `${block}${summarize(findings, isComplete)}`;
  terminal.write(safeText(text, redactor));
  return code;
}

const howToAdd = `
Lines for the profile; \`doctor --fix\` writes those that it lacks, conditions as comments.
If the profile has the first line of a block already, add only the lines below it.
`;

/** Examines a target step by step. A step sends one request at most, plus set-up and controls. */
async function* examineTarget(options: ProbeOptions, probe: Probe, given: Given): AsyncGenerator<Finding> {
  const { target } = options;
  yield* inspectProfile(target);
  const network = await checkNetwork(target, new Date());
  yield* network;
  if (network.some(({ mark }) => mark === 'bad')) {
    yield finding('untried', 'plain request and conditions: not tried, the target is not reached');
    return;
  }
  let isClockKnown = false;
  let logins = target.limits.failedLogins;
  const ids = Object.keys(target.variants);
  for (const [index, id] of ids.entries()) {
    const { found, evidence } = await tryBaseline(target, probe, id);
    yield found;
    if (evidence !== null && evidence.response !== null && !isClockKnown) {
      isClockKnown = true;
      yield inspectClock(evidence);
    }
    const first = evidence?.response?.status === 200 && evidence.facts?.kind === 'json' ? evidence : null;
    const status = evidence?.response?.status ?? 200;
    const isRefused = refusals.includes(status);
    if (isRefused) logins -= 1;
    if ((given.has('try-encryption') || given.has('fix')) && status !== 200) {
      // The plain request of every other variant will be refused, too.
      const left = isRefused ? logins - (ids.length - 1 - index) : logins;
      const tried = await tryEncryption(options, id, status, left);
      logins -= tried.failed;
      yield tried.found;
    }
    yield* checkConditions(id, { target, probe, first, isSetUpAllowed: given.has('setup') });
  }
}

/** Sends the plain request of a variant. */
async function tryBaseline(
  target: Target,
  probe: Probe,
  id: string,
): Promise<{ readonly found: Finding; readonly evidence: Evidence | null }> {
  const probed = await probe.send(id, 'success');
  if (probed.kind !== 'sent') {
    const found = finding('untried', `variant ${id}, plain request: not tried, ${probed.note}`);
    return { found, evidence: null };
  }
  const { evidence } = probed;
  const found = inspectBaseline(variantById(specification, id), evidence, {
    baseUrl: target.baseUrl,
    speaksTls: await speaksTls(target, evidence),
  });
  return { found, evidence };
}

/** A file before and after the change. */
interface Change {
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

/** Shows and writes what a profile lacks. Rejects with a UserError if no profile is named. */
async function openMender(given: Given, invocation: Invocation, ask: Ask | null) {
  const { cwd, terminal, guard } = invocation;
  const env = await readEnvironment(cwd, invocation.env);
  const file = given.text('target') ?? variable(env, 'SBP_TARGET');
  if (file === null) throw noTarget('doctor --fix');
  const say = (line: string): void => terminal.writeError(`${visible(guard.mask(line))}\n`);
  const textOf = async (name: string): Promise<string> => {
    const read = await readText(resolve(cwd, name), { from: 'stranger' });
    return read.kind === 'read' ? read.content : '';
  };
  const write = async ({ name, after }: Change): Promise<void> => {
    // `.env` will hold secrets: only its owner may read it.
    const mode = name === '.env' ? 0o600 : 0o666;
    await writeFile(resolve(cwd, name), after, { mode }).catch((error: unknown) => {
      const message = `${shownFile(name)}: found ${obstacleOf(error)}, expected a file that can be written`;
      throw new UserError('usage', 'not-mended', message, 'write the lines into it by hand');
    });
    say(`${shownFile(name)}: written${name === file ? '; run doctor again to check it' : ''}`);
  };
  return {
    /** Writes what the profile lacks, and the names of unset variables; false if nobody could be asked. */
    async mend(gaps: Gaps): Promise<boolean> {
      const [profile, values, rules] = [await textOf(file), await textOf('.env'), await textOf('.gitignore')];
      const names = [...variablesIn(profile), ...variablesIn(linesToAdd(gaps).join('\n'))];
      const unset = names.filter((name) => variable(env, name) === null);
      const changes = [
        { name: file, before: profile, after: profile === '' ? '' : mendProfile(profile, gaps) },
        { name: '.env', before: values, after: nameIn(values, unset) },
        { name: '.gitignore', before: rules, after: names.length === 0 ? rules : ignoring(rules) },
      ].filter(({ before, after }) => before !== after);
      if (changes.length === 0) return true;
      for (const { name, before, after } of changes)
        for (const line of [`--- ${shownFile(name)}`, ...difference(before, after)]) say(line);
      if (ask === null && !given.has('yes')) {
        say('! nothing is written: there is nobody to ask; add --yes');
        return false;
      }
      const isAgreed = given.has('yes') || /^y(?:es)?$/i.test((await ask?.('Write this? (y/n) ')) ?? '');
      if (isAgreed) for (const change of changes) await write(change);
      return true;
    },
  };
}
