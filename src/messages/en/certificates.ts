// Sentences of a certificate, and of the record that stands in its place.

export const certificates = {
  'certificate-title': 'Certificate of conformance',
  'record-title': 'Record of conformance: no certificate',
  'certificate-statement':
    'In this run the service did what the specification asks of the classes named here.',
  'record-statement':
    'At least one claimed variant reached no class. Below stands why, with each request and its answer.',
  'statement-target': 'Certified',
  'record-target': 'Tested',
  address: 'Address',
  partner: 'Partner',
  'class-core-reached': 'class core: all that was tested holds; what was not tested or tried stands below',
  'class-full-reached':
    'class full: everything was tested and holds, and every kind of wrong password that it asks for was refused',
  'class-missed': 'no class',
  'class-unclaimed': 'not claimed, not tested',
  'run-times': 'Run',
  'run-span': '{from} – {to}; {requests}, {logins}',
  issued: 'Signed',
  'elsewhere-base-url': '{conditions:, }: at another address than {address}',
  'elsewhere-local-address': '{conditions:, }: from another address of the caller',
  'elsewhere-header': '{conditions:, }: by the header {header}, which the profile gives',
  'elsewhere-setup': '{conditions:, }: by a set-up of the profile',
  elsewhere: 'Conditions',
  outside: 'Requirements not seen to hold',
  'outside-none': 'none',
  'untried-none': 'nothing',
  'decisions-none': 'none',
  'waived-failures': 'Failures accepted for a time',
  'waived-no-class':
    'Each stands here like any other failure: a waiver gives no class. Who accepted it, and until when, stands under the decisions above.',
  'not-said': 'What this does not say',
  'statement-vouched':
    'The signer vouches for what results.json records: the service, requests and answers, decisions. All else on this page follows from that, and `verify` computes it again.',
  'to-check': 'To check it',
  'to-check-all': 'Everything, the verdicts included:',
  'to-check-ed25519': 'The signature alone, of an Ed25519 key:',
  'to-check-rsa': 'The signature alone, of an RSA or EC key:',
  'to-check-files': 'The files that it covers, by their digests:',
  'to-check-key':
    'KEY is a file with the public key that the signer has published. A signature of another kind, such as CMS or GOST, is checked with `verify . --verify-with COMMAND`.',
  'record-unfailed': 'No requirement failed.',
  'record-undecided':
    'No requirement failed. {count} {count|text waits|texts wait} for the decision of a person.',
  'decisions-stated': 'As the persons named have stated it: the suite checks no name, date or reason.',
  'not-tested': 'not tested',
  'no-tls': 'without TLS',
} as const;
