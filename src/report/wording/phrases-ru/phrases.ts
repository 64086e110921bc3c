import type { Phrases } from '../translator.ts';
import { causes } from './causes.ts';
import { checks } from './checks.ts';
import { encryption } from './encryption.ts';
import { failures } from './failures.ts';
import { notes } from './notes.ts';
import { observations } from './observations.ts';
import { questions } from './questions.ts';
import { statements } from './statements.ts';
import { titles } from './titles.ts';
import { transport } from './transport.ts';

/** Everything that Results say, in Russian; a file for each room that says it. */
export const phrasesRu: Phrases = {
  ...statements,
  ...titles,
  ...questions,
  ...observations,
  ...checks,
  ...notes,
  ...transport,
  ...failures,
  ...encryption,
  ...causes,
};
