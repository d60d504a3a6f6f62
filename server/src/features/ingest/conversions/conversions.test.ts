import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TrashedFile } from '@lectern/contract/ingest/trash';
import type { BookDto } from '@lectern/contract/libraries/books';
import { expect, test, vi } from 'vitest';
import { createKoreader, partialMd5 } from '../../../../test/devices/koreader.ts';
import type { Client } from '../../../../test/harness/client.ts';
import { bearer, openEvents, type StreamEvent } from '../../../../test/harness/clients/event-stream.ts';
import { addScannedLibrary, getBook, listBooks, scan } from '../../../../test/harness/library.ts';
import { openQuietDatabaseOf } from '../../../../test/harness/open-database.ts';
import { withServer } from '../../../../test/harness/server.ts';
import { signIn } from '../../../../test/harness/sign-in.ts';
import { listTrash } from '../../../../test/harness/trash.ts';
import { makeCb7, makeCbr, makeCbt, makeCbz, makePage } from '../../../../test/makers/books.ts';
import { makeRar5 } from '../../../../test/makers/rar.ts';

const allowed = { allowFileChanges: true };

interface Result {
  converted: number;
  failed: number;
  failure?: { bookId: string; reason: string };
}

/** Converts and waits for the result. */
async function convert(admin: Client, path: string): Promise<Result> {
  const { status, body } = await admin.post<{ taskId: string }>(`/api/v1/${path}/convert`);
  expect(status).toBe(202);
  let task: { status: string; result: unknown } | undefined;
  await vi.waitUntil(
    async () => {
      task = (await admin.get<{ status: string; result: unknown }>(`/api/v1/tasks/${body.taskId}`)).body;
      return task.status === 'completed' || task.status === 'failed';
    },
    { interval: 20, timeout: 60_000 },
  );
  expect(task?.status).toBe('completed');
  return task?.result as Result;
}

const bookOf = async (client: Client, id: string) =>
  (await client.get<{ book: BookDto }>(`/api/v1/books/${id}`)).body.book;

/** Names without those of server files. */
const namesIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name !== '.lectern-trash')
    .toSorted();

