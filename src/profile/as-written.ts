import { isAlias, isNode, isPair, isScalar, visit } from 'yaml';
import type { Document, Pair, Scalar } from 'yaml';
import { shownFile, stringsIn, writePath } from '../base/path.ts';
import type { Path } from '../base/path.ts';
import { message } from '../messages/message.ts';
import type { Message } from '../messages/message.ts';
import type { Replacement } from './secrets.ts';
import { traitsAt } from './setting.ts';
import type { Doubt } from './target.ts';

// The only place that looks whether a value is what its author wrote. It says so without the value.

/** What a value is: this decides which characters are usual in it. */
export type Kind = 'secret' | 'name' | 'ciphertext';

type Name = (characters: string) => Message;

interface Stray {
  readonly pattern: RegExp;
  /** In words, for all that were found. */
  readonly name: Name;
  /** Unusual only at the ends of a value, except in a ciphertext. */
  readonly isUsualWithin?: true;
  readonly isUsualIn?: Kind;
}

/** `U+200B` for each distinct character. */
const codesOf = (characters: string): readonly string[] =>
  [...new Set(characters)].map(
    (one) => `U+${(one.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`,
  );

/** Characters that programs, editors and web pages add or exchange; no two patterns share one. */
const strays: readonly Stray[] = [
  { pattern: /[\n\v\f\r\u0085\u2028\u2029]/gu, name: () => message('stray-line-break') },
  { pattern: / /gu, name: () => message('stray-blank'), isUsualWithin: true },
  { pattern: /\t/gu, name: () => message('stray-tab') },
  {
    pattern: /(?! )[\p{Zs}\u2800\u3164]/gu,
    name: (found) => message('stray-odd-blank', { codes: codesOf(found) }),
  },
  {
    pattern: /(?![\t\n\v\f\r\u0085])\p{Cc}/gu,
    name: (found) => message('stray-control', { codes: codesOf(found) }),
  },
  { pattern: /\ufffd/gu, name: () => message('stray-replacement') },
  {
    // Emoji end in a variation selector.
    pattern: /(?![\ufe0e\ufe0f\u3164])(?:[\p{Cf}\p{Cs}]|\p{Default_Ignorable_Code_Point})/gu,
    name: (found) => message('stray-invisible', { codes: codesOf(found) }),
  },
  {
    pattern: /[\u2010-\u201f\u2026\u2032\u2033\u2039\u203a\u2212\u00ab\u00bb\uff01-\uff5e]/gu,
    name: (found) => message('stray-typographic', { codes: codesOf(found) }),
    // A partner may be called «X», and its name have a dash.
    isUsualIn: 'name',
  },
];

type Place = 'begins' | 'ends' | 'holds';

const edge = String.raw`[\s\p{Cc}\p{Cf}\ufffd\u2800\u3164]*`;
const [head, tail] = [new RegExp(`^${edge}`, 'u'), new RegExp(`${edge}$`, 'u')];

function straysIn(text: string, kind: Kind): readonly Message[] {
  const before = head.exec(text)?.[0].length ?? 0;
  // A text of nothing else begins and ends nowhere.
  const start = before === text.length ? 0 : before;
  const end = before === text.length ? before : text.length - (tail.exec(text)?.[0].length ?? 0);
  const found: Record<Place, Message[]> = { begins: [], ends: [], holds: [] };
  for (const { pattern, name, isUsualWithin, isUsualIn } of strays) {
    if (kind === isUsualIn) continue;
    const at: Record<Place, string> = { begins: '', ends: '', holds: '' };
    for (const match of text.matchAll(pattern)) {
      const place = match.index < start ? 'begins' : match.index >= end ? 'ends' : 'holds';
      if (place !== 'holds' || isUsualWithin !== true || kind === 'ciphertext') at[place] += match[0];
    }
    for (const place of ['begins', 'ends', 'holds'] as const)
      if (at[place] !== '') found[place].push(name(at[place]));
  }
  const { begins, ends, holds } = found;
  return [
    ...(begins.length > 0 ? [message('value-begins', { what: begins })] : []),
    ...(ends.length > 0 ? [message('value-ends', { what: ends })] : []),
    ...(holds.length > 0 ? [message('value-holds', { what: holds })] : []),
  ];
}

/** A placeholder, or a variable as a shell, Windows, PowerShell or a template writes it. */
const lookalikeReference =
  /^(?:\$\{?[A-Z_][A-Z\d_]+\}?|\$\(.+\)|%\w+%|\$env:\w+|\$?\{\{.+\}\}|<[A-Za-z][\w -]*>)$/s;

/** Cyrillic letters that look like Latin ones. */
const twins = 'аеорсухіјѕԁАВЕКМНОРСТУХІЈЅ';
const mixedWord = new RegExp(`(?:[A-Za-z][${twins}]|[${twins}][A-Za-z])`, 'u');

