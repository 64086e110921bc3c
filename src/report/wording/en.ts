import type { Wording } from './wording.ts';

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

const reasons = {
  'not-provisioned': {
    happened: 'The target profile gives no way to bring the condition about.',
    advice: 'Add the condition to the profile.',
  },
  'setup-failed': {
    happened: 'The setup of the condition failed.',
    advice: 'Mend `setup` of the condition in the profile; `doctor` tries it out.',
  },
  'target-unavailable': {
    happened: 'The target did not answer, not even the plain success request.',
    advice: 'Check that the service runs and can be reached, then repeat the run.',
  },
  'rate-limited': {
    happened: 'The target turned requests away because there were too many (429).',
    advice: 'Lower `limits.rate` in the profile, or have the limit for this partner raised.',
  },
  'control-failed': {
    happened: 'The request that is right in every respect was not accepted, so a refusal shows nothing.',
    advice: 'Make the plain success request work first: check credentials, encryption and bank code.',
  },
  vacuous: {
    happened: 'The answer held nothing to judge, an empty list of banks for example.',
    advice: 'Use a partner for whom the target lists at least one bank.',
  },
  'not-selected': {
    happened: 'Left out of this run by a selection, a limit or an interruption.',
    advice: 'Run without `--case` and `--requirement`, or look at `limits.failedLogins` in the profile.',
  },
  'suite-error': {
    happened: 'The suite itself made an error; this says nothing about the target.',
    advice: 'Report it together with results.json.',
  },
} as const satisfies Wording['reasons'];

const labels = {
  actual: 'actual',
  advisories: 'Advisories',
  all: 'all',
  also: 'also in',
  cases: 'Cases',
  collapse: 'Collapse all',
  condition: 'condition',
  controls: 'Control requests',
  copied: 'Copied',
  copy: 'Copy curl',
  decide: 'decide',
  duration: 'Duration',
  environment: 'Environment',
  expand: 'Expand all',
  expected: 'expected',
  failures: 'Failed requirements',
  filter: 'Filter',
  holds: 'Does this hold?',
  interrupted: 'The run was interrupted.',
  interruptedEarly: 'The run was interrupted before its end. What is missing was not judged.',
  latency: 'Latency (median / p95 / max)',
  matrix: 'Requirements by condition',
  message: 'Message',
  more: 'more, one line each',
  noAnswer: 'no answer',
  noBody: 'no body',
  noMatch: 'Nothing matches the filter.',
  notApplicable: 'Not claimed by the target profile',
  notAsked: 'not required',
  observation: 'Observation',
  observations: 'Observations',
  observed: 'observed',
  open: 'What could not be tested',
  owner: 'owner',
  patternHint:
    'If the text is right, a pattern under `texts` in the target profile decides it from the next run on.',
  profileHint: 'To test these, add to the target profile:',
  question: 'Question',
  reason: 'reason',
  request: 'Request',
  requirement: 'Requirement',
  requirements: 'Requirements',
  response: 'Response',
  result: 'Result',
  reviews: 'For a person to decide',
  rootCauses: 'Check this first',
  search: 'Search in requirements and cases',
  section: 'section',
  specification: 'Specification',
  started: 'Started',
  state: 'state',
  suite: 'Suite',
  summary: 'Summary',
  target: 'Target',
  text: 'text',
  title: 'Conformance report',
  until: 'until',
  variant: 'Variant',
  verdict: 'verdict',
  waived: 'waived',
  waivers: 'Waivers',
  why: 'because',
} as const;

/** What reports say in English. */
export const english: Wording = {
  verdicts: { pass: 'pass', fail: 'fail', review: 'review', inconclusive: 'inconclusive' },
  overall: { conforming: 'conforming', nonconforming: 'nonconforming', incomplete: 'incomplete' },
  reasons,
  unjudged: {
    happened: 'No answer was judged that could have shown it.',
    advice: 'Nothing is to be done about these: they are judged as soon as other cases are.',
  },
  wrongPassword: '<ciphertext> stands for that of a wrong password.',
  conditionPassword: (condition) =>
    `<ciphertext> stands for that of the password of conditions.${condition}, if the profile sets one there.`,
  labels,
  waiverStates: {
    used: 'used',
    stale: 'stale: nothing fails that it could excuse; remove it',
    expired: 'expired: it excuses nothing any more',
    undecided: 'undecided: its requirement was not judged in this run',
  },
  transport: {
    dns: 'the host name was not found',
    'local-address': 'the local address could not be used',
    refused: 'the connection was refused',
    unreachable: 'the host could not be reached',
    'connect-timeout': 'no connection within the time limit',
    proxy: 'the proxy refused',
    tls: 'TLS failed',
    reset: 'the connection was reset',
    timeout: 'no whole answer within the time limit',
    malformed: 'the answer is not valid HTTP',
    cut: 'the answer was cut off',
    'too-large': 'the answer is too large',
    interrupted: 'the run was interrupted',
    other: 'the exchange failed',
  },
  topics: {
    success: 'Success',
    request: 'Reading the request',
    missing: 'Missing parameter',
    unencrypted: 'Password not encrypted',
    unauthorized: 'Authorization failed',
    'partner-blocked': 'Partner blocked',
    'ip-blocked': 'IP address blocked',
    'reward-unavailable': 'Reward not available',
    unavailable: 'Service unavailable',
    error: 'Every error response',
    status: 'Status codes in use',
    authorization: 'Access to the list',
  },
  say: (english) => english,
  variant: (id) => `Variant ${id.toUpperCase()}`,
  sentence: ({ variant, verdict, counts, waived }) => {
    const total = counts.pass + counts.fail + counts.review + counts.inconclusive;
    const open = counts.review + counts.inconclusive;
    const name = `Variant ${variant.toUpperCase()}`;
    switch (verdict) {
      case 'conforming':
        return `${name} does what the specification says: ${plural(total, 'requirement')} of ${total} hold.`;
      case 'nonconforming':
        return `${name} contradicts the specification in ${counts.fail - waived} of ${plural(total, 'requirement')}; ${counts.pass} hold, ${open} remain open.`;
      case 'incomplete':
        return `${name} is not fully tested: ${counts.pass} of ${plural(total, 'requirement')} hold, ${open} remain open${
          waived > 0 ? `, ${plural(waived, 'known deviation')} waived` : ''
        }.`;
    }
  },
  counts: (counts, waived) =>
    `${counts.pass} pass, ${counts.fail} fail${waived > 0 ? ` (${waived} waived)` : ''}, ${counts.review} review, ${counts.inconclusive} inconclusive`,
  requests: (count) => plural(count, 'request'),
  inCases: (count) => `in ${plural(count, 'case')}`,
  bodyLeftOut: (shown, total) =>
    `Shown: ${shown} characters; the whole body has ${plural(total, 'byte')}. More of it stands in results.json.`,
};
