import type { ConditionName } from '../spec/specification.ts';

const ways = [
  '# How each special condition is brought about. What is left out is not judged, and the report says so.',
  '# The ways, one or several for a condition; all else is as in the plain request:',
  '#   credentials         of another partner, merged over those above',
  '#   headers             by which a test system or a gateway knows what to do',
  '#   baseUrl             another instance or another entrance of the service',
  '#   localAddress        the address of this machine that the connection comes from',
  '#   proxy               http://user:password@host:port, which is asked for a tunnel (CONNECT)',
  '#   setup, teardown     { command: "…" }, run by the shell in the folder of this file, or',
  '#                       { request: { method, url, headers, body } }, answered 2xx. The condition is then',
  '#                       tried alone, and teardown is done whatever happens',
  '#   until               { status: 500, within: 30000 }: after setup the request is repeated until it is',
  '#                       answered so, for that many milliseconds',
] as const;

const examples: Partial<Record<ConditionName, readonly string[]>> = {
  unauthorized: [
    '  unauthorized:                 # comes about by itself; say more where failed logins lock a partner',
    '    credentials: { partnerName: 1045 }   # is sent with a wrong password made up for the run',
    '    unknownPartner: 900900900   # nobody’s name; made up if left out',
  ],
  'partner-blocked': [
    '  partner-blocked:',
    '    credentials: { partnerName: 1043, partnerPassword: "${BLOCKED_PASSWORD}" }',
  ],
  'ip-blocked': [
    '  ip-blocked:',
    '    localAddress: 127.0.0.2     # or proxy: http://proxy.example.test:3128',
  ],
  'reward-unavailable': [
    '  reward-unavailable:',
    '    credentials: { partnerName: 1044, partnerPassword: "${NO_REWARD_PASSWORD}" }',
  ],
  unavailable: [
    '  unavailable:                  # or headers: { X-Fault: unavailable }',
    '    setup: { command: "./stop-database" }',
    '    teardown: { command: "./start-database" }',
    '    until: { status: 500, within: 30000 }',
  ],
};

/** Comments on how conditions are brought about, with an example for each of these. */
export function conditionLines(conditions: ReadonlySet<ConditionName>): readonly string[] {
  const lines = [...conditions].flatMap((name) => examples[name] ?? []);
  return [...ways, '# conditions:', ...lines.map((line) => `# ${line}`)];
}

/** Comments on everything else that a profile may say, with an example of each. */
export const furtherLines = [
  '# Sent with every request; every value set here is private.',
  '# headers: { X-Gateway-Key: "${GATEWAY_KEY}" }',
  '',
  '# Where the target’s certificate is not publicly trusted, or a client certificate is wanted.',
  '# tls:',
  '#   ca: keys/ca.pem',
  '#   cert: keys/client.pem         # or pfx: keys/client.p12',
  '#   key: keys/client.key',
  '#   passphrase: ${TLS_PASSPHRASE}',
  '',
  '# Patterns that decide alone what the text of a condition means; {parameter} stands for the name.',
  '# texts: { missing: "{parameter}.*correct data" }',
  '',
  '# Requests open at once, requests per second (unlimited if left out), milliseconds for a whole answer, repeats',
  '# of a doubtful one, bytes of a body, failed logins with a real partner in one run.',
  '# limits: { concurrency: 8, rate: 50, timeout: 10000, retries: 2, maxBody: 134217728, failedLogins: 3 }',
  '',
  '# A base URL that matches one of these patterns is run against only with --yes.',
  '# production: ["^https://api[.]example[.]com"]',
  '',
  '# Known deviations: they do not fail the run until that day, from which on they do. One that no longer fails,',
  '# or matches nothing, fails the run as stale.',
  '# waivers:',
  '#   - requirement: a.unavailable.meaning',
  '#     reason: text is being reworded',
  '#     owner: payouts team',
  '#     until: 2099-01-31',
  '',
  '# Decisions of people on texts under review, relative to this file; `report --draft-reviews` writes one to fill in.',
  '# reviews: reviews.yaml',
  '',
  '# Language of the reports, en or ru; whether HTTP/2 is offered.',
  '# language: en',
  '# http2: false',
] as const;