/** The name of an encoding in which the bytes of a UTF-8 text may have been read; null if they were not. */
function misreadAs(text: string): string | null {
  if (!/[^\0-\x7f]{2}/u.test(text)) return null;
  const names = ['windows-1252', 'windows-1251'];
  return names.find((name) => isMisread(text, bytesIn(name))) ?? null;
}

function bytesIn(encoding: string): ReadonlyMap<string, number> {
  const all = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  const characters = Array.from(new TextDecoder(encoding).decode(all));
  return new Map(characters.map((character, byte) => [character, byte]));
}

function isMisread(text: string, byteOf: ReadonlyMap<string, number>): boolean {
  const bytes = Array.from(text, (character) => byteOf.get(character) ?? -1);
  if (bytes.includes(-1)) return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes));
    return true;
  } catch {
    return false;
  }
}

/** What suggests that a secret or a name is not what its author wrote, each as the end of a sentence. */
export function flawsOf(text: string, kind: Kind): readonly Message[] {
  const trimmed = text.trim();
  const encoding = misreadAs(trimmed);
  // Its characters are bytes of others.
  if (encoding !== null) return [message('value-misread', { encoding })];
  return [
    ...straysIn(text, kind),
    ...(inQuotes.test(trimmed) ? [message('value-quoted')] : []),
    ...(lookalikeReference.test(trimmed) ? [message('value-reference')] : []),
    ...(text !== text.normalize('NFC') ? [message('value-decomposed')] : []),
    ...(isMixed(text) ? [message('value-mixed')] : []),
  ];
}

