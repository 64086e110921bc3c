import type { TransportErrorKind } from '../../http/exchange.ts';
import type { WaiverResult } from '../../result/results.ts';
import type { Reason } from '../../verdict/reason.ts';
import type { Language } from '../../wording/message.ts';
import type { Classes, OutcomeCounts, RequirementTally, VariantSummary } from './summary.ts';

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Why a requirement is inconclusive, and what to do. `alone`: the advice if the plain request passed. */
const reasons: Readonly<
  Record<
    Reason,
    { readonly name: string; readonly happened: string; readonly advice: string; readonly alone?: string }
  >
> = {
  'not-provisioned': {
    name: 'not-provisioned',
    happened: 'The target profile does not say how to create the condition.',
    advice: 'Add the condition to the profile.',
  },
  'setup-failed': {
    name: 'setup-failed',
    happened: 'The condition could not be created.',
    advice:
      'Correct the condition in the profile, including its `setup` if it has one; `doctor --setup` tests it.',
  },
  'target-unavailable': {
    name: 'target-unavailable',
    happened: 'The answer, or that none came, may be a passing fault of the target or the network.',
    advice: 'Check that the service runs and can be reached, then repeat the run.',
    alone:
      'The service runs: find these requests in its log, and in that of a gateway in front of it, by their X-Request-Id.',
  },
  'rate-limited': {
    name: 'rate-limited',
    happened: 'The target refused requests because there were too many (429).',
    advice: 'Lower `limits.rate` in the profile, or have the limit for this partner raised.',
  },
  'control-failed': {
    name: 'control-failed',
    happened: 'No valid request was accepted beside it, so the refusal of another request shows nothing.',
    advice:
      'Make the plain request work first: check credentials, encryption and bank code. Have a locked partner unlocked.',
    alone:
      'The plain request passes elsewhere: a gateway or firewall in front of the service may refuse these requests. Find them in its log by their X-Request-Id.',
  },
  vacuous: {
    name: 'vacuous',
    happened: 'The answer contained nothing to judge, for example an empty list of banks.',
    advice: 'Use a partner for whom the target lists at least one bank.',
  },
  'not-selected': {
    name: 'not-selected',
    happened: 'Excluded from this run by a selection, a limit or an interruption.',
    advice:
      'Run the whole suite, if cases were selected; else `limits.failedLogins` in the profile is too low, or used up by a round before.',
  },
  'suite-error': {
    name: 'suite-error',
    happened: 'The suite itself made an error; this says nothing about the target.',
    advice: 'Report it together with results.json.',
  },
};

/** Headings, column titles and names of fields. */
const labels = {
  actual: 'actual',
  advisories: 'Advisories',
  all: 'all',
  also: 'also in',
  byPerson: 'decided by a person',
  cases: 'Cases',
  selected: 'Selected cases',
  changes: 'Marked in the exchanges: what differs from the plain request, and what the verdict is based on.',
  classCore: 'Core',
  classCoreHint: 'what needs no provisioning',
  classFull: 'Full',
  classFullHint: 'everything',
  collapse: 'Collapse all',
  condition: 'condition',
  controls: 'Control requests',
  contents: 'Contents',
  printAll: 'Print everything',
  sameBody: 'The same body as in',
  copied: 'Copied',
  copy: 'Copy curl',
  copyEntry: 'Copy entry',
  curlTooLong: 'The command is too long for this page; it is in results.json.',
  date: 'date',
  cutHere: 'The summary is cut here: the rest is in the other reports.',
  decide: 'decide',
  decided: 'decided',
  decidedBy: 'Decisions of persons',
  decision: 'decision',
  draft: 'Entry for `reviews.yaml`; fill in decision (`pass` or `fail`), name and date:',
  draftTooLong: 'The text is too long for this page; it is in results.json.',
  drawnFrom: 'from seed',
  duration: 'Duration',
  environment: 'Environment',
  expand: 'Expand all',
  expected: 'expected',
  pace: 'Rate limiter',
  failedLogins: 'Failed logins',
  failures: 'Failed requirements',
  filter: 'Filter',
  goes: 'Runs of the case',
  holds: 'Does this hold?',
  interrupted: 'The run was interrupted.',
  interruptedEarly: 'The run was interrupted before its end. What is missing was not judged.',
  latency: 'Latency (median / p95 / max)',
  latencyTitle: 'Latency',
  leftOutHere: 'This page shows only a part; results.json contains the full record.',
  link: 'Link to this case',
  matrix: 'Requirements by condition',
  message: 'Message',
  more: 'more, one line each',
  moreOfBody: 'More of the body',
  name: 'name',
  moreFailed: 'more failed requirements',
  moreWarnings: 'more warnings',
  noAnswer: 'no answer',
  noBody: 'no body',
  noMatch: 'Nothing matches the filter.',
  notApplicable: 'Not claimed by the target profile',
  notAsked: 'not required',
  note: 'note',
  nothingOpen: 'Everything that is required was tested.',
  notReached: 'not reached',
  observations: 'Observations',
  observed: 'observed',
  open: 'What could not be tested',
  order: 'Order of the cases',
  orderDerived: 'as derived from the specification',
  owner: 'owner',
  patternHint:
    'If the text is right, add a pattern under `texts` to the profile, or fill in `reviews.yaml` (command below).',
  platform: 'Run on',
  prevents: 'prevented by',
  untriedPasswords: 'passwords not tried (limits.failedLogins, conditions.unauthorized):',
  print: 'Print',
  profile: 'Target profile',
  profileHint: 'To test these, add to the target profile:',
  quantile: 'share of the answers',
  question: 'Question',
  reached: 'reached',
  reason: 'reason',
  repeat: 'Runs of each case',
  reports: 'Reports',
  request: 'Request',
  requirement: 'Requirement',
  requirements: 'Requirements',
  response: 'Response',
  result: 'Result',
  reviews: 'For a person to decide',
  rootCauses: 'Check this first',
  search: 'Search in requirements and cases',
  section: 'section',
  showAll: 'Show everything',
  shownWith: 'Request and response: see above,',
  slowest: 'slowest',
  seeReports: 'see the reports',
  signature: 'signature',
  tested: 'What was tested',
  unsettled: 'What is open',
  unshown: 'What it does not show',
  specifies: 'Partner API: list of banks for B2C transfers through SBP',
  specification: 'Specification',
  staleWaivers: 'Stale waivers fail this run',
  started: 'Started',
  state: 'state',
  suite: 'Suite',
  summary: 'Summary',
  target: 'Target',
  text: 'text',
  theme: 'Light or dark',
  title: 'Conformance report',
  unstable: 'not the same every time',
  until: 'until',
  variant: 'Variant',
  verdict: 'verdict',
  waived: 'waived',
  waiver: 'waiver',
  waivers: 'Waivers',
  why: 'because',
};

