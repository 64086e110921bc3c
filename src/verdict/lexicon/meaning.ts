import type { Meaning } from '../../spec/specification.ts';
import { contactManager } from './contact-manager.ts';
import { correctData } from './correct-data.ts';
import { encryptedForm } from './encrypted-form.ts';
import { compileLexicon } from './lexicon.ts';
import type { Finder } from './lexicon.ts';
import { normalise } from './normalise.ts';
import { notAuthorized } from './not-authorized.ts';
import { tryLater } from './try-later.ts';

const finders: readonly (readonly [Meaning, Finder])[] = [
  correctData,
  encryptedForm,
  notAuthorized,
  contactManager,
  tryLater,
].map((lexicon) => [lexicon.meaning, compileLexicon(lexicon)]);

/**
 * Finds which meanings the first 16 KiB of a text state, in Russian or English; a meaning that is denied, or only brushed,
 * is not among them (section 4: meaning of description_status).
 */
export function findMeanings(text: string): ReadonlySet<Meaning> {
  const words = normalise(text);
  return new Set(finders.filter(([, finder]) => finder(words)).map(([meaning]) => meaning));
}
