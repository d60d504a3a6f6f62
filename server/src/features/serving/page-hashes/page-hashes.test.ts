import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BookDto } from '@lectern/contract/libraries/books';
import type { CreditPage } from '@lectern/contract/serving/page-hashes';
import type { Page } from '@lectern/contract/serving/pages';
import { expect, test } from 'vitest';
import type { Client } from '../../../../test/harness/client.ts';
import { addScannedLibrary, getBook, scan } from '../../../../test/harness/library.ts';
import { waitForQuiet } from '../../../../test/harness/quiet.ts';
import { type TestServer, withServer } from '../../../../test/harness/server.ts';
import { signIn } from '../../../../test/harness/sign-in.ts';
import { makeDrawnCbz } from '../../../../test/makers/books.ts';
import { type Change, drawBlank, drawPage } from '../../../../test/makers/images.ts';

/** Each test draws dozens of pages and waits for background work. */
const timeout = 120_000;
const compared = { comparePages: true };
const similar = '/api/v1/duplicates/similar';
const credits = '/api/v1/credit-pages';

interface Pair {
  id: string;
  books: BookDto[];
  matching: number;
  compared: number;
  dismissed: boolean;
}

const range = (count: number) => Array.from({ length: count }, (_, i) => i + 1);

/** Generates the pages of a book from a name. */
const drawBook = (name: string, count = 14, change?: Change): Promise<Buffer[]> =>
  Promise.all(range(count).map((page) => drawPage(`${name} ${page}`, change)));

const smaller: Change = (picture) => picture.resize(240);
const cropped: Change = (picture) => picture.extract({ left: 5, top: 8, width: 340, height: 484 });

async function aLibrary(server: TestServer, files: Record<string, Uint8Array>, settings: object = compared) {
  const library = await addScannedLibrary(server, files, settings);
  await waitForQuiet(server);
  return library;
}

async function listPairs(who: Client, libraryId: string, query = ''): Promise<Pair[]> {
  const { status, body } = await who.get<{ data: Pair[]; total: number }>(
    `${similar}?libraryId=${libraryId}${query}`,
  );
  expect([status, body.total]).toEqual([200, body.data.length]);
  return body.data;
}

async function listCredits(who: Client, libraryId: string, state = 'open'): Promise<CreditPage[]> {
  const { status, body } = await who.get<{ data: CreditPage[]; total: number }>(
    `${credits}?libraryId=${libraryId}&state=${state}`,
  );
  expect([status, body.total]).toEqual([200, body.data.length]);
  return body.data;
}

const titlesOf = (pairs: readonly Pair[]) =>
  pairs.map(({ books }) => books.map(({ title }) => title).toSorted());

async function listSkipped(who: Client, bookId: string): Promise<number[]> {
  const { body } = await who.get<Page[]>(`/api/v1/books/${bookId}/pages`);
  return body.filter(({ skipped }) => skipped).map(({ pageNumber }) => pageNumber);
}

