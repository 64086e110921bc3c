/** Whether a PEM private key needs a passphrase. */
export function isEncryptedPem(pem: string): boolean {
  return /-----BEGIN ENCRYPTED PRIVATE KEY-----|^Proc-Type: 4,ENCRYPTED/m.test(pem);
}
