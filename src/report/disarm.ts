import { visible } from './visible.ts';

// CI servers look for these anywhere in a line: GitHub's old commands, Azure Pipelines, TeamCity.
const commands = /##(?=\[|vso\[|teamcity\[)/g;

/** Writes hostile text on one line, with everything invisible as an escape and nothing in it that a CI server takes for a command. */
export function disarm(text: string): string {
  return visible(text).replace(commands, String.raw`#\x23`);
}
