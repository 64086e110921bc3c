import type { TestContext } from 'vitest';
import { visible } from '../../report/visible.ts';
import type { Step } from '../stepwise-run.ts';
import { exchangeLines } from '../explain-failure.ts';
import type { ShowOptions } from './show-options.ts';

/** Ends a test as its case ended: passes, throws, or skips with a note. */
export async function reportStep(
  step: Step,
  context: Pick<TestContext, 'annotate' | 'skip'>,
  options: ShowOptions,
): Promise<void> {
  if (options.exchanges) await annotateAll(step, context);
  const { settled } = step;
  switch (settled.kind) {
    case 'passed':
      return;
    case 'failed':
      throw settled.error;
    case 'waived':
      await context.annotate(visible(settled.note), 'waived');
      return context.skip(visible(settled.note));
    case 'unseen':
      return context.skip(visible(settled.note));
    case 'doubt': {
      const isRed = options.complete || (settled.verdict === 'review' && options.review === 'fail');
      if (isRed) throw new Error([settled.note, ...settled.texts].map(visible).join('\n'));
      if (!options.exchanges)
        for (const text of settled.texts) await context.annotate(visible(text), 'review');
      return context.skip(visible(settled.note));
    }
  }
}

async function annotateAll({ result }: Step, { annotate }: Pick<TestContext, 'annotate'>): Promise<void> {
  for (const { requirement, verdict, reason, message } of result.checks) {
    const why = reason === null ? '' : ` (${reason})`;
    await annotate(`${requirement}${why}: ${visible(message)}`, verdict);
  }
  for (const exchange of result.exchanges) {
    const [request = '', answer = ''] = exchangeLines(exchange);
    const body = new TextEncoder().encode(JSON.stringify(exchange, null, 2));
    const attachment = { contentType: 'application/json', body };
    await annotate(`${exchange.label}: ${request} → ${answer}`, 'exchange', attachment);
  }
}
