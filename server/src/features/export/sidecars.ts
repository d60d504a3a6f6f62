// Metadata from users and providers in files that other programs read: ComicInfo for comics, OPF for books, series.json
// for comic series.

import { isText, toStem } from '@lectern/contract/values';
import { writeComicInfo } from '@lectern/formats/comic-info/write';
import { defaultLimits } from '@lectern/formats/limits';
import type { EmbeddedMetadata } from '@lectern/formats/metadata';
import { writeOpf } from '@lectern/formats/opf/write';
import { canSayInSeriesJson, editSeriesJson, seriesJsonFields } from '@lectern/formats/series-json/edit';
import { toBookValues, toEmbedded } from '#features/libraries/books/index.ts';
import { type SeriesEdits, toSeriesFile } from '#features/libraries/series/index.ts';
import type { Db } from '#infrastructure/database/dialect.ts';
import { toSafeFileName } from '#infrastructure/files/safe-names.ts';
import { listEdited, listEditedSeries } from './store/copies.ts';
import { parse } from './store/values.ts';

type EditedBook = Awaited<ReturnType<typeof listEdited>>[number];
type EditedSeries = Awaited<ReturnType<typeof listEditedSeries>>[number];

export interface Sidecar {
  /** Folder names and file name. */
  path: string[];
  text: string;
}

const atOnce = 500;

export async function* listSidecars(db: Db): AsyncGenerator<Sidecar> {
  for (let last: string | undefined; ; ) {
    const books = await listEdited(db, last, atOnce);
    for (const book of books) yield toSidecar(book);
    if (books.length < atOnce) break;
    last = books.at(-1)?.bookId ?? last;
  }
  for (let last: string | undefined; ; ) {
    const series = await listEditedSeries(db, last, atOnce);
    for (const one of series) yield toSeriesSidecar(one);
    if (series.length < atOnce) return;
    last = series.at(-1)?.id ?? last;
  }
}

/** Omits fields that series.json does not support. */
function toSeriesSidecar({ library, path, lists, ...series }: EditedSeries): Sidecar {
  const { externalIds }: Pick<SeriesEdits, 'externalIds'> = parse(lists);
  const metadata = toSeriesFile({ ...series, externalIds });
  const fields = seriesJsonFields.filter((field) => canSayInSeriesJson(field, metadata));
  return {
    path: [library, ...(path ?? '').split('/'), 'series.json'].map(toSafeFileName),
    text: editSeriesJson(undefined, { metadata, fields }, defaultLimits),
  };
}

/** Stored in the book's folders under its name: `Saga 1.cbz` has `Saga 1.xml`. */
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
