// The storage alert: administrators are notified when the server cannot write, and again when it can.
import { join } from 'node:path';
import type { BookDto } from '@lectern/contract/libraries/books';
import { expect, onTestFinished, test } from 'vitest';
import { bearer, openEvents } from '../harness/clients/event-stream.ts';
import { setFileFaults } from '../harness/faulty-files.ts';
import { addScannedLibrary, listBooks } from '../harness/library.ts';
import { withServer } from '../harness/server.ts';
import { until } from '../harness/until.ts';
import { makeCbz, makePage } from '../makers/books.ts';

withServer(
  'storage that cannot be written',
  (server) => {
    const readStorage = async () => (await server().get<{ storage: string }>('/health')).body.storage;
    /** Writes a cover to the database and its thumbnail to the disk. */
    const upload = async ({ id }: BookDto) => {
      const form = new FormData();
      form.append('file', new Blob([new Uint8Array(await makePage(1, 'alert'))]), 'cover.jpg');
      return (await server().admin.request('POST', `/api/v1/books/${id}/cover`, { raw: form })).status;
    };

    test.each([
      ['ENOSPC', 'full'],
      ['EDQUOT', 'full'],
      ['EROFS', 'read_only'],
    ])('%s is reported to administrators, and cleared without a restart', async (code, state) => {
      const { admin, reader, folder } = server();
      const library = await addScannedLibrary(server(), {
        [`${code}/One.cbz`]: await makeCbz({ mark: code }),
      });
      const [book] = await listBooks(admin, library.id);
      if (!book) throw new Error('No book found');
      const streams = await Promise.all(
        [admin, reader].map((who) => openEvents(server().url, { headers: bearer(who) })),
      );
      const [mine, theirs] = streams;
      onTestFinished(() => {
        setFileFaults();
        for (const stream of streams) stream.close();
      });
      expect(await readStorage()).toBe('ok');
      const data = join(folder, 'data');
      setFileFaults(
        { below: join(data, 'thumbnails'), calls: ['open', 'mkdir'], code },
        { below: join(data, 'writable.tmp'), code },
      );
      expect(await upload(book)).toBe(201);
      expect(await readStorage()).toBe(state);
      await mine?.waitFor(({ type, data }) => type === 'storage_updated' && data.storage === state);
      expect((await reader.get(`/api/v1/books/${book.id}/pages/1`)).status).toBe(200);
      // The alert remains while the error persists; the check runs every few seconds.
      setFileFaults();
      await until(async () => (await readStorage()) === 'ok');
      await mine?.waitFor(({ type, data }) => type === 'storage_updated' && data.storage === 'ok');
      expect(await upload(book)).toBe(201);
      expect(mine?.events.filter(({ type }) => type === 'storage_updated')).toHaveLength(2);
      expect(theirs?.events.filter(({ type }) => type === 'storage_updated')).toEqual([]);
    });
  },
  { withTasks: true },
);
