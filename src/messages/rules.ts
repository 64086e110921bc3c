// The rule that a verdict follows, in one sentence; explanations are in English alone.

import type { CheckCode } from './message.ts';

/** By code of a check. */
const rules: Readonly<Record<CheckCode, string>> = {
  open: 'Nothing follows from an answer that the network, a gateway or the moment may have given, nor from one without an accepted control.',
  status: 'The status must be the one that the specification gives for this condition.',
  'success-status': 'Valid credentials must be answered with the status that the specification gives.',
  'as-plain': 'A condition must be answered otherwise than the plain request.',
  'unused-status': 'A status that the specification calls unused is never answered.',
  names: 'The text must name the parameter as a whole word, spelled as the specification spells it.',
  'names-spelling': 'A name that is spelled otherwise is left to a person.',
  'names-same-text':
    'Where several missing parameters get one text, it counts for one that it names alone among them.',
  meaning: 'The text must state the meaning of its condition; the lexicon knows how that is said.',
  'meaning-contradicted': 'A text that states another meaning and not its own says something untrue.',
  'meaning-catch-all': 'A text that states three or more other meanings is left to a person.',
  'meaning-touched': 'A text on the right topic in unknown words is left to a person.',
  'meaning-unknown': 'A text in words that the lexicon does not know is left to a person.',
  'meaning-same-text': 'One text for conditions of different meaning is left to a person.',
  'text-missing': 'Where there is no text, what is required of it fails.',
  'error-body': 'Every error is a JSON object in which the text stands once, as a string that is not blank.',
  enforced: 'No request without valid credentials obtains the list.',
  'list-disclosed': 'No request without valid credentials obtains the list; one that does is never in doubt.',
  'near-miss-list':
    'A list for credentials that differ only in case, blanks or notation is left to a person.',
  'success-body': 'The body must be a JSON object whose only member is the list.',
  'success-record':
    'Every record must be an object with the members that the specification gives, as strings.',
  'same-success': 'A request that is written otherwise and means the same must obtain the list too.',
  masked: 'What rests on a value that was masked is left to a person.',
};

/** '' for a code of another version. */
export const ruleOf = (code: string): string => (Object.hasOwn(rules, code) ? rules[code as CheckCode] : '');
