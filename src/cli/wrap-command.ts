/** Breaks a command in front of its options into lines of at most `width` columns, which a shell reads as one: all but the last end with a backslash. */
export function wrapCommand(command: string, width: number): readonly string[] {
  if (command.length <= width) return [command];
  const lines: string[] = [];
  const parts = command.split(/ (?=--)/);
  for (const [index, part] of parts.entries()) {
    const last = lines.pop();
    const joined = last === undefined ? part : `${last} ${part}`;
    const room = index === parts.length - 1 ? width : width - continued.length;
    if (last === undefined || joined.length <= room) lines.push(joined);
    else lines.push(`${last}${continued}`, `  ${part}`);
  }
  return lines;
}

const continued = ' \\';
