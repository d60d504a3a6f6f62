import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { CreatedKoboDevice } from '@lectern/contract/devices/kobo';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKoboDevice, type KoboDevice } from '../../../../../test/devices/kobo.ts';
import type { Client } from '../../../../../test/harness/client.ts';
import { addScannedLibrary, listBooks, scan, type TestLibrary } from '../../../../../test/harness/library.ts';
import { waitForQuiet } from '../../../../../test/harness/quiet.ts';
import { withServer } from '../../../../../test/harness/server.ts';
import { signIn } from '../../../../../test/harness/sign-in.ts';
import { makeEpub, writeFiles } from '../../../../../test/makers/books.ts';

let statements = 0;
const count = 250;
/** Letters instead of digits, because a number at the end would be parsed as a volume. */
const titleOf = (n: number) => `Tale of ${[...String(n)].map((d) => 'abcdefghij'[Number(d)]).join('')}`;
const pathOf = (n: number) => `Shelf ${n % 10}/${titleOf(n)}.epub`;
const aBook = (n: number) => makeEpub({ metadata: `<dc:title>${titleOf(n)}</dc:title>` });

withServer(
  'a Kobo with many books',
  (server) => {
    let library: TestLibrary;

    beforeAll(async () => {
      const numbers = Array.from({ length: count }, (_, i) => i + 1);
      library = await addScannedLibrary(
        server(),
        Object.fromEntries(numbers.map((n) => [pathOf(n), aBook(n)])),
      );
    }, 120_000);

    afterAll(() => waitForQuiet(server()), 90_000);

    async function aDevice(me: Client, more: object = {}): Promise<KoboDevice> {
      const { body } = await me.post<CreatedKoboDevice>('/api/v1/user/kobo', { name: 'Libra', ...more });
      const device = createKoboDevice(body.apiEndpoint);
      await device.start();
      return device;
    }

    const titles = (device: KoboDevice) =>
      [...device.library.values()].map(({ metadata }) => metadata.Title).toSorted();
    const held = async (me: Client) => (await listBooks(me, library.id)).map(({ title }) => title).toSorted();
    async function idOf(title: string): Promise<string> {
      const book = (await listBooks(server().admin, library.id)).find((one) => one.title === title);
      if (!book) throw new Error(`There is no ${title}`);
      return book.id;
    }

    test('receives a hundred books at a time, and changes made meanwhile with the next sync', async () => {
      const me = await signIn(server());
      const device = await aDevice(me);
      const edited = await idOf(titleOf(3));
      const read = await idOf(titleOf(5));
      const pages: number[] = [];
      const names = await device.sync(async (number) => {
        pages.push(number);
        if (number !== 1) return;
        writeFiles(library.folder, { [pathOf(900)]: aBook(900), [pathOf(901)]: aBook(901) });
        rmSync(join(library.folder, pathOf(2)));
        rmSync(join(library.folder, pathOf(249)));
        await scan(server(), library.id, 'confirmRemovals=true');
        await server().admin.patch(`/api/v1/books/${edited}/metadata`, { publisher: 'A House' });
        await me.put(`/api/v1/books/${read}/progress`, { progressPercentage: 0.5 });
      });
      expect(pages).toEqual([1, 2]);
      expect(names.length).toBeGreaterThanOrEqual(count - 2);
      expect(new Set(names)).toEqual(new Set(['NewEntitlement']));
      // A device accepts a state that is at least one second newer, and these books were just added.
      const { state: unread } = device.byTitle(titleOf(7));
      expect(unread.LastModified < (unread.Created ?? '')).toBe(true);
      await device.sync();
      expect(titles(device)).toEqual(await held(me));
      expect(device.byTitle(titleOf(3)).metadata.Publisher).toMatchObject({ Name: 'A House' });
      expect(device.byTitle(titleOf(5)).state.CurrentBookmark).toMatchObject({ ProgressPercent: 50 });
      expect(await device.sync()).toEqual([]);
    }, 60_000);

    test('loses nothing after lost responses and concurrent requests', async () => {
      const me = await signIn(server());
      const device = await aDevice(me);
      await device.syncOnce({ isLost: true });
      await device.syncOnce();
      await device.syncOnce({ isLost: true });
      await device.syncOnce({ isLost: true });
      await device.syncOnce();
      await Promise.all([device.syncOnce({ isLost: true }), device.syncOnce({ isLost: true })]);
      await device.sync();
      expect(titles(device)).toEqual(await held(me));
      await server().admin.patch(`/api/v1/books/${await idOf(titleOf(7))}/metadata`, { publisher: 'B' });
      await device.syncOnce({ isLost: true });
      expect(await device.sync()).toEqual(['ChangedEntitlement', 'ChangedProductMetadata']);
      expect(await device.sync()).toEqual([]);
    }, 60_000);

    test('a page of a hundred books needs as many statements as a page of ten', async () => {
      const me = await signIn(server());
      const ids = (await listBooks(server().admin, library.id)).map(({ id }) => id);
      const measure = async (size: number) => {
        const name = `${size} for ${me.username}`;
        const { body } = await server().admin.post<{ id: string }>('/api/v1/readlists', {
          name,
          ids: ids.slice(0, size),
        });
        for (const id of ids.slice(0, size))
          await me.put(`/api/v1/books/${id}/progress`, { progressPercentage: 0.5 });
        const scope = { kind: 'readList', id: body.id };
        const costs: number[] = [];
        // Authentication is repeated periodically, and tasks run concurrently. The minimum of several attempts is the
        // actual cost.
        for (let tries = 0; tries < 3; tries++) {
          const device = await aDevice(me, { scope });
          const before = statements;
          const { events } = await device.syncOnce();
          expect(events).toHaveLength(size);
          costs.push(statements - before);
        }
        return Math.min(...costs);
      };
      expect(await measure(100)).toBe(await measure(10));
    }, 60_000);
  },
  {
    withTasks: true,
    onStatement: () => {
      statements++;
    },
  },
);
