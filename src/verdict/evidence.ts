import type { Exchange } from '../http/exchange.ts';
import type { Message } from '../wording/message.ts';
import type { BodyFacts } from './facts.ts';

/** A recorded exchange with the facts about its body that the judges use. */
export interface Evidence extends Exchange {
  readonly variant: string;
  /** What was sent, as a difference from the baseline. */
  readonly label: string;
  /** The same in words. */
  readonly words: Message;
  /** Null where there is no answer. */
  readonly facts: BodyFacts | null;
  /** The body as received says something else than the body as recorded, whose facts these are. */
  readonly maskingChangedFacts?: true | undefined;
}
