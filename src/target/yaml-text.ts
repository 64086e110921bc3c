import { isAlias, isScalar, LineCounter, parseDocument, visit } from 'yaml';
import type { Document, ErrorCode, YAMLError } from 'yaml';

/** What a text of YAML says, or where and why it is not YAML; the text itself is never quoted, it may hold secrets. */
export type YamlOutcome =
  | { readonly kind: 'parsed'; readonly value: unknown }
  | { readonly kind: 'broken'; readonly line: number; readonly column: number; readonly problem: string };

const words = {
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

// What is written counts here, not the number that YAML makes of it: `007`, `9007199254740993`.
const textKeys: ReadonlySet<unknown> = new Set([
  'partnerName',
  'unknownPartner',
  'useAuthByCert',
  'bankCode',
  'name',
]);

/** Reads one YAML 1.2 document with unique keys and at most 100 aliases; numbers that stand for names keep their text. */
export function parseYaml(text: string): YamlOutcome {
  const lines = new LineCounter();
  const options = { prettyErrors: false, stringKeys: true, lineCounter: lines, logLevel: 'error' } as const;
  const document = parseDocument(text, options);
  const wrong: YAMLError | undefined = document.errors[0] ?? document.warnings[0];
  if (wrong !== undefined) {
    const { line, col } = lines.linePos(wrong.pos[0]);
    return { kind: 'broken', line, column: col, problem: words[wrong.code] };
  }
  return toValue(document, lines);
}

function toValue(document: Document.Parsed, lines: LineCounter): YamlOutcome {
  try {
    keepTexts(document);
    return { kind: 'parsed', value: document.toJS({ maxAliasCount: 100 }) };
  } catch {
    const problem =
      'an alias has no anchor before it, or there are more than 100 of them; put a value that begins with `*` in quotes';
    const { line, col } = lines.linePos(doubtfulAlias(document));
    return { kind: 'broken', line, column: col, problem };
  }
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

function keepTexts(document: Document.Parsed): void {
  visit(document, {
    Pair: (_, pair) => {
      const { key, value } = pair;
      if (!isScalar(key) || !textKeys.has(key.value) || !isScalar(value)) return;
      if (typeof value.value === 'number' && value.source !== undefined) value.value = value.source;
    },
  });
}
