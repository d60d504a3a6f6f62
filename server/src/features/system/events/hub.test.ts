// Streams without HTTP: memory use, and disconnected clients.
import { expect, onTestFinished, test, vi } from 'vitest';
import { system, type Viewer } from '#infrastructure/access/viewer.ts';
import { collectGarbage } from '../../../../test/harness/run/garbage.ts';
import { until } from '../../../../test/harness/until.ts';
import type { ServerEvent } from './event.ts';
import { EventHub, type HubTimes } from './hub.ts';

const mib = 1024 * 1024;

const never = { heartbeatMs: 3_600_000, checkMs: 3_600_000 };

interface Wish {
  times?: Partial<HubTimes>;
  /** Returns the viewer, or undefined if the credentials are no longer valid. */
  authenticate?: (viewer: Viewer) => Viewer | undefined;
}

/** A hub whose callers see everything. */
function aHub({ times, authenticate = (viewer) => viewer }: Wish = {}) {
  const viewers = new Map<string, Viewer>();
  const hub = new EventHub(async (_viewer, events) => [...events], Date.now, { ...never, ...times });
  onTestFinished(() => hub.close());
  const open = (userId: string, lastEventId?: string) => {
    const viewer: Viewer = { ...system, userId, permissions: new Set(['books:read', 'series:read']) };
    viewers.set(userId, viewers.get(userId) ?? viewer);
    const prove = () => {
      const known = viewers.get(userId);
      return known && authenticate(known);
    };
    return hub.open({ viewer, verify: prove, types: undefined, lastEventId });
  };
  return { hub, open };
}

const someEvents = (count: number): ServerEvent[] =>
  Array.from({ length: count }, (_, n) => ({
    type: 'book_updated',
    payload: {
      bookId: `01890000-0000-7000-8000-${String(n).padStart(12, '0')}`,
      libraryId: 'l',
      seriesId: 's',
    },
    audience: { kind: 'everyone' },
  }));

const usedBytes = () => {
  collectGarbage();
  return process.memoryUsage().heapUsed + process.memoryUsage().external;
};

test('2,000 idle clients use little memory, and receive everything in order', async () => {
  const { hub, open } = aHub();
  const before = usedBytes();
  const heard = Array.from({ length: 2_000 }, () => 0);
  const clients = heard.map((_, i) => {
    const client = open(`user ${i % 200}`);
    client.stream.on('data', (bytes: Buffer) => {
      heard[i] = (heard[i] ?? 0) + bytes.toString().split('\nevent: ').length - 1;
    });
    return client;
  });
  await until(() => clients.every(({ stream }) => stream.readableFlowing));
  expect((usedBytes() - before) / clients.length).toBeLessThan(32 * 1024);
  for (let round = 0; round < 5; round++) hub.emit(someEvents(100));
  await vi.waitUntil(() => heard.every((count) => count === 500), { timeout: 20_000 });
  expect((usedBytes() - before) / clients.length).toBeLessThan(32 * 1024);
  expect(hub.size).toBe(2_000);
});

test('clients that do not read have few waiting events, and are disconnected', async () => {
  const { hub, open } = aHub();
  const before = usedBytes();
  const clients = Array.from({ length: 500 }, (_, i) => open(`user ${i}`));
  for (let round = 0; round < 40; round++) {
    hub.emit(someEvents(100));
    await new Promise(setImmediate);
  }
  // Four thousand events of about 250 bytes for each client would use 500 MB.
  expect((usedBytes() - before) / mib).toBeLessThan(100);
  expect(hub.size).toBe(500);
  expect(Math.max(...clients.map(({ stream }) => stream.readableLength))).toBeLessThan(100_000);
  for (let round = 0; round < 12; round++) hub.emit(someEvents(100));
  await until(() => hub.size === 0);
  expect(clients.every(({ stream }) => stream.destroyed)).toBe(true);
});