withServer(
  'similar comics',
  (server) => {
    test('are found with another size, crop or additional page', { timeout }, async () => {
      const one = await drawBook('one');
      const files = {
        'A/One.cbz': makeDrawnCbz(one),
        'B/Small.cbz': makeDrawnCbz(await drawBook('one', 14, smaller)),
        'C/Cropped and credited.cbz': makeDrawnCbz([
          await drawPage('credits'),
          ...(await drawBook('one', 14, cropped)),
        ]),
        'D/Two.cbz': makeDrawnCbz(await drawBook('two')),
        // Its first and last pages equal those of the first book; its middle pages differ.
        'E/Other.cbz': makeDrawnCbz([...one.slice(0, 6), ...(await drawBook('other', 4)), ...one.slice(10)]),
        'F/Blank.cbz': makeDrawnCbz(await Promise.all(range(14).map(drawBlank))),
        'F/Blank too.cbz': makeDrawnCbz([
          ...(await Promise.all(range(13).map(drawBlank))),
          await drawPage('last'),
        ]),
        'G/Broken.cbz': makeDrawnCbz(one.map((page) => page.subarray(0, 90))),
      };
      const library = await aLibrary(server(), files);
      const { admin } = server();
      const pairs = await listPairs(admin, library.id);
      expect(titlesOf(pairs).toSorted()).toEqual([
        ['Cropped and credited', 'One'],
        ['Cropped and credited', 'Small'],
        ['One', 'Small'],
      ]);
      const scans = pairs.find(({ books }) =>
        books.every(({ title }) => title === 'One' || title === 'Small'),
      );
      expect(scans).toMatchObject({ matching: 12, compared: 12, dismissed: false });
    });

    test('can be dismissed permanently', { timeout }, async () => {
      const library = await aLibrary(server(), {
        'A/Dismissed 1.cbz': makeDrawnCbz(await drawBook('dismissed')),
        'B/Dismissed 2.cbz': makeDrawnCbz(await drawBook('dismissed', 14, smaller)),
      });
      const { admin, reader } = server();
      const [pair] = await listPairs(admin, library.id);
      const path = `${similar}/${pair?.id}`;
      expect((await reader.patch(path, { dismissed: true })).status).toBe(403);
      expect((await admin.patch(path, { dismissed: 'no' })).status).toBe(400);
      expect((await admin.patch<Pair>(path, { dismissed: true })).body).toMatchObject({
        id: pair?.id,
        dismissed: true,
      });
      writeFileSync(join(library.folder, 'New.cbz'), makeDrawnCbz(await drawBook('new')));
      await scan(server(), library.id);
      await waitForQuiet(server());
      expect(await listPairs(admin, library.id)).toEqual([]);
      expect(titlesOf(await listPairs(admin, library.id, '&dismissed'))).toEqual([
        ['Dismissed 1', 'Dismissed 2'],
      ]);
      expect((await admin.patch<Pair>(path, { dismissed: false })).body.dismissed).toBe(false);
      expect(await listPairs(admin, library.id)).toHaveLength(1);
    });

    test('are compared by their current files, and only in libraries with page comparison', {
      timeout,
    }, async () => {
      const { admin } = server();
      const files = {
        'A/Changing.cbz': makeDrawnCbz(await drawBook('changing')),
        'B/Same.cbz': makeDrawnCbz(await drawBook('changing', 14, smaller)),
      };
      const library = await aLibrary(server(), files, {});
      expect(library.comparePages).toBe(false);
      expect(await listPairs(admin, library.id)).toEqual([]);
      await admin.patch(`/api/v1/libraries/${library.id}`, compared);
      await waitForQuiet(server());
      expect(await listPairs(admin, library.id)).toHaveLength(1);
      writeFileSync(join(library.folder, 'A/Changing.cbz'), makeDrawnCbz(await drawBook('changed')));
      await scan(server(), library.id);
      await waitForQuiet(server());
      expect(await listPairs(admin, library.id)).toEqual([]);
      writeFileSync(join(library.folder, 'A/Changing.cbz'), files['A/Changing.cbz']);
      await scan(server(), library.id);
      await waitForQuiet(server());
      expect(await listPairs(admin, library.id)).toHaveLength(1);
      await admin.patch(`/api/v1/libraries/${library.id}`, { comparePages: false });
      expect(await listPairs(admin, library.id)).toEqual([]);
    });

    test('are shown to users who see both', { timeout }, async () => {
      const own = await aLibrary(server(), { 'A/Mine.cbz': makeDrawnCbz(await drawBook('shared')) });
      const hidden = await aLibrary(server(), {
        'A/Theirs.cbz': makeDrawnCbz(await drawBook('shared', 14, smaller)),
      });
      const { admin } = server();
      const maintainer = await signIn(server(), { role: 'maintainer' });
      const limits = { sharedLibraryIds: [own.id] };
      await admin.put(`/api/v1/users/${maintainer.userId}/restrictions`, limits);
      const [pair] = await listPairs(admin, own.id);
      expect(titlesOf(await listPairs(admin, hidden.id))).toEqual([['Mine', 'Theirs']]);
      expect(await listPairs(maintainer, own.id)).toEqual([]);
      expect(await listPairs(maintainer, hidden.id)).toEqual([]);
      expect((await maintainer.patch(`${similar}/${pair?.id}`, { dismissed: true })).status).toBe(404);
    });
  },
  { withTasks: true },
);

