import { createPrivateKey, X509Certificate } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formats } from '../report/format.ts';
import { writeAuthority } from './authority.ts';
import { certificateFiles } from './certificate.ts';
import type { Certificate } from './certificate.ts';
import { signDetached } from './cms-sign.ts';
import type { Signer } from './cms-sign.ts';
import { sha256 } from './digest.ts';
import { jsonOf, openWorkshop, sign } from './forge.test-data.ts';
import type { Draft, Workshop } from './forge.test-data.ts';
import type { Files } from './folder.ts';

let shop: Workshop;
beforeAll(async () => {
  shop = await openWorkshop();
});
afterAll(() => shop.close());

const without = (name: string): Files => new Map([...shop.files].filter(([file]) => file !== name));

function changed(name: string, change: (content: Buffer) => Buffer): Files {
  return new Map([...shop.files, [name, change(Buffer.from(shop.files.get(name) ?? ''))] as const]);
}

const names = [...Object.values(formats).map(({ file }) => file), ...Object.values<string>(certificateFiles)];

describe('a folder in which', () => {
  it.each(names.filter((name) => name !== certificateFiles.certificate))(
    '%s is missing is refused',
    async (name) => {
      const { refusals } = await shop.verify(without(name));
      expect(refusals.filter((line) => line.includes(name) && line.includes('missing'))).not.toEqual([]);
    },
  );

  it.each(names)('%s was edited by one byte is refused', async (name) => {
    const flip = (content: Buffer): Buffer => {
      const edited = Buffer.from(content);
      const place = Math.floor(edited.length / 2);
      edited[place] = (edited[place] ?? 0) ^ 1;
      return edited;
    };
    const { refusals } = await shop.verify(changed(name, flip));
    expect(refusals).not.toEqual([]);
  });

  it.each(['results.json', 'certificate.json', 'certificate.json.p7s', 'chain.pem'])(
    '%s was cut off is refused',
    async (name) => {
      const { refusals } = await shop.verify(
        changed(name, (content) => content.subarray(0, content.length / 2)),
      );
      expect(refusals).not.toEqual([]);
    },
  );

  it('a report lies that is not listed is refused, and any other file is named only', async () => {
    const certificate = jsonOf<Draft<Certificate>>(shop.files, certificateFiles.certificate);
    certificate.files = certificate.files.filter(({ name }) => name !== 'junit.xml');
    const { refusals } = await shop.verify(await sign(shop.files, certificate, shop.signer));
    expect(refusals).toContain('files: junit.xml lies in the folder, but the certificate does not list it');
    const beside = await shop.verify(new Map([...shop.files, ['notes.txt', Buffer.from('x')]]));
    expect(beside).toMatchObject({
      refusals: [],
      notices: ['notes.txt lies in the folder, but the certificate does not cover it'],
    });
  });

  it('reports of another run lie is refused, though their digests are signed', async () => {
    const other = Buffer.from(shop.files.get('junit.xml') ?? '')
      .toString('utf8')
      .replace('tests="', 'tests="1');
    const certificate = jsonOf<Draft<Certificate>>(shop.files, certificateFiles.certificate);
    for (const file of certificate.files) {
      if (file.name !== 'junit.xml') continue;
      Object.assign(file, { bytes: Buffer.byteLength(other), sha256: sha256(other) });
    }
    const files = await sign(
      new Map([...shop.files, ['junit.xml', Buffer.from(other)]]),
      certificate,
      shop.signer,
    );
    expect((await shop.verify(files)).refusals).toEqual([
      'reports: junit.xml does not show the results that are certified',
    ]);
  });

  it('evidence of another run lies is refused', async () => {
    const other = await openWorkshop();
    try {
      const files = new Map([
        ...shop.files,
        ['results.json', other.files.get('results.json') ?? Buffer.alloc(0)],
      ]);
      const { refusals } = await shop.verify(files);
      expect(refusals.some((line) => line.startsWith('files: results.json'))).toBe(true);
      expect(refusals).toContain('certificate: the time of the run is not that of the evidence');
    } finally {
      await other.close();
    }
  });

  it('the evidence is of another version of the suite is judged, and the version is named', async () => {
    const earlier = (text: string): string => text.replaceAll('conformance/0.1.0', 'conformance/0.0.9');
    const files = await shop.forge((results) => {
      results.suite.version = '0.0.9';
      for (const { request } of [...results.cases.flatMap((found) => found.exchanges), ...results.controls]) {
        request.headers = request.headers.map(([name, value]) => [name, earlier(value)]);
      }
    });
    const { refusals, notices } = await shop.verify(files);
    expect(refusals).toEqual([]);
    expect(notices[1]).toMatch(/what observations, advisories, .* say in words could not be$/);
    expect(notices[0]).toMatch(/^the run was made with version 0\.0\.9 and judged again with version /);
  });

  it('a results file of another schema lies is refused in its own words', async () => {
    const files = await shop.forge((results) => Object.assign(results, { schemaVersion: 2 }));
    const { refusals } = await shop.verify(files);
    expect(refusals.some((line) => line.startsWith('evidence: results.json'))).toBe(true);
  });
});

