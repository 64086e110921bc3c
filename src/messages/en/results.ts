/** Observations, root causes with hints, advisories. */
export const results = {
  'not-tried': 'not tried: {note}',
  'observed-answers': '{answers:next}',
  'observed-repeated': '{count}: {answers:; }',
  'answer-not-json': '{status}, not JSON',
  'answer-list': '{status}, a list of {count}',
  'answer-of-type': '{status}, JSON of type {type}',
  'answer-text': '{status}: “{text}”',
  'no-answer-because': 'no answer ({error})',
  unknown: 'unknown',
  none: 'none',
  yes: 'yes',
  russian: 'Russian',
  english: 'English',
  'list-of': '{items}',
  'ask-list-content-type': 'Content type of the list?',
  'ask-banks': 'How many banks?',
  'ask-bank-members': 'Further members of a bank record?',
  'ask-error-content-type': 'Content type of error responses?',
  'ask-error-members': 'Members of error bodies?',
  'ask-language': 'Language of the texts?',
  'ask-repeated-answers': 'Answers that had to be repeated?',
  'cause-silent': 'the plain request gets no answer, other requests do: {error}',
  'hint-silent': 'find these requests in the log of the service',
  'cause-no-answer': 'no usable answer from the target: {error}',
  'cause-not-200': "the plain request with the profile's credentials is answered {status}, not 200",
  'cause-gone': 'the target answered at first and does not answer any more: {error}',
  'hint-gone':
    'it answered before: check that it still runs, and lower limits.concurrency if it allows fewer connections at once',
  'cause-passing': 'the plain request was answered 200 before and after, but not every time: {answer}',
  'hint-passing':
    'the target, or a gateway in front of it, fails intermittently: look for the cause there, or lower limits.concurrency and limits.rate, and run again',
  'cause-later-than': 'the plain request was answered 200 at first, and {status} later',
  'cause-because': '{text}: {why}',
  'cause-changed': '{body} in place of the list',
  'hint-changed':
    'the target changed during the run, for example because of a deployment: run again when that is done',
  'cause-replica':
    'the target does not recognise some passwords as encrypted, although all are encrypted in the same way',
  'hint-replica':
    'one of several instances may have another key or setting: compare them, or run again when a deployment is done',
  'cause-clock': '{body}, and the clock of the target and that of this machine differ by {seconds} s',
  'hint-clock':
    'set the clocks; encryption.template may lack the timestamp that the target requires, or the target refuses one that is too old',
  'cause-alone': '{body}, while other requests to this path are answered as documented',
  'hint-alone': 'find this request in the log of the service',
  'cause-tls-port': 'the port speaks TLS, and baseUrl says http://',
  'hint-tls-port': 'write https:// in baseUrl',
  'cause-client-certificate': 'the target requires a client certificate, or a different one',
  'hint-client-certificate':
    'set tls.cert and tls.key (or tls.pfx and tls.passphrase), or check them with the operator of the target',
  'cause-doubled-path': 'baseUrl ends with {part}, which the suite appends itself',
  'hint-doubled-path': 'remove {part} from baseUrl',
  'cause-redirect-to-https': 'a redirect to {location}',
  'hint-redirect-to-https':
    'redirects are not followed: write the address that it leads to, https:// included, into baseUrl',
  'cause-slash': 'a redirect to the same path, but for the slash at its end: {location}',
  'hint-slash':
    'redirects are not followed: the service has to answer at the path that the specification gives',
  'cause-slash-served':
    'there is nothing at this path, while {path}, which differs only by the slash at its end, answers as documented',
  'hint-slash-served': 'the service has to answer at exactly the path that the specification gives',
  'cause-log-in': 'a redirect to a log-in page, {location}',
  'hint-log-in':
    'a gateway in front of the target requires a login: check baseUrl, and set the headers that it requires from programs',
  'cause-redirect': 'a redirect to {location}',
  'cause-rate': 'the target limits the rate{wait}',
  'retry-after': ', Retry-After {wait}',
  'cause-page': '{body} instead of JSON',
  'hint-page':
    'check baseUrl: a gateway, a log-in page, a captive portal or another service may answer in place of the target',
  'cause-banned': 'valid credentials are refused now, with {body}',
  'hint-banned':
    'a firewall or gateway may have banned this address: ask its operator to let it through, and lower limits.rate and limits.concurrency',
  'cause-locked': 'valid credentials are refused now',
  'hint-locked':
    'the target may have locked the partner after failed logins: have it unlocked, lower limits.failedLogins, or name a partner of its own in conditions.unauthorized; or it bans an address after many requests: lower limits.rate',
  'cause-other-refusal': 'refused with {body}',
  'hint-other-refusal':
    'a gateway or firewall in front of the target refuses: set the headers that it requires (an API key, for example), and check baseUrl and tls.cert',
  'json-error': 'a documented error',
  'json-of-others': 'JSON that is no documented error',
  'page-empty': 'an empty body',
  'page-not-json': 'a body that is not JSON',
  'page-html': 'an HTML page',
  'page-titled': 'an HTML page ("{title}")',
  'cause-path': 'there is nothing at this path for a {method}',
  'cause-content-type': 'the content type is not accepted',
  'hint-content-type': 'set the Content-Type or Accept that the target requires in headers',
  'cause-gateway': "{body} in place of the target's answer",
  'hint-gateway':
    'a gateway answers in place of the target: check that the target runs, or try later; --wait 60 waits for one that is starting',
  'cause-later': 'the target says that it is unavailable',
  'cause-credentials': "the partner's name and password are refused",
  'cause-blocked': 'access is refused',
  'hint-blocked': 'access of this partner or of this address is blocked: ask the assigned manager',
  'cause-not-seen': 'the target does not see {parameter}, which was sent',
  'hint-not-seen':
    'check the value of credentials.{parameter}, and that no gateway on the way removes parameters',
  'cause-encryption': 'the target does not recognise the password as encrypted',
  'cause-other-service': 'the specification does not use this status',
  'hint-other-service': 'check baseUrl: another service may answer there',
  'cause-load':
    '{count} {count|case|cases} got no connection while other requests were open, and the plain request was answered every time: {error}',
  'hint-load': 'lower limits.concurrency: the target may allow fewer connections at once',
  'cause-early': 'the setup of {condition} succeeded, but the request was answered 200',
  'hint-early':
    'the setup may return before the condition is in effect: set conditions.{condition}.until (status, within), and check what the setup does',
  'cause-not-created': 'the request for {condition} was answered 200, as the plain request is',
  'hint-not-created':
    'the condition may not have been created: check what the profile gives in conditions.{condition}, and that no gateway on the way removes headers',
  'hint-nothing-sent': 'nothing could be sent: fix this first',
  'hint-after-warning': 'fix the target, then run again',
  'hint-rate':
    'lower limits.rate and limits.concurrency to what the target allows, and wait before the next try',
  'hint-later': 'the target or a gateway in front of it does not work at the moment: try again later',
  'hint-redirect': 'redirects are not followed: check scheme, host and path of baseUrl',
  'hint-path': 'check baseUrl and bankCode: the path may be wrong',
  'hint-encryption':
    'check encryption (scheme, hash, mgf1, encoding, template, key): is the key the current one of this service? `doctor --try-encryption` tries other settings',
  'hint-credentials':
    'check credentials.partnerPassword, then credentials.partnerName and encryption (`doctor --try-encryption` tries other settings): the suite assumes that the profile is right; or an earlier run has locked the partner',
  'hint-dns': 'check the host name in baseUrl',
  'hint-local-address': 'check localAddress: this machine does not have that address',
  'hint-refused':
    'check host and port of baseUrl, and that the target runs; --wait 60 waits for one that is starting',
  'hint-unreachable': 'check the network and the proxy on the way to the target',
  'hint-connect-timeout': 'check host and port of baseUrl, and firewalls on the way',
  'hint-proxy': 'check the proxy and its credentials',
  'hint-tls': 'check tls.ca, tls.cert and the name in baseUrl',
  'hint-reset': 'check that baseUrl has the right scheme (http or https) and port',
  'hint-timeout': 'check that the target runs; raise limits.timeout if it is only slow',
  'hint-malformed': 'check that baseUrl has the right scheme (http or https) and port',
  'hint-cut': 'check the target and gateways on the way: answers are cut off',
  'hint-too-large': 'the suite reads 4 MiB: ask for a partner with a shorter list',
  'hint-interrupted': 'run again',
  'hint-other': 'check baseUrl and the network',
  'discloses-secret': 'A response discloses the password or its ciphertext.',
  'stack-trace': 'A response shows a stack trace or a framework’s error page.',
  'connections-lost':
    'Many requests lost their connection while others were open, but were answered when sent alone: the target may allow fewer at once (limits.concurrency).',
  'forwarded-block':
    'A blocked address can evade the block with X-Forwarded-For: with another address in it, the list is given. Take the address from the connection, or from headers of your own proxies only.',
  'passwords-untried':
    'Some kinds of wrong passwords were not tried because of `limits.failedLogins`, or a lock may have refused them. Raise the limit if the service does not lock partners; see also `conditions.unauthorized`. (Kinds: {kinds})',
  'unsteady-answers':
    'Many requests got another answer when they were sent again alone, over a new connection: the answer may depend on the connection, or on earlier requests.',
  cacheable:
    'Responses may be cached although the address contains a password: no `Cache-Control: no-store`.',
  'partner-oracle': 'The answer shows whether the partner is unknown or the password is wrong.',
  'plain-http': 'Plain HTTP to a host that is not loopback: others on the network can read the credentials.',
  'provide-unknown-partner': 'the name of a partner that does not exist',
  'provide-address': 'or proxy, baseUrl, headers',
  'provide-outage': 'or setup and teardown',
} as const;
