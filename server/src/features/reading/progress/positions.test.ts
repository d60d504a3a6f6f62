import type { BookDto } from '@lectern/contract/libraries/books';
import type { Locator, Progression } from '@lectern/contract/reading/progress';
import type { ReadProgress } from '@lectern/contract/reading/reading';
import type { PositionList } from '@lectern/formats/epub/positions';
import { beforeAll, expect, test, vi } from 'vitest';
import { createRandom } from '../../../../test/conditions/random.ts';
import { addScannedLibrary, getBook } from '../../../../test/harness/library.ts';
import { onBothDatabases } from '../../../../test/harness/server.ts';
import { signIn } from '../../../../test/harness/sign-in.ts';
import { makeCbz, makeEpub, makePdf } from '../../../../test/makers/books.ts';
import { page } from '../../../../test/makers/epub.ts';

type Written = ReadProgress & { applied: boolean };

/** Incompressible chapter of several positions of 1,024 bytes. */
function aLongChapter(): string {
  const random = createRandom(7);
  const word = () => Math.floor(random() * 2 ** 40).toString(36);
  return page(`<p>${Array.from({ length: 900 }, word).join(' ')}</p>`);
}

onBothDatabases(
  'positions in books',
  (server) => {
    const files = ['Novel.epub', 'Comic.cbz', 'Paper.pdf', 'Broken.cbz'] as const;
    const books = new Map<string, BookDto>();
    const idOf = (name: (typeof files)[number]) => books.get(name)?.id ?? '';

    beforeAll(async () => {
      const library = await addScannedLibrary(server(), {
        'A/Novel.epub': makeEpub({
          spine: '<itemref idref="c1"/><itemref idref="nav" linear="no"/><itemref idref="c2"/>',
          files: { 'OEBPS/text/c2.xhtml': aLongChapter() },
        }),
        'A/Comic.cbz': await makeCbz({ mark: 'places', pages: 10 }),
        'A/Paper.pdf': makePdf({ pages: [{}, {}, {}, {}] }),
        'A/Broken.cbz': 'no comic at all',
      });
      for (const name of files) books.set(name, await getBook(server().admin, library.id, name));
    });

    async function aReader() {
      const me = await signIn(server());
      const path = (name: (typeof files)[number]) => `/api/v1/books/${idOf(name)}`;
      return {
        path,
        write: (name: (typeof files)[number], body: object) =>
          me.put<Written>(`${path(name)}/progress`, body),
        point: async (name: (typeof files)[number], href: string, locations?: object) => {
          const locator = { href, ...(locations && { locations }) };
          return (await me.put<Written>(`${path(name)}/progress`, { locator })).body;
        },
        position: async (name: (typeof files)[number]) =>
          (await me.get<ReadProgress>(`${path(name)}/progress`)).body,
        positions: async (name: (typeof files)[number]) =>
          (await me.get<PositionList>(`${path(name)}/positions`)).body,
        progression: async (name: (typeof files)[number]) =>
          (await me.get<Progression>(`${path(name)}/progression`)).body,
        putProgression: (name: (typeof files)[number], locator: unknown, modified = new Date()) =>
          me.put(`${path(name)}/progression`, { modified, device: { id: 'd', name: 'D' }, locator }),
      };
    }

    test('completed alone: false removes the completion and keeps the position, true moves to the end', async () => {
      const { write } = await aReader();
      const locator = { href: 'pages/4', locations: { progression: 0.5 } };
      await write('Comic.cbz', { currentPage: 4, locator, completed: true });
      const { body } = await write('Comic.cbz', { completed: false });
      expect(body).toMatchObject({ currentPage: 4, completed: false, completedAt: null, locator });
      expect(body.startedAt <= body.updatedAt).toBe(true);
      expect((await write('Comic.cbz', { completed: true })).body).toMatchObject({ currentPage: 10 });
      expect((await write('Comic.cbz', { completed: false })).body).toMatchObject({
        currentPage: 10,
        progressPercentage: 1,
        completed: false,
      });
    });

    test.each([
      [{ currentPage: 9, progressPercentage: 1 }, true],
      [{ progressPercentage: 1 }, true],
      [{ progressPercentage: 0.99 }, true],
      [{ currentPage: 9, progressPercentage: 0.995 }, false],
      [{ currentPage: 10, progressPercentage: 0.9 }, true],
      [{ currentPage: 10, completed: false }, false],
      [{ progressPercentage: 1, completed: false }, false],
      [{ locator: { href: 'pages/10' } }, true],
      [{ locator: { href: 'pages/9' } }, false],
      [{ locator: { href: '', locations: { position: 10, totalProgression: 0.9 } } }, true],
      [{ locator: { href: '', locations: { totalProgression: 0.9 } } }, false],
    ])('%j completes: %s', async (body, completed) => {
      const { write } = await aReader();
      const answer = await write('Comic.cbz', body);
      expect([answer.status, answer.body.completed]).toEqual([200, completed]);
      expect(answer.body.completedAt === null).toBe(!completed);
    });

    test('resolves every position of a text by its progression in the resource and in the book', async () => {
      const { point, positions } = await aReader();
      const list = await positions('Novel.epub');
      expect(list.total).toBeGreaterThan(4);
      for (const { href, locations } of list.positions) {
        const { position, progression, totalProgression } = locations;
        const byResource = await point('Novel.epub', href, { progression });
        expect(byResource.currentPage).toBe(position);
        expect(byResource.progressPercentage).toBeCloseTo(totalProgression, 9);
        expect((await point('Novel.epub', href, { totalProgression })).currentPage).toBe(position);
        expect((await point('Novel.epub', href, { position })).currentPage).toBe(position);
        expect((await point('Novel.epub', '', { totalProgression })).currentPage).toBe(position);
      }
      const last = list.positions.at(-1);
      const end = await point('Novel.epub', last?.href ?? '', { progression: 1 });
      expect(end).toMatchObject({ currentPage: list.total, progressPercentage: 1, completed: true });
    });

    test('accepts the address formats of all known readers', async () => {
      const { point, path } = await aReader();
      const whole = `${server().url}${path('Novel.epub')}/resources/OEBPS/text/c2.xhtml`;
      for (const href of [
        'resources/OEBPS/text/c2.xhtml',
        'resources/OEBPS/text/c2.xhtml#x',
        'resources/OEBPS/text/%632.xhtml?v=1',
        'resources/OEBPS/../OEBPS/text/c2.xhtml',
        'OEBPS/text/c2.xhtml',
        '/OEBPS/text/c2.xhtml',
        `${path('Novel.epub')}/resources/OEBPS/text/c2.xhtml`,
        whole,
      ])
        expect([href, (await point('Novel.epub', href)).currentPage]).toEqual([href, 2]);
      // Outside the reading order: the position the reader came from.
      expect((await point('Novel.epub', 'resources/OEBPS/nav.xhtml')).currentPage).toBe(2);
      for (const href of ['pages/7', `${path('Comic.cbz')}/pages/7?width=800`, '#page=7'])
        expect([href, (await point('Comic.cbz', href)).currentPage]).toEqual([href, 7]);
      expect((await point('Comic.cbz', 'any', { position: 6 })).currentPage).toBe(6);
      for (const [href, locations] of [
        ['file', { fragments: ['page=3'] }],
        ['file', { progression: 0.5 }],
        ['/Paper.pdf', { position: 3, progression: 0.5 }],
        ['#page=3', undefined],
      ] as const)
        expect([href, (await point('Paper.pdf', href, locations)).currentPage]).toEqual([href, 3]);
    });

    test.each([
      ['Comic.cbz', { href: 'elsewhere' }],
      ['Comic.cbz', { href: 'pages/11' }],
      ['Comic.cbz', { href: 'pages/0' }],
      ['Comic.cbz', { href: '#page=11' }],
      ['Comic.cbz', { href: 'elsewhere', locations: { progression: 0.5 } }],
      ['Comic.cbz', { href: 'elsewhere', locations: { position: 11 } }],
      ['Novel.epub', { href: 'resources/OEBPS/c9.xhtml', locations: { progression: 0.5 } }],
      ['Comic.cbz', { href: '', locations: { position: 5e9 } }],
    ] as const)(
      'in %s the locator %j has no position: returns 400 and keeps the progress',
      async (name, locator) => {
        const { write, position } = await aReader();
        await write(name, { currentPage: 2 });
        expect((await write(name, { locator })).status).toBe(400);
        expect((await position(name)).currentPage).toBe(2);
      },
    );

    test('a book of unknown length accepts any page, and is completed only by percentage or explicitly', async () => {
      const { write, point, progression, putProgression } = await aReader();
      expect(books.get('Broken.cbz')?.pageCount).toBe(0);
      expect((await write('Broken.cbz', { currentPage: 0 })).status).toBe(400);
      const answer = await write('Broken.cbz', { currentPage: 2_147_483_647 });
      expect(answer.status).toBe(200);
      expect(answer.body).toMatchObject({
        currentPage: 2_147_483_647,
        progressPercentage: null,
        completed: false,
      });
      expect((await write('Broken.cbz', { currentPage: 12, progressPercentage: 0.5 })).body).toMatchObject({
        currentPage: 12,
        progressPercentage: 0.5,
        completed: false,
      });
      expect(await progression('Broken.cbz')).toMatchObject({ locator: { locations: { position: 12 } } });
      expect(await point('Broken.cbz', 'any', { position: 40 })).toMatchObject({
        currentPage: 40,
        progressPercentage: null,
        completed: false,
      });
      expect(await point('Broken.cbz', 'any', { totalProgression: 0.25 })).toMatchObject({
        progressPercentage: 0.25,
      });
      expect((await write('Broken.cbz', { progressPercentage: 1 })).body.completed).toBe(true);
      expect((await write('Broken.cbz', { currentPage: 3 })).body.completed).toBe(false);
      const { body: finished } = await write('Broken.cbz', { completed: true });
      expect(finished.completed).toBe(true);
      // If two readings have the same millisecond, the one that finished the book wins.
      await vi.waitUntil(() => Date.now() > Date.parse(finished.updatedAt), { interval: 1 });
      expect((await putProgression('Broken.cbz', { href: 'any', locations: { position: 3 } })).status).toBe(
        204,
      );
    });

    test('rejects a progression document with an address outside the book and keeps the progress', async () => {
      const { write, position, putProgression } = await aReader();
      await write('Comic.cbz', { currentPage: 4 });
      for (const href of [
        'elsewhere',
        '',
        'pages/11',
        'resources/OEBPS/c1.xhtml',
        'https://example.org/1.jpg',
      ]) {
        const answer = await putProgression('Comic.cbz', { href, locations: { totalProgression: 0.9 } });
        expect([href, answer.status]).toEqual([href, 400]);
      }
      await write('Novel.epub', { currentPage: 2 });
      expect((await putProgression('Novel.epub', { href: 'pages/1', locations: {} })).status).toBe(400);
      expect((await position('Comic.cbz')).currentPage).toBe(4);
      expect((await position('Novel.epub')).currentPage).toBe(2);
    });

    test('converts a page to a Readium position and back to the same page', async () => {
      for (const name of ['Novel.epub', 'Comic.cbz', 'Paper.pdf'] as const) {
        const { write, position, positions, progression, putProgression } = await aReader();
        const list = await positions(name);
        for (const page of [1, 2, list.total]) {
          await write(name, { currentPage: page, completed: false });
          const { locator, modified } = await progression(name);
          expect(locator).toEqual(list.positions[page - 1]);
          const later = new Date(Date.parse(modified) + 1);
          expect((await putProgression(name, locator, later)).status).toBe(204);
          expect((await position(name)).currentPage).toBe(page);
        }
        await write(name, { completed: true });
        const { locator, modified } = await progression(name);
        expect(locator.locations).toMatchObject({ position: list.total, totalProgression: 1 });
        await putProgression(name, locator, new Date(Date.parse(modified) + 1));
        expect(await position(name)).toMatchObject({ completed: true });
      }
    });

    test("returns the reader's locator completed, unless it has no position in the book", async () => {
      const { write, positions, progression } = await aReader();
      const [first, second] = (await positions('Novel.epub')).positions;
      const own = {
        href: second?.href,
        locations: { progression: 0.01, cssSelector: '#x' },
        text: { before: 'a' },
      };
      await write('Novel.epub', { locator: own });
      const { locator } = await progression('Novel.epub');
      expect(locator).toMatchObject({ ...own, type: 'application/xhtml+xml' });
      expect(locator.locations?.position).toBe(2);
      expect(locator.locations?.totalProgression).toBeGreaterThan(second?.locations.totalProgression ?? 1);
      const alien: Locator = { href: 'epubcfi(/6/4)', locations: { totalProgression: 0 } };
      await write('Novel.epub', { locator: alien });
      expect((await progression('Novel.epub')).locator).toEqual(first);
    });
  },
  { withTasks: true },
);
