/** Turns a plain password into the text that is sent; every call encrypts afresh. Rejects with a UserError. */
export interface Encryptor {
  readonly encrypt: (password: string) => Promise<string>;
}
