// Starts the reference implementation with the target profile that fits it.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { UserError } from '../base/errors.ts';
import { readText } from '../base/file.ts';
import { packageFolder } from '../base/package.ts';
import { templateOf } from '../reference/defects.ts';
import type { Encryption } from '../reference/encryption.ts';
import { canBind, referenceProfile } from '../reference/profile.ts';
import { startReference } from '../reference/reference.ts';
import type { Reference, Served } from '../reference/reference.ts';
import type { TargetProfile } from './options.ts';

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

/** `StartReferenceOptions` and what only the command line sets. */
export interface BuiltInOptions extends StartReferenceOptions {
  /** Address of this machine to listen on, 127.0.0.1 by default. */
  readonly host?: string | undefined;
  /** How it expects passwords to be encrypted. */
  readonly encryption?: Encryption | undefined;
  /** Name of its key and certificate in `fixtures/keys`, `service` by default. */
  readonly key?: string | undefined;
  /** Called for every request that was served. */
  readonly onServed?: ((served: Served) => void) | undefined;
}

/** A running reference implementation with the target profile that fits it; its secrets are TEST ONLY. */
export interface BuiltIn {
  readonly reference: Reference;
  readonly profile: TargetProfile;
}

/** No test connects from this address by accident. IPv6 has only one loopback address. */
const blockedAddress = '127.0.0.2';
const fixture = (...path: readonly string[]): string => join(packageFolder, 'fixtures', ...path);
const keyOf = (name: string): Promise<string> => readFile(fixture('keys', name), 'utf8');

/** On loopback by default. Rejects with a UserError for an unknown defect or a port in use. */
export async function startBuiltIn(options: BuiltInOptions = {}): Promise<BuiltIn> {
  const { port = 0, language = 'ru', latencyMs = 0, defects = [], tolerances = [] } = options;
  const { tls = false, host = '127.0.0.1', encryption, key = 'service', onServed } = options;
  const reference = await startReference({
    port,
    host,
    language,
    latencyMs,
    banks: await readBanks(options.banksFile ?? fixture('banks', 'banks.json')),
    privateKey: await keyOf(`${key}.key`),
    encryption,
    blockedAddresses: [blockedAddress],
    defects,
    tolerances,
    ...(onServed === undefined ? {} : { onServed }),
    ...(tls ? { tls: { key: await keyOf('loopback.key'), cert: await keyOf('loopback.pem') } } : {}),
  });
  const profile = referenceProfile({
    // This machine can reach it over loopback even if it listens on all addresses.
    url: reference.url.replace(/\/\/(?:0\.0\.0\.0|\[::\])(?=:)/, '//127.0.0.1'),
    keyPath: fixture('keys', `${key}.pem`),
    // Only from its own network a loopback address can be reached.
    blockedSource:
      /^127\.|^0\.0\.0\.0$/.test(host) && (await canBind(blockedAddress))
        ? { localAddress: blockedAddress }
        : null,
    caPath: tls ? fixture('keys', 'loopback.pem') : null,
    encryption,
    template: templateOf([...defects, ...tolerances]),
  });
  return { reference, profile: (tls ? { ...profile, http2: true } : profile) as TargetProfile };
}

/** Runs `work` with a reference implementation and closes it afterwards. */
export async function withBuiltIn<Value>(
  options: BuiltInOptions,
  work: (builtIn: BuiltIn) => Promise<Value>,
): Promise<Value> {
  const builtIn = await startBuiltIn(options);
  try {
    return await work(builtIn);
  } finally {
    await builtIn.reference.close();
  }
}

const banks = z.array(z.object({ name: z.string(), bic: z.string() }));

async function readBanks(path: string): Promise<z.infer<typeof banks>> {
  const file = await readText(path);
  try {
    if (file.kind === 'read') return banks.parse(JSON.parse(file.content));
  } catch {
    // Said below.
  }
  const found = file.kind === 'read' ? 'something else' : file.found;
  const message = `--banks: found ${found} at ${path}, expected a JSON array of objects with string name and string bic`;
  const hint = 'name another file, or leave --banks out; nothing was served';
  throw new UserError('usage', 'banks-unreadable', message, hint);
}
