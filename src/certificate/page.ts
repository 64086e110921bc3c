// The page of a statement: what is certified, or which causes stand in the way, each with request, answer and clause.

import { worst } from '../judge/check.ts';
import { nameOf } from '../messages/banks.ts';
import type { Words } from '../messages/message.ts';
import {
  code,
  command,
  fields,
  heading,
  list,
  quiet,
  quote,
  section,
  text,
  warning,
} from '../report/document.ts';
import type { Block, Cell, Document, Line } from '../report/document.ts';
import { decisionWords } from '../report/outcome.ts';
import { renderPage } from '../report/page.ts';
import { causeCard, causesOf, untriedOf } from '../report/run-document.ts';
import { instantOf, variantName } from '../report/sentences.ts';
import { outcomeIn, reasonOf, textGroups, viewOf } from '../report/view.ts';
import type { View } from '../report/view.ts';
import { judgeAgain } from '../results/make-results.ts';
import type { Results } from '../results/results.ts';
import { outcomeOf } from '../results/totals.ts';
import { fileNames, variantIds } from './statement.ts';
import type { Statement } from './statement.ts';

/** One HTML file. The same statement and results give the same bytes. */
export function renderStatement(statement: Statement, results: Results): string {
  const { kind, target } = statement;
  const view = viewOf(results, { profile: 'PROFILE' });
  const { words } = view;
  const blocks: Document = [
    ...statementDocument(statement, view),
    ...(kind === 'record' ? causesOf(view, waivedOf(results)) : []),
    ...outsideOf(view),
    ...untriedOf(view),
    heading(words('not-said'), { id: 'not-said' }),
    ...list((['list', 'moment', 'profile', 'security'] as const).map((name) => words(`not-said-${name}`))),
    heading(words('to-check'), { id: 'to-check' }),
    text(words('statement-vouched')),
    ...checkCommands.flatMap(([caption, line]) => [text(words(caption)), command(line)]),
    quiet(words('to-check-key')),
  ];
  const title = `${words(`${kind}-title`)}: ${target.name}`;
  return renderPage(blocks, { title, language: target.language });
}

/** What each check is done with, in the folder that was signed. */
export const checkCommands = [
  ['to-check-all', 'npx sbp-banks-conformance verify . --key KEY'],
  [
    'to-check-ed25519',
    `openssl pkeyutl -verify -rawin -pubin -inkey KEY -sigfile ${fileNames.signature} -in ${fileNames.sums}`,
  ],
  ['to-check-rsa', `openssl dgst -sha256 -verify KEY -signature ${fileNames.signature} ${fileNames.sums}`],
  ['to-check-files', `sha256sum -c ${fileNames.sums}`],
] as const;

/** What is certified, or recorded: the first thing that a reader has to know. */
function statementDocument(statement: Statement, view: View): Document {
  const { kind, target, suite, rules, spec, run, issuedAt, decisions, untried } = statement;
  const { words } = view;
  const isCertificate = kind === 'certificate';
  const span = words('run-span', {
    from: instantOf(run.startedAt, words),
    to: instantOf(run.endedAt, words),
    requests: words('requests-sent', { count: run.requests }),
    logins: words('failed-logins-counted', { count: run.failedLogins }),
  });
  return [
    ...headOf(statement, view),
    ...fields([
      [words(isCertificate ? 'statement-target' : 'record-target'), [quote(target.name)]],
      [
        words('address'),
        [code(target.baseUrl), /^https:/i.test(target.baseUrl) ? '' : `, ${words('no-tls')}`],
      ],
      [words('partner'), [quote(target.partnerName)]],
      [words('bank-code'), target.bankCode === null ? null : [quote(target.bankCode)]],
      ...variantIds.map((id): readonly [string, Line] => [
        variantName(id, words),
        [classOf(statement, id, words)],
      ]),
      [words('run-times'), span],
      [words('issued'), instantOf(issuedAt, words)],
      [words('elsewhere'), broughtAbout(statement, view).join('; ')],
      [words('outside'), statement.outside.length === 0 ? words('outside-none') : outsideIds(statement)],
      [words('untried'), untried.length === 0 ? words('untried-none') : String(untried.length)],
      [words('decisions'), decisions.length === 0 ? words('decisions-none') : null],
      [words('suite'), `${suite.name} ${suite.version}, ${words('rules', { rules })}`],
      [words('specification'), [spec.title, '; ', words('spec-digest'), ' ', code(spec.sha256)]],
    ]),
    ...section(heading(words('decisions'), { level: 3 }), decisionLines(statement, words)),
    ...(decisions.length === 0 ? [] : [quiet(words('decisions-stated'))]),
  ];
}

