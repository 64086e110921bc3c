import type { Results } from '../../result/results.ts';
import { deriveRequirements } from '../../spec/requirement.ts';
import { specification } from '../../spec/variant.ts';
import { sampleResults } from '../sample-results.test-data.ts';

/** What a run says instead of the texts that the sample makes up. */
const said: Readonly<Record<string, string>> = {
  'is answered with the list of banks': 'valid credentials obtain the list of banks',
  'reads a body whose member names are written with \\u escapes':
    'the same request is understood with every character as an escape',
  'is refused without partnerName': 'a request without partnerName is refused and partnerName is named',
  'is refused without partnerPassword':
    'a request without partnerPassword is refused and partnerPassword is named',
  'is refused without all three parameters':
    'a request without partnerName and partnerPassword and useAuthByCert is refused and at least one of them is named',
  'refuses a password sent as plain text':
    'a plain partnerPassword is refused and expected in encrypted form',
  'refuses a wrong password, correctly encrypted':
    'a wrong password, correctly encrypted, does not pass authorization',
  'refuses a partner that does not exist': 'an unknown partner does not pass authorization',
  'refuses a partner whose access is blocked': 'a blocked partner is refused and sent to the manager',
  'says that it is unavailable': 'an unavailable service says so and asks to repeat later',
  'nothing changed': 'baseline',
  'member names as escapes, second try': 'every character as an escape',
  'password as plain text': 'plain partnerPassword',
  '422 (a required parameter is missing, section 4.1)': '422',
  'connection reset': 'no answer (read ECONNRESET: no headers came), beside a good control',
  'the word partnerName': 'a text that names `partnerName`',
  'the text says nothing that the lexicon knows':
    'meaning: expected a text that says that authorization was not passed, got “Код 1007” (no phrase of the lexicon is in it: a person decides)',
  'asks to repeat the request with correct data': 'a text that asks to repeat the request with correct data',
  'no list': 'no `banks` array without a valid partner name and a valid, encrypted password',
  'a list of 12 banks': '200 with a `banks` array',
  'The setup request was answered 404.': 'set-up: answered 404, expected 2xx',
  'The list was empty.': 'the list is empty, so no record was seen',
  'The baseline was answered 503 as well.': 'answered 503, and no control was answered as before',
  'The baseline was answered 400.':
    'status: got 422 (variant b, unencrypted, section 4.2); looks right, but the same request with nothing wrong in it is not accepted either',
  'Two of three failed logins were answered 429.': 'answered 429, and so is the control',
  'The limit of failed logins was reached.': 'the limit of 3 failed logins is reached (limits.failedLogins)',
  'No credentials of a blocked partner are given in the profile.':
    'the profile does not say how to bring partner-blocked about (conditions.partner-blocked)',
  'No blocked address is given in the profile.':
    'the profile does not say how to bring ip-blocked about (conditions.ip-blocked)',
  'Cannot read properties of undefined.': 'no request baseline',
  'The plain success request of variant B was answered 503 from 18:03:08 on.':
    "the plain request with the profile's credentials is answered 503, not 200",
  'Check that the service runs behind https://staging.example.test/api, then repeat the run.':
    'the target or a gateway before it is out of order: try again later',
  'An unknown partner and a wrong password can be told apart by the text.':
    'An unknown partner and a wrong password can be told apart by the answer.',
  'Answers may be cached although the address carries a password; send Cache-Control: no-store.':
    'Responses may be cached although the address carries a password: no `Cache-Control: no-store`.',
  'Which content type does a successful answer have?': 'Content type of the list?',
  'Is a number accepted for partnerName?': 'What if partnerName is a number?',
  'yes, 200 with the same list': '200, a list of 12',
  'In which language are the texts?': 'Language of the texts?',
  'text is being reworded': 'текст переписывается',
  'gateway is being moved': 'шлюз переезжает',
  'old gateway': 'старый шлюз',
  'payouts team': 'группа выплат',
  'gateway team': 'группа шлюзов',
};

/** The sample with the texts of a real run, for a Russian reader, with reviews that persons decided. */
export function russianSample(): Results {
  const sample = sampleResults();
  const statements = new Map(deriveRequirements(specification).map(({ id, statement }) => [id, statement]));
  const told = JSON.parse(JSON.stringify(sample), (_, value: unknown) =>
    typeof value === 'string' ? (said[value] ?? value) : value,
  ) as Results;
  return {
    ...told,
    target: { ...told.target, name: 'Стенд', language: 'ru' },
    requirements: told.requirements.map((one) => ({
      ...one,
      statement: statements.get(one.id) ?? one.statement,
      decided: one.id === 'a.unauthorized.meaning' ? 'pass' : one.decided,
    })),
    reviews: [
      {
        case: 'a.unauthorized.wrong-password',
        requirement: null,
        text: 'Обратитесь в службу поддержки партнёров, код 1007',
        decision: 'pass',
        name: 'Анна Ревизор',
        date: '2026-11-19',
        note: 'так принято в этой службе',
        state: 'used',
        requirements: ['a.unauthorized.meaning'],
      },
      {
        case: 'b.unavailable',
        requirement: null,
        text: 'Старый текст',
        decision: 'fail',
        name: 'Анна Ревизор',
        date: '2026-11-01',
        note: '',
        state: 'stale',
        requirements: [],
      },
    ],
  };
}