describe('a statement', () => {
  const signed = async (
    write: (certificate: Draft<Certificate>) => string,
    version?: string,
  ): Promise<Files> => {
    const certificate = jsonOf<Draft<Certificate>>(shop.files, certificateFiles.certificate);
    if (version !== undefined) certificate.suite.version = version;
    const text = Buffer.from(write(certificate));
    const files = await sign(shop.files, certificate, shop.signer);
    const signature = await signDetached(text, shop.signer, new Date(certificate.issuedAt));
    return new Map([
      ...files,
      [certificateFiles.certificate, text] as const,
      [certificateFiles.signature, signature] as const,
    ]);
  };
  const twice = (certificate: unknown): string =>
    `{"target":{"name":"Another bank","baseUrl":"https://other"},${JSON.stringify(certificate).slice(1)}`;

  it('that says something twice is refused, whichever version wrote it', async () => {
    for (const version of [undefined, '0.0.9']) {
      const { refusals } = await shop.verify(await signed(twice, version));
      expect(refusals).toContain('files: certificate.json holds an object with a member twice');
    }
  });

  it('that begins with a byte order mark is refused, whichever version wrote it', async () => {
    for (const version of [undefined, '0.0.9']) {
      const files = await signed((certificate) => `\ufeff${JSON.stringify(certificate, null, 2)}\n`, version);
      expect((await shop.verify(files)).refusals).toContain(
        'files: certificate.json begins with a byte order mark',
      );
    }
  });

  it('that is written otherwise than this version writes it is refused', async () => {
    const { refusals } = await shop.verify(await signed((certificate) => JSON.stringify(certificate)));
    expect(refusals).toContain(
      'files: certificate.json is not written as this version of the suite writes it',
    );
  });
});

describe('a signature', () => {
  it('of a signer of another authority leads to no trusted certificate', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sbp-other-'));
    try {
      await writeAuthority(folder, new Date());
      const signer = await signerOf(folder);
      const certificate = jsonOf<Certificate>(shop.files, certificateFiles.certificate);
      const { refusals } = await shop.verify(await sign(shop.files, certificate, signer));
      // Both demonstration authorities bear one name.
      expect(
        refusals.some((line) => /^chain: no chain leads from .* to a certificate of the CA file/.test(line)),
      ).toBe(true);
      expect(refusals).toContain('signature: the certificate names another signer than the one who signed');
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('by another key than that of the named certificate is refused', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sbp-other-'));
    try {
      await writeAuthority(folder, new Date());
      const { key } = await signerOf(folder);
      const certificate = jsonOf<Certificate>(shop.files, certificateFiles.certificate);
      const { refusals } = await shop.verify(await sign(shop.files, certificate, { ...shop.signer, key }));
      expect(refusals).toEqual(['signature: it was not made with the key of the certificate that it names']);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('of another statement is refused', async () => {
    const certificate = jsonOf<Draft<Certificate>>(shop.files, certificateFiles.certificate);
    certificate.target.name = 'another';
    const signature = (await sign(shop.files, certificate, shop.signer)).get(certificateFiles.signature);
    const { refusals } = await shop.verify(
      changed(certificateFiles.signature, () => Buffer.from(signature ?? '')),
    );
    expect(refusals).toContain('signature: it was made for another content');
  });

  it('holds no longer once the certificate or the signer has expired', async () => {
    const later = (days: number): Date => new Date(Date.now() + days * 86_400_000);
    expect((await shop.verify(shop.files, later(364))).refusals).toEqual([]);
    const expired = await shop.verify(shop.files, later(366));
    expect(expired.refusals).toHaveLength(1);
    expect(expired.refusals[0]).toMatch(/^validity: the certificate expired on/);
    const gone = await shop.verify(shop.files, later(800));
    expect(gone.refusals.some((line) => /^chain: .*no longer valid now/.test(line))).toBe(true);
    const early = await shop.verify(shop.files, later(-1));
    expect(early.refusals.some((line) => /^chain: .*not valid yet now/.test(line))).toBe(true);
  });
});

async function signerOf(folder: string): Promise<Signer> {
  return {
    key: createPrivateKey(await readFile(join(folder, 'signer.key'), 'utf8')),
    certificate: new X509Certificate(await readFile(join(folder, 'signer.pem'))),
    intermediates: [],
  };
}