withServer(
  'credit pages',
  (server) => {
    /** Three volumes of a series with the same page at the start, in different sizes, and one without it. */
    async function aSeries(name: string) {
      const make = async (volume: number, change?: Change) => {
        const [cover, ...pages] = await drawBook(`${name} v${volume}`, 13);
        return makeDrawnCbz([cover ?? Buffer.alloc(0), await drawPage(`${name} credits`, change), ...pages]);
      };
      return {
        [`${name}/${name} 1.cbz`]: await make(1),
        [`${name}/${name} 2.cbz`]: await make(2, smaller),
        [`${name}/${name} 3.cbz`]: await make(3),
        [`${name}/${name} 4.cbz`]: makeDrawnCbz(await drawBook(`${name} v4`)),
      };
    }

    test('that repeat in three books are proposed, and skipped in all books after a decision', {
      timeout,
    }, async () => {
      const library = await aLibrary(server(), await aSeries('Saga'));
      const { admin, reader } = server();
      const [page, ...others] = await listCredits(admin, library.id);
      expect(others).toEqual([]);
      expect(page).toMatchObject({
        libraryId: library.id,
        state: 'open',
        bookCount: 3,
        seriesCount: 1,
        seriesName: 'Saga',
        pageNumber: 2,
        pageCount: 14,
        decidedAt: null,
      });
      const first = await getBook(admin, library.id, 'Saga 1.cbz');
      expect(await listSkipped(reader, first.id)).toEqual([]);

      const path = `${credits}/${page?.id}`;
      expect((await reader.patch(path, { state: 'skipped' })).status).toBe(403);
      expect((await admin.patch(path, { state: 'gone' })).status).toBe(400);
      const decided = await admin.patch<CreditPage>(path, { state: 'skipped' });
      expect(decided.body).toMatchObject({ id: page?.id, state: 'skipped', decidedAt: expect.any(String) });
      for (const [number, skipped] of [
        [1, [2]],
        [2, [2]],
        [3, [2]],
        [4, []],
      ] as const) {
        const { id } = await getBook(admin, library.id, `Saga ${number}.cbz`);
        expect([number, await listSkipped(reader, id)]).toEqual([number, skipped]);
      }
      // The page keeps its number, remains available, and counts.
      expect((await reader.get(`/api/v1/books/${first.id}/pages/2`)).status).toBe(200);
      expect((await getBook(admin, library.id, 'Saga 1.cbz')).pageCount).toBe(14);

      const later = [...(await drawBook('Saga v5', 13)), await drawPage('Saga credits')];
      writeFileSync(join(library.folder, 'Saga/Saga 5.cbz'), makeDrawnCbz(later));
      await scan(server(), library.id);
      await waitForQuiet(server());
      expect(await listSkipped(reader, (await getBook(admin, library.id, 'Saga 5.cbz')).id)).toEqual([14]);
      expect(await listCredits(admin, library.id)).toEqual([]);
      expect(await listCredits(admin, library.id, 'skipped')).toMatchObject([{ id: page?.id, bookCount: 4 }]);

      await admin.patch(path, { state: 'shown' });
      expect(await listSkipped(reader, first.id)).toEqual([]);
      expect(await listCredits(admin, library.id, 'shown')).toMatchObject([{ id: page?.id }]);
    });

    test('are not proposed for copies or scans of one book', { timeout }, async () => {
      const book = await drawBook('copied');
      const library = await aLibrary(server(), {
        'A/Copy 1.cbz': makeDrawnCbz(book),
        'A/Copy 2.cbz': makeDrawnCbz(book),
        'A/Scan 1.cbz': makeDrawnCbz(await drawBook('copied', 14, smaller)),
        'A/Scan 2.cbz': makeDrawnCbz(await drawBook('copied', 14, (picture) => picture.resize(300))),
      });
      expect(await listCredits(server().admin, library.id)).toEqual([]);
    });

    test('are not skipped in a replaced file', { timeout }, async () => {
      const library = await aLibrary(server(), await aSeries('Replaced'));
      const { admin, reader } = server();
      const [page] = await listCredits(admin, library.id);
      await admin.patch(`${credits}/${page?.id}`, { state: 'skipped' });
      writeFileSync(
        join(library.folder, 'Replaced/Replaced 1.cbz'),
        makeDrawnCbz(await drawBook('something else')),
      );
      await scan(server(), library.id);
      const { id } = await getBook(admin, library.id, 'Replaced 1.cbz');
      expect(await listSkipped(reader, id)).toEqual([]);
      await waitForQuiet(server());
      expect(await listSkipped(reader, id)).toEqual([]);
    });

    test('can only be decided by users who see the whole library', { timeout }, async () => {
      const library = await aLibrary(server(), await aSeries('Limited'));
      const { admin } = server();
      const maintainer = await signIn(server(), { role: 'maintainer' });
      const restrict = (restrictions: object) =>
        admin.put(`/api/v1/users/${maintainer.userId}/restrictions`, restrictions);
      const [page] = await listCredits(admin, library.id);
      const path = `${credits}/${page?.id}`;
      const limits = { sharedLibraryIds: [library.id], sharingTags: [], maxAgeRating: 12 };
      await restrict({ ...limits, allowUnrated: true });
      expect(await listCredits(maintainer, library.id)).toMatchObject([{ id: page?.id }]);
      expect((await maintainer.patch(path, { state: 'skipped' })).status).toBe(403);
      await restrict({ ...limits, allowUnrated: false });
      expect(await listCredits(maintainer, library.id)).toEqual([]);
      expect((await maintainer.patch(path, { state: 'skipped' })).status).toBe(404);
    });
  },
  { withTasks: true },
);
