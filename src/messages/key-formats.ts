// What people have in place of a key file in PEM, and what makes PEM of it: in English, as all about a profile.

interface Format {
  /** Its beginning; of bytes in hex. */
  readonly begins: RegExp;
  readonly name: string;
  /** What makes a certificate of it. */
  readonly certificate?: string;
  /** What makes a public key of it. */
  readonly publicKey?: string;
  readonly privateKey?: string;
}

const keystore = 'keytool -importkeystore -srckeystore FILE -destkeystore key.p12 -deststoretype pkcs12';

/** The first that fits counts. */
const formats: readonly Format[] = [
  {
    begins: /-----BEGIN (?:PKCS7|CMS)/,
    name: 'PKCS#7',
    certificate: 'openssl pkcs7 -print_certs -in FILE -out key.pem makes PEM of it',
  },
  {
    begins: /^3082.{4}06092a8648/,
    name: 'PKCS#7',
    certificate: 'openssl pkcs7 -inform DER -print_certs -in FILE -out key.pem makes PEM of it',
  },
  {
    begins: /^3082.{4}020103/,
    name: 'PKCS#12',
    certificate: 'openssl pkcs12 -in FILE -nokeys -clcerts -out key.pem makes PEM of it',
    privateKey: 'name it in tls.pfx',
  },
  {
    begins: /^feedfeed/,
    name: 'a Java keystore',
    certificate: 'keytool -exportcert -rfc -keystore FILE -alias NAME -file key.pem makes PEM of it',
    privateKey: `${keystore} makes PKCS#12 of it, for tls.pfx`,
  },
  {
    begins: /^(?:fffe|feff)/,
    name: 'text in UTF-16',
    certificate: 'iconv -f UTF-16 -t UTF-8 FILE > key.pem makes UTF-8 of it',
    privateKey: 'iconv -f UTF-16 -t UTF-8 FILE > client.key makes UTF-8 of it',
  },
  {
    begins: /OPENSSH|^ssh-|SSH2/,
    name: 'an SSH key',
    publicKey: 'ssh-keygen -e -m PKCS8 -f FILE > key.pem makes PEM of it',
    privateKey: 'ssh-keygen -p -m PEM -f FILE makes PEM of it, in its place: take a copy',
  },
  {
    begins: /PRIVATE KEY-----/,
    name: 'a private key',
    publicKey: 'openssl pkey -in FILE -pubout -out key.pem makes PEM of it',
    privateKey: 'name it in tls.key, and its certificate in tls.cert',
  },
  {
    begins: /^3082.{4}020100/,
    name: 'a private key in DER',
    publicKey: 'openssl pkey -inform DER -in FILE -pubout -out key.pem makes PEM of it',
    privateKey: 'openssl pkey -inform DER -in FILE -out client.key makes PEM of it',
  },
  { begins: /^\s*\{/, name: 'JSON, perhaps a JWK' },
  { begins: /^\s*</, name: 'XML, perhaps of .NET' },
  { begins: /-----BEGIN CERTIFICATE REQUEST/, name: 'a certificate request' },
  { begins: /^$/, name: 'an empty file' },
  {
    begins: /^(?![^]*-----BEGIN (?:RSA )?PUBLIC)[^]*-----BEGIN /,
    name: 'other PEM, or damaged PEM',
    privateKey: 'name a certificate in tls.cert, and its private key in tls.key',
  },
];

/** Null: none of these. */
export function formatOf(content: Buffer | string): Format | null {
  const bytes = typeof content === 'string' ? Buffer.from(content, 'latin1') : content;
  const texts = [bytes.toString('hex', 0, 20), bytes.toString('latin1')];
  return formats.find(({ begins }) => texts.some((text) => begins.test(text))) ?? null;
}

/** Of a key of the service. */
export const ask = 'ask the operator of the service for its RSA certificate or public key in PEM';
export const alone = 'leave that of the service alone in it';
export const otherKeys = 'for other algorithms use scheme: command or scheme: module';
/** Of a client. */
export const modern = 'openssl pkcs12 -legacy -in FILE -nodes -out client.pem makes PEM of it';
export const stronger = 'ask its issuer for one with an RSA key of 2048 bits or more, signed with SHA-256';
