// Converts a client's PATCH of metadata to values and locks of this server. Omitted fields and locks are left unchanged.
// Null clears a field; if it is not locked, it follows the files again.
import {
  metadataInput,
  type PatchBookMetadata,
  patchBookMetadataSchema,
} from '@lectern/contract/libraries/metadata';
import { bookFieldNames, seriesFieldNames } from '@lectern/contract/libraries/metadata-fields';
import {
  type PatchSeriesMetadata,
  patchSeriesMetadataSchema,
} from '@lectern/contract/libraries/series-metadata';
import { z } from 'zod';
import { parseIsbn } from '#features/libraries/books/index.ts';
import type { ClientValues } from '#features/libraries/metadata-layers/index.ts';
import { invalid } from '#infrastructure/errors.ts';
import { toOwnRole, toRole } from '../shapes/author.ts';
import { fromDirection } from '../shapes/words.ts';

export type RequestValues = Readonly<Record<string, unknown>>;

type Changes<T> = Omit<ClientValues<T, 'title'>, 'client'>;

interface Field {
  /** Native field name. */
  name: string;
  /** Converts the value; undefined for an invalid value. */
  to?(value: unknown): unknown;
  /** The value that replaces null. */
  cleared: unknown;
}

const plain = (name: string): Field => ({ name, cleared: null });
const list = (name: string, to?: Field['to']): Field => ({ name, cleared: [], ...(to && { to }) });
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const links = list('externalLinks', (value) =>
  Array.isArray(value)
    ? value.map((one: unknown) => (isObject(one) ? { sourceName: one.label, url: one.url } : one))
    : value,
);
const lower = (value: unknown) => (typeof value === 'string' ? value.toLowerCase() : value);

const seriesFields: Readonly<Record<string, Field>> = {
  title: plain('title'),
  titleSort: plain('titleSort'),
  alternateTitles: list('alternateTitles'),
  summary: plain('summary'),
  publisher: plain('publisher'),
  status: { ...plain('status'), to: lower },
  ageRating: plain('ageRating'),
  language: plain('language'),
  readingDirection: {
    ...plain('readingDirection'),
    to: (value) =>
      value === '' ? null : typeof value === 'string' ? (fromDirection(value) ?? value) : value,
  },
  genres: list('genres'),
  tags: list('tags'),
  totalBookCount: plain('totalVolumeCount'),
  links,
};

const bookFields: Readonly<Record<string, Field>> = {
  title: plain('title'),
  summary: plain('summary'),
  number: plain('number'),
  numberSort: plain('number'),
  releaseDate: plain('releaseDate'),
  tags: list('tags'),
  isbn: list('isbns', toIsbns),
  links,
};

/** Returns a valid ISBN with thirteen digits. */
function toIsbns(value: unknown): unknown {
  if (value === '') return [];
  const isbn = typeof value === 'string' ? parseIsbn(value) : undefined;
  if (isbn === undefined) throw invalid({ path: 'isbn', message: 'Enter a valid ISBN' });
  return [isbn];
}

/** `number` may be any text and is returned unchanged; books are ordered by `numberSort`. */
const numberTextSchema = metadataInput.word.refine((text) => text !== '', 'Enter text.').nullable();

/**
 * Separates the text from the other fields. If the text is a plain number, it also sets the number, unless `numberSort`
 * does.
 */
function splitNumber(given: RequestValues): { numberText?: string | null; others: RequestValues } {
  if (given.number === undefined) return { others: given };
  const { number, ...rest } = given;
  const text = typeof number === 'number' ? String(number) : number === '' ? null : number;
  const parsed = numberTextSchema.safeParse(text);
  if (!parsed.success) throw invalid(parsed.error.issues.map(({ message }) => ({ path: 'number', message })));
  const numberText = parsed.data;
  if (rest.numberSort !== undefined) return { numberText, others: rest };
  if (numberText === null) return { numberText, others: { ...rest, number: null } };
  const value = Number(numberText.replace(',', '.'));
  return { numberText, others: Number.isFinite(value) ? { ...rest, number: value } : rest };
}

const labelsSchema = z.array(z.string().trim().min(1).max(100)).max(100);

/**
 * Names of sharing tags. Null clears them, as other lists. They are always locked, because only users set them. Throws a 400
 * that names the field, also for a lock that is taken off.
 */
export function toSharingLabels({
  sharingLabels: given,
  sharingLabelsLock: lock = true,
}: RequestValues): string[] | undefined {
  if (lock !== true)
    throw invalid({
      path: 'sharingLabelsLock',
      message: 'Sharing labels are always locked: only users set them.',
    });
  if (given === undefined) return undefined;
  const parsed = labelsSchema.safeParse(given ?? []);
  if (parsed.success) return parsed.data;
  throw invalid(
    parsed.error.issues.map(({ path, message }) => ({ path: ['sharingLabels', ...path].join('.'), message })),
  );
}

/** Throws a 400 error with the fields. */
export function toSeriesChanges(given: RequestValues): Changes<PatchSeriesMetadata> {
  const { values, ...change } = translate(given, seriesFields);
  return { patch: check(patchSeriesMetadataSchema, values, seriesFieldNames), ...change };
}

interface KnownAuthor {
  name: string;
  role: string;
}

/**
 * `known` contains the current people of the book: a person who is sent again keeps the native role, which is more
 * precise.
 */
export function toBookChanges(
  given: RequestValues,
  known: readonly KnownAuthor[],
): Changes<PatchBookMetadata> & { numberText?: string | null } {
  // Ignoring labels would give the impression that the book is restricted.
  if (given.sharingLabels !== undefined)
    throw invalid({ path: 'sharingLabels', message: 'Only series have sharing labels.' });
  const authors = list('authors', (value) =>
    Array.isArray(value) ? value.map((one) => toAuthor(one, known)) : value,
  );
  const { others, ...number } = splitNumber(given);
  const { values, ...change } = translate(others, { ...bookFields, authors });
  return { patch: check(patchBookMetadataSchema, values, bookFieldNames), ...change, ...number };
}

function toAuthor(given: unknown, known: readonly KnownAuthor[]): unknown {
  if (!isObject(given) || typeof given.role !== 'string') return given;
  const { name, role } = given;
  const same = known.find((one) => one.name === name && toRole(one.role) === role.toLowerCase());
  return { name, role: same?.role ?? toOwnRole(role) };
}

/** A title that is cleared follows the files again, because every series and book has one. */
function translate(given: RequestValues, fields: Readonly<Record<string, Field>>) {
  const values: Record<string, unknown> = {};
  const locks: Record<string, boolean> = {};
  const resets: 'title'[] = [];
  for (const [theirs, { name, to, cleared }] of Object.entries(fields)) {
    const value = given[theirs];
    const lock = given[`${theirs}Lock`];
    if (value === null && name === 'title') resets.push(name);
    else if (value === null) values[name] = cleared;
    else if (value !== undefined) values[name] = to ? to(value) : value;
    if (typeof lock === 'boolean') locks[name] = lock;
  }
  return { values, locks, resets };
}

function check<T extends z.ZodType>(schema: T, values: object, names: readonly string[]): z.output<T> {
  const parsed = schema.safeParse(values);
  if (parsed.success) return parsed.data;
  throw invalid(
    parsed.error.issues.map(({ path, message }) => ({
      path: names.includes(String(path[0])) ? path.join('.') : 'body',
      message,
    })),
  );
}
