import type { Words } from '../../messages/message.ts';
import type { Results } from '../../results/results.ts';
import { clientText } from '../../base/package.ts';
import { oneLine } from '../failures.ts';
import { viewOf } from '../view.ts';
import type { View } from '../view.ts';
import { clip } from '../../base/visible.ts';
import { prose } from './markup.ts';
import { html, wholePage } from '../../base/html.ts';
import type { Content, Html } from '../../base/html.ts';
import { nextLines } from '../steps.ts';
import { instantOf, looks, nameOf, overallIn, requestsOf, sentenceOf, variantName } from '../sentences.ts';

const [linesShown, lineLimit, failureLimit] = [4, 80, 200];

/** The first items as a list, and the number of the rest; null if there are none. */
const listOf = (title: string, items: readonly Content[], words: Words): Html | null =>
  items.length === 0
    ? null
    : html`<section>
        <h2>${title}</h2>
        <ul>
          ${items.slice(0, linesShown).map((item) => html`<li>${item}</li>`)}
          ${items.length > linesShown ? html`<li>${words('and-more', { count: items.length - linesShown })}</li>` : null}
        </ul>
      </section>`;

/** The class that each variant has reached, and until when that holds; empty for a selection of cases. */
function classFacts({ variants, results, words }: View): readonly (readonly [string, Content])[] {
  if (variants.length === 0) return [];
  const reached = variants.map(({ variant, classes }) => {
    const name = classes.full.reached ? 'full' : classes.core.reached ? 'core' : 'none';
    return {
      isReached: name !== 'none',
      said: `${variantName(variant, words)}: ${words(`matrix-class-${name}`)}`,
    };
  });
  const reachedFact = [words('class'), reached.map(({ said }) => said).join('; ')] as const;
  if (!reached.some(({ isReached }) => isReached)) return [reachedFact];
  const ends = results.waivers
    .filter(({ state }) => state === 'used')
    .map(({ requirement, until }) => words('waiver-ends', { requirement, until }));
  return [reachedFact, [words('holds-for'), html`${prose([words('holds-until'), ...ends].join(' '))}`]];
}

/**
 * A one-page A4 summary for sign-off: what was tested, the verdict, what is open, what the report does not
 * show. `digest` is that of results.json.
 */
export function renderExecutive(recorded: Results, digest: string): string {
  const view = viewOf(recorded);
  const {
    results,
    words,
    variants,
    failures,
    reviews,
    groups,
    waivers,
    interrupted,
    outcome,
    suspicions,
    leftOut,
    unshown,
    tried,
  } = view;
  const { language } = words;
  const { target, suite, spec, profile, verdict } = results;
  const { settings = [] } = profile;
  const failed = failures.blocks.map((block) => html`${prose(clip(oneLine(block, words), failureLimit))}`);
  const open = [
    ...(interrupted === null ? [] : [interrupted]),
    ...reviews.map(({ text }) => `${words('decide')}: ${words('quoted', { text: clip(text, lineLimit) })}`),
    ...groups.map(({ ids, happened, conditions }) => {
      const named = conditions.map((condition) => nameOf('topic', condition, words)).join(', ');
      const counted = words('requirements-counted', { count: ids.length });
      return html`${counted}: ${prose(clip(happened, 2 * lineLimit))} ${named}`;
    }),
    ...waivers.map(
      ({ requirement, note }) => `${words('waived')}: ${clip(`${requirement}; ${note}`, lineLimit)}`,
    ),
  ];
  const facts: readonly (readonly [string, Content])[] = [
    ...classFacts(view),
    [words('target'), clip(target.baseUrl, lineLimit)],
    [
      words('started'),
      `${instantOf(results.startedAt, words)}, ${requestsOf(results.requests, leftOut, words)}`,
    ],
    [words('suite'), `${suite.name} ${suite.version}`],
    [`${words('specification')}, SHA-256`, html`<code>${spec.sha256}</code>`],
    [`${words('profile')}, SHA-256`, html`<code>${profile.sha256}</code>`],
    ['results.json, SHA-256', html`<code>${digest}</code>`],
  ];
  const title = overallIn({ verdict, suspicions }, words);
  const body = html`<main class="brief">
    <header class="${looks[verdict]}">
      <h1>${title}</h1>
      <p class="name">${clip(target.name, lineLimit)}</p>
      <p>${words('title')}: ${words('specifies')}</p>
      <p>${outcome}</p>
      ${settings.length === 0 ? null : html`<p>${words('rests-on-settings', { keys: settings })}</p>`}
    </header>
    ${listOf(
      words('tested'),
      [...variants.map((variant) => sentenceOf(variant, words)), ...(tried === null ? [] : [tried])],
      words,
    )}
    ${listOf(words('failures'), failed, words)}
    ${listOf(
      words('next'),
      nextLines(view).map((one) => clip(one, failureLimit)),
      words,
    )}
    ${listOf(words('unsettled'), open, words)} ${listOf(words('unshown'), unshown, words)}
    <dl>
      ${facts.map(
        ([name, value]) =>
          html`<div>
            <dt>${name}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
    </dl>
    <p class="signature">
      ${[words('name'), words('date'), words('signature')].map((one) => html`<span class="field">${one} <i></i></span> `)}
    </p>
  </main>`;
  return wholePage({
    language,
    title: `${target.name}: ${title}`,
    style: clientText('paper.css'),
    script: null,
    body,
  });
}
