// Hashes the compared pages of one book in a worker process.

import { decodeContent } from '@lectern/formats/content';
import { countDifferences } from '@lectern/formats/image/perceptual-hash';
import type { BookFile } from '#catalog/books/files.ts';
import { Problem } from '#infrastructure/errors.ts';
import { callerOf } from '#infrastructure/workers/call-job.ts';
import { toFault, toReadFailure } from '#infrastructure/workers/failures.ts';
import { findVersion } from '../thumbnails/index.ts';
import { repeatedPageBits } from './compare.ts';
import type { PageHashDependencies } from './dependencies.ts';
import type { pageHashJobs } from './jobs.ts';
import { choosePages, encodeHashes, type PageHash, toZone } from './pages.ts';
import * as store from './store.ts';

const callJob = callerOf<typeof pageHashJobs>();
/** A solid archive may have to be unpacked completely. */
const timeoutMs = 120_000;

/**
 * Returns false if the file is missing or was just replaced; the next scan tries again. An unreadable book gets no
 * hashes and is not tried again until its file changes.
 */
export async function hashBook(deps: PageHashDependencies, book: BookFile): Promise<boolean> {
  const pages = await readHashes(deps, book).catch(toNothing);
  if (!pages) return false;
  const skipped = await store.listSkipped(deps.database.db, book.libraryId);
  const credits = skipped.flatMap(({ id, hash }) => {
    const wanted = Buffer.from(hash, 'hex');
    return pages
      .filter(({ number }) => toZone(number, book.pageCount) !== 'middle')
      .filter((page) => countDifferences(page.hash, wanted) <= repeatedPageBits)
      .map(({ number }) => ({ creditPageId: id, pageNumber: number }));
  });
  const { id, hash: fileHash, pageCount } = book;
  await deps.database.transaction((tx) =>
    store.saveHashes(tx, { id, fileHash, pageCount, pages: encodeHashes(pages) }, credits),
  );
  return true;
}

async function readHashes(
  { books, pool, maxPixels }: PageHashDependencies,
  book: BookFile,
): Promise<PageHash[] | undefined> {
  const row = await books.findContent(book.id);
  const content = row && decodeContent(row.content);
  if (!content) return undefined;
  const version = await findVersion(book, row, content.volumes?.[0]?.sizeBytes);
  if (version === undefined) return undefined;
  const { root, relativePath } = book;
  const { volumes } = content;
  const pages = choosePages(content.pages.length).flatMap((number) => {
    const page = content.pages[number - 1];
    return page ? [{ number, index: page.index, name: page.name }] : [];
  });
  if (pages.length === 0) return [];
  const isFolder = content.container === 'folder';
  const job = { root, relativePath, version, isFolder, pages, maxPixels, ...(volumes && { volumes }) };
  return callJob(pool(), 'page_hashes.book', {
    input: job,
    timeoutMs,
    roots: [root],
    // Thumbnails and scanned books have priority.
    urgency: -1,
    // The job sends the same pages again.
    onRestart() {},
  });
}

/** Empty for an unreadable book; undefined if it may be readable later. */
function toNothing(error: unknown): PageHash[] | undefined {
  if (error instanceof Problem) return undefined;
  if (toReadFailure(error)) return [];
  const fault = toFault(error);
  if (fault instanceof Problem) return undefined;
  throw fault;
}
