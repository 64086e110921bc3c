/** Encrypts a filled template; the password stands beside it so that no error quotes it. */
export type EncryptText = (plain: string, password: string) => Promise<string>;

/** Decrypts bytes; null where they are no ciphertext of the key. */
export type DecryptBytes = (ciphertext: Buffer) => Buffer | null | Promise<Buffer | null>;

/** Decrypts a ciphertext as it is sent; null where it is none of the key. */
export type DecryptText = (ciphertext: string) => Promise<Buffer | null>;
