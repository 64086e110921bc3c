// What explains verdicts, advice, observations and advisories.

export const results = {
  'observed-answers': '{answers:next}',
  'answer-not-json': '{status}, not JSON',
  'answer-list': '{status}, a list of {count}',
  'answer-text': '{status}: “{text}”',
  'no-answer-because': 'no answer ({error})',
  none: 'none',
  russian: 'Russian',
  english: 'English',
  'list-of': '{items}',
  'ask-list-content-type': 'Content type of the list?',
  'ask-banks': 'How many banks?',
  'ask-bank-members': 'Further members of a bank record?',
  'ask-error-content-type': 'Content type of error responses?',
  'ask-error-members': 'Members of error bodies?',
  'ask-language': 'Language of the texts?',
  'cause-silent': 'the plain request gets no answer, other requests do: {error}',
  'hint-silent': 'find these requests in the log of the service',
  'cause-no-answer': 'no usable answer from the target: {error}',
  'cause-not-200': "the plain request with the profile's credentials is answered {status}, not 200",
  'cause-gone': 'the target answered at first and does not answer any more: {error}',
  'hint-gone':
    'it answered before: check that it still runs, and lower limits.concurrency if it allows fewer connections at once',
  'cause-later-than': 'the plain request was answered 200 at first, and {status} later',
  'cause-because': '{text}: {why}',
  'cause-clock': '{body}, and the clock of the target and that of this machine differ by {seconds} s',
  'hint-clock':
    'set the clocks; encryption.template may lack the timestamp that the target requires, or the target refuses one that is too old',
  'cause-alone': '{body}, while other requests to this path are answered as documented',
  'hint-alone': 'find this request in the log of the service',
  'cause-length':
    '{body} to requests from {length} characters on, the shortest so far, while shorter ones are answered as documented',
  'hint-length':
    'raise the limit of length of the gateway, for the URL (nginx: large_client_header_buffers, Tomcat and Spring: server.max-http-request-header-size, IIS: maxQueryString) or for the body',
  'cause-tls-port': 'the port speaks TLS, and baseUrl says http://',
  'hint-tls-port': 'write https:// in baseUrl',
  'cause-client-certificate': 'the target requires a client certificate, or a different one',
  'hint-client-certificate':
    'set tls.cert and tls.key (or tls.pfx and tls.passphrase), or check them with the operator of the target',
  'cause-redirect-to-https': 'a redirect to {location}',
  'hint-redirect-to-https':
    'redirects are not followed: write the address that it leads to, https:// included, into baseUrl',
  'cause-slash-served':
    'there is nothing at this path, while {path}, which differs only by the slash at its end, answers as documented',
  'hint-slash-served': 'the service has to answer at exactly the path that the specification gives',
  'cause-slash-redirect': 'a redirect to {to}, which differs only by the slash at its end',
  'hint-slash-redirect':
    'the service has to answer at exactly {from}, the path that the specification gives, without a redirect',
  'cause-redirect': 'a redirect to {location}',
  'cause-rate': 'the target limits the rate{wait}',
  'retry-after': ', Retry-After {wait}',
  'cause-page': '{body} instead of JSON',
  'hint-page':
    'check baseUrl: a gateway, a log-in page, a captive portal or another service may answer in place of the target',
  'cause-no-list': 'JSON, but not an object with the list as its one member `banks`',
  'hint-no-list':
    'the service has to send such an object, not within a string, an array or another object; or check baseUrl: another service may answer there',
  'cause-banned': 'valid credentials are refused now, with {body}',
  'hint-banned':
    'a firewall or gateway may have banned this address: ask its operator to let it through, and lower limits.rate and limits.concurrency',
  'cause-locked': 'valid credentials are refused now',
  'hint-locked':
    'have the partner unlocked; if wrong passwords have locked it, lower limits.failedLogins, or name a partner of its own in conditions.unauthorized; if it is an address that is banned after many requests, lower limits.rate',
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
  'cause-other-value': 'the text names {parameter}, which was sent',
  'hint-other-value': 'check credentials.{parameter} in the profile: does the service expect this value?',
  'cause-encryption': 'the target does not recognise the password as encrypted',
  'cause-other-service': 'the specification does not use this status',
  'hint-other-service': 'check baseUrl: another service may answer there',
  'hint-rate':
    'lower limits.rate and limits.concurrency to what the target allows, and wait before the next try',
  'hint-wait':
    'the target asks to wait {seconds} s (Retry-After), longer than the 60 s that a run waits: run again then',
  'hint-later': 'the target or a gateway in front of it does not work at the moment: try again later',
  'hint-redirect':
    'redirects are not followed: check scheme, host and path of baseUrl; a gateway that requires a login wants `headers`',
  'hint-path-a': 'check baseUrl: the path may be wrong',
  'hint-path': 'check baseUrl and bankCode: the path may be wrong',
  'hint-unserved-a':
    'variant B is served at this baseUrl: if the service does not implement variant A, leave it out of `variants`; else it has to serve POST {path}',
  'hint-unserved-b':
    'variant A is served at this baseUrl: check bankCode; if the service does not implement variant B, leave it out of `variants`; else it has to serve POST {path}',
  'hint-is-proxy': 'baseUrl is the address of a proxy: put it under `proxy`, and the service into baseUrl',
  'hint-encryption':
    'check encryption (scheme, hash, mgf1, encoding, template, key): is the key the current one of this service? `doctor --try-encryption` tries other settings; with scheme command or module, run its program by hand',
  'hint-credentials':
    'check credentials.partnerPassword, then credentials.partnerName and encryption (`doctor --try-encryption` tries other settings): the suite assumes that the profile is right; or an earlier run has locked the partner',
  'discloses-secret': 'A response discloses the password or its ciphertext.',
  'stack-trace': 'A response shows a stack trace or a framework’s error page.',
  cacheable:
    'Responses may be cached although the address contains a password: no `Cache-Control: no-store`.',
  'partner-oracle': 'The answer shows whether the partner is unknown or the password is wrong.',
  'plain-http': 'Plain HTTP to a host that is not loopback: others on the network can read the credentials.',
  'answer-other-json': '{status}, JSON without a list and without a text',
  'cause-unreadable': 'the answer is no JSON that can be read ({problem})',
  'hint-unreadable': 'the service has to send JSON in UTF-8 (RFC 8259), compressed only as its headers say',
  'advice-host':
    'check the host name in baseUrl, and whether this machine needs a VPN or another name server',
  'advice-port': 'check host and port of baseUrl, and whether the service runs',
  'advice-network':
    'check host and port of baseUrl, the network, VPN and firewalls on the way, and a `proxy`',
  'advice-source': 'set localAddress to an address of this machine, IPv4 or IPv6 as that of the target',
  'advice-dates':
    'check the clock of this machine, or ask the operator of the target to renew the certificate',
  'advice-issuer':
    'name the certificate of its authority in tls.ca, or ask the operator of the target to send the whole chain',
  'advice-self': 'name its file in tls.ca if it is the right one',
  'advice-name':
    'use a name in baseUrl, or in headers.Host where that is set, that stands in subjectAltName of the certificate (an address as IP, not as DNS)',
  'advice-certificate': 'ask the operator of the target for another certificate',
  'advice-longer': 'ask the operator of the target for a certificate with an RSA key of 2048 bits or more',
  'advice-digest': 'ask the operator of the target for a certificate that is signed with SHA-256 or better',
  'advice-client':
    'set tls.cert and tls.key (or tls.pfx and tls.passphrase) to a certificate that the target accepts',
  'advice-ciphers': 'set tls.cert and tls.key, or ask the operator of the target for modern keys and ciphers',
  'advice-machine': 'lower limits.concurrency, or end what else needs them',
  'advice-versions': 'ask the operator of the target to offer TLS 1.2 or 1.3 with modern keys and ciphers',
  'advice-http2': 'set http2: true',
  'advice-overTls': 'use https:// in baseUrl, and http2: true: HTTP/2 is spoken over TLS alone',
  'advice-http': 'check scheme and port of baseUrl: http:// may be meant',
  'advice-https': 'use https:// in baseUrl',
  'advice-credentials': 'the proxy wants credentials: write `proxy: http://user:password@host:port`',
  'advice-basic':
    'write user and password into the URL of the proxy, or check them there, and that it allows Basic: nothing else is spoken',
  'advice-proxy': 'check scheme, host, port and certificate of `proxy`, and whether it may reach baseUrl',
  'advice-handshake':
    'check scheme and port of baseUrl, gateways on the way, and whether the target wants tls.cert',
  'advice-fewer': 'try again with a smaller limits.concurrency, or with http2: false',
  'advice-logs':
    'look into the logs of the target and of the gateways in front of it for the time of this request',
  'advice-broken':
    'check the port of baseUrl; if it is the right one, the service or a gateway writes broken HTTP',
  'advice-slow': 'see why the target is slow, or raise limits.timeout',
  'transport-no-connection': 'no connection came about',
  'transport-local-address': 'this machine does not have the source address',
  'transport-timeout': 'no whole answer within the time limit',
  'transport-cut': 'the connection ended, or what came is not HTTP',
  'transport-too-long': 'the answer is longer than 4 MiB',
  'transport-interrupted': 'the run was interrupted',
  'reason-not-provisioned': 'not-provisioned',
  'reason-not-provisioned.happened': 'The target profile does not say how to create the condition.',
  'reason-not-provisioned.advice': 'Add the condition to the profile.',
  'reason-setup-failed': 'setup-failed',
  'reason-setup-failed.happened': 'The condition could not be created.',
  'reason-setup-failed.advice':
    'Correct the condition in the profile, including its `setup` if it has one; `doctor --setup` tests it.',
  'reason-target-unavailable': 'target-unavailable',
  'reason-target-unavailable.happened':
    'The answer, or its absence, may come from a temporary fault of the target or the network.',
  'reason-target-unavailable.advice':
    'See who answered: if the service, its errors have to carry `description_status`; if a gateway or nobody, check the service behind it. Then repeat the run.',
  'reason-rate-limited': 'rate-limited',
  'reason-rate-limited.happened': 'The target refused requests because there were too many (429).',
  'reason-rate-limited.advice':
    'Lower `limits.rate` in the profile, wait as long as Retry-After asks, or have the limit for this partner raised.',
  'reason-control-failed': 'control-failed',
  'reason-control-failed.happened':
    'No valid request was accepted beside it, so the refusal of another request shows nothing.',
  'reason-control-failed.advice':
    'Make the plain request work first: check credentials, encryption and bank code. Have a locked partner unlocked.',
  'reason-too-long': 'too-long',
  'reason-too-long.happened': 'An answer was longer than 4 MiB.',
  'reason-too-long.advice': 'Use a partner with a shorter list.',
  'reason-vacuous': 'vacuous',
  'reason-vacuous.happened': 'The answer contained nothing to judge, for example an empty list of banks.',
  'reason-vacuous.advice': 'Use a partner for whom the target lists at least one bank.',
  'reason-not-selected': 'not-selected',
  'reason-not-selected.happened': 'Left out by a selection, a limit or an interruption.',
  'reason-not-selected.advice': 'Run the whole suite.',
  'reason-limited': 'no place',
  'reason-limited.happened': '`limits.failedLogins` left no place for what would show it.',
  'reason-limited.advice': 'Raise `limits.failedLogins`, if the target allows so many, and repeat the run.',
  'reason-suite-error': 'suite-error',
  'reason-suite-error.happened': 'The suite itself made an error; this says nothing about the target.',
  'reason-suite-error.advice': 'Report it together with results.json.',
  'reason-unjudged.happened': 'No judged answer could show it.',
  'reason-unjudged.advice':
    'Nothing needs to be done: these requirements are judged together with other cases.',
  advisories: 'Advisories',
  cases: 'Cases',
  date: 'date',
  decided: 'decided',
  decision: 'decision',
  decisions: 'Decisions of persons',
  name: 'name',
  'not-asked': 'not required',
  observations: 'Observations',
  profile: 'Target profile',
  reason: 'reason',
  requirement: 'Requirement',
  requirements: 'Requirements',
  suite: 'Suite',
  target: 'Target',
  text: 'text',
  waived: 'waived',
  'reason-unjudged': 'not judged',
} as const;
