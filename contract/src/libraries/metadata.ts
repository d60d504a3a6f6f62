// Metadata of books: read, edit and lock.
import { z } from 'zod';
import { id, idParams, int32, jsonValue, storable, time } from '../fields.ts';
import { readingDirectionSchema } from '../reading/reading.ts';
import { because, reason } from '../reasons.ts';
import { isRecord } from '../records.ts';
import { json, routes } from '../route.ts';
import { authorRoles, bookTypes } from '../values.ts';
import { bookFieldNames, bookMetadataFields } from './metadata-fields.ts';

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

export const externalRatingSchema = z
  .object({ source: z.string(), score: z.number(), voteCount: z.number().nullable() })
  .meta({ id: 'ExternalRating', description: 'Community rating from 0 to 100.' });

export const metadataLayers = ['person', 'provider', 'files'] as const;
const originSchema = z
  .object({
    from: z.enum(metadataLayers),
    provider: z.string().nullable().meta({ description: 'Plugin package. Null for other sources.' }),
    providerName: z.string().nullable(),
    at: time
      .nullable()
      .meta({ description: 'Time at which the provider first returned this value. Null for other sources.' }),
  })
  .meta({ id: 'MetadataOrigin' });
export type MetadataOrigin = z.infer<typeof originSchema>;
/** Sources of fields that have a value or were set by a user. */
export const originsSchema = z.record(z.string(), originSchema).meta({
  description: 'Source of each value by field name. Fields without a value are omitted.',
});

