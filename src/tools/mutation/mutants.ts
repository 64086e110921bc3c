import { parseAst } from 'rolldown/parseAst';

/** One change of a file: `text` replaces the code from `start` to `end`. */
export interface Mutant {
  readonly file: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [member: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value;

const childrenOf = (node: Node): readonly Node[] => Object.values(node).flat().filter(isNode);
const childOf = (node: Node, member: string): Node => node[member] as Node;

const reversed: Readonly<Record<string, readonly string[]>> = {
  '===': ['!=='],
  '!==': ['==='],
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '&&': ['||'],
  '||': ['&&'],
  '-': ['+'],
};
/** Methods and the methods that replace them. Null: the object itself replaces the call. */
const exchanged: Readonly<Record<string, string | null>> = {
  some: 'every',
  every: 'some',
  find: 'findLast',
  findLast: 'find',
  findIndex: 'findLastIndex',
  findLastIndex: 'findIndex',
  min: 'max',
  max: 'min',
  filter: null,
  slice: null,
  toSorted: null,
  toReversed: null,
  trim: null,
};

const predicate =
  /^(?:(?:is|has|may|same|holds)(?:[A-Z]|$)|(?:some|every|includes|test|startsWith|endsWith)$)/;

/** True if an expression is a truth value, as far as its syntax shows. */
function isTruth(node: Node): boolean {
  if (node.type === 'LogicalExpression') return node['operator'] !== '??';
  if (node.type === 'UnaryExpression') return node['operator'] === '!';
  if (node.type === 'BinaryExpression') return !/^[-+*/%]/.test(String(node['operator']));
  if (node.type !== 'CallExpression') return false;
  const callee = childOf(node, 'callee');
  const named = callee.type === 'MemberExpression' ? childOf(callee, 'property') : callee;
  return predicate.test(String(named['name']));
}

/** Whether a name is that of a list of all values, which is for types and schemas. */
const isChoice = ({ type, name }: Node, source: string): boolean =>
  type === 'Identifier' && new RegExp(`\\bchoice\\(${String(name)}\\b`).test(source);

/** Schemas, words for programmers, types and imports decide nothing. */
function isPassedOver(node: Node, source: string): boolean {
  if (/^(?:TS(?!As|Satisfies|NonNull)|Import|Throw|ExportAll)/.test(node.type)) return true;
  if (node.type === 'VariableDeclarator') return isChoice(childOf(node, 'id'), source);
  if (node.type !== 'CallExpression') return false;
  const callee = childOf(node, 'callee');
  return /(?:^object|\.(?:describe|meta|discriminatedUnion))$/.test(source.slice(callee.start, callee.end));
}

/** All changes of one file, one at a time: conditions, operators, elements, calls, statements and literals. */
export function mutantsOf(file: string, source: string): readonly Mutant[] {
  const found = new Map<string, Mutant>();
  // The words of the lexicon, and lists of them, are data.
  const isLexicon = file.includes('/lexicon/');
  const add = (start: number, end: number, ...texts: readonly string[]): void => {
    for (const text of texts) {
      if (source.slice(start, end) !== text) found.set(`${start} ${end} ${text}`, { file, start, end, text });
    }
  };
  const textOf = ({ start, end }: Node): string => source.slice(start, end);
  const decide = (node: Node): void => add(node.start, node.end, 'true', 'false');
  const visit = (node: Node): void => {
    if (isPassedOver(node, source)) return;
    const { type, start, end } = node;
    switch (type) {
      case 'IfStatement':
      case 'ConditionalExpression': {
        const test = childOf(node, 'test');
        decide(test);
        add(test.start, test.end, `!(${textOf(test)})`);
        break;
      }
      case 'BinaryExpression':
      case 'LogicalExpression': {
        const [left, right] = [childOf(node, 'left'), childOf(node, 'right')];
        const operator = String(node['operator']);
        const place = source.indexOf(operator, left.end);
        if (operator === '??') add(start, end, textOf(left), textOf(right));
        else add(place, place + operator.length, ...(reversed[operator] ?? []));
        if (operator === '&&' || operator === '||') [left, right].forEach(decide);
        break;
      }
      case 'UnaryExpression':
        if (node['operator'] === '!') add(start, end, textOf(childOf(node, 'argument')));
        break;
      case 'ReturnStatement':
      case 'ArrowFunctionExpression': {
        const value = node['argument'] ?? node['body'];
        if (isNode(value) && isTruth(value)) decide(value);
        break;
      }
      case 'ArrayExpression': {
        if (isLexicon) break;
        const items = childrenOf(node);
        items.forEach((item, place) =>
          add(items[place - 1]?.end ?? item.start, place > 0 ? item.end : (items[1]?.start ?? item.end), ''),
        );
        break;
      }
      case 'CallExpression': {
        const callee = childOf(node, 'callee');
        if (callee.type !== 'MemberExpression') break;
        const [object, property] = [childOf(callee, 'object'), childOf(callee, 'property')];
        const other = exchanged[String(property['name'])];
        if (other === null) add(start, end, textOf(object));
        else if (other !== undefined) add(property.start, property.end, other);
        break;
      }
      case 'ExpressionStatement':
        add(start, end, ';');
        break;
      case 'Literal': {
        const { value } = node;
        if (typeof value === 'string' && !isLexicon) add(start, end, value === '' ? `'mutant'` : `''`);
        if (typeof value === 'number') add(start, end, `${value + 1}`);
        if (typeof value === 'boolean') add(start, end, `${!value}`);
        break;
      }
    }
    const isNamed = type === 'Property' && node['computed'] !== true;
    childrenOf(node).forEach((child) => (isNamed && child === node['key'] ? undefined : visit(child)));
  };
  visit(parseAst(source, { lang: 'ts' }, file) as unknown as Node);
  return [...found.values()].toSorted((one, other) => one.start - other.start);
}
