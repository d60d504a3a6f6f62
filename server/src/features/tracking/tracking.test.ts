// Tracking over the API, with a plugin that simulates a service with a list.
import type { SeriesMetadata } from '@lectern/contract/libraries/series-metadata';
import type {
  SubjectTracking,
  Tracker,
  TrackingLink,
  TrackingLog,
  TrackingRun,
} from '@lectern/contract/tracking/tracking';
import { expect, onTestFinished, test } from 'vitest';
import type { Client } from '../../../test/harness/client.ts';
import { addScannedLibrary, listBooks, listSeries } from '../../../test/harness/library.ts';
import { startSecondServer, withServer } from '../../../test/harness/server.ts';
import { signIn } from '../../../test/harness/sign-in.ts';
import { until } from '../../../test/harness/until.ts';
import { makeCbz } from '../../../test/makers/books.ts';
import { addPlugin, online } from '../../../test/plugins/plugin-calls.ts';

const manifest = {
  capabilities: { userReadSync: true, externalIdSource: 'api:shelf' },
  requiredCredentials: [{ key: 'token', label: 'Token', required: true, sensitive: true }],
};
/** Stores its list in plugin storage, which outlives its process, and rejects the token `old`. */
const methods = `
  async 'sync/getUserInfo'() {
    if (given.credentials?.token === 'old') {
      const { data } = await call('storage/get', { key: 'refused' });
      await call('storage/set', { key: 'refused', data: (data ?? 0) + 1 });
      fail(-32003, 'Refused ' + ((data ?? 0) + 1) + ' times');
    }
    return { externalId: '1', username: given.credentials?.token };
  },
  async 'sync/pushProgress'({ entries }) {
    const { data } = await call('storage/get', { key: 'list' });
    const list = data ?? {};
    const success = [], failed = [];
    for (const entry of entries) {
      if (entry.externalId === 'broken') failed.push({ externalId: entry.externalId, status: 'failed', error: 'No such entry' });
      else success.push({ externalId: entry.externalId, status: list[entry.externalId] ? 'updated' : 'created' });
      list[entry.externalId] = entry;
    }
    await call('storage/set', { key: 'list', data: list });
    return { success, failed };
  },
  async 'sync/pullProgress'({ cursor }) {
    const { data } = await call('storage/get', { key: 'list' });
    if (!cursor) return { entries: [{ externalId: 'elsewhere', status: 'reading', progress: { volumes: 9 } }], nextCursor: '2', hasMore: true };
    return { hasMore: false, entries: [{ externalId: '100', status: 'reading', score: 70, progress: { volumes: 2 } },
      { externalId: 'told', title: JSON.stringify(data ?? {}), status: 'reading' }] };
  },`;

interface ListedLinks {
  data: TrackingLink[];
}

let made = 0;

