/** What `doctor` finds and advises, and its last lines. */
export const doctor = {
  'doctor-of': '{what}: {found}',
  'doctor-coded': '{found} ({code})',
  'doctor-says': 'it says: {text}',
  'doctor-unreached': 'plain request and conditions: not tried, the target is not reached',
  'doctor-untried': 'not tried, {why}',
  'doctor-look-above': 'look first at what is said above of values in the profile',
  'doctor-ready': 'Ready: a run can judge every requirement.',
  'doctor-ready-open': 'Ready: nothing to fix; {open} open, which a run reports as not tested.',
  'doctor-not-ready': 'Not ready: {bad} to fix, {open} open.',
  'doctor-lines':
    'Lines for the profile, to paste; fill in what stands for a setting of the service. If the profile has the first line of a block already, add only the lines below it.',

  // profile
  'doctor-profile': 'profile: {source}, variants {variants}',
  'doctor-from-environment': 'from the environment',
  'doctor-in-profile': 'profile: {found}',
  'doctor-encrypted': 'encryption: {scheme}, one password was encrypted',
  'doctor-key': 'encryption: {scheme}, {owner}, RSA {bits} bits{validity}',
  'doctor-key-certificate': 'certificate "{subject}"',
  'doctor-key-bare': 'a bare public key',
  'doctor-key-until': ', valid until {day}',
  'doctor-key-weak': 'encryption.key: {bits} bits are few, expected {strong} or more',
  'doctor-new-key':
    'ask the operator of the service for its current certificate and set it in encryption.key',
  'doctor-logins-full': 'limits: failedLogins is {limit}, and class full needs {needed}',
  'doctor-raise-full':
    'set limits.failedLogins to {needed} or more, if the service does not lock the partner',
  'doctor-logins-few': 'limits: failedLogins is {limit}, and a run needs {needed} to judge everything',
  'doctor-raise': 'set limits.failedLogins to {needed} or more',
  'doctor-clock-none': 'clock: the target sends no Date header to compare with',
  'doctor-clock-agrees': 'clock: the clocks of the target and of this machine agree',
  'doctor-clock-behind': 'clock: the target’s is {length} behind this machine’s',
  'doctor-clock-ahead': 'clock: the target’s is {length} ahead of this machine’s',
  'doctor-seconds': '{count} {count|second|seconds}',
  'doctor-minutes': '{count} {count|minute|minutes}',
  'doctor-set-clocks':
    'set the clocks right; a {timestamp} in encryption.template may be refused, certificates too',

  // network
  'doctor-unresolved': 'name: {host} is not resolved',
  'doctor-address': 'name: {host} is an address',
  'doctor-resolved': 'name: {host} is {addresses}',
  'doctor-unconnected': 'connection: {host}, port {port} is not reached',
  'doctor-connected': 'connection: {host}, port {port} accepts connections',
  'doctor-proxy-unused': 'proxy: {names} {count|is|are} set, and not used',
  'doctor-use-proxy': 'write `proxy: environment` into the profile, or run with --proxy environment',
  'doctor-proxy': 'proxy: {proxy}',
  'doctor-tunnel': 'proxy: {proxy} opens a tunnel to the target',
  'doctor-no-tunnel':
    'proxy: {proxy} opens no tunnel to this port: requests are handed to it one by one, and what answers may be the proxy itself',
  'doctor-tls-trusted': 'TLS: the certificate is trusted',
  'doctor-tls-unverified': 'TLS: not verified (tls.verify: false)',
  'doctor-tls-verify': 'take verify: false out of tls: it is trusted',
  'doctor-tls-name-ca': 'name its authority in tls.ca',
  'doctor-tls-local': 'TLS: none, the target is on this machine',
  'doctor-tls-none': 'TLS: none, passwords travel readable',
  'doctor-use-https': 'use https:// in baseUrl',
  'doctor-certificate': '{subject}, issued by {issuer}, {from} to {to}, {left}',
  'doctor-days-left': '{count} {count|day|days} left',
  'doctor-days-over': 'expired {count} {count|day|days} ago',

  // plain request
  'doctor-plain': 'variant {variant}, plain request',
  'doctor-answered': '{what}: answered {status}: {why}',
  'doctor-list': '{what}: answered 200, {count} {count|bank|banks}',
  'doctor-list-empty': '{what}: answered 200, the list is empty',
  'doctor-no-list': '{what}: answered 200, no list of banks, which a run judges',
  'doctor-provide-bank':
    'ask the operator of the target to provide a bank: an empty list shows nothing about bank records',
  'doctor-other-encryption':
    'or the password cannot be decrypted: `doctor --try-encryption` tries other encryptions',

  // conditions
  'doctor-condition': 'variant {variant}, {condition}',
  'doctor-plain-first': 'the plain request has to succeed first',
  'doctor-unprovisioned':
    'variant {variant}, {conditions}: the profile does not say how to create {count|it|them}',
  'doctor-setup-not-allowed': 'it has a `setup` that changes the target: add --setup',
  'doctor-setup-effect': 'check that {place}.setup has its effect, and {place}.until (status, within)',
  'doctor-setup-by-hand': 'check {place}.setup: run it by hand in the folder of the profile',
  'doctor-no-answer': '{what}: no answer: {error}',
  'doctor-check': 'check {keys}',
  'doctor-check-operator': 'check with the operator of the target',
  'doctor-documented': '{what}: answered {status}, as documented',
  'doctor-page-for-answer': '{what}: answered {status}, but with {page} instead of JSON',
  'doctor-is-gateway': 'a run will judge this answer; if a gateway gave it, correct conditions.{condition}',
  'doctor-status': 'answered {status}',
  'doctor-status-page': 'answered {status} with {page}',
  'doctor-deviating': '{what}: {seen}, documented is {status}',
  'doctor-run-judges': 'nothing has to be changed in the profile: a run will judge this answer',
  'doctor-unexpected': '{what}: {seen}, expected {status}',
  'doctor-credentials-refused':
    'the credentials in conditions.{condition}.credentials are refused: check partnerName and partnerPassword there',
  'doctor-not-blocked':
    '{address} is not blocked: ask the operator of the target to block it, or name another in conditions.ip-blocked.localAddress',
  'doctor-not-created': 'the profile does not create the condition: {check}',

  // other encryptions
  'doctor-encryptions': 'variant {variant}, other encryptions',
  'doctor-no-rsa-key': 'the profile names no key for RSA',
  'doctor-login-limit': 'limits.failedLogins is {limit}',
  'doctor-accepted': '{what}: {way} is accepted',
  'doctor-set-encryption': 'set it under `encryption` in the profile',
  'doctor-is-read': '{what}: {way} is answered {status}, that of the profile is read',
  'doctor-check-partner': 'check partnerName and partnerPassword',
  'doctor-tried-some': '{what}: {tried} of {all} were tried, and refused too',
  'doctor-tried-all': '{what}: {tried} were tried, and none is accepted',
  'doctor-ask-encryption': 'ask the operator of the target for scheme, hashes, encoding and template',
  'doctor-more-logins':
    'check the credentials first; if the service does not lock partners, limits.failedLogins: 25 lets all be tried',
  'doctor-ended-at': '{what}: ended at {way}, which is refused with {status}',
  'doctor-may-be-it': 'the target may use this encryption: check credentials, then set it in the profile',
} as const;
