import { Agent, type IncomingMessage, request } from 'node:http';
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { json } from '@lectern/contract/route';
import type { FastifyRequest } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type MadeUpServer, startMadeUpServer } from '../../../../test/harness/http-server.ts';
import { openUpload } from './uploads.ts';

const table = {
  send: {
    method: 'POST',
    path: '/covers',
    summary: '',
    access: 'anyone',
    upload: true,
    answers: { 200: json(z.object({ size: z.int(), fileName: z.string() })) },
  },
} as const;

let server: MadeUpServer;

beforeAll(async () => {
  server = await startMadeUpServer({
    table,
    handlers: {
      async send({ request }) {
        const { bytes, fileName } = await request.readUpload();
        return { size: bytes.length, fileName };
      },
    },
    environment: { LECTERN_IMAGES_MAX_UPLOAD_SIZE: '2MB', LECTERN_RATE_LIMIT_ENABLED: 'false' },
  });
});

afterAll(() => server.close());

function form(field: string, size: number): FormData {
  const data = new FormData();
  data.append(field, new Blob([new Uint8Array(size)]), 'cover.png');
  return data;
}

test('receives a complete file, even beyond the limit of JSON bodies', async () => {
  const given = await server.request('POST', '/covers', { raw: form('file', 1_500_000) });
  expect(given.body).toEqual({ size: 1_500_000, fileName: 'cover.png' });
});

test('a file may have no name', async () => {
  const part = 'Content-Disposition: form-data; name="file"\r\nContent-Type: application/octet-stream';
  const raw = `--x\r\n${part}\r\n\r\nbytes\r\n--x--\r\n`;
  const headers = { 'content-type': 'multipart/form-data; boundary=x' };
  const given = await server.request('POST', '/covers', { raw, headers });
  expect(given.body).toEqual({ size: 5, fileName: '' });
});

test.each([
  ['a file over the limit', form('file', 2 * 1024 ** 2 + 1), 413, 'payload_too_large'],
  ['a file in another field', form('picture', 10), 400, 'validation_failed'],
  ['a form without a file', new FormData(), 400, 'validation_failed'],
])('%s is refused', async (_, raw, status, error) => {
  const given = await server.request('POST', '/covers', { raw });
  expect(given.status).toBe(status);
  expect(given.body.error).toBe(error);
});

test.each([
  ['JSON', 'application/json', '{}', 415],
  ['a truncated form', 'multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-da', 400],
  ['a form without its boundary', 'multipart/form-data', 'x', 400],
])('%s is refused', async (_, type, raw, status) => {
  const given = await server.request('POST', '/covers', { raw, headers: { 'content-type': type } });
  expect(given.status).toBe(status);
});

/** A request that contains only this file. */
const aRequest = (file: PassThrough) =>
  ({
    isMultipart: () => true,
    file: async () => ({ fieldname: 'file', filename: 'x.db', file }),
    raw: new PassThrough(),
  }) as unknown as FastifyRequest;

function addTo(data: FormData, field: string, size: number): FormData {
  data.append(field, new Blob([new Uint8Array(size)]), 'cover.png');
  return data;
}

function manyFields(): FormData {
  const data = new FormData();
  for (let i = 0; i < 40; i++) data.append(`field ${i}`, 'x'.repeat(9_000));
  return data;
}

test.each([
  ['with a second file before it', addTo(form('picture', 300_000), 'file', 300_000), undefined],
  ['with more fields than the limit', addTo(manyFields(), 'file', 300_000), undefined],
  ['without its boundary', 'x'.repeat(300_000), 'multipart/form-data'],
])('rejects a form %s, and the connection accepts the next request', async (_, body, type) => {
  const encoded = new Response(body, type === undefined ? {} : { headers: { 'content-type': type } });
  const bytes = Buffer.from(await encoded.arrayBuffer());
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const send = (): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const headers = {
        'content-type': encoded.headers.get('content-type') ?? '',
        'content-length': bytes.length,
      };
      request(`${server.url}/covers`, { method: 'POST', agent, headers }, resolve)
        .once('error', reject)
        .end(bytes);
    });
  for (let turn = 0; turn < 2; turn++) {
    const answer = await send();
    await answer.toArray();
    expect([answer.statusCode, answer.headers.connection]).toEqual([400, 'keep-alive']);
  }
  agent.destroy();
});

test('receives a complete file', async () => {
  const file = new PassThrough();
  file.end('abc');
  expect((await buffer((await openUpload(aRequest(file))).stream)).toString()).toBe('abc');
});

test.each([
  ['an error', new Error('Unexpected end of form')],
  ['no word', undefined],
])('a file that ended with %s before it was read is an invalid body, not a hanging one', async (_, error) => {
  const file = new PassThrough();
  file.on('error', () => {});
  file.destroy(error);
  await new Promise((resolve) => file.once('close', resolve));
  const { stream } = await openUpload(aRequest(file));
  await expect(buffer(stream)).rejects.toMatchObject({ code: 'validation_failed' });
});