/** A record is never green, nor what was not run against a service; red is what failed, waived or not. */
function headOf({ kind, target }: Statement, view: View): Document {
  const { results, words } = view;
  const found = worst(results.requirements.map(outcomeOf)) ?? 'pass';
  const isGreen = kind === 'certificate' && !target.isReference;
  const look = found === 'pass' || kind === 'certificate' ? (isGreen ? 'pass' : 'inconclusive') : found;
  const texts = textGroups(view).length;
  const unfailed = texts === 0 ? words('record-unfailed') : words('record-undecided', { count: texts });
  const count = kind === 'record' ? { count: outcomeIn(view).text } : {};
  return [
    heading(words(`${kind}-title`), { level: 1, look, id: 'statement', ...count }),
    ...(target.isReference ? [warning(words('tested-reference'))] : []),
    ...(kind === 'record' && found !== 'fail' ? [text(unfailed)] : []),
    text(words(`${kind}-statement`)),
  ];
}

function classOf({ variants }: Statement, id: (typeof variantIds)[number], words: Words): string {
  const reached = variants[id]?.class;
  if (reached === undefined) return words('class-unclaimed');
  return reached === 'none' ? words('class-missed') : words(`class-${reached}-reached`);
}

/** How conditions were brought about, where it was otherwise than with credentials. */
function broughtAbout({ claims, target }: Statement, view: View): readonly string[] {
  const { words, plain, results, exchanges } = view;
  const found = Object.entries(claims).flatMap(([variant, conditions]) => {
    const usual = (plain.get(variant)?.request.headers ?? []).map(([name]) => name.toLowerCase());
    return Object.entries(conditions).flatMap(([condition, { route, hasSetup }]) => {
      const headers = results.record.attempts
        .filter(({ request }) => request === `${variant}.${condition}`)
        .flatMap(({ exchange }) => exchanges.get(exchange ?? '')?.request.headers ?? [])
        .flatMap(([name]) => (usual.includes(name.toLowerCase()) ? [] : [name]));
      const ways = [route, ...(hasSetup ? ['setup'] : []), ...new Set(headers.map((name) => `: ${name}`))];
      return ways.map((way) => ({ way, condition: nameOf('topic', condition, words) }));
    });
  });
  return [...Map.groupBy(found, ({ way }) => way)].flatMap(([way, same]) => {
    const conditions = [...new Set(same.map(({ condition }) => condition))];
    if (way === 'own-base-url') return words('elsewhere-base-url', { conditions, address: target.baseUrl });
    if (way === 'own-local-address') return words('elsewhere-local-address', { conditions });
    if (way === 'setup') return words('elsewhere-setup', { conditions });
    return way.startsWith(': ') ? words('elsewhere-header', { conditions, header: way.slice(2) }) : [];
  });
}

const outsideIds = ({ outside }: Statement): Line => [
  `${outside.length}: `,
  code(...outside.map(({ requirement }) => requirement)),
];

const decisionLines = ({ decisions }: Statement, words: Words): Document =>
  list(
    decisions.map((one): Line => [
      code(one.requirement),
      ': ',
      quote(decisionWords(one, { words })),
      ...(one.text === null ? [] : [' ', quote(words('quoted', { text: one.text }))]),
    ]),
  );

/** Failures that a decision accepts, shown like all others: who decides takes no evidence away. */
function waivedOf(results: Results): Document {
  const waived = results.requirements.filter((one) => one.waived).map(({ id }) => id);
  if (waived.length === 0) return [];
  const others = results.decisions.filter(({ decision }) => decision !== 'waived');
  const causes = judgeAgain(results, others).causes.flatMap((one) => {
    const requirements = one.requirements.filter((id) => waived.includes(id));
    return one.kind === 'failure' && requirements.length > 0 ? [{ ...one, requirements }] : [];
  });
  const view = viewOf({ ...results, causes: [...results.causes, ...causes] }, { profile: 'PROFILE' });
  const { words } = view;
  const explained = new Set(causes.flatMap(({ requirements }) => requirements));
  const rest = waived.filter((id) => !explained.has(id));
  const count = String(waived.length);
  return [
    heading(words('waived-failures'), { look: 'fail', count, id: 'waived-failures' }),
    text(words('waived-no-class')),
    ...view.results.causes.slice(results.causes.length).map((one) => causeCard(one, view)),
    ...(rest.length === 0 ? [] : [text(code(...rest))]),
  ];
}

/** Each requirement that was not seen to hold, with the clause that states it. */
function outsideOf(view: View): Document {
  const { results, words } = view;
  const rows = results.requirements
    .filter((one) => outcomeOf(one) !== 'pass')
    .map((one): readonly Cell[] => {
      const outcome = outcomeOf(one);
      const why = `${words('not-tested')}. ${words(`reason-${reasonOf(one, results)}.happened`)}`;
      const verdict = words(one.waived ? 'verdict-waived' : `verdict-${outcome}`);
      const said = one.reason === null ? verdict : why;
      return [
        { text: one.id, to: one.id },
        { text: one.section },
        { text: one.statement },
        { text: said, look: outcome },
      ];
    });
  const heads = [words('requirement'), words('section'), words('requirements'), words('verdict')];
  const table: Block = { kind: 'table', heads, rows };
  return rows.length === 0
    ? []
    : [heading(words('outside'), { count: String(rows.length), id: 'outside' }), table];
}
