// Cover versions: clients cache an image under its version indefinitely, and see a new cover immediately.
import type { BookDto } from '@lectern/contract/libraries/books';
import type { Series } from '@lectern/contract/libraries/series';
import type { Cover } from '@lectern/contract/serving/covers';
import { beforeEach, expect, test } from 'vitest';
import { addScannedLibrary, listBooks } from '../../../../test/harness/library.ts';
import { withServer } from '../../../../test/harness/server.ts';
import { makeCbz } from '../../../../test/makers/books.ts';
import { makeImage } from '../../../../test/makers/images.ts';

const forEver = 'private, max-age=31536000, immutable';

withServer(
  'cover versions',
  (server) => {
    let books: BookDto[];
    beforeEach(async () => {
      const mark = crypto.randomUUID();
      const library = await addScannedLibrary(server(), {
        'Saga/Saga 1.cbz': await makeCbz({ mark: `${mark} 1` }),
        'Saga/Saga 2.cbz': await makeCbz({ mark: `${mark} 2` }),
      });
      books = await listBooks(server().admin, library.id);
    });

    const seriesPath = () => `/api/v1/series/${books[0]?.seriesId}`;
    const bookPath = (index: number) => `/api/v1/books/${books[index]?.id}`;
    const versionOf = async (path: string) => {
      const { body } = await server().reader.get<{ book: BookDto } & Series>(path);
      return (body.book ?? body).coverVersion;
    };
    const look = async (path: string, version: string) => {
      const { headers, bytes } = await server().reader.get(`${path}/thumbnail?v=${version}`);
      return { kept: headers.get('cache-control'), text: Buffer.from(bytes).toString('base64') };
    };
    const upload = async (path: string, color: string) => {
      const form = new FormData();
      form.append('file', new Blob([new Uint8Array(await makeImage({ width: 60, height: 90, color }))]), 'a');
      return (await server().admin.request<Cover>('POST', `${path}/cover`, { raw: form })).body;
    };
    /** Expects a new version with another permanently cacheable image. The old version is no longer cacheable. */
    async function expectNew(path: string, change: () => Promise<unknown>): Promise<void> {
      const before = await versionOf(path);
      const seen = await look(path, before);
      expect(seen.kept).toBe(forEver);
      expect(await versionOf(path)).toBe(before);
      await change();
      const after = await versionOf(path);
      expect(after).not.toBe(before);
      const now = await look(path, after);
      expect([now.kept, now.text === seen.text]).toEqual([forEver, false]);
      expect((await look(path, before)).kept).toBe('private, no-cache');
    }

    test('are equal in lists and details, and make the image cacheable', async () => {
      for (const noun of ['books', 'series'] as const) {
        const { body } = await server().reader.get<{ data: { id: string; coverVersion: string }[] }>(
          `/api/v1/${noun}?pageSize=500`,
        );
        const known = noun === 'books' ? books.map(({ id }) => id) : [books[0]?.seriesId];
        const listed = body.data.filter(({ id }) => known.includes(id));
        expect(listed).toHaveLength(known.length);
        for (const { id, coverVersion } of listed) {
          expect(coverVersion).toBe(await versionOf(`/api/v1/${noun}/${id}`));
          expect((await look(`/api/v1/${noun}/${id}`, coverVersion)).kept).toBe(forEver);
        }
      }
    });

    test('of a book change with its cover', async () => {
      await expectNew(bookPath(0), () => upload(bookPath(0), 'teal'));
      await expectNew(bookPath(0), () => server().admin.delete(`${bookPath(0)}/covers/selected`));
    });

    test('of a series change with the cover of the book that it shows', async () => {
      await expectNew(seriesPath(), () => upload(bookPath(0), 'teal'));
      const before = await versionOf(seriesPath());
      await upload(bookPath(1), 'orange');
      expect(await versionOf(seriesPath())).toBe(before);
    });

    test('of a series change with its selection: first book, latest book, uploaded cover', async () => {
      const select = (id: string) => server().admin.put(`${seriesPath()}/covers/${id}/select`);
      await expectNew(seriesPath(), () => select('latest_book'));
      await expectNew(seriesPath(), () => upload(seriesPath(), 'teal'));
      await expectNew(seriesPath(), () => select('first_book'));
      await expectNew(seriesPath(), () => server().admin.patch(bookPath(0), { number: 9 }));
    });
  },
  { withTasks: true },
);
