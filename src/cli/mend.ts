import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { difference, ignoring, linesToAdd, mendProfile, nameIn } from '../doctor/fix.ts';
import type { Gaps } from '../doctor/fix.ts';
import { UserError } from '../errors.ts';
import { visible } from '../report/visible.ts';
import { readEnvironment, variable } from '../target/environment.ts';
import { obstacleOf, readText } from '../target/file.ts';
import { shownFile } from '../target/place.ts';
import { variablesIn } from '../target/profile.ts';
import type { Invocation } from './invocation.ts';
import type { Ask } from './init.ts';
import type { Given } from './option.ts';
import { noTarget } from './settings.ts';

/** A file before and after the change. */
interface Change {
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

/** Shows and writes what a profile lacks. Rejects with a UserError if no profile is named. */
export async function openMender(given: Given, invocation: Invocation, ask: Ask | null) {
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
