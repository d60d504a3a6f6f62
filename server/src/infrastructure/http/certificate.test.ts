import { copyFile, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { get } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PeerCertificate, TLSSocket } from 'node:tls';
import { json } from '@lectern/contract/route';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { startMadeUpServer } from '../../../test/harness/http-server.ts';
import { until } from '../../../test/harness/until.ts';

/** Certificates made for these tests and not used elsewhere. */
const fixtures = join(import.meta.dirname, '../../../test/fixtures/tls');

const table = {
  hello: {
    method: 'GET',
    path: '/hello',
    summary: '',
    access: 'anyone',
    answers: { 200: json(z.object({ protocol: z.string() })) },
  },
} as const;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-tls-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const files = () => ({ certificate: join(folder, 'server.pem'), key: join(folder, 'server.key.pem') });

/** Installs a pair as a renewal does: each file is replaced, one after the other. */
async function place(certificate: string, key = certificate): Promise<void> {
  const put = async (from: string, to: string) => {
    await copyFile(join(fixtures, from), `${to}.new`);
    await rename(`${to}.new`, to);
  };
  await put(`${certificate}.pem`, files().certificate);
  await put(`${key}.key.pem`, files().key);
}

const start = (environment: Record<string, string> = {}, onLogLine?: (line: string) => void) =>
  startMadeUpServer({
    table,
    handlers: { hello: ({ request }) => ({ protocol: new URL(request.root()).protocol }) },
    environment: {
      LECTERN_SERVER_TLS_CERTIFICATE: files().certificate,
      LECTERN_SERVER_TLS_KEY: files().key,
      ...environment,
    },
    certificateCheckMs: 20,
    ...(onLogLine && { onLogLine }),
  });

interface Answer {
  certificate: PeerCertificate;
  headers: NodeJS.Dict<string | string[]>;
  body: unknown;
}

/** Sends a request on a new connection. The certificates are self-signed. */
function ask(url: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = get(url, { rejectUnauthorized: false, agent: false }, async (response) => {
      const { socket, headers } = response;
      if (!(socket instanceof TLSSocket)) throw new Error('no TLS');
      const certificate = socket.getPeerCertificate();
      const body: unknown = JSON.parse((await response.setEncoding('utf8').toArray()).join(''));
      resolve({ certificate, headers, body });
    });
    request.once('error', reject);
  });
}

const nameOf = async (url: string) => (await ask(url)).certificate.subject.CN;

test('with a certificate, the server speaks HTTPS, and clients receive https addresses', async () => {
  await place('first');
  const server = await start();
  const { certificate, headers, body } = await ask(`${server.url}/hello`);
  expect(certificate.subject.CN).toBe('first.example');
  expect(body).toEqual({ protocol: 'https:' });
  expect(headers['strict-transport-security']).toBe('max-age=31536000');
  await expect(fetch(`http://127.0.0.1:${server.port}/hello`)).rejects.toThrow();
  expect(await nameOf(`${server.url}/hello`)).toBe('first.example');
  await server.close();
});

test('a renewed certificate is used without a restart', async () => {
  await place('first');
  const server = await start();
  expect(await nameOf(`${server.url}/hello`)).toBe('first.example');
  await place('second');
  await until(async () => (await nameOf(`${server.url}/hello`)) === 'second.example');
  await server.close();
});

test('an invalid renewal keeps the former certificate, and the log contains the reason', async () => {
  await place('first');
  const lines: string[] = [];
  const server = await start({}, (line) => lines.push(line));
  await place('second', 'first');
  await until(() => lines.some((line) => line.includes('does not belong to the certificate')));
  expect(await nameOf(`${server.url}/hello`)).toBe('first.example');
  await rm(files().certificate);
  await until(() => lines.some((line) => line.includes('does not exist')));
  expect(await nameOf(`${server.url}/hello`)).toBe('first.example');
  await place('second');
  await until(async () => (await nameOf(`${server.url}/hello`)) === 'second.example');
  await server.close();
});

test('an invalid pair is reported in one sentence at start', async () => {
  await place('first', 'second');
  await expect(start()).rejects.toThrow(
    `The private key ${files().key} does not belong to the certificate ${files().certificate}`,
  );
  await place('first', 'locked');
  await expect(start()).rejects.toThrow(/server\.key\.pem has a passphrase; store it without one$/);
  await place('first');
  await writeFile(files().certificate, 'not a certificate');
  await expect(start()).rejects.toThrow(/server\.pem is not a certificate in PEM format$/);
  await rm(files().certificate);
  await expect(start()).rejects.toThrow(/The certificate .*server\.pem does not exist; check the path, and/);
  const alone = startMadeUpServer({
    table,
    handlers: { hello: () => ({ protocol: '' }) },
    environment: { LECTERN_SERVER_TLS_KEY: files().key },
  });
  await expect(alone).rejects.toThrow('HTTPS needs both server.tls.certificate and server.tls.key');
});
