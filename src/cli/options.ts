// How options are written down: in tables, whose names are the flags and whose types are what commands get.

import { InvalidArgumentError, Option } from 'commander';

/** Makes an option of its flag. `value`: of which type it is, never set. */
export interface Kind<Value> {
  (flag: string): Option;
  readonly value?: Value;
}

export type Table = Readonly<Record<string, Kind<unknown>>>;

/** What is given for the options of a table. */
export type Given<Own extends Table> = {
  readonly [Name in keyof Own]: Own[Name] extends Kind<infer Value> ? Value : never;
};

/** `aName`, `a-name`. */
export const kebab = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

export const optionsOf = (table: Table): readonly Option[] =>
  Object.entries(table).map(([name, make]) => make(`--${kebab(name)}`));

export function flag(help: string): Kind<boolean> {
  return (name) => new Option(name, help);
}

const valued =
  <Value>(word: string, help: string, parse: (value: string) => Value): Kind<Value | undefined> =>
  (name) => {
    let isGiven = false;
    return new Option(`${name} <${word}>`, help).argParser((value) => {
      if (isGiven) throw new InvalidArgumentError('It is given twice.');
      isGiven = true;
      return parse(value);
    });
  };

export const text = (word: string, help: string) => valued(word, help, filled);

export const number = (word: string, help: string, most = 999_999_999, isRight = Number.isInteger) =>
  valued(word, help, (value) => {
    const found = /^\d*\.?\d+$/.test(value) ? Number(value) : Number.NaN;
    if (found >= 0 && found <= most && isRight(found)) return found;
    const what = isRight === Number.isInteger ? 'whole number' : 'number';
    throw new InvalidArgumentError(`Expected a ${what} from 0 to ${most}.`);
  });

export const choice =
  <const Name extends string>(names: readonly Name[], word: string, help: string): Kind<Name | undefined> =>
  (name) =>
    Object.assign(valued(word, help, among(names))(name), { argChoices: names });

/** Separated by commas. */
export const choices = <Name extends string>(names: readonly Name[], word: string, help: string) =>
  valued(word, help, (value): readonly Name[] => value.split(',').map((one) => among(names)(one.trim())));

export const repeatable =
  (word: string, help: string, parse = filled): Kind<readonly string[] | undefined> =>
  (name) => {
    const values: string[] = [];
    return new Option(`${name} <${word}>`, `${help}; repeatable`).argParser((value) => {
      values.push(parse(value));
      return values;
    });
  };

function filled(value: string): string {
  if (value !== '' && !value.startsWith('--')) return value;
  throw new InvalidArgumentError('Expected a value.');
}

export const among =
  <Name extends string>(names: readonly Name[]) =>
  (value: string): Name => {
    const found = names.find((one) => one === value);
    if (found !== undefined) return found;
    throw new InvalidArgumentError(`Allowed choices are ${names.join(', ')}.`);
  };

/** `shown`: how help names the default. */
export function usually<Value>(usual: Value & {}, kind: Kind<Value>, shown?: string): Kind<Value & {}> {
  return (name) => kind(name).default(usual, shown);
}

export function required<Value>(kind: Kind<Value | undefined>): Kind<Value> {
  return (name) => kind(name).makeOptionMandatory();
}

export function without<Value>(others: string[], kind: Kind<Value>): Kind<Value> {
  return (name) => kind(name).conflicts(others);
}
