import type { BookDto } from '@lectern/contract/books';
import type { CreatedKoreaderPassword, KoreaderPassword } from '@lectern/contract/koreader';
import type { HistoryEntry, Progression } from '@lectern/contract/progress';
import type { ReadProgress } from '@lectern/contract/reading';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createKoreader,
  type KoreaderDevice,
  nameMd5,
  partialMd5,
} from '../../../../../test/devices/koreader.ts';
import { makeKey } from '../../../../../test/harness/api-key.ts';
import type { Client } from '../../../../../test/harness/client.ts';
import { addLibrary, addScannedLibrary, getBook, scan } from '../../../../../test/harness/library.ts';
import { waitForQuiet } from '../../../../../test/harness/quiet.ts';
import { withServer } from '../../../../../test/harness/server.ts';
import { type SignedIn, signIn } from '../../../../../test/harness/sign-in.ts';
import { makeCbz, makeEpub, makePdf } from '../../../../../test/makers/books.ts';
import { page } from '../../../../../test/makers/epub.ts';

const passwords = '/api/v1/user/koreader';
const chapters = ['c1', 'c2', 'c3', 'c4'];

const aNovel = (mark: string) =>
  makeEpub({
    metadata: `<dc:title>${mark}</dc:title>`,
    manifest: chapters
      .map((id) => `<item id="${id}" href="${id}.xhtml" media-type="application/xhtml+xml"/>`)
      .join(''),
    spine: chapters.map((id) => `<itemref idref="${id}"${id === 'c2' ? ' linear="no"' : ''}/>`).join(''),
    files: Object.fromEntries(chapters.map((id) => [`OEBPS/${id}.xhtml`, page(`<p>${id} of ${mark}</p>`)])),
  });