const byPersons = (decided: number, before: string): string =>
  decided > 0 ? `${before}${decided} decided by a person` : '';

function standing({ verdict, counts, waived, decided, suspect }: VariantSummary): string {
  const total = counts.pass + counts.fail + counts.review + counts.inconclusive;
  const open = counts.review + counts.inconclusive;
  const ofAll = `of ${plural(total, 'requirement')}`;
  const remain = `${open} ${open === 1 ? 'remains' : 'remain'} open`;
  const rest = `${counts.pass} hold, ${remain}${byPersons(decided, '; ')}`;
  if (suspect) {
    return `refuses the credentials of the profile as the specification says: either the profile is wrong or the service; check partner, password and encryption in the profile first; ${remain}`;
  }
  switch (verdict) {
    case 'conforming':
      return `does what the specification says: ${plural(total, 'requirement')} of ${total} hold${byPersons(decided, ', ')}`;
    case 'nonconforming':
      return `contradicts the specification in ${counts.fail - waived} ${ofAll}; ${waived > 0 ? `${plural(waived, 'known deviation')} waived, ` : ''}${rest}`;
    case 'incomplete':
      return waived > 0
        ? `deviates from the specification in ${waived} ${ofAll}, which ${waived === 1 ? 'is' : 'are'} waived${open > 0 ? `, and is not fully tested: ${rest}` : `; ${rest}`}`
        : `is not fully tested: ${counts.pass} ${ofAll} hold, ${remain}${byPersons(decided, '; ')}`;
  }
}

const waiverStates: Readonly<Record<WaiverResult['state'], string>> = {
  used: 'used',
  stale: 'stale: its requirement passed; remove it',
  expired: 'expired: it no longer applies',
  undecided: 'undecided: its requirement was not judged in this run',
};

const transport: Readonly<Record<TransportErrorKind, string>> = {
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
};

/** Names of the groups of requirements. */
const topics: Readonly<Record<string, string>> = {
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
};

/** What a variant does wrong, after its name, by the code of the check. By default: expected and actual. */
const deviations: Readonly<Record<string, (expected: string, actual: string, topic: string) => string>> = {
  status: answersInstead,
  'success-status': answersInstead,
  'unused-status': (_, actual) => ` answers ${actual}, a status that it does not use`,
  'list-disclosed': () => ' gives the list to a request without valid credentials',
  'error-body': (_, actual) => ` answers errors with ${actual}`,
  names: (_, __, topic) => ` does not name the parameter in its text (${topic})`,
  'meaning-contradicted': (_, __, topic) => ` answers “${topic}” with the text of another condition`,
};

function answersInstead(expected: string, actual: string): string {
  return /^\d+$/.test(actual)
    ? ` answers ${actual} instead of ${expected}`
    : `: ${actual} instead of ${expected}`;
}

