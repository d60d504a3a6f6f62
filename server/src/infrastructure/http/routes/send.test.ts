import { Readable } from 'node:stream';
import { bytes, json } from '@lectern/contract/route';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type MadeUpServer, startMadeUpServer } from '../../../../test/harness/http-server.ts';
import { bytesAnswer } from './answers.ts';

const thing = z.object({ name: z.string(), size: z.int() });
const image = Buffer.from('0123456789');
const modifiedMs = Date.UTC(2026, 0, 31, 12);
let bodyCalls = 0;

const table = {
  get: {
    method: 'GET',
    path: '/things/{id}',
    summary: 'One',
    access: 'anyone',
    params: z.object({ id: z.string() }),
    conditional: true,
    answers: { 200: json(thing) },
  },
  file: {
    method: 'GET',
    path: '/things/{id}/file/{path*}',
    summary: 'Bytes',
    access: 'anyone',
    params: z.object({ id: z.string(), path: z.string() }),
    answers: { 200: bytes(['image/png']), 206: bytes(['*/*']) },
    errors: ['range_not_satisfiable'],
  },
} as const;

let server: MadeUpServer;

beforeAll(async () => {
  server = await startMadeUpServer({
    table,
    handlers: {
      get: ({ params }) => ({ name: params.id, size: 1 }),
      file: () =>
        bytesAnswer({
          mediaType: 'image/png',
          sizeBytes: image.length,
          etag: 'v1',
          lastModifiedMs: modifiedMs,
          acceptsRanges: true,
          headers: { 'content-encoding': 'identity' },
          body(part) {
            bodyCalls++;
            return part ? image.subarray(part.start, part.end + 1) : Readable.from([image]);
          },
        }),
    },
    environment: { LECTERN_RATE_LIMIT_ENABLED: 'false' },
  });
});

afterAll(() => server.close());

describe('HEAD', () => {
  test('HEAD of a document sends the headers of GET without the document', async () => {
    const get = await server.get('/things/1');
    const head = await server.request('HEAD', '/things/1');
    expect(head.bytes).toHaveLength(0);
    for (const name of ['content-length', 'content-type', 'etag', 'cache-control'])
      expect(head.headers.get(name)).toBe(get.headers.get(name));
  });

  test('HEAD sends the headers of GET without reading the body', async () => {
    bodyCalls = 0;
    const head = await server.request('HEAD', '/things/1/file/x', { headers: { range: 'bytes=0-3' } });
    expect(head.status).toBe(200);
    expect(head.bytes).toHaveLength(0);
    expect(head.headers.get('content-length')).toBe('10');
    expect(head.headers.get('accept-ranges')).toBe('bytes');
    expect(bodyCalls).toBe(0);
  });

  test('an unknown address has no body either', async () => {
    const head = await server.request('HEAD', '/nowhere');
    expect(head.status).toBe(404);
    expect(head.bytes).toHaveLength(0);
  });
});

describe('conditions', () => {
  test('does not send a document that the client has', async () => {
    const { headers } = await server.get('/things/1');
    const etag = headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w-]+"$/);
    const again = await server.get('/things/1', { 'if-none-match': etag });
    expect(again.status).toBe(304);
    expect(again.bytes).toHaveLength(0);
    expect(again.headers.get('etag')).toBe(etag);
    expect(again.headers.get('x-request-id')).not.toBeNull();
    expect((await server.get('/things/2', { 'if-none-match': etag })).status).toBe(200);
  });

  test('neither reads nor sends bytes that the client has', async () => {
    bodyCalls = 0;
    const date = new Date(modifiedMs).toUTCString();
    for (const [name, value] of [
      ['if-none-match', '"v1"'],
      ['if-modified-since', date],
    ] as const) {
      const { status, headers: given } = await server.get('/things/1/file/x', { [name]: value });
      expect(status).toBe(304);
      expect(given.get('etag')).toBe('"v1"');
      expect(given.get('last-modified')).toBe(date);
      expect(given.get('cache-control')).toBe('private, no-cache');
    }
    expect(bodyCalls).toBe(0);
  });

  test('a condition takes precedence over a range', async () => {
    const headers = { 'if-none-match': '"v1"', range: 'bytes=0-1' };
    expect((await server.get('/things/1/file/x', headers)).status).toBe(304);
  });
});

describe('ranges', () => {
  test('sends a range with status 206', async () => {
    const { status, headers, bytes: sent } = await server.get('/things/1/file/x', { range: 'bytes=2-4' });
    expect(status).toBe(206);
    expect(sent.toString()).toBe('234');
    expect(headers.get('content-range')).toBe('bytes 2-4/10');
    expect(headers.get('content-length')).toBe('3');
    expect(headers.get('etag')).toBe('"v1"');
  });

  test('sends the whole if the file changed since the first range', async () => {
    const whole = await server.get('/things/1/file/x', { range: 'bytes=2-4', 'if-range': '"v0"' });
    expect(whole.status).toBe(200);
    expect(whole.bytes.toString()).toBe('0123456789');
    const part = await server.get('/things/1/file/x', { range: 'bytes=2-4', 'if-range': '"v1"' });
    expect(part.status).toBe(206);
  });

  test('a range outside the file returns a 416 with the file size', async () => {
    const { status, headers, body } = await server.get('/things/1/file/x', { range: 'bytes=10-' });
    expect(status).toBe(416);
    expect(headers.get('content-range')).toBe('bytes */10');
    expect(body.error).toBe('range_not_satisfiable');
    expect(headers.get('etag')).toBeNull();
  });
});
