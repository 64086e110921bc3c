import type { TestContext } from 'vitest';
import { visible } from '../../report/visible.ts';
import type { Step } from '../stepwise-run.ts';
import { exchangeLines } from '../explain-failure.ts';
import { testOutcome } from '../test-outcome.ts';
import type { ShowOptions } from './show-options.ts';

/** Ends a test as its case ended: passes, throws, or skips with a note. */
export async function reportStep(
  step: Step,
  context: Pick<TestContext, 'annotate' | 'skip'>,
  options: ShowOptions,
): Promise<void> {
  if (options.exchanges) await annotateAll(step, context);
  const outcome = testOutcome(step.settled, options);
  switch (outcome.kind) {
    case 'pass':
      return;
    case 'fail':
      throw outcome.error;
    case 'skip':
      if (step.settled.kind === 'waived') await context.annotate(outcome.note, 'waived');
      if (!options.exchanges) for (const text of outcome.texts) await context.annotate(text, 'review');
      return context.skip(outcome.note);
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