/** Writes ms for people: `412 ms`, `1.8 s`, `2 min 5 s`, with the units and decimal sign of a language. */
export const durationIn =
  (ms: string, s: string, min: string, point: string) =>
  (duration: number): string => {
    if (duration < 999.5) return `${Math.round(duration)} ${ms}`;
    if (duration < 59_950) return `${(duration / 1000).toFixed(1).replace('.', point)} ${s}`;
    const seconds = Math.round(duration / 1000);
    return `${Math.floor(seconds / 60)} ${min} ${seconds % 60} ${s}`;
  };

/** What the comparison of two runs says. */
const comparison = {
  title: 'Comparison of two runs',
  before: 'before',
  after: 'after',
  noDifference: 'No difference: both runs have the same results.',
  isWorse: 'Something got worse.',
  isNotWorse: 'Nothing got worse.',
  directions: { worse: 'Got worse', better: 'Got better', other: 'Other changes' },
  standings: {
    settled: 'review, settled as conforming',
    rejected: 'review, settled as deviating',
    'not-run': 'not run',
  },
  classWon: (variant: string, name: string) => `Variant ${variant} reaches the class ${name}.`,
  classLost: (variant: string, name: string) => `Variant ${variant} no longer reaches the class ${name}.`,
  notes: { observation: 'Observations that changed', advisory: 'New and removed advisories' },
  none: 'not observed',
  context: 'Other differences',
  contextWords: {} as Readonly<Record<string, string>>,
  owners: {
    suite: 'the version of the suite differs: verdicts may differ because of that',
    specification: 'the specification differs, and so do the requirements',
    profile: 'the target profile differs: requests and conditions may differ too',
    address: 'the address differs: it may be another service',
    environment: 'the run was made on another machine',
    selection: 'different cases were run',
  },
  onlyTarget: 'Suite, specification and target profile are the same, so the target itself changed.',
};

/** What the page of many runs says. */
const matrix = {
  title: 'Conformance matrix',
  targets: 'Targets',
  classes: { core: 'class core', full: 'class full', none: 'no class' },
  notClaimed: 'not claimed',
  unknown: 'unknown',
  unknownHint: 'The suite that made this run does not know the requirement.',
  interrupted: 'interrupted: what is missing was not judged',
  latency: 'Latency: median, ms',
  runs: 'Runs',
  firstSeen: 'first seen',
  fixed: 'fixed',
  signsOnly: 'Signs only',
  more: 'with an asterisk: waived, or decided by a person',
  search: 'Search in requirements and targets',
  suites: 'The runs were made by different versions of the suite; a verdict may differ because of that:',
  specifications: 'The runs were made against different texts of the specification: the requirements differ.',
};

/** What the explanation of a verdict says. Times are times of day in UTC. */
const explanation = {
  requestSent: (label: string, times: number) =>
    `Request: ${label}, ${times === 1 ? 'sent once' : `sent ${times} times`}`,
  requestUnsent: (id: string) => `Request${id === '' ? '' : ` ${id}`}: not sent`,
  sentAt: (exchange: string, time: string) => `${exchange}, ${time} UTC`,
  omitted: (count: number) => `… (${count} more)`,
  noDoubt: 'No doubt: the first answer counts.',
  inDoubt: (exchange: string) =>
    `The first answer may not be the service's own, so it was sent again: ${exchange} counts.`,
  undecided: 'The answer decides nothing, see step 3.',
  stillInDoubt: "The answers may not be the service's own, so they decide nothing, see step 3.",
  halted: (note: string) => `Nothing to judge: ${note}`,
  nothingSent: 'Nothing to judge, see step 3.',
  controls: (good: number, total: number) =>
    good === total
      ? `${plural(total, 'control')}, ${total === 1 ? '' : 'all '}good: the service worked as before`
      : `${good} of ${plural(total, 'control')} good`,
  outage: 'The condition puts the service out of order: controls were sent before and after it.',
  plainRequest: (exchange: string, answer: string) => `The plain request, ${exchange}: ${answer}`,
  comparedWith: (exchanges: string) => `Compared with the answers ${exchanges}`,
  noRule: 'No rule was applied.',
  rule: (code: string) => `Rule \`${code}\``,
  worst: (checks: number, cases: number, counts: string) =>
    checks === 1
      ? `The verdict is that of its only check: ${counts}`
      : `The worst verdict of ${plural(checks, 'check')} in ${plural(cases, 'case')} counts: ${counts}`,
  noCheck: 'Nothing was checked, so the requirement is inconclusive.',
  leftOut: 'A case that aims at it was left out, so what was seen is not enough for a pass.',
  further: (count: number) =>
    `${plural(count, 'more check')} with the same verdict; --json lists every check`,
  repeat: 'Repeat it',
  decide: 'Decide it',
  onPurpose: 'See it on purpose',
  violating: 'A service that violates it, and in another terminal the run that finds it:',
  differs: (before: string, after: string) =>
    `The file says “${before}”; its record, judged again, gives “${after}”.`,
};

