import { expect, test } from 'vitest';
import type { BookFile } from '#catalog/books/files.ts';
import { PageMaps } from './page-maps.ts';

const book = { id: 'b', root: '/books', relativePath: 'a.cbz' } as BookFile;
const facts = { sizeBytes: 1, modifiedUs: 1, version: 'one', isAtRest: true };

test('returns a retryable error for a file that was moved between two reads', async () => {
  const maps = new PageMaps({
    findContent: async () => undefined,
    readNow: async () => undefined,
    complete: () => Promise.reject(new Error('Nothing is to be made')),
  });
  await expect(maps.get(book, facts)).rejects.toMatchObject({ code: 'conflict' });
});
