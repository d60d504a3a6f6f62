// Locates positions in the spine of a book, from the content stored by a scan.
import type { Locator } from '@lectern/contract/reading/progress';
import { isText } from '@lectern/contract/values';
import { type BookContent, decodeContent, isToConvert } from '@lectern/formats/content';
import { findItemStart, findSpineName, findSpineShares, findSpineStart } from '@lectern/formats/epub/spine';
import type { BookRow } from '#catalog/books/book-rows.ts';
import { findSpineIndex, type Located, toStructure } from '../locators/index.ts';
import { toLocator } from './documents.ts';

/** Stored content of books: their pages, or their reading order. */
export interface Contents {
  findContent(bookId: string): Promise<{ content: Uint8Array } | undefined>;
  listContents(bookIds: readonly string[]): Promise<{ bookId: string; content: Uint8Array }[]>;
}

export const locate = async (contents: Contents, book: BookRow): Promise<Located> => ({
  ...toUnread(book),
  content: await readContent(contents, book.id),
});

async function readContent(contents: Contents, bookId: string): Promise<BookContent | undefined> {
  const row = await contents.findContent(bookId);
  return row && toKnown(row.content);
}

/** Positions are unknown in a book that has not been converted to EPUB since it was scanned. */
function toKnown(bytes: Uint8Array): BookContent | undefined {
  const content = decodeContent(bytes);
  return content && isToConvert(content) ? undefined : content;
}

export async function locateInSpine(
  contents: Contents,
  book: BookRow,
  index: number,
): Promise<Locator | undefined> {
  const structure = toStructure(await locate(contents, book));
  const start = structure && findSpineStart(structure, index);
  return start && { ...start };
}

/** The same by the file name of the item. */
export async function locateByName(
  contents: Contents,
  book: BookRow,
  name: string,
): Promise<Locator | undefined> {
  const structure = toStructure(await locate(contents, book));
  const index = structure && findSpineName(structure, name);
  const start = index === undefined ? undefined : structure && findItemStart(structure, index);
  return start && { ...start };
}

export async function listLocators(
  contents: Contents,
  books: readonly BookRow[],
): Promise<ReadonlyMap<string, Locator>> {
  const begun = books.flatMap((book) => (book.progress ? [{ book, progress: book.progress }] : []));
  const known = await contents.listContents(begun.map(({ book }) => book.id));
  const contentOf = new Map(known.map(({ bookId, content }) => [bookId, content]));
  return new Map(
    begun.map(({ book, progress }) => {
      const bytes = contentOf.get(book.id);
      const content = bytes && toKnown(bytes);
      return [book.id, toLocator(progress, { ...toUnread(book), content })];
    }),
  );
}

/** The zero-based index of a spine item, and the fractions of the book (0 to 1) at which its file begins and ends. */
interface SpinePlace {
  index: number;
  from: number;
  to: number;
}

/** Items outside the reading order have no fraction and stand for the whole book. */
export async function findInSpine(contents: Contents, book: BookRow): Promise<SpinePlace | undefined> {
  if (!book.progress) return undefined;
  const { currentPage: page, locator } = book.progress;
  const own: Locator | undefined = locator === null ? undefined : JSON.parse(locator);
  const located = await locate(contents, book);
  const structure = toStructure(located);
  const index = findSpineIndex({ page, locator: own }, located);
  if (!structure || index === undefined) return undefined;
  return { index, ...(findSpineShares(structure, index) ?? { from: 0, to: 1 }) };
}

/** A book without its content. */
export const toUnread = ({ id, pageCount, fileFormat }: BookRow): Located => ({
  id,
  pageCount,
  isText: isText(fileFormat),
  content: undefined,
});
