import { describe, expect, test } from 'vitest';
import { reading, useKoboLibrary } from '../../../../../test/devices/kobo-library.ts';
import { addLibrary } from '../../../../../test/harness/library.ts';
import { withServer } from '../../../../../test/harness/server.ts';
import { signIn } from '../../../../../test/harness/sign-in.ts';

withServer(
  'books of a Kobo device',
  (server) => {
    const { books, idOf, aDevice, aReader, titles } = useKoboLibrary(server);

    describe('the list of a device', () => {
      test.each(['readList', 'collection', 'preset of books', 'preset of series'])(
        'can be a %s',
        async (kind) => {
          const { admin } = server();
          const me = await signIn(server());
          const name = `${kind} ${me.username}`;
          const seriesId = books.get('Novel.epub')?.seriesId ?? '';
          const id = idOf('Novel.epub');
          const make = async () => {
            if (kind === 'readList') return admin.post('/api/v1/readlists', { name, ids: [id] });
            if (kind === 'collection') return admin.post('/api/v1/collections', { name, ids: [seriesId] });
            const target = kind === 'preset of books' ? 'books' : 'series';
            const condition = { title: { operator: 'is', value: 'Novel' } };
            return me.post('/api/v1/filter-presets', { name, scope: 'list', target, condition });
          };
          const made = (await make()).body as { id: string };
          const scope = { kind: kind.split(' ')[0], id: made.id };
          const device = await aDevice(me, { scope });
          await device.sync();
          expect(titles(device)).toEqual(['Novel']);
          if (kind === 'preset of books') {
            const condition = { title: { operator: 'is', value: 'Other' } };
            await me.put(`/api/v1/filter-presets/${made.id}`, { name, condition });
          }
          if (kind === 'readList')
            await admin.put(`/api/v1/readlists/${made.id}/books`, { ids: [idOf('Other.epub')] });
          if (kind === 'preset of books' || kind === 'readList') {
            expect(await device.sync()).toEqual(['ChangedEntitlement', 'NewEntitlement']);
            expect(titles(device)).toEqual(['Other']);
          }
          const held = titles(device);
          await device.sync();
          const path = { readList: 'readlists', collection: 'collections', preset: 'filter-presets' }[
            scope.kind ?? ''
          ];
          expect(
            (await (scope.kind === 'preset' ? me : admin).delete(`/api/v1/${path}/${made.id}`)).status,
          ).toBe(204);
          expect(await device.sync()).toEqual([]);
          expect(titles(device)).toEqual(held);
        },
      );

      test.each(['readList', 'collection', 'preset'] as const)(
        'limits the access of its token: a %s',
        async (kind) => {
          const { admin } = server();
          const me = await signIn(server());
          const name = `only ${kind} ${me.username}`;
          const novel = books.get('Novel.epub');
          const other = books.get('Other.epub');
          const condition = { title: { operator: 'is', value: 'Novel' } };
          const made =
            kind === 'readList'
              ? await admin.post('/api/v1/readlists', { name, ids: [novel?.id] })
              : kind === 'collection'
                ? await admin.post('/api/v1/collections', { name, ids: [novel?.seriesId] })
                : await me.post('/api/v1/filter-presets', {
                    name,
                    scope: 'list',
                    target: 'books',
                    condition,
                  });
          const device = await aDevice(me, { scope: { kind, id: (made.body as { id: string }).id } });
          await device.sync();
          const ask = async (id: string | undefined) => [
            (await device.call('GET', `/v1/books/${id}/file/epub`)).status,
            (await device.call('GET', `/v1/books/${id}/file/kepub`)).status,
            (await device.call('GET', `/v1/books/${id}/thumbnail/100/100/false/image.jpg`)).status,
            (await device.call('GET', `/v1/library/${id}/metadata`)).status,
            (await device.call('GET', `/v1/library/${id}/state`)).status,
          ];
          expect(await ask(novel?.id)).toEqual([200, 200, 200, 200, 200]);
          expect(await ask(other?.id)).toEqual([404, 404, 404, 404, 404]);
          const state = { ReadingStates: [{ StatusInfo: { Status: 'Finished' } }] };
          const response = await device.call('PUT', `/v1/library/${other?.id}/state`, { body: state });
          expect(response.status).toBe(404);
          expect((await device.call('DELETE', `/v1/library/${other?.id}`)).status).toBe(404);
        },
      );

      test('contains only visible books, and is removed when access ends', async () => {
        const { me, device } = await aReader();
        await device.sync();
        const novel = device.byTitle('Novel');
        const other = await addLibrary(server(), {});
        const limits = { sharingTags: [], maxAgeRating: null, allowUnrated: true };
        const limit = (sharedLibraryIds: string[]) =>
          server().admin.put(`/api/v1/users/${me.userId}/restrictions`, { sharedLibraryIds, ...limits });
        expect((await limit([other.id])).status).toBe(200);
        for (const address of [
          `/v1/library/${idOf('Novel.epub')}/metadata`,
          `/v1/library/${idOf('Novel.epub')}/state`,
          `/v1/books/${idOf('Novel.epub')}/file/epub`,
        ])
          expect((await device.call('GET', address)).status).toBe(404);
        expect((await device.cover(novel, 100, 100)).status).toBe(404);
        await expect(device.read(novel, reading(5, 5, 'OEBPS/c1.xhtml'))).rejects.toThrow('404');
        expect(await device.sync()).toEqual(Array(3).fill('ChangedEntitlement'));
        expect(titles(device)).toEqual([]);
        await limit([]);
        await device.sync();
        expect(titles(device)).toEqual(['Fixed', 'Novel', 'Other']);
      });
    });
  },
  { withTasks: true },
);
