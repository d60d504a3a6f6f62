import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { expect, test } from 'vitest';
import yauzl from 'yauzl';
import { migrations } from '#schema/migrations.ts';
import { addScannedLibrary, listBooks } from '../../../../test/harness/library.ts';
import { onBothDatabases } from '../../../../test/harness/server.ts';
import { makeCbz, makePage } from '../../../../test/makers/books.ts';

async function unzip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await new Promise<yauzl.ZipFile>((resolve, reject) =>
    yauzl.fromBuffer(bytes, { lazyEntries: true }, (error, file) => (file ? resolve(file) : reject(error))),
  );
  const files = new Map<string, Buffer>();
  return new Promise((resolve, reject) => {
    zip.on('entry', (entry: yauzl.Entry) => {
      zip.openReadStream(entry, async (error, stream) => {
        if (!stream) return reject(error);
        const parts: Buffer[] = [];
        for await (const part of stream) parts.push(part as Buffer);
        files.set(entry.fileName, Buffer.concat(parts));
        zip.readEntry();
      });
    });
    zip.on('end', () => resolve(files));
    zip.readEntry();
  });
}

onBothDatabases(
  'a backup',
  (server) => {
    test('contains the database with the uploaded covers, even if both are written meanwhile', async () => {
      const { admin, reader } = server();
      const library = await addScannedLibrary(server(), { 'Saga/1.cbz': await makeCbz({ mark: 'backup' }) });
      const [book] = await listBooks(admin, library.id);
      const form = new FormData();
      form.append('file', new Blob([new Uint8Array(await makePage(1))]), 'cover.jpg');
      await admin.request('POST', `/api/v1/books/${book?.id}/cover`, { raw: form });
      expect((await reader.post('/api/v1/admin/backup')).status).toBe(403);
      if (server().kind === 'postgres') {
        expect((await admin.post('/api/v1/admin/backup')).status).toBe(409);
        return;
      }
      const writing = Array.from({ length: 20 }, (_, i) =>
        reader.put(`/api/v1/user/preferences/k${i}`, { value: i }),
      );
      const making = admin.post('/api/v1/admin/backup');
      const second = admin.post('/api/v1/admin/backup');
      const answers = await Promise.all([making, second]);
      await Promise.all(writing);
      // Only one backup runs at a time.
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const answer = answers.find(({ status }) => status === 200) ?? (await making);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
      expect(answer.headers.get('content-disposition')).toMatch(/lectern-.*\.zip/);
      const files = await unzip(answer.bytes);
      expect([...files.keys()].toSorted()).toEqual(['lectern.db', 'manifest.json']);
      expect(JSON.parse(files.get('manifest.json')?.toString() ?? '')).toMatchObject({
        program: 'lectern',
        schema: migrations.at(-1)?.name,
      });
      const copy = join(server().folder, 'copy.db');
      writeFileSync(copy, files.get('lectern.db') ?? '');
      const db = new SqliteDatabase(copy, { readonly: true });
      expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
      expect(db.prepare('select title from book where id = ?').pluck().get(book?.id)).toBe(book?.title);
      expect(db.prepare('select count(*) from "user"').pluck().get()).toBe(2);
      expect(db.prepare('select bytes from "coverImage"').pluck().get()).toEqual(await makePage(1));
      db.close();
      await expect.poll(() => readdirSync(join(server().folder, 'data', 'backups'))).toEqual([]);
      // A later backup works.
      expect((await admin.post('/api/v1/admin/backup')).status).toBe(200);
    });

    test('counts are correct', async () => {
      const { admin } = server();
      const { body } = await admin.get<{
        bookCount: number;
        seriesCount: number;
        pageCount: number;
        bytes: number;
        byFormat: { bookCount: number }[];
        libraries: { bookCount: number }[];
      }>('/api/v1/metrics/inventory');
      const all = await admin.get<{ total: number }>('/api/v1/books');
      expect(body.bookCount).toBe(all.body.total);
      for (const parts of [body.byFormat, body.libraries])
        expect(parts.reduce((sum, { bookCount }) => sum + bookCount, 0)).toBe(body.bookCount);
      expect(body.pageCount).toBeGreaterThan(0);
      const tasks = await admin.get<{ types: { type: string; count: number }[] }>('/api/v1/metrics/tasks');
      expect(tasks.body.types.find(({ type }) => type === 'scanning.scan')?.count).toBeGreaterThan(0);
      expect((await server().reader.get('/api/v1/metrics/inventory')).status).toBe(403);
    });
  },
  { withTasks: true },
);
