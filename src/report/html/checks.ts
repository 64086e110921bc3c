import type { CheckResult } from '../../result/results.ts';
import { isStanding } from '../view.ts';
import { clip } from '../visible.ts';
import type { Wording } from '../wording/wording.ts';
import { html, idCode, prose, seam } from './markup.ts';
import type { Html } from './markup.ts';
import { verdictMark } from './verdict.ts';

const textLimit = 600;

function row({ requirement, verdict, expected, actual }: CheckResult, words: Wording): Html {
  const { labels } = words;
  return html`<tr>
    <th scope="row">${seam}<a href="#${requirement}">${idCode(requirement)}</a>${seam}</th>
    <td>${verdictMark(verdict, words)}</td>
    <td data-label="${labels.expected}">${seam}${prose(clip(expected, textLimit))}${seam}</td>
    <td data-label="${labels.actual}">${seam}${prose(clip(actual, textLimit))}${seam}</td>
  </tr> `;
}

function table(checks: readonly CheckResult[], words: Wording): Html | null {
  if (checks.length === 0) return null;
  const { labels } = words;
  const heads = [labels.requirement, labels.verdict, labels.expected, labels.actual];
  return html`<table class="stack checks">
    <thead>
      <tr>
        ${heads.map((head) => html`<th scope="col">${head}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${checks.map((check) => row(check, words))}
    </tbody>
  </table>`;
}

function line(passed: readonly string[], words: Wording): Html | null {
  if (passed.length === 0) return null;
  const links = passed.map((id) => html` ${seam}<a href="#${id}">${idCode(id)}</a>${seam}`);
  return html`<p>${verdictMark('pass', words)}${links}</p>`;
}

/** The checks of a case; what every answer is held against takes one line where it passes. */
export function checkTables(checks: readonly CheckResult[], words: Wording): readonly (Html | null)[] {
  const isBrief = ({ requirement, verdict }: CheckResult): boolean =>
    verdict === 'pass' && isStanding(requirement);
  const told = checks.filter((check) => !isBrief(check));
  const brief = new Set(checks.filter(isBrief).map(({ requirement }) => requirement));
  return [table(told, words), line([...brief], words)];
}
