import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { packageFolder } from '../../suite.ts';
import { keyFolder, openBlock, openEnvelope, openToken, withDecryption } from './openssl.test-support.ts';
import type { Open } from './openssl.test-support.ts';
import { allHold, runSuite, summaryOf, withReference } from './suite.test-support.ts';
import type { Settings } from './suite.test-support.ts';
import { findTool, hasGost, need } from './tools.test-support.ts';

beforeEach((context) => need(context, findTool('openssl') !== null, 'openssl'));

const file = (name: string): string => join(keyFolder, name);
const key = file('service.pem');
const oaep = (hash: string, mgf1: string): Open =>
  openBlock('rsa_padding_mode:oaep', `rsa_oaep_md:${hash}`, `rsa_mgf1_md:${mgf1}`);

/** Runs the suite with that encryption against the reference behind OpenSSL. */
async function against(encryption: Settings, open: Open): Promise<object> {
  return withReference(({ port, profile }) =>
    withDecryption(port, open, async ({ url, opened }) => {
      const ran = await runSuite({ ...profile, baseUrl: url, encryption });
      expect(opened.length).toBeGreaterThan(20);
      return summaryOf(ran);
    }),
  );
}

describe('where OpenSSL decrypts every requirement is seen to hold', () => {
  test.each<[string, Settings, Open]>([
    [
      'rsa-oaep as Java has it, in hex',
      { scheme: 'rsa-oaep', hash: 'sha256', mgf1: 'sha1', encoding: 'hex', key },
      (text) => oaep('sha256', 'sha1')(Buffer.from(text, 'hex').toString('base64')),
    ],
    [
      'rsa-oaep with SHA-512',
      { scheme: 'rsa-oaep', hash: 'sha512', encoding: 'base64url', key },
      oaep('sha512', 'sha512'),
    ],
    ['rsa-pkcs1', { scheme: 'rsa-pkcs1', key }, openBlock('rsa_padding_mode:pkcs1')],
    ['cms in PEM', { scheme: 'cms', encoding: 'pem', key }, openEnvelope('service', 'PEM')],
    [
      'cms with Triple DES for Cyrillic names',
      { scheme: 'cms', cipher: '3des', key: file('cyrillic.pem') },
      openEnvelope('cyrillic', 'DER'),
    ],
    ['jwe with GCM and SHA-1', { scheme: 'jwe', alg: 'RSA-OAEP', enc: 'A128GCM', key }, openToken('sha1')],
    ['jwe with CBC', { scheme: 'jwe', enc: 'A256CBC-HS512', key }, openToken('sha256')],
  ])('%s', async (_name, encryption, open) => {
    expect(await against(encryption, open)).toEqual(allHold);
  });

  test('GOST by the command in the guide', async (context) => {
    need(context, hasGost(), 'the GOST engine for OpenSSL');
    const guide = readFileSync(join(packageFolder, 'docs', 'encryption.md'), 'utf8');
    const blocks = [...guide.matchAll(/```yaml\n(.*?)```/gs)].map(([, text = '']): unknown => parse(text));
    const commands = blocks.map((block): unknown => Object(Object(block).encryption).command);
    const found = commands.find((command) => Array.isArray(command) && command.includes('gost'));
    const command = [found].flat(2).map((word) => String(word).replace('keys/gost.pem', file('gost.pem')));
    const open = openEnvelope('gost', 'PEM', '-engine', 'gost');
    expect(await against({ scheme: 'command', command }, open)).toEqual(allHold);
  });
});

describe('where OpenSSL decrypts otherwise', () => {
  test('than the profile says, the plain request is refused and what looks right shows nothing', async () => {
    const encryption = { scheme: 'rsa-oaep', hash: 'sha256', mgf1: 'sha1', key };
    const ran = await withReference(({ port, profile }) =>
      withDecryption(port, openEnvelope('service', 'DER'), ({ url }) =>
        runSuite({ ...profile, baseUrl: url, encryption }, '--variant', 'a'),
      ),
    );
    const passed = ran.results.requirements.filter(({ verdict }) => verdict === 'pass');
    expect(passed.map(({ id }) => id)).not.toContain('a.success.status');
    expect(passed.map(({ id }) => id).filter((id) => /^a\.(unauthorized|missing)/.test(id))).toEqual([]);
    expect(ran.results.rootCauses[0]?.hint).toContain('check encryption');
  });
});