/** What reports say in English. */
export const english = {
  verdicts: { pass: 'pass', fail: 'fail', review: 'review', inconclusive: 'inconclusive' },
  suspect: 'the profile or the service is wrong',
  suspectCheck: 'check partner, password and encryption in the profile',
  overall: { conforming: 'conforming', nonconforming: 'nonconforming', incomplete: 'incomplete' },
  reasons,
  unjudged: {
    happened: 'No judged answer could show it.',
    advice: 'You do not have to do anything: these requirements are judged together with other cases.',
  },
  wrongPassword: '<ciphertext> is that of a wrong password.',
  conditionPassword: (condition: string) =>
    `<ciphertext> is that of the password of conditions.${condition}, if the profile sets one there.`,
  labels,
  waiverStates,
  unknownWaiver: (near: string | null) =>
    `stale: no requirement has this id${near === null ? '; remove it' : `; did you mean \`${near}\`?`}`,
  decisions: { pass: 'conforms', fail: 'does not conform' },
  reviewStates: { used: 'used', stale: 'stale: it decides nothing' },
  aspects: { status: 'status', names: 'names', meaning: 'meaning', body: 'body', record: 'record' },
  transport,
  topics,
  deviations,
  comparison,
  matrix,
  explanation,
  deviation: (actual: string) => `: got ${actual}`,
  language: 'en' as Language,
  quote: (text: string) => `“${text}”`,
  variant: (id: string) => `Variant ${id.toUpperCase()}`,
  sentence: (summary: VariantSummary) => `Variant ${summary.variant.toUpperCase()} ${standing(summary)}.`,
  counts: ({ counts, waived, decided }: RequirementTally) =>
    `${counts.pass} pass, ${counts.fail} fail${waived > 0 ? ` (${waived} waived)` : ''}, ${counts.review} review, ${counts.inconclusive} inconclusive${byPersons(decided, '; ')}`,
  classes: (classes: Classes) =>
    (['core', 'full'] as const)
      .map((name) => {
        const { reached, requirements, prevents } = classes[name];
        if (reached) return `${name} reached`;
        const why =
          prevents.length === 0
            ? `${plural(classes.full.untried.length, 'kind')} of password not tried: limits.failedLogins, conditions.unauthorized`
            : `${prevents.length} of ${plural(requirements, 'requirement')} ${prevents.length === 1 ? 'prevents' : 'prevent'} it`;
        return `${name} not reached (${why})`;
      })
      .join(', '),
  outcome: ({ failed, review, open, waived, stale, passed }: OutcomeCounts) =>
    [
      ...(failed > 0 ? [`${failed} failed`] : []),
      ...(review > 0 ? [`${review} to review`] : []),
      ...(open > 0 ? [`${open} not tested`] : []),
      ...(waived > 0 ? [`${waived} waived`] : []),
      ...(stale > 0 ? [plural(stale, 'stale waiver')] : []),
      ...(passed > 0 ? [`${passed} passed`] : []),
    ].join(' · '),
  failedLogins: (count: number) => plural(count, 'failed login'),
  duration: durationIn('ms', 's', 'min', '.'),
  instant: (iso: string) => `${iso.slice(0, 19).replace('T', ' ')} UTC`,
  requests: (count: number, leftOut: number) =>
    `${plural(count, 'request')}${leftOut === 0 ? '' : ` (${leftOut} left out: limits.failedLogins)`}`,
  seenIn: 'see',
  alike: (texts: number) =>
    `and ${plural(texts, 'text')} more that differ only in names of parameters or in numbers: one decision`,
  watching: (cases: number) =>
    `Enter, or a change of the profile: ${cases === 0 ? 'run again' : `run ${plural(cases, 'open case')} again`}; q: end`,
  pace: (refused: number, rate: number) =>
    `a rate limiter refused ${plural(refused, 'request')}; limits.rate: ${rate} in the profile avoids that`,
  progress: (ended: number, total: number, noun: string, seconds: number) =>
    `${ended} of ${total} ${noun} after ${seconds} s`,
  headers: (count: number) => plural(count, 'header'),
  requirements: (count: number) => plural(count, 'requirement'),
  linesLeftOut: (count: number, isList: boolean) => `${plural(count, isList ? 'record' : 'line')} left out`,
  bodyLeftOut: (shown: number, total: number) =>
    `Shown: ${shown} characters; the whole body has ${plural(total, 'byte')}. More of it is in results.json.`,
};

/** Everything that reports say in their own words, in one language. Other languages have the same members. */
export type Wording = typeof english;