const anyText = storable(z.string());
const line = anyText.trim().max(1_000);
const word = anyText.trim().max(300);
/** Input schemas by kind of field. */
export const metadataInput = {
  text: anyText.max(50_000),
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
/** Restricted to protocols that a browser can open. */
const linkSchema = z.url({ protocol: /^https?$/ }).max(2_000);
export const externalLinkListSchema = z
  .array(z.object({ id: z.string().max(64).optional(), sourceName: word.min(1), url: linkSchema }))
  .max(100);
export const externalIdListSchema = z
  .array(z.object({ source: word.min(1), externalId: word.min(1), externalUrl: linkSchema.nullish() }))
  .max(100);

export const externalRatingListSchema = z
  .array(
    z.object({
      source: word.min(1),
      score: z.number().min(0).max(100),
      voteCount: z.int().min(0).max(2_147_483_647).nullish(),
    }),
  )
  .max(50);

const text = z.string().nullable();
const whole = int32.nullable();

/** Output schemas by kind of field. */
export const answered = {
  title: text,
  line: text,
  word: text,
  text,
  language: text.meta({ description: 'BCP 47 tag if the source provides one.' }),
  number: z.number().nullable(),
  int32: whole,
  count: whole,
  year: whole,
  age: whole.meta({ description: 'Age in years.' }),
  flag: z.boolean().nullable(),
  date: text.meta({ description: 'ISO 8601 date: year, month or day.' }),
  bookType: z.enum(bookTypes).nullable(),
  direction: readingDirectionSchema.nullable(),
  words: z.array(z.string()),
  isbns: z.array(z.string()),
  people: z.array(authorSchema),
  links: z.array(externalLinkSchema),
  ids: z.array(externalIdSchema),
  ratings: z.array(externalRatingSchema),
  json: jsonValue.nullable(),
};

/** Schemas for the fields of a table. */
export const toShape = <S extends Record<string, z.ZodType>, T extends Record<string, { kind: keyof S }>>(
  fields: T,
  schemas: S,
) =>
  Object.fromEntries(Object.entries(fields).map(([name, { kind }]) => [name, schemas[kind]])) as {
    [F in keyof T]: S[T[F]['kind']];
  };

export const bookMetadataSchema = z
  .object({
    id,
    bookId: id,
    ...toShape(bookMetadataFields, answered),
    locks: z.record(z.string(), z.boolean()),
    origins: originsSchema,
    createdAt: time,
    updatedAt: time,
  })
  .meta({ id: 'BookMetadata' });
export type BookMetadata = z.infer<typeof bookMetadataSchema>;

const needsDay = reason('needs_day');
const releaseDate = z
  .string()
  .regex(/^\d{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?)?$/, {
    error: needsDay.message,
    abort: true,
  })
  .refine((value) => {
    const [year, month = '01', day = '01'] = value.split('-');
    const date = new Date(`${year}-${month}-${day}T00:00:00Z`);
    return date.toISOString().slice(0, 10) === `${year}-${month}-${day}`;
  }, because(needsDay));

const number = z.number().min(-1e9).max(1e9);

/** Input schemas for the fields of a table. */
export const given = {
  title: line.min(1).nullable(),
  line: line.nullable(),
  word: word.nullable(),
  text: metadataInput.text.nullable(),
  language: word.nullable(),
  number: number.nullable(),
  int32: int32.nullable(),
  count: metadataInput.count.nullable(),
  year: metadataInput.year.nullable(),
  age: metadataInput.age.nullable(),
  flag: z.boolean().nullable(),
  date: releaseDate.nullable(),
  bookType: z.enum(bookTypes).nullable(),
  direction: readingDirectionSchema.nullable(),
  words: metadataInput.words,
  isbns: z.array(z.string().trim().max(40)).max(50),
  people: authorListSchema,
  links: externalLinkListSchema,
  ids: externalIdListSchema,
  ratings: externalRatingListSchema,
  json: jsonValue.nullable(),
};

/** PATCH keeps omitted fields and clears null; PUT clears omitted fields. */
export const patchBookMetadataSchema = z
  .object(toShape(bookMetadataFields, given))
  .partial()
  .meta({ id: 'PatchBookMetadata' });
export type PatchBookMetadata = z.infer<typeof patchBookMetadataSchema>;

/** Accepts locks directly or in the envelope of the response. Ignores unknown names, as in all bodies. */
export const toLocksSchema = <F extends string>(fields: readonly F[]) =>
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

/** Schema of locks for the API description. Other names are accepted with any value. */
export const describeLocks = (fields: readonly string[]) => ({
  description: 'Lock state by field name. Omitted fields are left unchanged.',
  properties: Object.fromEntries(fields.map((name) => [name, { type: 'boolean' }])),
  propertyNames: { type: 'string' },
  additionalProperties: true,
});

export const bookLocksSchema = toLocksSchema(bookFieldNames).meta({
  id: 'BookLocks',
  ...describeLocks(bookFieldNames),
});
const locksAnswer = z.object({ locks: z.record(z.string(), z.boolean()) });
const metadataAnswer = { 200: json(bookMetadataSchema) };

/** Reads one list of the metadata under its published address. */
export const toListRoute = <
  const P extends string,
  const A extends 'books:read' | 'series:read',
  S extends z.ZodType,
>(
  path: P,
  noun: string,
  { access, schema }: { access: A; schema: S },
) =>
  ({
    method: 'GET',
    path,
    summary: `List the ${noun}`,
    description: 'The list of the same name in the metadata.',
    access,
    params: idParams,
    conditional: true,
    answers: { 200: json(schema) },
  }) as const;

export const linksAnswer = z.object({ links: z.array(externalLinkSchema) });
export const externalIdsAnswer = z.object({ externalIds: z.array(externalIdSchema) });

export const bookMetadata = routes('Book metadata', 'Metadata of books, and changes by users.', {
  get: {
    method: 'GET',
    path: '/api/v1/books/{id}/metadata',
    summary: 'Get the metadata of a book',
    description: 'Returns all fields with their sources and locks.',
    access: 'books:read',
    params: idParams,
    conditional: true,
    answers: metadataAnswer,
  },
  replace: {
    method: 'PUT',
    path: '/api/v1/books/{id}/metadata',
    summary: 'Replace the metadata of a book',
    description: 'Sets all fields and locks them. Omitted fields are cleared.',
    access: 'books:write',
    params: idParams,
    body: patchBookMetadataSchema,
    answers: metadataAnswer,
  },
  update: {
    method: 'PATCH',
    path: '/api/v1/books/{id}/metadata',
    summary: 'Update the metadata of a book',
    description:
      'Sets the given fields and locks them, so that scans do not change them. Null clears a field. Omitted fields are left unchanged.',
    access: 'books:write',
    params: idParams,
    body: patchBookMetadataSchema,
    answers: metadataAnswer,
  },
  reset: {
    method: 'DELETE',
    path: '/api/v1/books/{id}/metadata',
    summary: 'Reset the metadata of a book',
    description: 'Removes changes and locks of users, and returns to the values of providers and the file.',
    access: 'books:write',
    params: idParams,
    answers: metadataAnswer,
  },
  getLocks: {
    method: 'GET',
    path: '/api/v1/books/{id}/metadata/locks',
    summary: 'Get the locks of a book',
    description: 'Returns the lock state of each field.',
    access: 'books:read',
    params: idParams,
    conditional: true,
    answers: { 200: json(locksAnswer) },
  },
  setLocks: {
    method: 'PUT',
    path: '/api/v1/books/{id}/metadata/locks',
    summary: 'Set the locks of a book',
    description:
      'A locked field keeps its value. An unlocked field returns to the value of the providers or the file; without such a value, it is left unchanged.',
    access: 'books:write',
    params: idParams,
    body: bookLocksSchema,
    answers: { 200: json(locksAnswer) },
  },
  listLinks: toListRoute('/api/v1/books/{id}/external-links', 'external links of a book', {
    access: 'books:read',
    schema: linksAnswer,
  }),
  listIds: toListRoute('/api/v1/books/{id}/external-ids', 'external ids of a book', {
    access: 'books:read',
    schema: externalIdsAnswer,
  }),
});
