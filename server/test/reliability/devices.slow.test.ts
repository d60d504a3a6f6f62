// Invalid input of devices and apps changes nothing. Each protocol rejects it differently: KOReader and Kobo accept few
// statuses, and a Kobo repeats a rejected request forever.

import type { BookDto } from '@lectern/contract/libraries/books';
import { beforeAll, expect, test } from 'vitest';
import { anApp, compatEnvironment } from '../compat/app.ts';
import { reading, useKoboLibrary } from '../devices/kobo-library.ts';
import { createKoreader, partialMd5 } from '../devices/koreader.ts';
import { addScannedLibrary, listBooks } from '../harness/library.ts';
import { withServer } from '../harness/server.ts';
import { type SignedIn, signIn } from '../harness/sign-in.ts';
import { makeCbz } from '../makers/books.ts';

/** Raw JSON, because some values cannot be serialized. */
const numbers = [
  '-1',
  '-0.0001',
  '1e308',
  '-1e308',
  '1e999',
  'NaN',
  'Infinity',
  '"NaN"',
  '"1e308"',
  'true',
  '[]',
  '{}',
  '"x"',
];

withServer(
  'invalid input of devices and apps',
  (server) => {
    let me: SignedIn;
    let books: BookDto[];
    let comic: Buffer;
    const kobo = useKoboLibrary(server);
    beforeAll(async () => {
      comic = await makeCbz({ mark: 'device', pages: 9 });
      const files = { 'Saga/Saga 1.cbz': comic, 'Saga/Saga 2.cbz': await makeCbz({ mark: 'two' }) };
      const library = await addScannedLibrary(server(), files);
      me = await signIn(server());
      books = await listBooks(me, library.id);
      await me.put(`/api/v1/books/${books[0]?.id}/progress`, { currentPage: 2 });
    }, 60_000);

    const states = async () =>
      Promise.all(books.map(async ({ id }) => (await me.get(`/api/v1/books/${id}/progress`)).body));

    /** Sends the raw bodies, verifies that nothing changed, and returns the statuses. */
    async function expectUnchanged(
      send: (raw: string) => Promise<{ status: number; bytes: Buffer }>,
      raws: readonly string[],
      allowed: readonly number[],
    ) {
      const before = await states();
      for (const raw of raws) {
        const { status, bytes } = await send(raw);
        expect([raw.slice(0, 200), status, bytes.toString().slice(0, 200), allowed.includes(status)]).toEqual(
          [raw.slice(0, 200), status, expect.any(String), true],
        );
      }
      expect(await states()).toEqual(before);
    }

    test('KOReader: rejects invalid percentages, documents of 10 MB and other types in its own error format', async () => {
      const { username, password } = (
        await me.post<{ username: string; password: string }>('/api/v1/user/koreader', { name: 'k' })
      ).body;
      const { createHash } = await import('node:crypto');
      const headers = {
        'x-auth-user': username,
        'x-auth-key': createHash('md5').update(password).digest('hex'),
        'content-type': 'application/json',
      };
      const send = (raw: string) => server().request('PUT', '/koreader/syncs/progress', { raw, headers });
      const update = (change: string) =>
        `{"document":"${partialMd5(comic)}","progress":"5","percentage":0.5,"device":"x","device_id":"y",${change}}`;
      await expectUnchanged(
        send,
        [
          ...numbers.map((one) => update(`"percentage":${one}`)),
          ...['null', 'true', '{}', '[]', '""', `"${'x'.repeat(10_000)}"`].map((one) =>
            update(`"progress":${one}`),
          ),
          ...['null', '7', '{}', '""', `"${'d'.repeat(2_000)}"`].map((one) => update(`"document":${one}`)),
          ...['null', '7', `"${'d'.repeat(2_000)}"`].map((one) => update(`"device":${one}`)),
          `{"document":"${'d'.repeat(10 * 1024 * 1024)}"}`,
          '',
          'null',
          '[]',
          '7',
          '{',
          '\u0000',
        ],
        [400, 403],
      );
      for (const document of ['x'.repeat(4_000), '%00', '..%2f..', '%ff'])
        expect((await server().get(`/koreader/syncs/progress/${document}`, headers)).status).toBeLessThan(
          500,
        );
      const device = createKoreader({ url: server().url, username, password });
      await device.push(partialMd5(comic), '5', 0.5);
      const page = (await me.get<{ currentPage: number }>(`/api/v1/books/${books[0]?.id}/progress`)).body
        .currentPage;
      expect(page).toBe(5);
      await me.put(`/api/v1/books/${books[0]?.id}/progress`, { currentPage: 2 });
    });

    test('apps of the compatibility API: rejects invalid pages and numbers', async () => {
      const app = anApp(server(), me);
      const headers = { 'content-type': 'application/json' };
      const [book] = books;
      const send = (method: string, path: string) => (raw: string) =>
        app.request(method, path, { raw, headers });
      const wrong = numbers.concat('0', '1.5', '2147483648');
      await expectUnchanged(
        send('PATCH', `/api/v1/books/${book?.id}/read-progress`),
        wrong.map((one) => `{"page":${one}}`),
        [400, 413],
      );
      await expectUnchanged(
        send('PUT', `/api/v2/series/${book?.seriesId}/read-progress/tachiyomi`),
        numbers.map((one) => `{"lastBookNumberSortRead":${one}}`),
        [400],
      );
      const list = await server().admin.post<{ id: string }>('/api/v1/readlists', {
        name: `list ${server().kind}`,
        ids: books.map(({ id }) => id),
      });
      await expectUnchanged(
        send('PUT', `/api/v1/readlists/${list.body.id}/read-progress/tachiyomi`),
        numbers.map((one) => `{"lastBookRead":${one}}`),
        [400],
      );
      const progression = (share: string) =>
        `{"modified":"2030-01-01T00:00:00Z","device":{"id":"x","name":"y"},"locator":{"href":"pages/1","type":"image/jpeg","locations":{"totalProgression":${share}}}}`;
      await expectUnchanged(
        send('PUT', `/api/v1/books/${book?.id}/progression`),
        numbers.map(progression),
        [400],
      );
    });

    test('the API: rejects invalid pages and numbers', async () => {
      const headers = { 'content-type': 'application/json' };
      const [book] = books;
      const send = (raw: string) => me.request('PUT', `/api/v1/books/${book?.id}/progress`, { raw, headers });
      await expectUnchanged(
        send,
        numbers.concat('0', '1.5', '2147483648').map((one) => `{"currentPage":${one}}`),
        [400],
      );
      await expectUnchanged(
        send,
        numbers.map((one) => `{"currentPage":1,"progressPercentage":${one}}`),
        [400],
      );
    });

    test('Kobo: accepts an invalid position without storing it, so that the device does not repeat it', async () => {
      const { device, place } = await kobo.aReader();
      await device.sync();
      const id = kobo.idOf('Novel.epub');
      const path = `/v1/library/${id}/state`;
      const good = { EntitlementId: id, ...reading(30, 30, 'OEBPS/c2.xhtml') };
      await device.call('PUT', path, { body: { ReadingStates: [good] } });
      const before = await place('Novel.epub');
      expect(before.progressPercentage).toBeGreaterThan(0);
      const later = reading(30, 30, 'OEBPS/c2.xhtml', Date.now() + 60_000);
      for (const share of [-5, 1e308, -1e308, 'NaN', '50', true, null, {}, []]) {
        const odd = {
          ...later.CurrentBookmark,
          ProgressPercent: share,
          ContentSourceProgressPercent: share,
          Location: undefined,
        };
        const { status } = await device.call('PUT', path, {
          body: { ReadingStates: [{ EntitlementId: id, ...later, CurrentBookmark: odd }] },
        });
        expect([share, status]).toEqual([share, 200]);
        expect([share, (await place('Novel.epub')).progressPercentage]).toEqual([
          share,
          before.progressPercentage,
        ]);
      }
    });
  },
  { withTasks: true, environment: compatEnvironment },
);