withServer(
  'tracking',
  (server) => {
    /** A library with `Saga` 1 to 3, which has an id in its metadata, and `Akira` 1; and a reader. */
    async function begin(token = 'anna', can: object = {}) {
      const plugin = await addPlugin(server().admin, {
        name: `shelf-${++made}`,
        methods,
        manifest: { ...manifest, capabilities: { ...manifest.capabilities, ...can } },
      });
      const files: Record<string, Uint8Array> = {};
      for (const n of [1, 2, 3])
        files[`Saga/Saga ${n}.cbz`] = await makeCbz({
          mark: `tracked ${made} ${n}`,
          comicInfo: `<Series>Saga</Series><Number>${n}</Number>`,
        });
      files['Akira/Akira 1.cbz'] = await makeCbz({ mark: `akira ${made}` });
      const library = await addScannedLibrary(server(), files);
      const reader = await signIn(server());
      const series = await listSeries(server().admin, library.id);
      const idOf = (title: string) => series.find((one) => one.title.startsWith(title))?.id ?? '';
      const books = await listBooks(server().admin, library.id);
      const bookOf = (name: string) => books.find(({ path }) => path.endsWith(`/${name}.cbz`))?.id ?? '';
      await reader.patch(`/api/v1/user/plugins/${plugin.id}`, { isEnabled: true, credentials: { token } });
      const path = `/api/v1/user/tracking/${plugin.id}`;
      await reader.patch(path, { sendsAutomatically: false });
      const linkPath = (title: string) => `/api/v1/series/${idOf(title)}/tracking/${plugin.id}`;
      return { plugin, library, reader, idOf, bookOf, path, linkPath };
    }
    const run = async (client: Client, path: string, body: object): Promise<TrackingRun> => {
      expect((await client.post(`${path}/run`, body)).status).toBe(202);
      const read = async () => (await client.get<TrackingRun>(`${path}/run`)).body;
      await until(async () => (await read()).state !== 'waiting');
      return read();
    };
    const trackerOf = async (client: Client, id: string) =>
      (await client.get<{ trackers: Tracker[] }>('/api/v1/user/tracking')).body.trackers.find(
        (one) => one.id === id,
      );
    test('sends the progress of linked series once, and later only raises it', async () => {
      const { reader, path, linkPath, bookOf, idOf, plugin } = await begin();
      await reader.post(`/api/v1/books/${bookOf('Saga 2')}/read`);
      await reader.post(`/api/v1/books/${bookOf('Akira 1')}/read`);
      expect(await run(reader, path, { direction: 'send' })).toMatchObject({ state: 'done', changes: [] });
      const linked = await reader.put<TrackingLink>(linkPath('Saga'), { externalId: '100' });
      expect([linked.status, linked.body]).toMatchObject([200, { externalId: '100', lastSent: null }]);
      const preview = await run(reader, path, { direction: 'send', isPreview: true });
      expect(preview).toMatchObject({
        isPreview: true,
        changes: [
          { title: 'Saga', externalId: '100', outcome: 'updated', after: { status: 'reading', volumes: 2 } },
        ],
      });
      expect((await reader.get<TrackingLog>(`${path}/log`)).body.entries).toEqual([]);

      const sent = await run(reader, path, { direction: 'send' });
      expect(sent.changes).toMatchObject([{ outcome: 'created', after: { volumes: 2, status: 'reading' } }]);
      await reader.post(`/api/v1/books/${bookOf('Saga 3')}/read`);
      await reader.put(`/api/v1/series/${idOf('Saga')}/rating`, { rating: 90 });
      const again = await run(reader, path, { direction: 'send' });
      expect(again.changes).toMatchObject([{ outcome: 'updated', after: { volumes: 3, score: 90 } }]);
      const { entries } = (await reader.get<TrackingLog>(`${path}/log`)).body;
      expect(entries.map(({ outcome }) => outcome)).toEqual(['updated', 'created']);
      expect(await trackerOf(reader, plugin.id)).toMatchObject({
        isConnected: true,
        username: 'anna',
        problem: null,
        linkCount: 1,
        source: 'shelf',
        lastSentAt: expect.any(String),
      });
    });

    test('sends a chosen reread once, then follows the progress again', async () => {
      const { reader, path, linkPath, bookOf } = await begin();
      await reader.post(`/api/v1/books/${bookOf('Saga 1')}/read`);
      await reader.put(linkPath('Saga'), { externalId: '100' });
      await run(reader, path, { direction: 'send' });
      const body = { externalId: '100', status: 'rereading' };
      const chosen = await reader.put<TrackingLink>(linkPath('Saga'), body);
      expect(chosen.body).toMatchObject({ status: 'rereading', lastSent: null });
      await run(reader, path, { direction: 'send', isPreview: true });
      expect((await reader.get<ListedLinks>(`${path}/links`)).body.data).toMatchObject([
        { status: 'rereading' },
      ]);
      await run(reader, path, { direction: 'send' });
      expect((await reader.get<ListedLinks>(`${path}/links`)).body.data).toMatchObject([
        { status: null, lastSent: { status: 'reading' } },
      ]);
    });

    test('is private: other users see neither links nor the log, and cannot send', async () => {
      const { reader, path, linkPath, bookOf, plugin, idOf } = await begin();
      await reader.post(`/api/v1/books/${bookOf('Saga 1')}/read`);
      await reader.put(linkPath('Saga'), { externalId: '100' });
      await run(reader, path, { direction: 'send' });
      const { admin } = server();
      const seen = await admin.get<SubjectTracking>(`/api/v1/series/${idOf('Saga')}/tracking`);
      const own = seen.body.trackers.find(({ id }) => id === plugin.id);
      expect(own).toMatchObject({ link: null, isConnected: false });
      expect((await admin.get<TrackingLog>(`${path}/log`)).body.entries).toEqual([]);
      expect((await admin.get(`${path}/run`)).status).toBe(404);
      const refused = await admin.post<{ reason: string }>(`${path}/run`, { direction: 'send' });
      expect([refused.status, refused.body.reason]).toEqual([409, 'tracking_not_connected']);
    });

    test("pauses a series, sends the user's status, and removes the link", async () => {
      const { reader, path, linkPath, bookOf } = await begin();
      await reader.post(`/api/v1/books/${bookOf('Saga 1')}/read`);
      await reader.put(linkPath('Saga'), { externalId: '100', isHeld: true });
      expect((await run(reader, path, { direction: 'send' })).changes).toEqual([]);
      await reader.put(linkPath('Saga'), {
        externalId: '100',
        isHeld: false,
        status: 'on_hold',
        unit: 'chapters',
      });
      expect((await run(reader, path, { direction: 'send' })).changes).toMatchObject([
        { after: { status: 'on_hold', chapters: 1, volumes: null } },
      ]);
      expect((await reader.delete(linkPath('Saga'))).status).toBe(204);
      expect((await reader.delete(linkPath('Saga'))).status).toBe(404);
      expect((await run(reader, path, { direction: 'send' })).changes).toEqual([]);
    });

    test('links by metadata ids or page URLs, and never searches by title', async () => {
      const { reader, path, linkPath, idOf } = await begin();
      const { admin } = server();
      await admin.patch<SeriesMetadata>(`/api/v1/series/${idOf('Saga')}/metadata`, {
        externalIds: [{ source: 'api:shelf', externalId: '100' }],
      });
      const ofSaga = async () =>
        (await reader.get<SubjectTracking>(`/api/v1/series/${idOf('Saga')}/tracking`)).body.trackers.filter(
          ({ id }) => path.endsWith(id),
        );
      expect(await ofSaga()).toMatchObject([{ link: null, knownId: '100', isConnected: true }]);
      const known = await reader.post<{ linked: number }>(`${path}/links/known`);
      expect(known.body.linked).toBe(1);
      expect((await reader.post<{ linked: number }>(`${path}/links/known`)).body.linked).toBe(0);
      expect(await ofSaga()).toMatchObject([{ link: { externalId: '100' } }]);
      const page = await reader.put<TrackingLink>(linkPath('Akira'), {
        externalId: 'https://shelf.example/manga/30002/Akira',
      });
      expect(page.body.externalId).toBe('30002');
      const none = await reader.put<{ fields: unknown }>(linkPath('Akira'), {
        externalId: 'https://shelf.example/manga/akira',
      });
      expect(none.status).toBe(400);
      const { body } = await reader.get<{ data: { title: string }[]; total: number }>(`${path}/links`);
      expect([body.total, body.data.map(({ title }) => title)]).toEqual([2, ['Akira', 'Saga']]);
    });

    test('fetches progress and missing ratings from the service, without marking books as unread', async () => {
      const { reader, path, linkPath, bookOf, idOf } = await begin();
      await reader.post(`/api/v1/books/${bookOf('Saga 3')}/read`);
      await reader.put(linkPath('Saga'), { externalId: '100' });
      const isRead = async (name: string) =>
        (await reader.get<{ completed?: boolean }>(`/api/v1/books/${bookOf(name)}/progress`)).body
          ?.completed ?? false;
      const preview = await run(reader, path, { direction: 'fetch', isPreview: true });
      expect(preview.changes).toMatchObject([
        { outcome: 'read', books: 2, title: 'Saga' },
        { outcome: 'rated', after: { score: 70 } },
      ]);
      expect(await isRead('Saga 1')).toBe(false);
      const fetched = await run(reader, path, { direction: 'fetch' });
      expect(fetched.changes).toMatchObject([{ outcome: 'read', books: 2 }, { outcome: 'rated' }]);
      expect(await Promise.all(['Saga 1', 'Saga 2', 'Saga 3', 'Akira 1'].map(isRead))).toEqual([
        ...[true, true, true, false],
      ]);
      const rating = await reader.get(`/api/v1/series/${idOf('Saga')}/rating`);
      expect(rating.body).toMatchObject({ rating: 70 });
      expect((await run(reader, path, { direction: 'fetch' })).changes).toEqual([]);
    });

    test('reports refused entries by series, and a rejected account until it is connected again', async () => {
      const { reader, path, linkPath, bookOf, plugin } = await begin();
      await reader.post(`/api/v1/books/${bookOf('Saga 1')}/read`);
      await reader.post(`/api/v1/books/${bookOf('Akira 1')}/read`);
      await reader.put(linkPath('Saga'), { externalId: 'broken' });
      await reader.put(linkPath('Akira'), { externalId: '7' });
      const sent = await run(reader, path, { direction: 'send' });
      expect(sent.state).toBe('done');
      expect(sent.changes.map(({ title, outcome, message }) => [title, outcome, message]).toSorted()).toEqual(
        [
          ['Akira', 'created', null],
          ['Saga', 'failed', 'No such entry'],
        ],
      );
      await reader.patch(`/api/v1/user/plugins/${plugin.id}`, { credentials: { token: 'old' } });
      const refused = await run(reader, path, { direction: 'send' });
      expect([refused.state, refused.message]).toEqual(['failed', 'Refused 1 times']);
      expect(await trackerOf(reader, plugin.id)).toMatchObject({ problem: 'Refused 1 times' });
      for (const direction of ['send', 'fetch'])
        expect((await run(reader, path, { direction })).message).toBe('Refused 1 times');
      // Only the user's account failed; the plugin works for other users.
      const { body } = await server().admin.get(`/api/v1/admin/plugins/${plugin.id}`);
      expect(body).toMatchObject({ state: 'ready', failure: null });
      await reader.patch(`/api/v1/user/plugins/${plugin.id}`, { credentials: { token: 'new' } });
      expect((await run(reader, path, { direction: 'send' })).state).toBe('done');
      expect(await trackerOf(reader, plugin.id)).toMatchObject({ problem: null, username: 'new' });
    });

    test('a book service receives books but no series', async () => {
      const { reader, path, linkPath, bookOf, plugin } = await begin('anna', { tracksBooks: true });
      expect(await trackerOf(reader, plugin.id)).toMatchObject({ noun: 'books' });
      expect((await reader.put(linkPath('Saga'), { externalId: '100' })).status).toBe(404);
      const bookPath = `/api/v1/books/${bookOf('Saga 2')}/tracking`;
      expect((await reader.put(`${bookPath}/${plugin.id}`, { externalId: '100' })).status).toBe(200);
      const { body } = await reader.get<SubjectTracking>(bookPath);
      expect(body.trackers.find(({ id }) => id === plugin.id)).toMatchObject({ link: { externalId: '100' } });
      await reader.put(`/api/v1/books/${bookOf('Saga 2')}/progress`, { currentPage: 2 });
      expect((await run(reader, path, { direction: 'send' })).changes).toMatchObject([
        { bookId: bookOf('Saga 2'), seriesId: null, outcome: 'created', after: { status: 'reading' } },
      ]);
      await reader.post(`/api/v1/books/${bookOf('Saga 2')}/read`);
      expect((await run(reader, path, { direction: 'send' })).changes).toMatchObject([
        { outcome: 'updated', after: { status: 'completed' } },
      ]);
    });

    test('does not send series that the user may no longer see', async () => {
      const { reader, path, linkPath, bookOf } = await begin();
      await reader.post(`/api/v1/books/${bookOf('Saga 1')}/read`);
      await reader.put(linkPath('Saga'), { externalId: '100' });
      const other = await addScannedLibrary(server(), {
        'B/1.cbz': await makeCbz({ mark: `other ${made}` }),
      });
      const limits = {
        sharedLibraryIds: [other.id],
        sharingTags: [],
        maxAgeRating: null,
        allowUnrated: true,
      };
      await server().admin.put(`/api/v1/users/${reader.userId}/restrictions`, limits);
      expect((await run(reader, path, { direction: 'send' })).changes).toEqual([]);
      expect((await reader.get(`${path}/links`)).body).toMatchObject({ total: 0 });
      expect((await reader.put(linkPath('Saga'), { externalId: '9' })).status).toBe(404);
    });

    test('sends automatically after linking, unless that is turned off', async () => {
      const { reader, path, linkPath, bookOf, plugin } = await begin();
      const other = await signIn(server());
      await other.patch(`/api/v1/user/plugins/${plugin.id}`, {
        isEnabled: true,
        credentials: { token: 'x' },
      });
      const off = await other.patch<Tracker>(path, { sendsAutomatically: false, unit: 'chapters' });
      expect(off.body.settings).toEqual({
        sendsAutomatically: false,
        sendsRatings: true,
        isPrivate: true,
        unit: 'chapters',
      });
      await reader.patch(path, { sendsAutomatically: true });
      for (const somebody of [other, reader]) {
        await somebody.post(`/api/v1/books/${bookOf('Saga 1')}/read`);
        await somebody.put(linkPath('Saga'), { externalId: '100' });
      }
      const sentAt = async (client: Client) => (await trackerOf(client, plugin.id))?.lastSentAt;
      await until(async () => (await sentAt(reader)) !== null);
      expect(await sentAt(other)).toBeNull();
      const { entries } = (await reader.get<TrackingLog>(`${path}/log`)).body;
      expect(entries).toMatchObject([{ outcome: 'created', after: { volumes: 1 } }]);
    });

    test('sends automatically after reading, from the first server that checks', async () => {
      if (server().kind === 'sqlite') return;
      const { reader, path, linkPath, bookOf, plugin } = await begin();
      await reader.put(linkPath('Saga'), { externalId: '100' });
      await reader.patch(path, { sendsAutomatically: true });
      await reader.post(`/api/v1/books/${bookOf('Saga 2')}/read`);
      // A server checks at its start, and then every few minutes.
      const second = await startSecondServer(server(), { environment: online, withTasks: true });
      onTestFinished(second.stop);
      await until(async () => (await trackerOf(reader, plugin.id))?.lastSentAt !== null);
      const { entries } = (await reader.get<TrackingLog>(`${path}/log`)).body;
      expect(entries).toMatchObject([{ outcome: 'created', after: { volumes: 2 } }]);
    });
  },
  { environment: online, withTasks: true },
);
