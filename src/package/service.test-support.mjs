import { constants, generateKeyPairSync, privateDecrypt } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// A service as an implementer may have one, written for these tests: both variants, one partner, no switches for faults.
const names = ['partnerName', 'partnerPassword', 'useAuthByCert'];
const password = 'test-only-password';
const refusalText = 'User did not pass authorization, access to the resource is restricted';
const waiver = (requirement) => ({ requirement, reason: 'known', owner: 'me', until: '2099-01-01' });

/** Starts the service on a free port. `REFUSAL` is the status with which variant A refuses authorization, `TEXT` the words with which both do; with `DOWN` it is gone at once. `WAIVED` lists requirements that the profile waives, `REVIEWS` is its file of decisions. */
export async function startService() {
  const { REFUSAL = '403', TEXT = refusalText, DOWN, WAIVED = '', REVIEWS } = process.env;
  const refusal = { status: Number(REFUSAL), text: TEXT };
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const folder = await mkdtemp(join(tmpdir(), 'sbp-service-'));
  const key = join(folder, 'service.pem');
  await writeFile(key, publicKey.export({ type: 'spki', format: 'pem' }));
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => (body += part));
    request.on('end', () => {
      const { status, content } = answer(request, body, privateKey, refusal);
      response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
      response.end(JSON.stringify(content));
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  if (DOWN) await new Promise((resolve) => server.close(resolve));
  return {
    profile: {
      name: 'Own service',
      baseUrl: `http://127.0.0.1:${port}`,
      variants: { a: {}, b: { bankCode: 'own' } },
      credentials: { partnerName: 7, partnerPassword: password, useAuthByCert: 'true' },
      encryption: { scheme: 'rsa-oaep', hash: 'sha256', key },
      waivers: WAIVED.split(',').filter(Boolean).map(waiver),
      reviews: REVIEWS,
      limits: { retries: DOWN ? 0 : 4 },
    },
    async close() {
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      });
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function answer({ method, url }, body, key, refusal) {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  const isA = pathname === '/partner/sbp/banks';
  if (method !== 'POST' || (!isA && pathname !== '/partner/own/sbp/banks/')) return error(404, 'Not found');
  const given = isA ? membersOf(body) : Object.fromEntries(searchParams);
  const missing = names.find((name) => typeof given[name] !== 'string' || given[name] === '');
  if (missing !== undefined) {
    return error(422, `Required parameter ${missing} is missing, repeat the request with correct data`);
  }
  const plain = decrypted(given.partnerPassword, key);
  if (plain === null) return error(422, 'Parameter partnerPassword is expected in encrypted form');
  if (given.partnerName !== '7' || plain !== password) {
    return error(isA ? refusal.status : 401, refusal.text);
  }
  return { status: 200, content: { banks: [{ name: 'First Bank', bic: '044525225' }] } };
}

const error = (status, text) => ({ status, content: { description_status: text } });

function membersOf(body) {
  try {
    return Object(JSON.parse(body));
  } catch {
    return {};
  }
}

function decrypted(text, key) {
  try {
    const settings = { key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' };
    return privateDecrypt(settings, Buffer.from(text, 'base64')).toString('utf8');
  } catch {
    return null;
  }
}
