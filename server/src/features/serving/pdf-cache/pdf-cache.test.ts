import { utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BookDto } from '@lectern/contract/libraries/books';
import type { PdfHandles, PdfPages } from '@lectern/contract/serving/pdf-cache';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { addScannedLibrary, getBook, listBooks } from '../../../../test/harness/library.ts';
import { withServer } from '../../../../test/harness/server.ts';
import { makePdf } from '../../../../test/makers/books.ts';

withServer(
  'PDF pages',
  (server) => {
    const stats = async () =>
      (await server().admin.get<{ handles: PdfHandles; pages: PdfPages }>('/api/v1/admin/pdf-cache')).body;
    const page = (book: BookDto, number: number, query = '') =>
      server().reader.get(`/api/v1/books/${book.id}/pages/${number}?${query}`);
    const three = () => makePdf({ pages: [{}, { width: 600, height: 300 }, {}] });

    test('are rendered as JPEG in the requested width through both caches', async () => {
      const library = await addScannedLibrary(server(), { 'A/Paper.pdf': three() });
      const book = await getBook(server().admin, library.id, 'Paper.pdf');
      const before = await stats();
      const first = await page(book, 1);
      expect(first.headers.get('content-type')).toBe('image/jpeg');
      expect(await sharp(first.bytes).metadata()).toMatchObject({ width: 1600, format: 'jpeg' });
      const wide = await sharp((await page(book, 2, 'width=500')).bytes).metadata();
      expect([wide.width, wide.height]).toEqual([500, 250]);
      expect((await page(book, 1)).bytes.equals(first.bytes)).toBe(true);
      expect((await page(book, 4)).status).toBe(404);
      expect((await page(book, 3, 'format=webp')).headers.get('content-type')).toBe('image/webp');
      const after = await stats();
      const difference = (name: 'hits' | 'misses' | 'opens' | 'evictions') =>
        after.handles[name] - before.handles[name];
      expect(['opens', 'misses', 'hits', 'evictions'].map((name) => difference(name as 'hits'))).toEqual([
        1, 1, 2, 0,
      ]);
      expect(after.handles.entries).toContainEqual(
        expect.objectContaining({ bookId: book.id, renderCount: 3 }),
      );
      expect(after.pages).toMatchObject({ bookCount: before.pages.bookCount + 1, cacheEnabled: true });
      expect(after.pages.totalSizeHuman).toMatch(/^\d+\.\d [KMGT]?B$/);
      expect(after.pages.totalFiles).toBe(before.pages.totalFiles + 3);
    });

    test('evict the least recently used document beyond the limit of open documents', async () => {
      const files: Record<string, Buffer> = {};
      for (let i = 1; i <= 5; i++)
        files[`B/Paper ${i}.pdf`] = makePdf({ info: { Title: `Paper number ${i}` } });
      const library = await addScannedLibrary(server(), files);
      const books = await listBooks(server().admin, library.id);
      const before = await stats();
      for (const book of books) expect((await page(book, 1)).status).toBe(200);
      const { handles } = await stats();
      expect(handles.currentSize).toBe(2);
      expect(handles.entries.map(({ bookId }) => bookId)).toEqual(books.slice(-2).map(({ id }) => id));
      expect(handles.evictions - before.handles.evictions).toBe(3 + before.handles.currentSize);
    });

    test('reports correct cache statistics for opens, hits, evictions, closing and deleting', async () => {
      const files: Record<string, Buffer> = {};
      for (const name of ['Alpha', 'Beta', 'Gamma'])
        files[`F/${name}.pdf`] = makePdf({ info: { Title: name }, pages: [{}, {}] });
      const library = await addScannedLibrary(server(), files);
      const [one, two, three] = await listBooks(server().admin, library.id);
      if (!one || !two || !three) throw new Error('No books');
      const { admin } = server();
      const base = '/api/v1/admin/pdf-cache';
      await admin.delete(`${base}/handles`);
      await admin.delete(`${base}/pages`);
      const before = await stats();
      expect(before.handles).toMatchObject({ currentSize: 0, entries: [], capacity: 2, enabled: true });
      expect(before.pages).toMatchObject({
        totalFiles: 0,
        bookCount: 0,
        totalSizeBytes: 0,
        totalSizeHuman: '0.0 B',
        oldestFileAgeDays: null,
      });
      const expected = { opens: 0, misses: 0, hits: 0, evictions: 0, idleEvictions: 0 };
      const check = async (change: Partial<typeof expected>, open: BookDto[]) => {
        for (const [name, by] of Object.entries(change)) expected[name as 'opens'] += by;
        const { handles } = await stats();
        const changed = Object.keys(expected).map((name) => [
          name,
          handles[name as 'opens'] - before.handles[name as 'opens'],
        ]);
        expect(Object.fromEntries(changed)).toEqual(expected);
        expect(handles.currentSize).toBe(open.length);
        expect(handles.entries.map(({ bookId }) => bookId)).toEqual(open.map(({ id }) => id));
      };
      await page(one, 1);
      await check({ opens: 1, misses: 1 }, [one]);
      await page(one, 2);
      await check({ hits: 1 }, [one]);
      // Read from disk, without a document lookup.
      await page(one, 2);
      await check({}, [one]);
      await page(two, 1);
      await check({ opens: 1, misses: 1 }, [one, two]);
      await page(three, 1);
      await check({ opens: 1, misses: 1, evictions: 1 }, [two, three]);
      const { handles, pages } = await stats();
      expect(handles.entries.map(({ renderCount }) => renderCount)).toEqual([1, 1]);
      expect(handles.entries[1]?.path).toMatch(/Gamma\.pdf$/);
      expect(pages).toMatchObject({ totalFiles: 4, bookCount: 3, oldestFileAgeDays: 0 });
      expect((await admin.get(`${base}/handles`)).body).toMatchObject({ currentSize: 2 });
      const close = async (path: string) =>
        (await admin.delete<{ handlesClosed: number }>(`${base}/${path}`)).body;
      expect(await close(`handles/${two.id}`)).toEqual({ handlesClosed: 1 });
      await check({ evictions: 1 }, [three]);
      expect(await close(`handles/${two.id}`)).toEqual({ handlesClosed: 0 });
      expect(await close('handles')).toEqual({ handlesClosed: 1 });
      await check({ evictions: 1 }, []);
      const removed = await admin.delete<{
        filesDeleted: number;
        bytesReclaimed: number;
        bytesReclaimedHuman: string;
      }>(`${base}/pages`);
      expect(removed.body).toMatchObject({ filesDeleted: 4, bytesReclaimed: pages.totalSizeBytes });
      expect(removed.body.bytesReclaimedHuman).toMatch(/^\d+\.\d [KM]?B$/);
      await page(one, 1);
      await check({ opens: 1, misses: 1 }, [one]);
      const cleaned = await admin.post<{ taskId: string }>(`${base}/pages/cleanup`, { maxAgeDays: 0 });
      expect(cleaned.status).toBe(202);
      const task = async () =>
        (
          await admin.get<{ status: string; result: { filesDeleted: number } }>(
            `/api/v1/tasks/${cleaned.body.taskId}`,
          )
        ).body;
      await expect.poll(async () => (await task()).status).toBe('completed');
      expect((await task()).result.filesDeleted).toBe(1);
    });

    test('are rendered again after the file has changed', async () => {
      const library = await addScannedLibrary(server(), { 'C/Paper.pdf': three() });
      const book = await getBook(server().admin, library.id, 'Paper.pdf');
      const before = await page(book, 1);
      const path = join(library.folder, 'C/Paper.pdf');
      writeFileSync(path, makePdf({ pages: [{ width: 500, height: 500 }] }));
      utimesSync(path, new Date(), new Date(Date.now() + 5_000));
      const heightOf = async () => {
        const { status, bytes } = await page(book, 1);
        return status === 200 ? (await sharp(bytes).metadata()).height : status;
      };
      expect((await sharp(before.bytes).metadata()).height).not.toBe(1600);
      await expect.poll(heightOf).toBe(1600);
    });
  },
  { withTasks: true, environment: { LECTERN_PDF_HANDLE_CACHE_CAPACITY: '2' } },
);

withServer(
  'idle PDF documents',
  (server) => {
    test('are closed by the sweeper and counted', async () => {
      const library = await addScannedLibrary(server(), { 'A/Paper.pdf': makePdf() });
      const book = await getBook(server().admin, library.id, 'Paper.pdf');
      await server().reader.get(`/api/v1/books/${book.id}/pages/1`);
      const handles = async () =>
        (await server().admin.get<PdfHandles>('/api/v1/admin/pdf-cache/handles')).body;
      await expect.poll(async () => (await handles()).idleEvictions).toBe(1);
      expect(await handles()).toMatchObject({ currentSize: 0, evictions: 0, idleTtlSeconds: 1, opens: 1 });
    });
  },
  { withTasks: true, environment: { LECTERN_PDF_HANDLE_CACHE_IDLE_TTL_SECONDS: '1' } },
);
