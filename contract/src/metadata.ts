// What is known about a book beyond its file (contract section 5). Reading it is described here; editing, locks
// and bulk changes are routes of their own.
import { z } from 'zod';
import { id, int32, jsonValue, time } from './fields.ts';
import { readingDirectionSchema } from './reading.ts';

export const authorRoles = [
  'author',
  'co_author',
  'editor',
  'translator',
  'illustrator',
  'contributor',
  'writer',
  'penciller',
  'inker',
  'colorist',
  'letterer',
  'cover_artist',
] as const;

export const bookTypes = [
  'comic',
  'manga',
  'novel',
  'novella',
  'anthology',
  'artbook',
  'oneshot',
  'omnibus',
  'graphic_novel',
  'magazine',
] as const;

export const authorSchema = z
  .object({ name: z.string(), role: z.enum(authorRoles), sortName: z.string().nullable() })
  .meta({ id: 'Author' });
export type Author = z.infer<typeof authorSchema>;

export const externalLinkSchema = z
  .object({ id: z.string(), sourceName: z.string(), url: z.string() })
  .meta({ id: 'ExternalLink' });
export const externalIdSchema = z
  .object({ source: z.string(), externalId: z.string(), externalUrl: z.string().nullable() })
  .meta({ id: 'ExternalId' });

const text = z.string().nullable();

export const bookMetadataSchema = z
  .object({
    id,
    bookId: id,
    title: text,
    titleSort: text,
    subtitle: text,
    number: z.number().nullable(),
    volume: int32.nullable(),
    chapter: z.number().nullable(),
    summary: text,
    bookType: z.enum(bookTypes).nullable(),
    publisher: text,
    imprint: text,
    language: text.meta({ description: 'BCP 47 where the file gives one.' }),
    releaseDate: text.meta({ description: 'ISO 8601: a year, a month or a day.' }),
    ageRating: int32.nullable().meta({ description: 'Years.' }),
    authors: z.array(authorSchema),
    isbns: z.array(z.string()),
    subjects: z.array(z.string()),
    genres: z.array(z.string()),
    tags: z.array(z.string()),
    series: text,
    seriesPosition: z.number().nullable(),
    seriesTotal: int32.nullable(),
    blackAndWhite: z.boolean().nullable(),
    manga: z.boolean().nullable(),
    formatDetail: text,
    edition: text,
    originalTitle: text,
    originalYear: int32.nullable(),
    awards: z.array(z.string()),
    readingDirection: readingDirectionSchema.nullable(),
    externalLinks: z.array(externalLinkSchema),
    externalIds: z.array(externalIdSchema),
    customMetadata: jsonValue.nullable(),
    locks: z.record(z.string(), z.boolean()),
    createdAt: time,
    updatedAt: time,
  })
  .meta({ id: 'BookMetadata' });
export type BookMetadata = z.infer<typeof bookMetadataSchema>;
