// Fields that the Komga extension of Mihon and its forks require.
import { z } from 'zod';
import {
  author,
  type ClientModels,
  day,
  flag,
  float,
  int,
  locked,
  long,
  mediaStatus,
  moment,
  status,
  text,
} from './shape-parts.ts';

const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({
    content: z.array(item),
    empty: flag,
    first: flag,
    last: flag,
    number: long,
    numberOfElements: long,
    size: long,
    totalElements: long,
    totalPages: long,
  });

const times = { created: moment.nullable(), lastModified: moment.nullable(), fileLastModified: moment };
const series = z.object({
  id: text,
  libraryId: text,
  name: text,
  ...times,
  booksCount: int,
  metadata: z.object({
    status,
    created: moment.nullable(),
    lastModified: moment.nullable(),
    title: text,
    titleSort: text,
    ...locked({
      summary: text,
      readingDirection: text,
      publisher: text,
      ageRating: int.nullable(),
      language: text,
      genres: z.array(text),
      tags: z.array(text),
    }),
    totalBookCount: int.nullable().optional(),
  }),
  booksMetadata: z.object({
    authors: z.array(author).optional(),
    tags: z.array(text).optional(),
    releaseDate: day.nullable(),
    summary: text,
    summaryNumber: text,
    created: moment,
    lastModified: moment,
  }),
});

const book = z.object({
  id: text,
  seriesId: text,
  seriesTitle: text,
  name: text,
  number: float,
  ...times,
  sizeBytes: long,
  size: text,
  media: z.object({
    status: mediaStatus,
    mediaType: text,
    pagesCount: int,
    mediaProfile: text.optional(),
    epubDivinaCompatible: flag.optional(),
  }),
  metadata: z.object(
    locked({
      title: text,
      summary: text,
      number: text,
      numberSort: float,
      releaseDate: day.nullable(),
      authors: z.array(author),
      tags: z.array(text),
    }),
  ),
});

const collection = z.object({
  id: text,
  name: text,
  ordered: flag,
  seriesIds: z.array(text),
  createdDate: moment,
  lastModifiedDate: moment,
  filtered: flag,
});
const readList = z.object({
  id: text,
  name: text,
  summary: text,
  bookIds: z.array(text),
  createdDate: moment,
  lastModifiedDate: moment,
  filtered: flag,
});

export const keiyoushi: ClientModels = {
  series,
  seriesPage: pageOf(series),
  book,
  bookPage: pageOf(book),
  pages: z.array(z.object({ number: int, fileName: text, mediaType: text })),
  libraries: z.array(z.object({ id: text, name: text })),
  collection,
  collectionPage: pageOf(collection),
  readList,
  readListPage: pageOf(readList),
  authors: z.array(author),
  words: z.array(text),
};
