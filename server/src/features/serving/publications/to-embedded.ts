// Converts the metadata of a book to the form from which manifests are created.

import type { EmbeddedMetadata } from '@lectern/formats/metadata';
import { toDefined } from '@lectern/formats/values/defined';
import type { BookDetail } from '#features/libraries/books/index.ts';

/** Title and series of the book first, then other metadata. */
export function toEmbedded({ book, metadata }: BookDetail): EmbeddedMetadata {
  const known = metadata && {
    subtitle: metadata.subtitle ?? undefined,
    summary: metadata.summary ?? undefined,
    publisher: metadata.publisher ?? undefined,
    imprint: metadata.imprint ?? undefined,
    language: metadata.language ?? undefined,
    ...toDate(metadata.releaseDate),
    authors: metadata.authors.map(({ name, role, sortName }) => ({
      name,
      role,
      ...(sortName !== null && { sortName }),
    })),
    isbns: metadata.isbns,
    subjects: metadata.subjects,
    genres: metadata.genres,
    tags: metadata.tags,
    readingDirection: metadata.readingDirection ?? undefined,
  };
  return toDefined<EmbeddedMetadata>({
    source: 'opf',
    ...known,
    title: book.title,
    titleSort: book.titleSort ?? undefined,
    series: book.seriesName,
    seriesPosition: metadata?.seriesPosition ?? book.number ?? undefined,
  });
}

/** Includes the day only for a complete date: a year alone is not a valid date in a manifest. */
function toDate(releaseDate: string | null): Pick<EmbeddedMetadata, 'releaseDate' | 'day'> {
  if (releaseDate === null) return {};
  const day = /^\d{4}-\d{2}-(\d{2})$/.exec(releaseDate)?.[1];
  return { releaseDate, ...(day !== undefined && { day: Number(day) }) };
}
