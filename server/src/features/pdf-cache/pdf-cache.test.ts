import { utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BookDto } from '@lectern/contract/books';
import type { PdfHandles, PdfPages } from '@lectern/contract/pdf-cache';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { addScannedLibrary, getBook, listBooks } from '../../../test/harness/library.ts';
import { onBothDatabases } from '../../../test/harness/server.ts';
import { makePdf } from '../../../test/makers/books.ts';

onBothDatabases(
  'PDF pages',
  (server) => {
    const stats = async () =>
      (await server().admin.get<{ handles: PdfHandles; pages: PdfPages }>('/api/v1/admin/pdf-cache')).body;
    const page = (book: BookDto, number: number, query = '') =>
      server().reader.get(`/api/v1/books/${book.id}/pages/${number}?${query}`);
    const three = () => makePdf({ pages: [{}, { width: 600, height: 300 }, {}] });

    test('are drawn as JPEG in the width asked for, through both caches', async () => {
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

    test('of more documents than may be open close the one used least recently', async () => {
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

    test('are drawn anew when the file has changed', async () => {
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
      await expect.poll(heightOf, { timeout: 5_000 }).toBe(1600);
    });
  },
  { withTasks: true, environment: { LECTERN_PDF_HANDLE_CACHE_CAPACITY: '2' } },
);