test('a client that reads nothing between heartbeats is disconnected, a slow one is not', async () => {
  const { hub, open } = aHub({ times: { heartbeatMs: 20 } });
  const deaf = open('deaf');
  const slow = open('slow');
  // Reading one byte per heartbeat is slow, but still reading.
  const reading = setInterval(() => slow.stream.read(1), 5);
  onTestFinished(() => clearInterval(reading));
  await until(() => deaf.stream.destroyed);
  expect([slow.stream.destroyed, hub.size]).toEqual([false, 1]);
});

test('a client that resumes reading receives the waiting events completely and in order', async () => {
  const { hub, open } = aHub();
  const client = open('u');
  for (let round = 0; round < 30; round++) hub.emit(someEvents(100));
  await new Promise(setImmediate);
  expect(client.stream.readableLength).toBeLessThan(100_000);
  let text = '';
  client.stream.on('data', (bytes: Buffer) => {
    text += bytes.toString();
  });
  const idsOf = () => [...text.matchAll(/^id: (\d+)-/gm)].map(([, id]) => Number(id));
  await until(() => idsOf().length === 3_000);
  const [first = 0] = idsOf();
  expect(idsOf()).toEqual(Array.from({ length: 3_000 }, (_, n) => first + n));
  expect(text.startsWith('retry: 3000\n\n')).toBe(true);
});

test('a stream that was never read frees its slot when it ends', async () => {
  const { hub, open } = aHub();
  const clients = Array.from({ length: 20 }, () => open('u'));
  expect(() => open('u')).toThrow('Too many');
  for (const client of clients) client.end();
  expect(hub.size).toBe(0);
  open('u').end();
  await until(() => clients.every(({ stream }) => stream.destroyed));
});

test('the streams of a revoked user end, including unread ones, and send nothing more', async () => {
  const revoked = new Set<string>();
  const { hub, open } = aHub({
    authenticate: (viewer) => (revoked.has(viewer.userId) ? undefined : viewer),
  });
  const read = open('bad');
  const unread = open('bad');
  const other = open('good');
  let text = '';
  read.stream.on('data', (bytes: Buffer) => {
    text += bytes.toString();
  });
  revoked.add('bad');
  hub.checkSoon();
  await until(() => hub.size === 1);
  hub.emit(someEvents(1));
  await until(() => read.stream.destroyed && unread.stream.destroyed);
  expect(text).toBe('retry: 3000\n\n');
  expect(other.stream.destroyed).toBe(false);
});

test('a user whose restrictions change receives resync', async () => {
  let libraryIds: ReadonlySet<string> | null = null;
  const { hub, open } = aHub({ authenticate: (viewer) => ({ ...viewer, libraryIds }) });
  const client = open('u');
  let text = '';
  client.stream.on('data', (bytes: Buffer) => {
    text += bytes.toString();
  });
  hub.checkSoon();
  await until(() => text !== '');
  libraryIds = new Set(['l']);
  hub.checkSoon();
  await until(() => text.includes('event: resync'));
  hub.checkSoon();
  hub.emit(someEvents(1));
  await until(() => text.includes('event: book_updated'));
  expect(text.match(/event: resync/g)).toHaveLength(1);
});

test('a reconnecting client receives the missed events, or resync if they are no longer available', async () => {
  const { hub, open } = aHub();
  const read = async (lastEventId: string, mark: string): Promise<string> => {
    const client = open('u', lastEventId);
    let text = '';
    client.stream.on('data', (bytes: Buffer) => {
      text += bytes.toString();
    });
    await until(() => text.includes(mark));
    client.end();
    return text;
  };
  const first = open('u');
  hub.emit(someEvents(1));
  let published = '';
  first.stream.on('data', (bytes: Buffer) => {
    published += bytes.toString();
  });
  await until(() => published.includes('id: '));
  const [, id = ''] = /^id: (\S+)$/m.exec(published) ?? [];
  for (let n = 0; n < 10; n++) hub.emit(someEvents(100));
  const later = await read(id, '000000000099');
  await until(() => later.length > 0);
  expect(later).not.toContain(`id: ${id}\n`);
  expect(later).not.toContain('resync');
  for (let n = 0; n < 60; n++) hub.emit(someEvents(100));
  expect((await read(id, 'resync')).match(/^event: /gm)).toHaveLength(1);
  first.end();
});
