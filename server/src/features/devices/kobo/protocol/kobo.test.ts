import type { CreatedKoboDevice, KoboDevice as Listed } from '@lectern/contract/devices/kobo';
import { readArchiveIndex } from '@lectern/formats/archive/open';
import { readEpubBook } from '@lectern/formats/book/epub';
import { defaultLimits as limits } from '@lectern/formats/limits';
import { bytesSource } from '@lectern/formats/source';
import { describe, expect, test } from 'vitest';
import { createKoboDevice } from '../../../../../test/devices/kobo.ts';
import { koboDevices, useKoboLibrary } from '../../../../../test/devices/kobo-library.ts';
import { makeKey } from '../../../../../test/harness/api-key.ts';
import { withServer } from '../../../../../test/harness/server.ts';
import { signIn } from '../../../../../test/harness/sign-in.ts';
import { makeImage, measureImage } from '../../../../../test/makers/images.ts';

function readSpine(bytes: Buffer) {
  const source = bytesSource(bytes);
  const { faults, content } = readEpubBook({ source, limits, index: readArchiveIndex(source, limits) });
  return [faults, content?.epub?.spine.map(({ name }) => name)];
}

withServer(
  'Kobo',
  (server) => {
    const { files, idOf, libraryId, aDevice, aReader, titles } = useKoboLibrary(server);

    describe('tokens', () => {
      test('tokens are returned once, can be revoked immediately, and are hidden from other users', async () => {
        const me = await signIn(server());
        const made = await me.post<CreatedKoboDevice>(koboDevices, { name: ' Libra ' });
        expect([made.status, made.headers.get('cache-control')]).toEqual([201, 'no-store']);
        const { token, apiEndpoint, ...shown } = made.body;
        expect(apiEndpoint).toBe(`${server().url}/kobo/${token}`);
        expect(token).toMatch(/^[\w-]{43}$/);
        expect(shown).toMatchObject({ name: 'Libra', scope: { kind: 'everything' }, lastSyncedAt: null });
        const device = createKoboDevice(apiEndpoint);
        await device.start();
        await device.sync();
        await device.sync();
        const listed = await me.get<Listed[]>(koboDevices);
        expect(listed.body).toEqual([
          { ...shown, bookCount: device.library.size, lastSyncedAt: expect.any(String) },
        ]);
        expect(listed.bytes.toString()).not.toContain(token);
        expect((await server().admin.delete(`${koboDevices}/${shown.id}`)).status).toBe(404);
        expect((await server().admin.post(`${koboDevices}/${shown.id}/resync`)).status).toBe(404);
        expect((await me.delete(`${koboDevices}/${shown.id}`)).status).toBe(204);
        expect((await device.call('GET', '/v1/initialization')).status).toBe(401);
        expect((await device.call('GET', '/v1/user/profile')).status).toBe(401);
        expect((await device.call('GET', `/v1/books/${idOf('Novel.epub')}/file/epub`)).status).toBe(401);
      });

      test('tokens cannot be managed with an API key, or created for missing lists', async () => {
        const me = await signIn(server());
        const byKey = server().as({ 'x-api-key': (await makeKey(me)).key });
        expect((await byKey.post(koboDevices, { name: 'k' })).status).toBe(403);
        for (const kind of ['collection', 'readList', 'preset'])
          expect(
            (await me.post(koboDevices, { name: 'k', scope: { kind, id: idOf('Novel.epub') } })).status,
          ).toBe(400);
        expect((await me.post(koboDevices, { name: 'k', scope: { kind: 'all' } })).status).toBe(400);
      });

      test('rejects tokens of disabled users, unknown tokens and invalid texts', async () => {
        const { me, device } = await aReader();
        await server().admin.patch(`/api/v1/users/${me.userId}`, { isActive: false });
        expect((await device.call('GET', '/v1/library/sync')).status).toBe(401);
        for (const token of ['x', 'A'.repeat(43), '%00', 'x'.repeat(3_000), '..', "'or'1"]) {
          const { status } = await server().get(`/kobo/${token}/v1/library/sync`);
          expect([token, [401, 404].includes(status)]).toEqual([token, true]);
        }
      });
    });

    test('sends only addresses of this server to a device', async () => {
      const { device } = await aReader();
      const addresses = Object.values(device.resources()).filter((value) => value.startsWith('http'));
      expect(addresses.length).toBeGreaterThan(60);
      for (const address of addresses) expect(address).toMatch(new RegExp(`^${server().url}`));
      const { body } = await device.callJson<Record<string, string>>('POST', '/v1/auth/refresh', {
        body: { UserKey: 'mine' },
      });
      expect(body).toMatchObject({ TokenType: 'Bearer', UserKey: 'mine' });
    });

    test('sends complete EPUBs, but no comics', async () => {
      const { device } = await aReader();
      expect(await device.sync()).toEqual(Array(3).fill('NewEntitlement'));
      expect(titles(device)).toEqual(['Fixed', 'Novel', 'Other']);
      const novel = device.byTitle('Novel');
      expect(novel.metadata).toMatchObject({
        EntitlementId: idOf('Novel.epub'),
        Language: 'de',
        Contributors: ['A. Writer'],
        ContributorRoles: [{ Name: 'A. Writer' }],
      });
      expect(novel.state).toMatchObject({ StatusInfo: { Status: 'ReadyToRead' } });
      expect(novel.metadata.DownloadUrls.map(({ Format }) => Format)).toEqual(['KEPUB']);
      expect(device.byTitle('Fixed').metadata.DownloadUrls.map(({ Format }) => Format)).toEqual(['EPUB3FL']);
      expect(
        (await device.download(device.byTitle('Fixed'))).equals(files.get('Fixed.epub') ?? Buffer.of()),
      ).toBe(true);
      const kepub = await device.download(novel);
      expect(kepub.equals(await device.download(novel))).toBe(true);
      const original = files.get('Novel.epub') ?? Buffer.of();
      expect(readSpine(kepub)).toEqual(readSpine(original));
      expect(kepub.equals(original)).toBe(false);
      // For devices that know the old URL.
      const epub = await device.call('GET', `/v1/books/${idOf('Novel.epub')}/file/epub`);
      expect(epub.bytes.equals(original)).toBe(true);
      expect((await device.call('GET', `/v1/books/${idOf('Comic.cbz')}/file/kepub`)).status).toBe(404);
      const { body } = await device.callJson<object[]>('GET', `/v1/library/${idOf('Novel.epub')}/metadata`);
      expect(body).toEqual([novel.metadata]);
      expect((await device.call('GET', `/v1/library/${idOf('Comic.cbz')}/metadata`)).status).toBe(404);
      expect((await device.call('GET', `/v1/books/${idOf('Comic.cbz')}/file/epub`)).status).toBe(404);
      expect(await device.sync()).toEqual([]);
    });

    test('sends covers that fit the screen, never enlarged, with a new name for a new cover', async () => {
      const { device } = await aReader();
      await device.sync();
      const novel = device.byTitle('Novel');
      const sizeOf = async (width: number, height: number) => {
        const { status, headers, bytes } = await device.cover(novel, width, height);
        expect([status, headers.get('content-type')]).toEqual([200, 'image/jpeg']);
        return measureImage(bytes);
      };
      expect(await sizeOf(149, 223)).toEqual([149, 223]);
      expect(await sizeOf(400, 300)).toEqual([200, 300]);
      expect(await sizeOf(1072, 1448)).toEqual([600, 900]);
      expect(await sizeOf(100_000, 100_000)).toEqual([600, 900]);
      expect((await device.cover(novel, 0, 10)).status).toBe(404);
      const form = new FormData();
      form.append(
        'file',
        new Blob([new Uint8Array(await makeImage({ color: 'red', width: 50, height: 50 }))]),
      );
      const path = `/api/v1/books/${idOf('Novel.epub')}/cover`;
      expect((await server().admin.request('POST', path, { raw: form })).status).toBe(201);
      const before = novel.metadata.CoverImageId;
      expect(await device.sync()).toEqual(['ChangedEntitlement', 'ChangedProductMetadata']);
      expect(novel.metadata.CoverImageId).not.toBe(before);
      expect(await sizeOf(1072, 1448)).toEqual([50, 50]);
    });

    test('a book removed from one device stays removed there, and remains on others', async () => {
      const { me, device } = await aReader();
      const [{ id }] = (await me.get<[Listed]>(koboDevices)).body;
      const second = await aDevice(me);
      await device.sync();
      expect((await device.call('DELETE', `/v1/library/${idOf('Novel.epub')}`)).status).toBe(204);
      device.library.delete(idOf('Novel.epub'));
      expect(await device.sync()).toEqual([]);
      await me.put(`/api/v1/books/${idOf('Novel.epub')}/progress`, { progressPercentage: 0.5 });
      expect(await device.sync()).toEqual([]);
      device.setToken(undefined);
      await device.sync();
      expect(titles(device)).toEqual(['Fixed', 'Other']);
      await second.sync();
      expect(titles(second)).toEqual(['Fixed', 'Novel', 'Other']);
      expect((await me.post(`${koboDevices}/${id}/resync`)).status).toBe(204);
      expect(await device.sync()).toEqual(Array(3).fill('NewEntitlement'));
      expect((await device.call('DELETE', `/v1/library/${libraryId()}`)).status).toBe(404);
    });

    test('sends changes as metadata, and a repeated change once', async () => {
      const { device } = await aReader();
      await device.sync();
      const { admin } = server();
      const path = `/api/v1/books/${idOf('Other.epub')}/metadata`;
      await admin.patch(path, { publisher: 'A House' });
      expect(await device.sync()).toEqual(['ChangedEntitlement', 'ChangedProductMetadata']);
      expect(device.byTitle('Other').metadata.Publisher).toEqual({ Imprint: '', Name: 'A House' });
      expect(await device.sync()).toEqual([]);
      await admin.patch(path, { publisher: null });
    });

    test('answers all shop requests with an empty object', async () => {
      const { device } = await aReader();
      const calls: [string, string, unknown?][] = [
        ['GET', '/v1/user/profile'],
        ['GET', '/v1/user/wishlist?PageIndex=0'],
        ['GET', '/v1/deals'],
        ['POST', '/v1/analytics/event', { Events: [] }],
        ['GET', '/v1/analytics/gettests'],
        ['POST', '/v1/products/books/series/x', []],
        ['PUT', '/v1/library/tags/x', { Name: 'y' }],
        ['POST', '/v1/library/tags/x/items', { Items: [] }],
        ['DELETE', '/v1/library/tags/x'],
        ['GET', '/v1/affiliate?PlatformID=1'],
      ];
      for (const [method, address, body] of calls)
        expect(await device.callJson(method, address, { body })).toMatchObject({ status: 200, body: {} });
      const { status, body } = await device.callJson('POST', '/v1/library/tags', { body: { Name: 'Shelf' } });
      expect([status, typeof body]).toEqual([201, 'string']);
    });

    test('restarts the sync for the token of another device and for an old token', async () => {
      const { me, device } = await aReader();
      const second = await aDevice(me);
      await device.sync();
      const first = device.token();
      await me.put(`/api/v1/books/${idOf('Novel.epub')}/progress`, { progressPercentage: 0.3 });
      await device.sync();
      await device.sync();
      second.setToken(device.token());
      expect(await second.sync()).toEqual(Array(3).fill('NewEntitlement'));
      device.setToken(first);
      expect(await device.sync()).toEqual(Array(3).fill('NewEntitlement'));
    });

    test('returns 404 while the Kobo sync is disabled', async () => {
      const { device } = await aReader();
      const set = (value: boolean) => server().admin.put('/api/v1/admin/settings/kobo.enabled', { value });
      await set(false);
      expect((await device.call('GET', '/v1/initialization')).status).toBe(404);
      await set(true);
      await device.sync();
    });
  },
  { withTasks: true },
);
