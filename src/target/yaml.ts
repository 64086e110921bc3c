import { isAlias, isScalar, LineCounter, parseDocument, visit } from 'yaml';
import type { Document, ErrorCode, YAMLError } from 'yaml';
import { quote } from './place.ts';

/** What a text of YAML says, or where and why it is not YAML. */
export type YamlOutcome = { readonly kind: 'parsed'; readonly value: unknown } | BrokenYaml;

/** Where and why a text is not YAML; apart from the key the text is not quoted, it may hold secrets. */
export interface BrokenYaml {
  readonly kind: 'broken';
  readonly line: number;
  readonly column: number;
  readonly problem: string;
  /** A key that stands twice. */
  readonly key: string | null;
  /** What the text says all the same; null where nobody knows. */
  readonly value: unknown;
}

const problems = {
  ALIAS_PROPS: 'an alias takes no anchor and no tag',
  BAD_ALIAS: 'an alias is written wrongly; put a value that begins with `*` in quotes',
  BAD_COLLECTION_TYPE: 'a tag does not fit its value',
  BAD_DIRECTIVE: 'a line that begins with `%` is not a known directive',
  BAD_DQ_ESCAPE: 'a wrong escape in double quotes; use single quotes for a text with backslashes',
  BAD_INDENT: 'the indentation is wrong, or a bracket is not closed',
  BAD_PROP_ORDER: 'anchor and tag stand in the wrong place',
  BAD_SCALAR_START: 'a value begins with a reserved character; put it in quotes',
  BLOCK_AS_IMPLICIT_KEY: 'a mapping stands on the line of another key; put a value that holds `: ` in quotes',
  BLOCK_IN_FLOW: 'a block stands inside brackets',
  DUPLICATE_KEY: 'the same key stands twice',
  IMPOSSIBLE: 'this cannot be read',
  KEY_OVER_1024_CHARS: 'a key is longer than 1024 characters',
  MISSING_CHAR: 'a colon, a quote or a bracket is missing',
  MULTILINE_IMPLICIT_KEY: 'a key goes over several lines; is a colon missing, or a quote not closed?',
  MULTIPLE_ANCHORS: 'a value has two anchors',
  MULTIPLE_DOCS: 'a second document begins; a profile is one document',
  MULTIPLE_TAGS: 'a value has two tags',
  NON_STRING_KEY: 'a key is not a string',
  RESOURCE_EXHAUSTION: 'the nesting is too deep',
  TAB_AS_INDENT: 'a tab stands where spaces must indent',
  TAG_RESOLVE_FAILED: 'a tag is not known; put a value that begins with `!` in quotes',
  UNEXPECTED_TOKEN: 'an unexpected character; put a value with special characters in quotes',
} as const satisfies Record<ErrorCode, string>;
const lostAlias =
  'an alias has no anchor before it, or there are more than 100 of them; put a value that begins with `*` in quotes';

/** Reads one YAML 1.2 document with unique keys and at most 100 aliases; numbers that stand for names keep their text. */
export function parseYaml(text: string): YamlOutcome {
  const lines = new LineCounter();
  const options = { prettyErrors: false, stringKeys: true, lineCounter: lines, logLevel: 'error' } as const;
  const document = parseDocument(text, options);
  const broken = (offset: number, problem: string, key: string | null = null): BrokenYaml => {
    const { line, col } = lines.linePos(offset);
    return {
      kind: 'broken',
      line,
      column: col,
      problem,
      key,
      value: key === null ? null : valueOf(document),
    };
  };
  const wrong: YAMLError | undefined = document.errors[0] ?? document.warnings[0];
  if (wrong !== undefined) {
    const [offset] = wrong.pos;
    return broken(
      offset,
      problems[wrong.code],
      wrong.code === 'DUPLICATE_KEY' ? keyAt(document, offset) : null,
    );
  }
  keepTexts(document);
  const value = valueOf(document);
  return value === undefined ? broken(doubtfulAlias(document), lostAlias) : { kind: 'parsed', value };
}

/** Where and why a text is not YAML, in words; `mask` hides what is secret in a key. */
export function explainYaml(broken: BrokenYaml, mask: (key: string) => string): string {
  const { line, column, problem, key } = broken;
  const named = key === null ? '' : `: ${quote(mask(key))}`;
  return `line ${line}, column ${column}: ${problem}${named}, expected YAML 1.2`;
}

/** Undefined where an alias has no anchor, or there are too many of them. */
function valueOf(document: Document.Parsed): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch {
    return undefined;
  }
}

function keyAt(document: Document.Parsed, offset: number): string | null {
  let found: string | null = null;
  visit(document, {
    Pair: (_, { key }) => {
      if (isScalar(key) && key.range?.[0] === offset) found = String(key.value);
    },
  });
  return found;
}

/** Where the first alias without an anchor before it stands, or else the first alias: they are too many. */
function doubtfulAlias(document: Document.Parsed): number {
  const anchors = new Set<string>();
  let first: number | undefined;
  let lost: number | undefined;
  visit(document, {
    Node: (_, node) => {
      if (!isAlias(node)) {
        if (node.anchor !== undefined) anchors.add(node.anchor);
        return;
      }
      const at = node.range?.[0];
      first ??= at;
      if (!anchors.has(node.source)) lost ??= at;
    },
  });
  return lost ?? first ?? 0;
}

// What is written counts here, not the number that YAML makes of it: `007`, `9007199254740993`.
const textKeys: ReadonlySet<unknown> = new Set([
  'partnerName',
  'unknownPartner',
  'useAuthByCert',
  'bankCode',
  'name',
]);

function keepTexts(document: Document.Parsed): void {
  visit(document, {
    Pair: (_, { key, value }) => {
      if (!isScalar(key) || !textKeys.has(key.value) || !isScalar(value)) return;
      if (typeof value.value === 'number' && value.source !== undefined) value.value = value.source;
    },
  });
}
