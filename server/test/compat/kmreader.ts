// Fields that KMReader requires.
import { z } from 'zod';
import { author, type ClientModels, flag, float, int, long, moment, text } from './shape-parts.ts';

const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({
    content: z.array(item),
    pageable: z.object({
      sort: z.object({ sorted: flag, unsorted: flag, empty: flag }),
      pageNumber: int,
      pageSize: int,
      offset: long,
      paged: flag,
      unpaged: flag,
    }),
    totalElements: int,
    totalPages: int,
    last: flag,
    first: flag,
    number: int,
    numberOfElements: int,
    size: int,
    empty: flag,
  });

const times = { created: moment, lastModified: moment };
const series = z.object({
  id: text,
  libraryId: text,
  name: text,
  url: text,
  ...times,
  booksCount: int,
  booksReadCount: int,
  booksUnreadCount: int,
  booksInProgressCount: int,
  metadata: z.object({ title: text, titleSort: text }),
  booksMetadata: z.looseObject({}),
  deleted: flag,
  oneshot: flag,
});
const book = z.object({
  id: text,
  seriesId: text,
  seriesTitle: text,
  libraryId: text,
  name: text,
  url: text,
  number: float,
  ...times,
  sizeBytes: long,
  size: text,
  media: z.looseObject({ status: text, mediaType: text, pagesCount: int }),
  metadata: z.object({ title: text, number: text, numberSort: float }),
  readProgress: z
    .object({ page: int, completed: flag, readDate: moment, ...times })
    .nullable()
    .optional(),
  deleted: flag,
  oneshot: flag,
});
const listed = {
  id: text,
  name: text,
  ordered: flag,
  createdDate: moment,
  lastModifiedDate: moment,
  filtered: flag,
};
const collection = z.object({ ...listed, seriesIds: z.array(text) });
const readList = z.object({ ...listed, summary: text, bookIds: z.array(text) });

export const kmreader: ClientModels = {
  series,
  seriesPage: pageOf(series),
  book,
  bookPage: pageOf(book),
  user: z.object({ id: text, email: text, roles: z.array(text) }),
  collection,
  collections: z.array(collection),
  collectionPage: pageOf(collection),
  readList,
  readLists: z.array(readList),
  readListPage: pageOf(readList),
  authorPage: pageOf(author),
  words: z.array(text),
  manifest: z.object({
    links: z.array(z.object({ href: text })),
    readingOrder: z.array(z.object({ href: text })),
  }),
  clientSettings: z.record(text, z.object({ value: text })),
  metric: z.object({
    name: text,
    description: text.nullish(),
    baseUnit: text.nullish(),
    measurements: z.array(z.object({ statistic: text, value: float })),
    availableTags: z.array(z.object({ tag: text, values: z.array(text) })).nullish(),
  }),
};
