import type { Results } from '../../result/results.ts';
import { exchangesById } from '../view.ts';
import type { Wording } from '../wording/wording.ts';
import { html } from './markup.ts';
import type { Html } from './markup.ts';

const shares = [0.5, 0.9, 0.95, 0.99, 1] as const;
const size = { width: 480, height: 140, left: 44, right: 12, top: 10, bottom: 24 } as const;
const steps = 60;

/** The time within which this share of the answers came, in ms; `times` in ascending order, at least one. */
function quantile(times: readonly number[], share: number): number {
  return times[Math.max(0, Math.ceil(times.length * share) - 1)] ?? 0;
}

function timesByVariant(results: Results): ReadonlyMap<string, readonly number[]> {
  const owners = new Map(results.cases.flatMap((one) => one.exchanges.map(({ id }) => [id, one.variant])));
  const variants = Object.keys(results.variants);
  const ownerOf = (id: string): string =>
    owners.get(id) ?? variants.find((variant) => id.startsWith(variant)) ?? '';
  const answered = [...exchangesById(results).values()].filter(({ response }) => response !== null);
  const grouped = Map.groupBy(answered, ({ id }) => ownerOf(id));
  return new Map(
    variants.flatMap((variant) => {
      const times = (grouped.get(variant) ?? []).map(({ durationMs }) => durationMs);
      return times.length === 0 ? [] : [[variant, times.toSorted((one, other) => one - other)] as const];
    }),
  );
}

// A round number that holds everything.
function roundUp(most: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, most)));
  return ([1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10].find((factor) => factor * power >= most) ?? 10) * power;
}

function curve(times: readonly number[], end: number, index: number): Html {
  const x = (ms: number): string =>
    (size.left + (Math.min(ms, end) / end) * (size.width - size.left - size.right)).toFixed(1);
  const y = (share: number): string =>
    (size.height - size.bottom - share * (size.height - size.top - size.bottom)).toFixed(1);
  const points = Array.from({ length: steps + 1 }, (_, step) => {
    const share = step / steps;
    return `${x(step === 0 ? (times[0] ?? 0) : quantile(times, share))},${y(share)}`;
  });
  return html`<polyline class="line-${index % 2}" points="${points.join(' ')}" />`;
}

function plot(byVariant: ReadonlyMap<string, readonly number[]>, words: Wording): Html {
  const end = roundUp(Math.max(...[...byVariant.values()].map((times) => quantile(times, 1))));
  const ground = size.height - size.bottom;
  const levels = [0, 0.5, 1].map((share) => {
    const y = ground - share * (ground - size.top);
    return html`<line x1="${size.left}" x2="${size.width - size.right}" y1="${y}" y2="${y}" /><text
        x="${size.left - 6}"
        y="${y + 4}"
        text-anchor="end"
        >${share * 100} %</text
      >`;
  });
  return html`<svg class="plot" viewBox="0 0 ${size.width} ${size.height}" aria-hidden="true">
    ${levels}
    <text x="${size.left}" y="${size.height - 6}">0</text>
    <text x="${size.width - size.right}" y="${size.height - 6}" text-anchor="end">
      ${words.duration(end)}
    </text>
    ${[...byVariant.values()].map((times, index) => curve(times, end, index))}
  </svg>`;
}

/** How long answers took: the share that came within a time, as a curve and in numbers; nothing where nothing was answered. */
export function latencySection(results: Results, words: Wording): Html | null {
  const byVariant = timesByVariant(results);
  if (byVariant.size === 0) return null;
  const { labels } = words;
  const names = [...byVariant.keys()].map(
    (variant, index) =>
      html`<th scope="col">
        <span class="key key-${index % 2}" aria-hidden="true"></span>${words.variant(variant)}
      </th>`,
  );
  const rows = shares.map(
    (share) =>
      html`<tr>
        <th scope="row">${share === 1 ? labels.slowest : `${Math.round(share * 100)} %`}</th>
        ${[...byVariant].map(([variant, times]) => html`<td data-label="${words.variant(variant)}">${words.duration(quantile(times, share))}</td>`)}
      </tr> `,
  );
  return html`<section id="latency">
    <h2>${labels.latencyTitle}</h2>
    <div class="latency">
      ${plot(byVariant, words)}
      <table class="quantiles">
        <thead>
          <tr>
            <th scope="col">${labels.quantile}</th>
            ${names}
          </tr>
        </thead>
        <tbody>
          ${rows}
        </tbody>
      </table>
    </div>
  </section>`;
}
