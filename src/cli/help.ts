import type { OptionTable } from './option.ts';

/** What a command says of its options. */
export function commandHelp(command: string, table: OptionTable): string {
  const rows = Object.entries(table).map(([name, { type, value, summary, repeatable }]) => {
    const shown = `--${name}${type === 'flag' ? '' : ` ${value ?? 'VALUE'}`}`;
    return `  ${shown.padEnd(24)}${summary}${repeatable === true ? ' (repeatable)' : ''}`;
  });
  return [`Usage: sbp-banks-conformance ${command} [options]`, '', ...rows, ''].join('\n');
}
