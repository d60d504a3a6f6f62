// Requested and forced ends of the process, and the next start.
import { mkdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { ScanStatus } from '@lectern/contract/ingest/scanning';
import type { Client } from '@lectern/server/testing';
import { expect, test, vi } from 'vitest';
import {
  environment,
  expectResumed,
  makeLibraryToScan,
  password,
  startInMidScan,
} from './harness/mid-scan.ts';
import type { Program } from './harness/program.ts';
import { makeFolder, serve, signIn, waitForTasks } from './harness/server.ts';

const library = makeLibraryToScan();

/** Opens event streams that are never closed: ten for each of several users, because of the limit per user. */
async function openStreams(program: Program, admin: Client, count: number): Promise<Response[]> {
  const url = await program.url();
  const streams: Response[] = [];
  for (let n = 0; n < count / 10; n++) {
    const username = `listener-${n}`;
    await admin.post('/api/v1/users', {
      username,
      email: `${username}@example.org`,
      password,
      role: 'reader',
    });
    const session = await admin.post<{ accessToken: string }>('/api/v1/auth/login', { username, password });
    const headers = { authorization: `Bearer ${session.body.accessToken}` };
    const opened = Array.from({ length: 10 }, () => fetch(`${url}/api/v1/events`, { headers }));
    streams.push(...(await Promise.all(opened)));
  }
  expect(streams.map(({ status }) => status)).toEqual(Array.from({ length: count }, () => 200));
  return streams;
}

test('SIGTERM during a scan with fifty open streams ends within 5 seconds, and the next start resumes', {
  timeout: 60_000,
}, async () => {
  const streams: Response[] = [];
  const { program, dataDir } = await startInMidScan(library, async (...server) => {
    streams.push(...(await openStreams(...server, 50)));
  });
  const stopRequestedMs = performance.now();
  program.signal('SIGTERM');
  expect(await program.ended).toEqual({ code: 0, signal: null });
  expect(performance.now() - stopRequestedMs).toBeLessThan(5_000);
  expect(program.err()).not.toMatch(/"level":"(warn|error|fatal)"/);
  // Every stream has ended, properly or not.
  await Promise.allSettled(streams.map((stream) => stream.text()));
  await expectResumed(dataDir);
});

/** Opens a connection with an unfinished request. */
async function holdRequest(program: Program): Promise<void> {
  const { port, hostname } = new URL(await program.url());
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  await new Promise<void>((resolve) => {
    socket.once('connect', () => {
      const head = 'POST /api/v1/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
      socket.write(`${head}Content-Length: 1000\r\nExpect: 100-continue\r\n\r\n`, () => resolve());
    });
  });
  await new Promise<void>((resolve) => socket.once('data', () => resolve()));
}

test('an unfinished request is cut off in time', { timeout: 20_000 }, async () => {
  const program = serve({ dataDir: join(makeFolder(), 'data'), environment });
  await holdRequest(program);
  const stopRequestedMs = performance.now();
  program.signal('SIGINT');
  expect(await program.ended).toEqual({ code: 0, signal: null });
  expect(performance.now() - stopRequestedMs).toBeLessThan(5_000);
});

test('a second signal ends the program immediately', { timeout: 20_000 }, async () => {
  const program = serve({ dataDir: join(makeFolder(), 'data'), environment });
  await holdRequest(program);
  program.signal('SIGINT');
  let hasEnded = false;
  void program.ended.then(() => {
    hasEnded = true;
  });
  const requestAgain = () => {
    program.signal('SIGINT');
    return hasEnded;
  };
  await vi.waitUntil(requestAgain, { interval: 100, timeout: 20_000 });
  expect(await program.ended).toEqual({ code: 1, signal: null });
});

test('the program continues when the reader of its output is gone', { timeout: 20_000 }, async () => {
  const program = serve({ dataDir: join(makeFolder(), 'data'), environment });
  const url = await program.url();
  program.closeOutput();
  const admin = await signIn(program, password);
  const folder = join(makeFolder(), 'books');
  mkdirSync(folder);
  const made = await admin.post<{ id: string }>('/api/v1/libraries', {
    name: 'Books',
    path: folder,
    scanImmediately: true,
  });
  const isScanned = async () =>
    (await admin.get<ScanStatus>(`/api/v1/libraries/${made.body.id}/scan-status`)).body.status ===
    'completed';
  await vi.waitUntil(isScanned, { interval: 50, timeout: 15_000 });
  // The end of the scan and the log of the stop are written to a closed pipe.
  await waitForTasks(admin);
  expect((await fetch(`${url}/health`)).status).toBe(200);
  program.signal('SIGINT');
  expect(await program.ended).toEqual({ code: 0, signal: null });
});
