// Keeps secrets out of everything that is written: finds them in every spelling of the contract, and masks them.

/** A text that must appear in no output. */
export interface Secret {
  readonly value: string;
  /** The setting that holds it: `credentials.partnerPassword`. */
  readonly setting: string;
  readonly placeholder: '<password>' | '<ciphertext>' | '<secret>';
}