const inQuotes = /^(["'`]).+\1$|^“.+”$|^‘.+’$|^„.+[“”]$|^«.+»$/su;

/** Characters of a password that no ciphertext contains by chance. */
const leastPassword = 5;

/** The same of a ciphertext, which is one word of ASCII, or PEM. */
function flawsOfCiphertext(text: string, password: string): readonly Message[] {
  const readings = [text, ...(['base64', 'hex'] as const).map((one) => Buffer.from(text, one).toString())];
  if (password.length >= leastPassword && readings.some((one) => one.includes(password)))
    return [message('value-unencrypted')];
  if (text.startsWith('-----BEGIN ')) return [];
  const found = straysIn(text, 'ciphertext');
  const isForeign = found.length === 0 && /[^\0-\x7f]/u.test(text);
  return [
    ...found,
    ...(inQuotes.test(text.trim()) ? [message('value-quoted')] : []),
    ...(isForeign ? [message('value-not-ascii')] : []),
  ];
}

/** A word of Latin letters and of Cyrillic ones of which every one looks Latin. */
const isMixed = (text: string): boolean =>
  (text.match(/\p{L}+/gu) ?? []).some(
    (word) =>
      mixedWord.test(word) &&
      Array.from(word).every((one) => !/\p{Script=Cyrillic}/u.test(one) || twins.includes(one)),
  );

/** What the value at a path of a profile is; null if it is neither sent nor secret. */
function kindAt(path: Path): Kind | null {
  const { secret, verbatim, public: isPublic, quoted, sent } = traitsAt(path);
  if (secret !== undefined || sent === true) return 'secret';
  return isPublic === true && (verbatim === true || quoted === 'address') ? 'name' : null;
}

/** How a YAML scalar is written, where that explains a stray character, by the path of the setting. */
type Style = 'block' | 'escaped';

/** What the source of a profile shows and its values do not. */
export interface Source {
  readonly notes: readonly { readonly path: Path; readonly words: Message }[];
  readonly styles: ReadonlyMap<string, Style>;
  /** Members at the top that hold an anchor. */
  readonly anchored: ReadonlySet<string>;
}

export const noSource: Source = { notes: [], styles: new Map(), anchored: new Set() };

/** The path of a pair, without merge keys: what they hold is read in their place. */
export const pathOf = (pair: Pair, ancestors: readonly unknown[]): Path =>
  [...ancestors.filter((one) => isPair(one)), pair]
    .map(({ key }) => (isScalar(key) ? String(key.value) : ''))
    .filter((key) => key !== '<<');

/** Looks at the scalars of a profile as they are written. */
export function readSource(document: Document, text: string): Source {
  const notes: Source['notes'][number][] = [];
  const styles = new Map<string, Style>();
  const used = new Set<string>();
  const anchored = new Set<string>();
  visit(document, { Alias: (_, { source }) => void used.add(source) });
  visit(document, {
    Pair(_, pair, ancestors) {
      const path = pathOf(pair, ancestors);
      const { value } = pair;
      if (isNode(value) && !isAlias(value) && value.anchor !== undefined) anchored.add(String(path[0]));
      if (isAlias(value) || !isScalar(value) || kindAt(path) === null) return;
      const place = writePath(path);
      const style = styleOf(value, text);
      if (style !== null) styles.set(place, style);
      for (const [found, advice] of flawsOfScalar(value, text, used)) {
        const said = message('at-place', { place, message: found });
        notes.push({ path, words: message('found-and-advice', { found: said, advice }) });
      }
    },
  });
  return { notes, styles, anchored };
}

/** The characters of a scalar in the file, with quotes; '' for one without a place there. */
const writtenAs = ({ range }: Scalar, text: string): string =>
  range === undefined || range === null ? '' : text.slice(range[0], range[1]);

function styleOf(scalar: Scalar, text: string): Style | null {
  if (scalar.type === 'BLOCK_LITERAL' || scalar.type === 'BLOCK_FOLDED') return 'block';
  return scalar.type === 'QUOTE_DOUBLE' && /\\[^\\"/]/.test(writtenAs(scalar, text)) ? 'escaped' : null;
}

function flawsOfScalar(
  scalar: Scalar,
  text: string,
  anchors: ReadonlySet<string>,
): readonly (readonly [found: Message, advice: Message])[] {
  const written = writtenAs(scalar, text);
  const lines = written.trim().split('\n');
  const isBlock = scalar.type === 'BLOCK_FOLDED' || scalar.type === 'BLOCK_LITERAL';
  const isFolded = scalar.type === 'BLOCK_LITERAL' ? false : lines.length > (isBlock ? 2 : 1);
  const behind = text.slice(scalar.range?.[1] ?? text.length);
  const isCut = scalar.type === 'PLAIN' && /^[ \t]+#[^\s#]/.test(behind);
  const quote = message('quote-value');
  return [
    ...(isCut ? [[message('yaml-cut'), quote] as const] : []),
    ...(isFolded ? [[message('yaml-folded'), message('write-on-one-line')] as const] : []),
    ...(scalar.anchor !== undefined && !anchors.has(scalar.anchor)
      ? [[message('yaml-sign', { sign: '&' }), quote] as const]
      : []),
    ...(scalar.tag === '!' ? [[message('yaml-sign', { sign: '!' }), quote] as const] : []),
  ];
}

/** The settings of a profile after all replacements, and where they come from. */
export interface Written {
  readonly value: unknown;
  readonly replacements: readonly (Replacement & { readonly name: string })[];
  readonly source: Source;
  readonly lines: readonly LineNote[];
  /** The options or variables that set a path in place of the profile. */
  readonly labels: ReadonlyMap<string, string>;
  /** Ids of the variants that the profile claims. */
  readonly claimed: readonly string[];
}

/** Doubts about what a profile sends and keeps secret: one for all settings with the same value. */
export function settingDoubts(written: Written): readonly Doubt[] {
  const { value, replacements, source, lines, labels, claimed } = written;
  const placeOf = (path: Path): string => labels.get(writePath(path)) ?? writePath(path);
  const checked = stringsIn(value).flatMap(({ path, text }) => {
    const kind = kindAt(path);
    const flaws = kind === null ? [] : flawsOf(text, kind);
    const advice = flaws.length === 0 ? null : adviceOn(path, text, written);
    return advice === null ? [] : [{ path, text, flaws, advice }];
  });
  const same = Map.groupBy(checked, ({ text, advice }) => JSON.stringify([text, advice]));
  return [
    ...source.notes.map(({ path, words }) => ({ variants: variantsOf([path], claimed), words })),
    ...lines.map(({ name, words }) => {
      const paths = replacements.filter((one) => one.name === name).map(({ path }) => path);
      // A variable that no setting refers to names the target.
      return { variants: paths.length === 0 ? claimed : variantsOf(paths, claimed), words };
    }),
    ...[...same.values()].flatMap((group): readonly Doubt[] => {
      const [first] = group;
      if (first === undefined) return [];
      const paths = group.map(({ path }) => path);
      const found = message('value-doubted', { places: paths.map(placeOf), flaws: first.flaws });
      const words = message('found-and-advice', { found, advice: first.advice });
      return [{ variants: variantsOf(paths, claimed), words }];
    }),
  ];
}

/** What to do about a stray character; null if a line of `.env` is the cause, of which a note speaks. */
function adviceOn(
  path: Path,
  text: string,
  { replacements, source, lines, labels }: Written,
): Message | null {
  const place = writePath(path);
  const label = labels.get(place);
  if (label !== undefined) return message('correct-variable', { name: label });
  const [from, ...others] = replacements.filter((one) => writePath(one.path) === place);
  if (lines.some(({ name, isCause }) => isCause && name === from?.name)) return null;
  // Of several references in one value, none is known to be the cause.
  if (others.length > 0) return message('correct-value');
  if (from?.name.startsWith('file:') === true)
    return message('correct-file', { file: shownFile(from.name.slice('file:'.length)) });
  if (from !== undefined) return message('correct-variable', { name: from.name });
  const style = source.styles.get(place);
  if (style === 'block' && text.endsWith('\n')) return message('strip-block');
  return message(style === 'escaped' ? 'use-single-quotes' : 'correct-value');
}

/** The variants whose plain request has one of these settings: none for those of a condition. */
const variantsOf = (paths: readonly Path[], claimed: readonly string[]): readonly string[] =>
  claimed.filter((id) =>
    paths.some((path) => !path.includes('conditions') && (path[0] !== 'variants' || path[1] === id)),
  );

/** An assignment of `.env` as dotenv finds it: its name, a value in quotes, and the rest of the line. */
const assignment =
  /^[ \t]*(?:export[ \t]+)?([\w.-]+)(?:[ \t]*=|:[ \t])[ \t]*('(?:\\'|[^'])*'|"(?:\\"|[^"])*"|`(?:\\`|[^`])*`)?([^\r\n]*)/gm;

/** What a line of `.env` does to the value of a variable. */
export interface LineNote {
  readonly name: string;
  readonly words: Message;
  /** True if it explains stray characters of the value. */
  readonly isCause: boolean;
}

/** Looks at the lines of `.env` that set these variables. `values`: what was read from them. */
export function readLines(text: string, values: ReadonlyMap<string, string>): readonly LineNote[] {
  const lines = [...text.matchAll(assignment)].map(([, name = '', quoted = '', rest = '']) => ({
    name,
    written: rest.trim() === '' || /^\s*#/.test(rest) ? quoted || rest.trim() : `${quoted}${rest.trim()}`,
  }));
  return [...values].flatMap(([name, value]) => {
    const own = lines.filter((line) => line.name === name).map(({ written }) => written);
    const flaws = flawsOfLine(own.at(-1) ?? '', value, name);
    const isTwice = new Set(own).size > 1;
    return [...(isTwice ? [[message('env-twice'), message('keep-one-line')] as const] : []), ...flaws].map(
      ([what, advice]) => ({
        name,
        words: message('found-and-advice', {
          found: message('at-place', { place: `.env: ${name}`, message: what }),
          advice,
        }),
        isCause: what.code === 'env-escape' || what.code === 'env-open-quote',
      }),
    );
  });
}

function flawsOfLine(
  written: string,
  value: string,
  name: string,
): readonly (readonly [found: Message, advice: Message])[] {
  const [before = '', behind] = written.split(/#(.*)/s);
  const isCut = behind !== undefined && before.trim() === value;
  // A blank on both sides of the sign is how comments are written.
  if (isCut && (/\S$/.test(before) || /^\S/.test(behind)))
    return [[message('env-cut'), message('quote-line', { name })]];
  const [quote = ''] = /^["'`]/.exec(written) ?? [];
  if (quote !== '' && value.startsWith(quote))
    return [[message('env-open-quote', { quote }), message('close-quote')]];
  if (quote === '"' && /\\[nr]/.test(written)) return [[message('env-escape'), message('use-single-quotes')]];
  return dropped[quote]?.test(value) === true
    ? [[message('env-backslash'), message('use-other-quotes')]]
    : [];
}

/** Backslashes that a shell would drop or never see, by the quotes around a value. */
const dropped: Readonly<Record<string, RegExp>> = {
  '': /\\(?:[\s$"'`\\&;|<>()!#*?]|$)/,
  '"': /\\["$`\\]/,
  "'": /\\'/,
  '`': /\\`/,
};

/** The first ciphertext of a variant. */
interface Sample {
  readonly variant: string;
  readonly scheme: string;
  readonly text: string;
  readonly password: string;
}

/** Doubts about ciphertexts that programs or modules of the user have returned, once for variants alike. */
export function ciphertextDoubts(samples: readonly Sample[]): readonly Doubt[] {
  const doubted = samples.flatMap(({ variant, scheme, text, password }) => {
    const flaws = ['command', 'module'].includes(scheme) ? flawsOfCiphertext(text, password) : [];
    return flaws.length === 0 ? [] : [{ variant, setting: `encryption.${scheme}`, flaws }];
  });
  const alike = Map.groupBy(doubted, ({ setting, flaws }) => JSON.stringify([setting, flaws]));
  return [...alike.values()].flatMap((group) =>
    group.slice(0, 1).map(({ setting, flaws }) => ({
      variants: group.map(({ variant }) => variant),
      words: message('found-and-advice', {
        found: message('ciphertext-doubted', { setting, flaws }),
        advice: message(
          flaws.some(({ code }) => code === 'value-unencrypted')
            ? 'encrypt-value'
            : 'return-ciphertext-alone',
        ),
      }),
    })),
  );
}
