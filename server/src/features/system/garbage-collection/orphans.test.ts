import { existsSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addScannedLibrary, getBook, listBooks, scan } from '../../../../test/harness/library.ts';
import { type TestServer, withServer } from '../../../../test/harness/server.ts';
import { makeCbz, makePage, makePdf } from '../../../../test/makers/books.ts';

const anId = '01890000-0000-7000-8000-00000000abcd';

function plant(server: TestServer, path: string, ageHours: number): string {
  const file = join(server.folder, 'data', path);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, 'x'.repeat(100));
  const moment = new Date(Date.now() - ageHours * 3_600_000);
  utimesSync(file, moment, moment);
  return file;
}

function age(folder: string): void {
  const moment = new Date(Date.now() - 2 * 3_600_000);
  for (const item of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (item.isFile()) utimesSync(join(item.parentPath, item.name), moment, moment);
}

withServer(
  'garbage collection',
  (server) => {
    async function cleanUp() {
      const { admin } = server();
      const { status, body } = await admin.post<{ taskId: string }>('/api/v1/admin/cleanup-orphans');
      expect(status).toBe(202);
      const task = async () =>
        (await admin.get<{ status: string; result: Record<string, number> }>(`/api/v1/tasks/${body.taskId}`))
          .body;
      await expect.poll(async () => (await task()).status).toBe('completed');
      return (await task()).result;
    }

    test('deletes files of purged books and keeps those of books that may be restored', async () => {
      const { admin, reader } = server();
      const library = await addScannedLibrary(server(), {
        'Saga/1.cbz': await makeCbz({ mark: 'stays' }),
        'Away/2.cbz': await makeCbz({ mark: 'comes back' }),
        'Papers/3.pdf': makePdf(),
      });
      const books = await listBooks(admin, library.id);
      for (const { id } of books) expect((await admin.get(`/api/v1/books/${id}/thumbnail`)).status).toBe(200);
      const pdf = await getBook(admin, library.id, '3.pdf');
      await admin.get(`/api/v1/books/${pdf.id}/pages/1`);
      const upload = async (path: string) => {
        const form = new FormData();
        form.append('file', new Blob([new Uint8Array(await makePage(1))]), 'cover.jpg');
        return (await admin.request<{ id: string }>('POST', path, { raw: form })).body.id;
      };
      const stays = await upload(`/api/v1/books/${books[0]?.id}/cover`);
      rmSync(join(library.folder, 'Away'), { recursive: true });
      await scan(server(), library.id);
      const data = join(server().folder, 'data');
      age(join(data, 'thumbnails'));
      const gone = [
        plant(server(), `thumbnails/cd/${anId}.jpg`, 2),
        plant(server(), `cache/pdf-pages/${anId}/1-1600-x.jpg`, 2),
        plant(server(), `cache/pages/${anId}/thing.bin`, 2),
        plant(server(), `thumbnails/cd/${anId}.jpg.0123456789ab.tmp`, 2),
      ];
      const young = plant(server(), 'thumbnails/ce/01890000-0000-7000-8000-00000000abce.jpg', 0);
      expect(await cleanUp()).toMatchObject({ filesDeleted: gone.length, bytesReclaimed: 100 * gone.length });
      expect(gone.filter((path) => existsSync(path))).toEqual([]);
      expect(existsSync(young)).toBe(true);
      expect((await admin.get(`/api/v1/books/${books[0]?.id}/covers/${stays}/image`)).status).toBe(200);
      for (const { id } of books.slice(1))
        expect(existsSync(join(data, 'thumbnails', id.slice(-2), `${id}.jpg`))).toBe(true);
      expect(await cleanUp()).toMatchObject({ filesDeleted: 0, bytesReclaimed: 0, rowsDeleted: 0 });
      expect((await reader.post('/api/v1/admin/cleanup-orphans')).status).toBe(403);
    });

    test('deletes covers of purged series, and unused names', async () => {
      const { admin } = server();
      const library = await addScannedLibrary(server(), { 'Short/1.cbz': await makeCbz({ mark: 'short' }) });
      const [book] = await listBooks(admin, library.id);
      const form = new FormData();
      form.append('file', new Blob([new Uint8Array(await makePage(1))]), 'cover.jpg');
      await admin.request('POST', `/api/v1/series/${book?.seriesId}/cover`, { raw: form });
      await admin.patch(`/api/v1/books/${book?.id}/metadata`, { genres: ['Shortlived'] });
      rmSync(join(library.folder, 'Short'), { recursive: true });
      await admin.post(`/api/v1/libraries/${library.id}/scan?confirmRemovals=true`);
      await expect.poll(async () => (await listBooks(admin, library.id)).length).toBe(0);
      await admin.delete(`/api/v1/libraries/${library.id}/purge-deleted`);
      age(join(server().folder, 'data', 'thumbnails'));
      const { filesDeleted, rowsDeleted } = await cleanUp();
      // The thumbnail of the upload; the row of the cover and at least the genre.
      expect(filesDeleted).toBeGreaterThanOrEqual(1);
      expect(rowsDeleted).toBeGreaterThanOrEqual(2);
    });
  },
  { withTasks: true },
);
