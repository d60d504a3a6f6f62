// Real sockets: one that is not read is disconnected, and another one misses nothing.
import { connect, type Socket } from 'node:net';
import { events as contract } from '@lectern/contract/system/events';
import { expect, onTestFinished, test, vi } from 'vitest';
import { system, type Viewer } from '#infrastructure/access/viewer.ts';
import { bytesAnswer } from '#infrastructure/http/routes/answers.ts';
import { startMadeUpServer } from '../../../../test/harness/http-server.ts';
import { EventHub } from './hub.ts';

const viewer: Viewer = { ...system, permissions: new Set(['books:read']) };

async function startHub() {
  const hub = new EventHub(async (_viewer, events) => [...events], Date.now, {
    heartbeatMs: 100,
    checkMs: 3_600_000,
  });
  const server = await startMadeUpServer({
    table: contract.table,
    authenticate: () => viewer,
    handlers: {
      stream: () =>
        bytesAnswer({
          mediaType: 'text/event-stream',
          body: () =>
            hub.open({ viewer, verify: () => viewer, types: undefined, lastEventId: undefined }).stream,
        }),
    },
  });
  onTestFinished(async () => {
    hub.close();
    await server.close();
  });
  return { hub, port: server.port };
}

/** Opens a stream on a socket and waits for the start of the response. */
async function openSocket(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write('GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await new Promise((resolve) => socket.once('readable', resolve));
  onTestFinished(() => void socket.destroy());
  return socket;
}

const burst = Array.from({ length: 100 }, (_, n) => ({
  type: 'book_updated' as const,
  payload: { n, text: 'x'.repeat(1_000) },
  audience: { kind: 'everyone' as const },
}));

test('a socket that is not read is disconnected, and another one receives everything', async () => {
  const { hub, port } = await startHub();
  // The first socket is never read, so that the buffers of both ends fill up.
  const deaf = await openSocket(port);
  const reader = await openSocket(port);
  let bytes = 0;
  let heard = 0;
  reader.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    heard += chunk.toString().split('\nevent: ').length - 1;
  });
  expect(hub.size).toBe(2);
  let emitted = 0;
  await vi.waitUntil(
    () => {
      if (emitted - heard < 1_000) {
        hub.emit(burst);
        emitted += burst.length;
      }
      return hub.size === 1;
    },
    { timeout: 20_000, interval: 1 },
  );
  await vi.waitUntil(() => heard >= emitted, { timeout: 10_000 });
  expect(bytes).toBeGreaterThan(emitted * 1_000);
  const closed = new Promise((resolve) => deaf.once('close', resolve));
  deaf.resume();
  await closed;
  expect(hub.size).toBe(1);
});
