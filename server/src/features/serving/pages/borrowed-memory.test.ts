// Pages are sent from reused memory. Slow or interrupted readers must still receive the bytes of the requested page.
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addScannedLibrary, listBooks } from '../../../../test/harness/library.ts';
import { startTestServer, type TestServer } from '../../../../test/harness/server.ts';
import { makeZip } from '../../../../test/makers/zip.ts';

/** A JPEG header, filled with the page number. */
function makePage(number: number, sizeBytes: number): Buffer {
  const page = Buffer.alloc(sizeBytes, number);
  Buffer.from([0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, 0, 60, 0, 40, 1, 1, 0x11, 0]).copy(page);
  return page;
}

/** The large pages exceed the socket buffers, so a client that does not read blocks the server. */
const sizes = [70_000, 130_000, 3_900_000, 300_000, 3_800_000];
const pages = Array.from({ length: 20 }, (_, i) => makePage(i, sizes[i % sizes.length] ?? 0));

let server: TestServer;
let bookId: string;
beforeAll(async () => {
  server = await startTestServer({ withTasks: true });
  const entries = pages.map((content, i) => ({
    name: `${String(i).padStart(3, '0')}.jpg`,
    content,
    method: i % 3 === 0 ? ('deflate' as const) : ('stored' as const),
  }));
  const library = await addScannedLibrary(server, { 'Comic/Comic 1.cbz': makeZip(entries) });
  bookId = (await listBooks(server.admin, library.id))[0]?.id ?? '';
});
afterAll(() => server.stop());

const pathOf = (number: number) => `/api/v1/books/${bookId}/pages/${number + 1}`;

/** Requests these pages in sequence on one connection, without waiting for responses. */
function ask(numbers: readonly number[]): Socket {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  const headers = `Host: ${hostname}\r\nAuthorization: Bearer ${server.admin.session.accessToken}`;
  numbers.forEach((number, i) => {
    const connection = i === numbers.length - 1 ? 'close' : 'keep-alive';
    socket.write(`GET ${pathOf(number)} HTTP/1.1\r\n${headers}\r\nConnection: ${connection}\r\n\r\n`);
  });
  return socket;
}

/** Requests a page and disconnects after the first bytes of the response. */
function hangUp(number: number): Promise<void> {
  return new Promise((resolve) => {
    const socket = ask([number]);
    socket.once('data', () => socket.destroy());
    socket.once('close', () => resolve());
  });
}

/**
 * Requests pages and reads the first bytes. Returns a function that reads the rest: most responses wait in the server
 * until then.
 */
async function readSlowly(numbers: readonly number[]): Promise<() => Promise<void>> {
  const socket = ask(numbers);
  const chunks: Buffer[] = [];
  await new Promise<void>((resolve) =>
    socket.once('data', (chunk: Buffer) => {
      chunks.push(chunk);
      socket.pause();
      resolve();
    }),
  );
  return async () => {
    const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.resume();
    await ended;
    let rest = Buffer.concat(chunks);
    for (const number of numbers) {
      const page = pages[number] ?? Buffer.of();
      const start = rest.indexOf('\r\n\r\n') + 4;
      expect([number, rest.subarray(start, start + page.length).equals(page)]).toEqual([number, true]);
      rest = rest.subarray(start + page.length);
    }
  };
}

async function read(number: number, headers = {}): Promise<void> {
  const { status, bytes } = await server.admin.get(pathOf(number), headers);
  expect([number, status, bytes.equals(pages[number] ?? Buffer.of())]).toEqual([number, 200, true]);
}

test('sends correct bytes to fast, slow and disconnecting clients', async () => {
  for (const number of pages.keys()) await read(number);
  const many = Array.from({ length: 16 }, (_, i) => [2, 4, 7, 14, 17, 3][i % 6] ?? 2);
  const goOn = await Promise.all([many, many.toReversed()].map(readSlowly));
  for (let round = 0; round < 4; round++) {
    await Promise.all(
      Array.from({ length: 40 }, (_, turn) => {
        const number = (turn * 7 + round) % pages.length;
        if (turn % 5 === 0) return hangUp(number);
        return read(number, turn % 3 === 0 ? { 'accept-encoding': 'gzip' } : {});
      }),
    );
  }
  await Promise.all(goOn.map((finish) => finish()));
});