withServer(
  'KOReader',
  (server) => {
    const files = new Map<string, Buffer>();
    const books = new Map<string, BookDto>();
    const documentOf = (name: string) => partialMd5(files.get(name) ?? Buffer.of());
    const pathOf = (name: string) => `/api/v1/books/${books.get(name)?.id}`;

    beforeAll(async () => {
      files.set('Comic.cbz', await makeCbz({ mark: 'koreader', pages: 10 }));
      files.set('Paper.pdf', makePdf({ pages: [{}, {}, {}, {}] }));
      files.set('Novel.epub', aNovel('Novel'));
      files.set('Other.epub', aNovel('Other'));
      const library = await addScannedLibrary(
        server(),
        Object.fromEntries([...files].map(([name, bytes]) => [`A/${name}`, bytes])),
      );
      for (const name of files.keys()) books.set(name, await getBook(server().admin, library.id, name));
    });

    afterAll(() => waitForQuiet(server()), 90_000);

    async function makePassword(me: Client, name = 'e-reader'): Promise<CreatedKoreaderPassword> {
      const { status, body } = await me.post<CreatedKoreaderPassword>(passwords, { name });
      expect(status).toBe(201);
      return body;
    }

    async function aDevice(me: SignedIn, more: object = {}): Promise<KoreaderDevice> {
      const { username, password } = await makePassword(me);
      return createKoreader({ url: server().url, username, password, ...more });
    }

    async function aReader() {
      const me = await signIn(server());
      return {
        me,
        device: await aDevice(me),
        place: async (name: string) => (await me.get<ReadProgress>(`${pathOf(name)}/progress`)).body,
      };
    }

    describe('passwords', () => {
      test('are made by the server, shown once, and revoked at once', async () => {
        const me = await signIn(server());
        const made = await me.post<CreatedKoreaderPassword>(passwords, { name: ' Kobo ' });
        expect(made.headers.get('cache-control')).toBe('no-store');
        const { password, username, server: address, ...shown } = made.body;
        expect(password).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/);
        expect([username, address]).toEqual([me.username, `${server().url}/koreader`]);
        expect(shown).toMatchObject({ name: 'Kobo', lastUsedAt: null });
        const device = createKoreader({ url: server().url, username, password });
        expect(await device.login()).toMatchObject({ status: 200, body: { authorized: 'OK' } });
        const listed = await me.get<KoreaderPassword[]>(passwords);
        expect(listed.body).toEqual([{ ...shown, lastUsedAt: expect.any(String) }]);
        expect(listed.bytes.toString()).not.toContain(password);
        expect((await me.delete(`${passwords}/${shown.id}`)).status).toBe(204);
        expect((await device.login()).status).toBe(401);
        expect((await me.delete(`${passwords}/${shown.id}`)).status).toBe(404);
      });

      test("are nobody else's to see or to revoke, nor an API key's to make", async () => {
        const me = await signIn(server());
        const { id } = await makePassword(me);
        const { admin } = server();
        expect((await admin.delete(`${passwords}/${id}`)).status).toBe(404);
        expect((await admin.get<KoreaderPassword[]>(passwords)).body.map((one) => one.id)).not.toContain(id);
        const { key } = await makeKey(me);
        const byKey = server().as({ 'x-api-key': key });
        expect((await byKey.post(passwords, { name: 'k' })).status).toBe(403);
      });

      test('are at most twenty', async () => {
        const me = await signIn(server());
        for (let i = 0; i < 20; i++) await makePassword(me);
        expect((await me.post(passwords, { name: 'one more' })).status).toBe(409);
      });

      test("of another, the account's own, and those of a user who is switched off are refused", async () => {
        const me = await signIn(server());
        const { password } = await makePassword(me);
        const { url, admin } = server();
        const wrong = [
          { username: admin.username, password },
          { username: me.username, password: me.password },
          { username: 'nobody', password },
          { username: 'x'.repeat(5_000), password },
        ];
        for (const one of wrong) {
          const answer = await createKoreader({ url, ...one }).login();
          expect(answer).toMatchObject({ status: 401, body: { code: 2001, message: 'Unauthorized' } });
          expect(answer.contentType).toMatch(/^application\/json/);
        }
        const device = createKoreader({ url, username: me.email, password });
        expect((await device.login()).status).toBe(200);
        await admin.patch(`/api/v1/users/${me.userId}`, { isActive: false });
        expect((await device.login()).status).toBe(401);
      });

      test('an API key is one too, until it is removed, and does no more than it may', async () => {
        const me = await signIn(server());
        const { key, id } = await makeKey(me);
        const { key: narrow } = await makeKey(me, { permissions: ['books:read'] });
        const { url } = server();
        const device = createKoreader({ url, username: me.username, password: key });
        expect((await device.login()).status).toBe(200);
        await device.push(documentOf('Comic.cbz'), '2', 0.2);
        expect((await me.get<ReadProgress>(`${pathOf('Comic.cbz')}/progress`)).body.currentPage).toBe(2);
        const other = createKoreader({ url, username: me.username, password: narrow });
        expect((await other.login()).status).toBe(200);
        await expect(other.push(documentOf('Comic.cbz'), '3', 0.3)).rejects.toThrow('Not done');
        await me.delete(`/api/v1/api-keys/${id}`);
        expect((await device.login()).status).toBe(401);
      });
    });

    test('accounts are not made by a device, and it is told so', async () => {
      const device = createKoreader({ url: server().url, username: 'new', password: 'new' });
      expect(await device.register()).toMatchObject({ status: 402, body: { code: 2005 } });
      expect(await device.raw('GET', '/healthcheck', [200])).toMatchObject({ body: { state: 'OK' } });
    });

    test('a new book has no place, and a book that nobody knows neither', async () => {
      const { device } = await aReader();
      expect(await device.pull(documentOf('Comic.cbz'))).toEqual({ kind: 'nothing' });
      const answer = await device.raw('GET', `/syncs/progress/${'0'.repeat(32)}`, [200]);
      expect(answer.body).toEqual({});
    });

    test.each(['Comic.cbz', 'Paper.pdf'])('the page of %s is the page everywhere', async (name) => {
      const { me, device, place } = await aReader();
      const before = Math.floor(Date.now() / 1000);
      const count = books.get(name)?.pageCount ?? 0;
      const told = await device.push(documentOf(name), '3', 3 / count, { metadata: { title: 'x' } });
      expect(told).toEqual({ document: documentOf(name), timestamp: expect.any(Number) });
      expect(Number(told.timestamp)).toBeGreaterThanOrEqual(before);
      expect(await place(name)).toMatchObject({ currentPage: 3, completed: false });
      const { data } = (await me.get<{ data: HistoryEntry[] }>(`${pathOf(name)}/read-history`)).body;
      expect(data[0]).toMatchObject({ deviceId: 'A1B2C3', deviceName: 'Kobo_nova' });
      const second = await aDevice(me, { device: 'Phone', deviceId: 'P' });
      expect(await device.pull(documentOf(name))).toEqual({ kind: 'own' });
      expect(await second.pull(documentOf(name))).toMatchObject({ kind: 'moved', progress: '3' });
      await me.put(`${pathOf(name)}/progress`, { currentPage: 2 });
      expect(await device.pull(documentOf(name), 3 / count)).toMatchObject({
        kind: 'moved',
        progress: '2',
        percentage: 2 / count,
        device: 'Lectern',
      });
      await second.push(documentOf(name), String(count), 1);
      expect(await place(name)).toMatchObject({ currentPage: count, completed: true });
    });

    test('the place in an EPUB is kept to the letter, and a chapter and a share for all others', async () => {
      const { me, device, place } = await aReader();
      const name = 'Novel.epub';
      const position = '/body/DocFragment[3]/body/div/p[25]/text().163';
      await device.push(documentOf(name), position, 0.4567);
      expect((await place(name)).progressPercentage).toBeCloseTo(0.4567, 10);
      const { body } = await me.get<Progression>(`${pathOf(name)}/progression`);
      expect(body.locator).toMatchObject({
        href: 'resources/OEBPS/c3.xhtml',
        locations: { totalProgression: 0.4567 },
      });
      const second = await aDevice(me, { deviceId: 'second' });
      expect(await second.pull(documentOf(name))).toMatchObject({ progress: position, percentage: 0.4567 });
    });

    test.each([
      ['/body/DocFragment[4]/body/p', 'resources/OEBPS/c4.xhtml'],
      ['#_doc_fragment_3_ x', 'resources/OEBPS/c4.xhtml'],
      ['/body/DocFragment[1].0', 'resources/OEBPS/c1.xhtml'],
    ])('%s is a place in %s', async (position, href) => {
      const { me, device } = await aReader();
      await device.push(documentOf('Novel.epub'), position, 0.5);
      const { body } = await me.get<Progression>(`${pathOf('Novel.epub')}/progression`);
      expect(body.locator.href).toBe(href);
    });

    test.each(['/body/DocFragment[2]/body/p', '/body/DocFragment[77]/body', 'nonsense', '5'])(
      'the share counts where %j names no place in the reading order',
      async (position) => {
        const { device, place } = await aReader();
        await device.push(documentOf('Novel.epub'), position, 0.5);
        expect(await place('Novel.epub')).toMatchObject({ progressPercentage: 0.5 });
        expect(await device.pull(documentOf('Novel.epub'))).toEqual({ kind: 'own' });
      },
    );

    test('what was read elsewhere later is told as a chapter, what was read there earlier changes nothing', async () => {
      const { me, device } = await aReader();
      const name = 'Novel.epub';
      const position = '/body/DocFragment[1]/body/p[2]/text().3';
      await device.push(documentOf(name), position, 0.1);
      const progression = (href: string, modified: Date) => ({
        modified: modified.toISOString(),
        device: { id: 'web', name: 'Web' },
        locator: { href, type: 'application/xhtml+xml', locations: { progression: 0 } },
      });
      const path = `${pathOf(name)}/progression`;
      const early = await me.put(
        path,
        progression('resources/OEBPS/c4.xhtml', new Date(Date.now() - 60_000)),
      );
      expect(early.status).toBe(409);
      expect(await device.pull(documentOf(name))).toEqual({ kind: 'own' });
      const late = await me.put(path, progression('resources/OEBPS/c4.xhtml', new Date()));
      expect(late.status).toBe(204);
      const pulled = await device.pull(documentOf(name));
      expect(pulled).toMatchObject({
        kind: 'moved',
        progress: '/body/DocFragment[4]/body',
        device: 'Lectern',
      });
      if (pulled.kind !== 'moved') return;
      // Who puts it back as it came is where they were.
      await device.push(documentOf(name), pulled.progress, pulled.percentage);
      expect((await me.get<Progression>(path)).body.locator.href).toBe('resources/OEBPS/c4.xhtml');
    });

    test('a place that was given up is not given back, but a later one is', async () => {
      const { me, device, place } = await aReader();
      const name = 'Comic.cbz';
      await device.push(documentOf(name), '4', 0.4);
      await me.delete(`${pathOf(name)}/progress`);
      expect(await device.pull(documentOf(name))).toEqual({ kind: 'nothing' });
      await device.push(documentOf(name), '5', 0.5);
      expect(await device.pull(documentOf(name))).toEqual({ kind: 'own' });
      expect(await place(name)).toMatchObject({ currentPage: 5 });
      await me.post(`${pathOf(name)}/read`);
      expect(await device.pull(documentOf(name))).toMatchObject({ progress: '10', percentage: 1 });
    });

    test('a page beyond the last one counts by its share', async () => {
      const { device, place } = await aReader();
      await device.push(documentOf('Comic.cbz'), 12, 0.5);
      expect(await place('Comic.cbz')).toMatchObject({ currentPage: 5, progressPercentage: 0.5 });
    });

    test('a book is also known by the name of its file, and both are one place', async () => {
      const { me, device } = await aReader();
      await device.push(nameMd5('Other.epub'), '/body/DocFragment[3]/body/p', 0.6);
      const second = await aDevice(me, { deviceId: 'second' });
      expect(await second.pull(documentOf('Other.epub'))).toMatchObject({
        progress: '/body/DocFragment[3]/body/p',
        percentage: 0.6,
      });
      await second.push(documentOf('Other.epub'), '/body/DocFragment[4]/body/p', 0.8);
      expect(await device.pull(nameMd5('Other.epub'))).toMatchObject({ percentage: 0.8 });
    });

    test('a book that comes later has the place that was told before, in every copy, also when it was renamed', async () => {
      const { me, device } = await aReader();
      const bytes = await makeCbz({ mark: `later ${server().kind}`, pages: 8 });
      await device.push(partialMd5(bytes), '6', 0.75);
      expect(await device.pull(partialMd5(bytes))).toEqual({ kind: 'own' });
      await device.push(nameMd5('Renamed.cbz'), '2', 0.25);
      const library = await addLibrary(server(), { 'A/One.cbz': bytes, 'B/Two.cbz': bytes });
      await scan(server(), library.id);
      expect(await device.pull(partialMd5(bytes))).toEqual({ kind: 'own' });
      for (const name of ['One.cbz', 'Two.cbz']) {
        const { id } = await getBook(me, library.id, name);
        const { body } = await me.get<ReadProgress>(`/api/v1/books/${id}/progress`);
        expect(body).toMatchObject({ currentPage: 6 });
      }
      await device.push(partialMd5(bytes), '7', 0.875);
      for (const name of ['One.cbz', 'Two.cbz']) {
        const { id } = await getBook(me, library.id, name);
        expect((await me.get<ReadProgress>(`/api/v1/books/${id}/progress`)).body.currentPage).toBe(7);
      }
    });

    test('books that the reader may not see are unknown documents to them', async () => {
      const hidden = await makeCbz({ mark: `hidden ${server().kind}`, pages: 5 });
      const library = await addScannedLibrary(server(), { 'H/Hidden.cbz': hidden });
      const { id } = await getBook(server().admin, library.id, 'Hidden.cbz');
      const me = await signIn(server());
      const other = await addLibrary(server(), {});
      const limit = (ids: string[]) =>
        server().admin.put(`/api/v1/users/${me.userId}/restrictions`, {
          ...{ sharedLibraryIds: ids, sharingTags: [], maxAgeRating: null, allowUnrated: true },
        });
      expect((await limit([other.id])).status).toBe(200);
      const device = await aDevice(me);
      await device.push(partialMd5(hidden), '3', 0.6);
      expect(await device.pull(partialMd5(hidden))).toEqual({ kind: 'own' });
      expect((await me.get(`/api/v1/books/${id}/progress`)).status).toBe(404);
      await limit([]);
      expect((await me.get(`/api/v1/books/${id}/progress`)).status).toBe(404);
      await device.pull(partialMd5(hidden));
      expect((await me.get<ReadProgress>(`/api/v1/books/${id}/progress`)).body.currentPage).toBe(3);
    });

    test("nobody reads another's places", async () => {
      const [anna, berta] = [await aReader(), await aReader()];
      await anna.device.push('a'.repeat(32), '/body/DocFragment[1]', 0.3);
      await anna.device.push(documentOf('Comic.cbz'), '3', 0.3);
      expect(await berta.device.pull('a'.repeat(32))).toEqual({ kind: 'nothing' });
      expect(await berta.device.pull(documentOf('Comic.cbz'))).toEqual({ kind: 'nothing' });
    });

    describe('what no KOReader sends', () => {
      const good = { document: 'd'.repeat(32), progress: '1', percentage: 0.1, device: 'D', device_id: 'I' };
      test.each([
        ['nothing', undefined, 2004],
        ['null', null, 2004],
        ['a list', [], 2004],
        ['a text', 'x', 2004],
        ['a number', 7, 2004],
        ['no document', { ...good, document: undefined }, 2004],
        ['a document that is an object', { ...good, document: {} }, 2004],
        ['an endless document', { ...good, document: 'x'.repeat(100_000) }, 2004],
        ['no progress', { ...good, progress: undefined }, 2003],
        ['an endless progress', { ...good, progress: 'x'.repeat(900_000) }, 2003],
        ['a negative share', { ...good, percentage: -0.1 }, 2003],
        ['a share beyond all', { ...good, percentage: 50 }, 2003],
        ['a share that is no number', { ...good, percentage: 'much' }, 2003],
        ['a share of null', { ...good, percentage: null }, 2003],
        ['no device', { ...good, device: undefined }, 2003],
        ['a device that is a number', { ...good, device: 7 }, 2003],
      ])('%s is refused in the words of the protocol', async (_, body, code) => {
        const { device } = await aReader();
        const answer = await device.raw('PUT', '/syncs/progress', [403], body);
        expect(answer.body).toEqual({ code, message: expect.any(String) });
      });

      test('bytes that are no JSON, a NUL, too much, another type', async () => {
        const { me } = await aReader();
        const { username, password } = await makePassword(me);
        const headers = {
          'x-auth-user': username,
          'x-auth-key': nameMd5(password),
        };
        const client = server().as(headers);
        for (const raw of ['{', '\xff', JSON.stringify({ ...good, progress: '\0' }), 'x'.repeat(2_000_000)]) {
          const answer = await client.request('PUT', '/koreader/syncs/progress', {
            raw,
            headers: { 'content-type': 'application/json' },
          });
          expect([answer.status, answer.body.code]).toEqual([403, 2003]);
        }
        const text = await client.request('PUT', '/koreader/syncs/progress', { raw: 'x' });
        expect(text.status).toBe(403);
        for (const document of ['%00', '..%2f..', '%F0%9F%90%99', "'%20or%201=1", 'x'.repeat(4_000)]) {
          const { status } = await client.get(`/koreader/syncs/progress/${document}`);
          expect([document, [200, 404].includes(status)]).toEqual([document, true]);
        }
        expect((await client.get('/koreader/syncs/progress')).status).toBe(403);
        expect((await client.get('/koreader/nothing')).body).toMatchObject({ code: 2000 });
      });
    });

    test('is gone while it is switched off', async () => {
      const { device } = await aReader();
      const { admin } = server();
      const set = (value: boolean) => admin.put('/api/v1/admin/settings/koreader.enabled', { value });
      expect((await set(false)).status).toBeLessThan(300);
      await expect(device.login()).rejects.toThrow('404');
      await set(true);
      expect((await device.login()).status).toBe(200);
    });
  },
  { withTasks: true },
);
