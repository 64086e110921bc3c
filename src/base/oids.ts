/** Object identifiers by their names in the standards that define them. */
export const oids = {
  // Content types and attributes of CMS (RFC 5652, sections 4 to 6 and 11).
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  envelopedData: '1.2.840.113549.1.7.3',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingTime: '1.2.840.113549.1.9.5',

  // Digests (RFC 5754, section 2).
  sha256: '2.16.840.1.101.3.4.2.1',
  sha384: '2.16.840.1.101.3.4.2.2',
  sha512: '2.16.840.1.101.3.4.2.3',

  // Keys and signatures (RFC 8017, appendix A; RFC 5758, section 3.2; RFC 8410, section 3).
  rsaEncryption: '1.2.840.113549.1.1.1',
  mgf1: '1.2.840.113549.1.1.8',
  rsassaPss: '1.2.840.113549.1.1.10',
  sha256WithRsaEncryption: '1.2.840.113549.1.1.11',
  sha384WithRsaEncryption: '1.2.840.113549.1.1.12',
  sha512WithRsaEncryption: '1.2.840.113549.1.1.13',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
  ecdsaWithSha384: '1.2.840.10045.4.3.3',
  ecdsaWithSha512: '1.2.840.10045.4.3.4',
  ed25519: '1.3.101.112',

  // Ciphers (RFC 3565, section 4.1; RFC 3370, section 5.1).
  aes128Cbc: '2.16.840.1.101.3.4.1.2',
  aes192Cbc: '2.16.840.1.101.3.4.1.22',
  aes256Cbc: '2.16.840.1.101.3.4.1.42',
  desEde3Cbc: '1.2.840.113549.3.7',

  // Attributes of names (RFC 5280, appendix A.1).
  commonName: '2.5.4.3',
  organizationName: '2.5.4.10',

  // Extensions of certificates, and a purpose of extKeyUsage (RFC 5280, section 4.2).
  subjectKeyIdentifier: '2.5.29.14',
  keyUsage: '2.5.29.15',
  subjectAltName: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  nameConstraints: '2.5.29.30',
  certificatePolicies: '2.5.29.32',
  policyMappings: '2.5.29.33',
  authorityKeyIdentifier: '2.5.29.35',
  policyConstraints: '2.5.29.36',
  extKeyUsage: '2.5.29.37',
  inhibitAnyPolicy: '2.5.29.54',
  netscapeCertType: '2.16.840.1.113730.1.1',
  emailProtection: '1.3.6.1.5.5.7.3.4',
} as const;
