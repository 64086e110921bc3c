import type { Results } from '../../result/results.ts';
import type { Wording } from '../wording/wording.ts';
import { html } from './markup.ts';
import type { Content, Html } from './markup.ts';

function facts(results: Results, words: Wording): readonly (readonly [string, Content])[] {
  const { suite, spec, target, environment, profile } = results;
  const { labels } = words;
  const digest = (sha256: string): Html => html`SHA-256 <code>${sha256}</code>`;
  return [
    [labels.target, `${target.name}, ${target.baseUrl}`],
    [labels.suite, `${suite.name} ${suite.version}`],
    [labels.specification, html`${spec.title}, ${digest(spec.sha256)}`],
    [labels.profile, digest(profile.sha256)],
    [labels.platform, `Node ${environment.node}, ${environment.platform}`],
    [labels.started, words.instant(results.startedAt)],
    [labels.duration, `${words.duration(results.durationMs)}, ${words.requests(results.requests)}`],
    [labels.failedLogins, String(results.failedLogins)],
    [labels.repeat, String(results.repeat)],
    [labels.order, results.seed === null ? labels.orderDerived : `${labels.drawnFrom} ${results.seed}`],
    [labels.notApplicable, results.notApplicable.length === 0 ? '–' : results.notApplicable.join(', ')],
  ];
}

/** On what, when, with which suite, specification and profile all this was seen. */
export function environmentSection(results: Results, words: Wording): Html {
  return html`<section id="environment">
    <h2>${words.labels.environment}</h2>
    <dl class="facts">
      ${facts(results, words).map(
        ([name, value]) =>
          html`<dt>${name}</dt>
            <dd>${value}</dd>`,
      )}
    </dl>
  </section>`;
}
