// The metadata of books that people have edited, as the files that other programs read: ComicInfo for comics, OPF for books.

import { isText, toStem } from '@lectern/contract/values';
import { writeComicInfo } from '@lectern/formats/comic-info/write';
import type { EmbeddedMetadata } from '@lectern/formats/metadata';
import { writeOpf } from '@lectern/formats/opf/write';
import { toBookValues, toEmbedded } from '#features/libraries/books/index.ts';
import type { Db } from '#infrastructure/database/dialect.ts';
import { toSafeFileName } from '#infrastructure/files/safe-names.ts';
import { listEdited } from './store/copies.ts';

type EditedBook = Awaited<ReturnType<typeof listEdited>>[number];

export interface Sidecar {
  /** Names of the folders, and of the file. */
  path: string[];
  text: string;
}

const atOnce = 500;

export async function* listSidecars(db: Db): AsyncGenerator<Sidecar> {
  for (let last: string | undefined; ; ) {
    const books = await listEdited(db, last, atOnce);
    for (const book of books) yield toSidecar(book);
    if (books.length < atOnce) return;
    last = books.at(-1)?.bookId ?? last;
  }
}

/** In the folders of the book, with its name: `Saga 1.cbz` has `Saga 1.xml`. */
function toSidecar(book: EditedBook): Sidecar {
  const metadata = toEmbeddedOf(book);
  const isBook = isText(book.fileFormat);
  const folders = book.folder === '' ? [] : book.folder.split('/');
  const stem = toStem(book.fileName, book.fileFormat);
  return {
    path: [book.library, ...folders, `${stem}.${isBook ? 'opf' : 'xml'}`].map(toSafeFileName),
    text: isBook ? writeOpf(book.bookId, metadata) : writeComicInfo(metadata),
  };
}

function toEmbeddedOf(book: EditedBook): EmbeddedMetadata {
  const values = toBookValues(book);
  return {
    ...toEmbedded({
      ...values,
      title: values.title ?? book.bookTitle,
      series: values.series ?? book.seriesTitle,
      number: values.number ?? book.bookNumber,
    }),
    ...(book.pageCount > 0 && { pageCount: book.pageCount }),
  };
}
