import { startBuiltIn } from '../cli/built-in.ts';
import { choice, flag, text, texts, whole, requireOptions } from './options.ts';
import type { OptionKinds } from './options.ts';
import type { TargetProfile } from './target-profile.ts';

/** How the reference implementation is set up; it conforms by default. */
export interface StartReferenceOptions {
  /** A free one by default. */
  readonly port?: number | undefined;
  /** Language of the error texts, `ru` by default. */
  readonly language?: 'ru' | 'en' | undefined;
  /** Milliseconds before every answer. */
  readonly latencyMs?: number | undefined;
  /** Ids of single, plausible mistakes to make; `mock --list` lists them. */
  readonly defects?: readonly string[] | undefined;
  /** Ids of conforming ways to be different. */
  readonly tolerances?: readonly string[] | undefined;
  /** Serve HTTPS. */
  readonly tls?: boolean | undefined;
  /** Path of a JSON file with the banks to serve. */
  readonly banksFile?: string | undefined;
}

const optionKinds = {
  port: whole(0),
  language: choice(['ru', 'en']),
  latencyMs: whole(0),
  defects: texts,
  tolerances: texts,
  tls: flag,
  banksFile: text,
} as const satisfies OptionKinds<StartReferenceOptions>;

/** A running reference implementation on loopback. */
export interface RunningReference {
  /** `{base_url}`, without a trailing slash. */
  readonly url: string;
  readonly port: number;
  /** The target profile that fits it; its secrets are TEST ONLY. */
  readonly profile: TargetProfile;
  /** Requests received so far. */
  readonly requests: () => number;
  /** Makes both variants answer 500 until it is taken back. */
  readonly setUnavailable: (isUnavailable: boolean) => void;
  /** Stops at once: open connections are dropped. */
  readonly close: () => Promise<void>;
}

/** Starts the reference implementation that comes with the suite. Rejects with a `UserError` for a wrong option, an unknown defect or tolerance, or a port in use. */
export async function startReference(options: StartReferenceOptions = {}): Promise<RunningReference> {
  requireOptions('startReference', options, optionKinds);
  const { reference, profile } = await startBuiltIn(options);
  const { url, port, requests, setUnavailable, close } = reference;
  return { url, port, requests, setUnavailable, close, profile: profile as TargetProfile };
}
