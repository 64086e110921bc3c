import { execFileSync } from 'node:child_process';
import { X509Certificate, createPrivateKey } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll } from 'vitest';
import { loadTarget } from './load.ts';
import type { TargetSources } from './load.ts';
import type { Target } from './target.ts';

const keys = resolve(import.meta.dirname, '../../fixtures/keys');
/** The path of a fixture's key. */
export const at = (name: string): string => join(keys, name);
export const read = (name: string): string => readFileSync(at(name), 'utf8');

const openssl = (...options: readonly string[]): Buffer =>
  execFileSync('openssl', options, { stdio: 'pipe' });

/** A PKCS#12 file that a passphrase opens. */
export const pkcs12 = (opener: string, ...options: readonly string[]): Buffer =>
  openssl('pkcs12', '-export', '-passout', `pass:${opener}`, ...options);

/** Options for a PKCS#12 file with the Cyrillic name's certificate and its key. */
export const own = ['-in', at('cyrillic.pem'), '-inkey', at('cyrillic.key')];

/** A day on which the fixtures' certificates are valid. */
export const valid = new Date('2030-01-01T00:00:00Z');

/** A copy of a profile with another value at a path; undefined removes the setting. */
export function changed<Profile extends object>(profile: Profile, path: string, value: unknown): Profile {
  const copy = structuredClone(profile);
  const steps = path.split('.');
  const last = steps.pop() ?? '';
  const parent = steps.reduce<object>((found, step) => {
    const member: unknown = Object.hasOwn(found, step) ? Reflect.get(found, step) : null;
    if (typeof member === 'object' && member !== null) return member;
    const made = {};
    Reflect.set(found, step, made);
    return made;
  }, copy);
  // A key like __proto__ is an ordinary key.
  Object.defineProperty(parent, last, { value, enumerable: true, configurable: true, writable: true });
  return copy;
}

/** A folder of one test file, for its targets. */
export function openTargetFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'sbp-target-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  /** Writes a file and returns its name. */
  const put = (name: string, bytes: string | Uint8Array): string => {
    writeFileSync(join(folder, name), bytes);
    return name;
  };
  const putProfile = (profile: unknown): string =>
    put(`${crypto.randomUUID()}.yaml`, typeof profile === 'string' ? profile : JSON.stringify(profile));
  /** The target of a profile, with only these variables. */
  const load = async (
    profile: object | string,
    env: TargetSources['env'] = {},
    more: Partial<TargetSources> = {},
  ): Promise<Target> => {
    const sources = { profilePath: putProfile(profile), flags: {}, env, cwd: folder, now: valid, ...more };
    return await loadTarget(sources);
  };
  return { folder, put, putProfile, load };
}

/** Writes the key files that fixtures/targets/broken.txt names. The passphrase encrypts some. TEST ONLY. */
export function putKeyFiles({ folder, put }: ReturnType<typeof openTargetFolder>, opener: string): void {
  const certificate = new X509Certificate(read('cyrillic.pem'));
  const secret = createPrivateKey(read('cyrillic.key'));
  const lock = { cipher: 'aes-256-cbc', passphrase: opener } as const;
  put('own.p12', pkcs12(opener, ...own));
  put('tiny.key', openssl('genrsa', '512'));
  put('tiny.pem', openssl('pkey', '-in', join(folder, 'tiny.key'), '-pubout'));
  put('ec.pem', read('ec.pem'));
  put('ec.p12', pkcs12(opener, '-nokeys', '-in', at('ec.pem')));
  put('p8', secret.export({ type: 'pkcs8', format: 'der' }));
  put('p8c', secret.export({ type: 'pkcs8', format: 'der', ...lock }));
  put('spki', certificate.publicKey.export({ type: 'spki', format: 'der' }));
  put('cut', certificate.raw.subarray(0, 300));
  put('cut.p12', pkcs12(opener, ...own).subarray(0, 900));
  put('picture', Buffer.of(0x89, 0x50));
  put('empty', '');
  put('cut.pem', read('service.pem').slice(0, -40));
  put('request.pem', read('service.pem').replaceAll('CERTIFICATE', 'CERTIFICATE REQUEST'));
  put('bad.pem', read('service.pem').replace(/^M.*\n/m, ''));
  put('bad.pub', read('service.pub.pem').replace(/^M.*\n/m, ''));
  put(
    'ed25519.pem',
    openssl(
      'pkey',
      '-in',
      join(folder, put('ed25519.key', openssl('genpkey', '-algorithm', 'ed25519'))),
      '-pubout',
    ),
  );
  put('keyless.p12', pkcs12(opener, '-nocerts', '-inkey', at('cyrillic.key')));
  put('certificate', certificate.toString());
  put('client.p12', pkcs12('correct horse', ...own));
  put('bare.p12', pkcs12('correct horse', '-nokeys', '-in', at('service.pem')));
  put('locked.key', openssl('rsa', '-aes256', '-in', at('service.key'), '-passout', 'pass:x1'));
}
