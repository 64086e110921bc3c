/** Encrypts a filled template; the password stands beside it so that no error quotes it. */
export type EncryptText = (plain: string, password: string) => Promise<string>;

/** Decrypts bytes; null where they are no ciphertext of the key. */
export type DecryptBytes = (ciphertext: Buffer) => Buffer | null;
