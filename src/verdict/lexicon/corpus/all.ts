import type { Meaning } from '../../../spec/specification.ts';
import { besideData } from './beside-data.ts';
import { besideRefusal } from './beside-refusal.ts';
import { brushing } from './brushing.ts';
import { contactManager } from './contact-manager.ts';
import { correctData } from './correct-data.ts';
import type { Corpus } from './corpus.ts';
import { eighth } from './eighth.ts';
import { encryptedForm } from './encrypted-form.ts';
import { fifth } from './fifth.ts';
import { fourth } from './fourth.ts';
import { notAuthorized } from './not-authorized.ts';
import { second } from './second.ts';
import { seventh } from './seventh.ts';
import { sixth } from './sixth.ts';
import { third } from './third.ts';
import { tryLater } from './try-later.ts';
import { twisted } from './twisted.ts';

const first: Readonly<Record<Meaning, Corpus>> = {
  'correct-data': correctData,
  'encrypted-form': encryptedForm,
  'not-authorized': notAuthorized,
  'contact-manager': contactManager,
  'try-later': tryLater,
};

/** The texts about one meaning from all the sets. */
export function corpusOf(meaning: Meaning): Corpus {
  return {
    has: [
      ...first[meaning].has,
      ...second[meaning],
      ...third[meaning],
      ...fourth[meaning],
      ...fifth[meaning],
      ...sixth[meaning],
      ...seventh[meaning],
      ...eighth[meaning],
    ],
    lacks: [...first[meaning].lacks, ...brushing[meaning], ...twisted[meaning]],
  };
}

/** The texts that state a meaning beside others. */
export const beside: Readonly<Record<Meaning, readonly string[]>> = { ...besideData, ...besideRefusal };
