// Fields that the Komga extensions of Paperback read.
import { z } from 'zod';
import { author, type ClientModels, text } from './shape-parts.ts';

const pageOf = <T extends z.ZodType>(item: T) => z.object({ content: z.array(item) });

const series = z.object({
  id: text,
  metadata: z.object({
    title: text,
    status: text,
    summary: text,
    genres: z.array(text),
    tags: z.array(text),
    language: text,
    readingDirection: text,
    lastModified: text,
  }),
  booksMetadata: z.object({ authors: z.array(author), summary: text }),
});
const book = z.object({
  id: text,
  seriesId: text,
  size: text,
  fileLastModified: text,
  metadata: z.object({ title: text, number: text, numberSort: z.number() }),
});

export const paperback: ClientModels = {
  series,
  seriesPage: pageOf(series),
  book,
  bookPage: pageOf(book),
  pages: z.array(z.object({ number: z.int(), mediaType: text })),
  libraries: z.array(z.object({ id: text, name: text })),
  collectionPage: pageOf(z.object({ id: text, name: text })),
  words: z.array(text),
};
