// Fields that Aidoku's Komga source and tracker require.
import { z } from 'zod';
import {
  author,
  type ClientModels,
  day,
  direction,
  flag,
  float,
  int,
  mediaStatus,
  moment,
  status,
  text,
} from './shape-parts.ts';

const pageOf = <T extends z.ZodType>(item: T) => z.object({ content: z.array(item), totalPages: int });

const series = z.object({
  id: text,
  libraryId: text,
  name: text,
  metadata: z.object({
    status,
    title: text,
    summary: text,
    readingDirection: direction,
    genres: z.array(text),
    tags: z.array(text),
    ageRating: int.nullish(),
  }),
  booksMetadata: z.object({ authors: z.array(author), tags: z.array(text), summary: text.nullish() }),
  booksCount: int,
});
const book = z.object({
  id: text,
  seriesId: text,
  libraryId: text,
  name: text,
  media: z.object({ status: mediaStatus, mediaProfile: text, epubDivinaCompatible: flag, pagesCount: int }),
  metadata: z.object({
    title: text,
    number: text,
    numberSort: float,
    authors: z.array(author),
    tags: z.array(text),
    created: moment,
    releaseDate: day.nullish(),
  }),
  readProgress: z.object({ page: int, completed: flag }).nullish(),
});

export const aidoku: ClientModels = {
  series,
  seriesPage: pageOf(series),
  book,
  bookPage: pageOf(book),
  pages: z.array(z.object({ number: int, mediaType: text })),
  libraries: z.array(z.object({ id: text, name: text })),
  authorPage: pageOf(author),
  words: z.array(text),
  trackerSeries: z.object({ lastReadContinuousNumberSort: float, maxNumberSort: float }),
  error: z.object({ error: text, message: text.optional() }),
};
