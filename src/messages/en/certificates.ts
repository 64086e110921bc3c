export const certificates = {
  'certificate-title': 'Certificate of conformance',
  'certificate-statement':
    'The service named here was tested with the suite named here. In every variant that it claims, every requirement of the class named here held.',
  'certificate-variant': 'Variant {id}',
  'certificate-class-core': 'class core: everything that needs no special partner, address or outage',
  'certificate-class-full': 'class full: every requirement of the specification',
  'certificate-hold': '{count} requirements hold',
  'certificate-result': 'Result',
  'certificate-base-url': 'Base URL',
  'certificate-specification': 'Specification',
  'certificate-suite': 'Suite',
  'certificate-profile': 'Digest of the target profile, without secrets',
  'certificate-run': 'Time of the run',
  'certificate-issued': 'Issued',
  'certificate-expires': 'Valid until',
  'certificate-signer': 'Signed by',
  'certificate-issuer': 'Issuer of the certificate of the signer',
  'certificate-serial': 'Serial number of that certificate',
  'certificate-id': 'Number',
  'certificate-digest': 'Digest of certificate.json (SHA-256)',
  'certificate-not-claimed': 'Variants not claimed; the certificate says nothing about them',
  'certificate-outside': 'Requirements outside the class that are not shown to hold',
  'certificate-reviews': 'Texts that a person decided',
  'certificate-texts': 'Texts judged by a pattern of the profile',
  'certificate-unseen': 'What cannot be computed again',
  'certificate-not-said': 'What this certificate does not say',
  'certificate-evidence': 'Evidence',
  'certificate-file': 'File',
  'certificate-bytes': 'Bytes',
  'certificate-to-check': 'To check it',
  'certificate-check':
    'The first command judges the evidence again. The others need no suite: they check the signature, and that every file is the one that was signed.',
  'certificate-waived': 'waived',
  'not-said-list': 'That the list of banks is correct.',
  'not-said-moment': 'That the service behaves today as it did during the run.',
  'not-said-profile': 'That the service answers other partners as it answered the one of the profile.',
  'not-said-reviews': 'That a program decided what is listed as decided by a person.',
  'not-said-other-variants': 'Anything about variants that are not listed.',
  'not-said-passwords':
    'That the kinds of password that were not tried do not obtain the list; the cases with requests that were not sent are named.',
  'not-said-class':
    'Where the class is core: anything about blocked partners, blocked addresses, unavailable rewards or an unavailable service.',
  'not-said-security': 'That the service is secure, available or fast.',
  'not-said-signer':
    'That the signer is honest: the record does not reveal a mock that was presented as a bank, or answers that were rewritten consistently.',
  'not-said-revocation': 'That no certificate of the signer or of its authorities was revoked.',
  'drawn-by-other-version':
    'version {version} of the suite drew {files}: what they show was not compared; `report DIR` draws it anew',
  'checked-by-program':
    'The program of --verify-with checked signature and chain; this suite checked neither.',
  'limit-signer':
    "The holder of the signer's key can invent evidence: nobody notices a mock that was presented as a bank, or answers that were rewritten consistently.",
  'limit-revocation': 'It was not checked whether certificates are revoked.',
  'limit-failed': 'Requirements outside the class failed: {ids}.',
  'limit-open': 'Requirements outside the class were not decided: {ids}.',
  'limit-patterns': 'Patterns of the profile decided what texts mean: {patterns:; }.',
  'limit-persons': 'Persons decided texts: {decisions:; }.',
  'limit-stated':
    'Answers that were too long to record, or whose search for a pattern took too long; the signer states their facts, which were not computed again: {count}.',
  'limit-influences':
    'Set in the environment of the run, and able to change what was sent or trusted: {names}.',
  'limit-passwords':
    '{count} {count|kind|kinds} of wrong passwords not tried (limits.failedLogins: {limit}): {kinds}.',
  'limit-unsent': 'Cases with requests that were not sent, or whose answers show nothing: {ids}.',
} as const;
