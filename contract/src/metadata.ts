// What is known about a book beyond its file: reading, editing, locking.
import { z } from 'zod';
import { id, idParams, int32, jsonValue, time } from './fields.ts';
import { readingDirectionSchema } from './reading.ts';
import { json, routes } from './route.ts';
import { authorRoles, bookTypes } from './values.ts';

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

const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed();
const storable = z.string().refine(isStorable, 'NUL and lone surrogates are not allowed');
const line = storable.trim().max(1_000);
const word = storable.trim().max(300);
/** What people may give for a field, by its kind. */
export const metadataInput = {
  text: storable.max(50_000),
  line,
  word,
  year: z.int().min(-5_000).max(9_999),
  age: z.int().min(0).max(99),
  count: z.int().min(0).max(1_000_000),
  words: z.array(word.min(1)).max(200),
};

export const authorListSchema = z
  .array(
    z.object({ name: word.min(1), role: z.enum(authorRoles).default('author'), sortName: word.nullish() }),
  )
  .max(200);
/** Only what a browser may open. */
const linkSchema = z.url({ protocol: /^https?$/ }).max(2_000);
export const externalLinkListSchema = z
  .array(z.object({ id: z.string().max(64).optional(), sourceName: word.min(1), url: linkSchema }))
  .max(100);
export const externalIdListSchema = z
  .array(z.object({ source: word.min(1), externalId: word.min(1), externalUrl: linkSchema.nullish() }))
  .max(100);

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

const dayNeeded = 'A year, a month or a day is needed: 2020, 2020-05, 2020-05-31';
const releaseDate = z
  .string()
  .regex(/^\d{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?)?$/, { error: dayNeeded, abort: true })
  .refine((value) => {
    const [year, month = '01', day = '01'] = value.split('-');
    const date = new Date(`${year}-${month}-${day}T00:00:00Z`);
    return date.toISOString().slice(0, 10) === `${year}-${month}-${day}`;
  }, dayNeeded);

const { words, year, age, count } = metadataInput;
const number = z.number().min(-1e9).max(1e9);

/** The fields that people can set; each can be locked. */
export const bookFields = {
  title: line.min(1).nullable(),
  titleSort: line.nullable(),
  subtitle: line.nullable(),
  number: number.nullable(),
  volume: int32.nullable(),
  chapter: number.nullable(),
  summary: metadataInput.text.nullable(),
  bookType: z.enum(bookTypes).nullable(),
  publisher: word.nullable(),
  imprint: word.nullable(),
  language: word.nullable(),
  releaseDate: releaseDate.nullable(),
  ageRating: age.nullable(),
  authors: authorListSchema,
  isbns: z.array(z.string().trim().max(40)).max(50),
  subjects: words,
  genres: words,
  tags: words,
  series: line.nullable(),
  seriesPosition: number.nullable(),
  seriesTotal: count.nullable(),
  blackAndWhite: z.boolean().nullable(),
  manga: z.boolean().nullable(),
  formatDetail: word.nullable(),
  edition: line.nullable(),
  originalTitle: line.nullable(),
  originalYear: year.nullable(),
  awards: words,
  readingDirection: readingDirectionSchema.nullable(),
  externalLinks: externalLinkListSchema,
  externalIds: externalIdListSchema,
  customMetadata: jsonValue.nullable(),
} as const;
export type BookField = keyof typeof bookFields;
export const bookFieldNames = Object.keys(bookFields) as BookField[];

/** PATCH: what is absent stays, null clears. PUT: what is absent is cleared. */
export const patchBookMetadataSchema = z.object(bookFields).partial().meta({ id: 'PatchBookMetadata' });
export type PatchBookMetadata = z.infer<typeof patchBookMetadataSchema>;

/**
 * Locks as a client sends them: by themselves, or in the envelope in which they are answered. Names that are no fields
 * are ignored, as unknown properties of bodies are.
 */
export const toLocksSchema = <F extends string>(fields: readonly [F, ...F[]]) =>
  z.preprocess(
    (sent) => {
      const locks = isRecord(sent) && isRecord(sent.locks) ? sent.locks : sent;
      if (!isRecord(locks)) return locks;
      return Object.fromEntries(
        Object.entries(locks).filter(([name]) => fields.some((field) => field === name)),
      );
    },
    z.partialRecord(z.enum(fields), z.boolean()),
  );

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** How the API description shows locks: other names are taken, too, with any value. */
export const describeLocks = (fields: readonly string[]) => ({
  description: 'Field → locked. A field that is not named stays as it is.',
  properties: Object.fromEntries(fields.map((name) => [name, { type: 'boolean' }])),
  propertyNames: { type: 'string' },
  additionalProperties: true,
});

export const bookLocksSchema = toLocksSchema(bookFieldNames as [BookField, ...BookField[]]).meta({
  id: 'BookLocks',
  ...describeLocks(bookFieldNames),
});
const locksAnswer = z.object({ locks: z.record(z.string(), z.boolean()) });
const metadataAnswer = { 200: json(bookMetadataSchema) };

export const bookMetadata = routes('Book metadata', 'What is known of a book, and what people set.', {
  get: {
    method: 'GET',
    path: '/api/v1/books/{id}/metadata',
    summary: 'Metadata of a book',
    access: 'books:read',
    params: idParams,
    conditional: true,
    answers: metadataAnswer,
  },
  replace: {
    method: 'PUT',
    path: '/api/v1/books/{id}/metadata',
    summary: 'Set every field',
    description: 'Fields that are absent are cleared. Every field is locked then.',
    access: 'books:write',
    params: idParams,
    body: patchBookMetadataSchema,
    answers: metadataAnswer,
  },
  update: {
    method: 'PATCH',
    path: '/api/v1/books/{id}/metadata',
    summary: 'Set some fields',
    description: 'What is set is locked: scans leave it alone. null clears a field, an absent one stays.',
    access: 'books:write',
    params: idParams,
    body: patchBookMetadataSchema,
    answers: metadataAnswer,
  },
  reset: {
    method: 'DELETE',
    path: '/api/v1/books/{id}/metadata',
    summary: 'Back to what the file says',
    description: 'Forgets what people set, and its locks.',
    access: 'books:write',
    params: idParams,
    answers: metadataAnswer,
  },
  getLocks: {
    method: 'GET',
    path: '/api/v1/books/{id}/metadata/locks',
    summary: 'Which fields are locked',
    access: 'books:read',
    params: idParams,
    conditional: true,
    answers: { 200: json(locksAnswer) },
  },
  setLocks: {
    method: 'PUT',
    path: '/api/v1/books/{id}/metadata/locks',
    summary: 'Lock and unlock fields',
    description:
      'A locked field keeps its value. An unlocked one goes back to what the file says; where it says nothing, it stays.',
    access: 'books:write',
    params: idParams,
    body: bookLocksSchema,
    answers: { 200: json(locksAnswer) },
  },
});