withServer(
  'conversions to cbz',
  (server) => {
    const trashOf = async (libraryId: string): Promise<TrashedFile[]> =>
      (await listTrash(server().admin)).filter((file) => file.libraryId === libraryId);

    test.each([
      ['cbr', makeCbr],
      ['cb7', makeCb7],
      ['cbt', makeCbt],
    ] as const)(
      'a %s stays the same book, page by page, with the original file in the trash',
      async (format, make) => {
        const { admin, reader } = server();
        const mark = `from-${format}`;
        const bytes = await make({ mark, pages: 3, comicInfo: '<Title>The Day</Title><Number>7</Number>' });
        const files = { [`A/A 7.${format}`]: bytes, 'A/A 8.cbz': await makeCbz({ mark: `${mark}-8` }) };
        const library = await addScannedLibrary(server(), files, allowed);
        const folder = join(library.folder, 'A');
        writeFileSync(join(folder, 'A 7.xml'), '<ComicInfo><Publisher>House</Publisher></ComicInfo>');
        chmodSync(join(folder, `A 7.${format}`), 0o640);
        await scan(server(), library.id);
        const { id } = await getBook(admin, library.id, `A 7.${format}`);
        await reader.put(`/api/v1/books/${id}/progress`, { currentPage: 2 });
        await admin.patch(`/api/v1/books/${id}/metadata`, { publisher: 'Mine' });

        expect(await convert(admin, `books/${id}/file`)).toEqual({ converted: 1, failed: 0 });

        expect(namesIn(folder)).toEqual(['A 7.cbz', 'A 7.xml', 'A 8.cbz']);
        expect(namesIn(library.folder)).toEqual(['A']);
        expect(statSync(join(folder, 'A 7.cbz')).mode & 0o777).toBe(0o640);
        expect(await bookOf(reader, id)).toMatchObject({
          id,
          title: 'The Day',
          fileFormat: 'cbz',
          pageCount: 3,
          path: 'A 7.cbz',
          fileSize: statSync(join(folder, 'A 7.cbz')).size,
          readProgress: { currentPage: 2 },
          analysisError: null,
        });
        for (const page of [1, 2, 3]) {
          const answer = await reader.get(`/api/v1/books/${id}/pages/${page}`);
          expect(answer.bytes.equals(await makePage(page, mark))).toBe(true);
        }
        expect(await trashOf(library.id)).toMatchObject([
          { bookId: null, title: 'The Day', path: `A/A 7.${format}`, sizeBytes: bytes.length },
        ]);

        // The next scan changes nothing, and e-readers with the old file keep their position.
        await scan(server(), library.id);
        expect((await listBooks(admin, library.id)).map((book) => book.id)).toContain(id);
        expect((await listBooks(admin, library.id)).length).toBe(2);
        const { body: key } = await reader.post<{ username: string; password: string }>(
          '/api/v1/user/koreader',
          {
            name: `${format} ${server().kind}`,
          },
        );
        const device = createKoreader({ url: server().url, ...key });
        for (const file of [bytes, readFileSync(join(folder, 'A 7.cbz'))])
          expect(await device.pull(partialMd5(file))).toMatchObject({ kind: 'moved', progress: '2' });
      },
    );

    test('keeps existing files, and converts a cbz that contains another format', async () => {
      const { admin } = server();
      const misnamed = await makeCbr({ mark: 'misnamed', pages: 2 });
      const library = await addScannedLibrary(
        server(),
        {
          'B/B 1.cbz': misnamed,
          'B/B 2.cbr': await makeCbr({ mark: 'taken' }),
          'B/B 2.CBZ': await makeCbz({ mark: 'there' }),
          'B/B 3.cbz': await makeCbz({ mark: 'is one' }),
        },
        allowed,
      );
      const { id, seriesId } = await getBook(admin, library.id, 'B 1.cbz');
      const taken = await getBook(admin, library.id, 'B 2.cbr');
      const path = join(library.folder, 'B/B 1.cbz');

      const headers = bearer(admin);
      const events = await openEvents(server().url, { query: 'types=task_progress', headers });
      const result = await convert(admin, `series/${seriesId}/files`);
      // Viewers of the task may not see every failed book.
      const isCompleted = ({ data }: StreamEvent) => /"failed":1\b/.test(JSON.stringify(data));
      const { data } = await events.waitFor(isCompleted);
      expect(data).toMatchObject({ task: { result: { failed: 1 } } });
      expect(JSON.stringify(data)).not.toContain('upload_exists');
      events.close();

      expect(result).toMatchObject({
        converted: 1,
        failed: 1,
        failure: { bookId: taken.id, reason: 'upload_exists', message: `${taken.title} already exists.` },
      });
      const database = await openQuietDatabaseOf(server());
      const rows = await database.db.selectFrom('task').select('result').execute();
      await database.close();
      expect(rows.filter((row) => row.result?.includes(taken.id))).toHaveLength(1);
      expect(JSON.stringify(rows)).not.toContain('B 2');
      expect(namesIn(join(library.folder, 'B'))).toEqual(['B 1.cbz', 'B 2.CBZ', 'B 2.cbr', 'B 3.cbz']);
      expect(await bookOf(admin, id)).toMatchObject({ id, fileFormat: 'cbz', pageCount: 2, path });
      expect(readFileSync(path).subarray(0, 2).toString()).toBe('PK');
      const [trashed] = await trashOf(library.id);
      expect(trashed).toMatchObject({ path: 'B/B 1.cbz', sizeBytes: misnamed.length });
      const restored = await admin.post<{ reason: string }>(`/api/v1/trash/${trashed?.id}/restore`);
      expect([restored.status, restored.body.reason]).toEqual([409, 'trash_name_taken']);
    });

    test('leaves archives unchanged that cannot be read completely, and reports the reason', async () => {
      const { admin } = server();
      const page = await makePage(1, 'damaged');
      const damaged = makeRar5([
        { name: '1.jpg', content: page },
        { name: '2.jpg', content: page, declared: { crc32: 7 } },
      ]);
      const library = await addScannedLibrary(server(), { 'C/C 1.cbr': damaged }, allowed);
      const { id } = await getBook(admin, library.id, 'C 1.cbr');
      expect(await convert(admin, `libraries/${library.id}/files`)).toMatchObject({
        converted: 0,
        failed: 1,
        failure: { bookId: id, reason: 'file_crc_mismatch' },
      });
      expect(namesIn(library.folder)).toEqual(['C']);
      expect(readFileSync(join(library.folder, 'C/C 1.cbr')).equals(damaged)).toBe(true);
      expect(await bookOf(admin, id)).toMatchObject({
        fileFormat: 'cbr',
        path: join(library.folder, 'C/C 1.cbr'),
      });
      expect(await trashOf(library.id)).toEqual([]);
    });

    test('requires the permission, a library that allows changes, and a comic archive', async () => {
      const { admin, reader } = server();
      const files = {
        'D/D 1.cbr': await makeCbr({ mark: 'off' }),
        'E/E 1.cbz': await makeCbz({ mark: 'cbz' }),
      };
      const library = await addScannedLibrary(server(), files);
      const { id, seriesId } = await getBook(admin, library.id, 'D 1.cbr');
      const paths = [`books/${id}/file`, `series/${seriesId}/files`, `libraries/${library.id}/files`];
      const refusalOf = async (who: Client, path: string) => {
        const { status, body } = await who.post<{ reason?: string }>(`/api/v1/${path}/convert`);
        return [status, body.reason];
      };
      const maintainer = await signIn(server(), { role: 'maintainer' });
      for (const path of paths) {
        expect(await refusalOf(admin, path)).toEqual([403, 'file_changes_off']);
        for (const who of [reader, maintainer]) expect((await refusalOf(who, path))[0]).toBe(403);
      }
      await admin.patch(`/api/v1/libraries/${library.id}`, allowed);
      const other = await getBook(admin, library.id, 'E 1.cbz');
      for (const path of [`books/${other.id}/file`, `series/${other.seriesId}/files`])
        expect(await refusalOf(admin, path)).toEqual([409, 'conversion_nothing']);
      expect(namesIn(join(library.folder, 'D'))).toEqual(['D 1.cbr']);
    });
  },
  { withTasks: true },
);
