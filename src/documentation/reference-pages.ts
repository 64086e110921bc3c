import { allClaims, deriveCases } from '../case/plan.ts';
import { commands } from '../cli/command.ts';
import { subjects } from '../selftest/subject.ts';
import { program } from '../cli/program.ts';
import { deriveRequirements } from '../spec/requirement.ts';
import { specification } from '../spec/variant.ts';
import { targetJsonSchema } from '../target/schema.ts';
import { defectPage, tolerancePage } from './change-page.ts';
import { commandPage } from './command-page.ts';
import type { CommandHelp } from './command-page.ts';
import { exitCodePage, exitCodes } from './exit-code-page.ts';
import { allAdvisories, notedRun, partObservations } from './noted-run.ts';
import { advisoryPage, observationPage } from './observation-page.ts';
import { profilePage } from './profile-page.ts';
import { requirementPage } from './requirement-page.ts';

/** Every page of docs/reference that is calculated, by its file; runs the suite against the reference once. */
export async function referencePages(): Promise<Readonly<Record<string, string>>> {
  const cases = deriveCases(specification, allClaims(specification));
  const results = await notedRun();
  const { asked, seen } = partObservations(results);
  const usual = new Set(cases.map(({ id }) => id));
  const thorough = asked
    .filter(({ id }) => !usual.has(id))
    .map(({ id }) => id.replace(/^\w+\.observed\./, ''));
  return {
    'requirements.md': requirementPage(deriveRequirements(specification), cases),
    'defects.md': defectPage(subjects),
    'tolerances.md': tolerancePage(subjects),
    'observations.md': observationPage(withoutPrefix(asked), withoutPrefix(seen), [...new Set(thorough)]),
    'advisories.md': advisoryPage(allAdvisories(results)),
    'profile.md': profilePage(targetJsonSchema()),
    'commands.md': commandPage(
      await Promise.all(Object.entries(commands).map(([name, { summary }]) => helpOf(name, summary))),
    ),
    'exit-codes.md': exitCodePage(exitCodes),
  };
}

const withoutPrefix = <Note extends { readonly id: string }>(notes: readonly Note[]): readonly Note[] =>
  notes.map((note) => ({ ...note, id: note.id.replace('.observed.', '.') }));

async function helpOf(name: string, summary: string): Promise<CommandHelp> {
  const said: string[] = [];
  const write = (text: string): void => void said.push(text);
  await program([name, '--help'], {
    env: {},
    cwd: '.',
    signal: new AbortController().signal,
    terminal: { write, writeError: write, width: 80, color: false, isLive: false },
  });
  return { name, summary, help: said.join('') };
}
