// Reads an export of another Lectern server (docs/guides/export.md).
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type CreateLibrary, createLibrarySchema } from '@lectern/contract/libraries/libraries';
import { isRecord } from '@lectern/contract/records';
import type { z } from 'zod';
import { collect } from '#catalog/every-row.ts';
import {
  type CommonRecords,
  commonRecords,
  formatVersion,
  type Manifest,
  manifestSchema,
  personalRecords,
} from '#features/export/index.ts';
import type { Snapshot, TheirLibrary, TheirList } from '#features/import/snapshot/index.ts';
import { PeerRefused, toSourceId } from '#features/import/snapshot/index.ts';
import { readBytes, readLines } from '#features/import/untrusted-files/index.ts';
import { reason } from '#infrastructure/errors.ts';
import { requireComplete } from './complete.ts';
import { toReading } from './readings.ts';
import { toUser } from './users.ts';

const manifestName = 'export.json';

export const isExport = async (given: string): Promise<boolean> =>
  (await stat(join(given, manifestName)).catch(() => undefined))?.isFile() ?? false;

/** Throws PeerRefused with a user-readable message. */
export async function readExport(folder: string): Promise<Snapshot> {
  const manifest = await readManifest(folder);
  const read = <S extends z.ZodType>(name: string, schema: S) =>
    collect(readLines(folder, `${name}.jsonl`, schema));
  const covers = await read('covers', commonRecords.covers);
  const coverOf = new Map(
    covers
      .filter(({ isSelected }) => isSelected)
      .map(({ entityId, file }) => [entityId, { file: join(folder, file), within: folder }]),
  );
  const series = await read('series', commonRecords.series);
  const books = await read('books', commonRecords.books);
  const users = await read('users', commonRecords.users);
  const toList = ({ id, condition, ...list }: CommonRecords['collections']): TheirList => ({
    ...list,
    id,
    condition: condition ?? undefined,
    cover: coverOf.get(id),
  });
  const personal = await readPersonal(folder, users);
  await requireComplete(
    folder,
    manifest,
    users.map((user) => user.folder),
  );
  return {
    program: 'Lectern',
    // Ids are UUIDs, which no other server has.
    source: toSourceId('Lectern'),
    users: users.map(toUser),
    libraries: (await read('libraries', commonRecords.libraries)).map(toLibrary),
    series: series.map(({ id, title, edits, sharingTags }) => ({
      id,
      title,
      edits,
      sharingTags,
      ageRating: undefined,
      known: {},
      cover: coverOf.get(id),
    })),
    books: books.map(({ root, path, partialMd5, ...book }) => ({
      id: book.id,
      seriesId: book.seriesId,
      libraryId: book.libraryId,
      path: `${root}/${path}`,
      sizeBytes: book.sizeBytes,
      readerHash: partialMd5 ?? '',
      edits: book.edits,
      cover: coverOf.get(book.id),
    })),
    collections: (await read('collections', commonRecords.collections)).map(toList),
    readLists: (await read('read-lists', commonRecords['read-lists'])).map(toList),
    ...personal,
    keys: [],
    finished: [],
    sessions: [],
    marks: [],
    leftOut: manifest.secrets ? [] : [reason('import_left_passwords', { count: users.length })],
    own: {
      folder,
      users,
      tags: await read('sharing-tags', commonRecords['sharing-tags']),
      settings: await read('settings', commonRecords.settings),
      covers: covers.filter(
        ({ isSelected, entityType }) => !isSelected && (entityType === 'series' || entityType === 'book'),
      ),
      counts: manifest.counts,
      provided: { series, books },
      formats: books.flatMap(({ id, formatGroup }) =>
        formatGroup === null ? [] : { bookId: id, formatGroup },
      ),
      differentBooks: await read('different-books', commonRecords['different-books']),
      creditPages: await read('credit-pages', commonRecords['credit-pages']),
      panelCorrections: await read('panel-corrections', commonRecords['panel-corrections']),
    },
  };
}

type Known = Pick<Manifest, 'secrets' | 'counts' | 'files'>;

/** Lists every file, including a copy of the metadata of each edited book. */
const maxManifestBytes = 256 * 1024 ** 2;

async function readManifest(folder: string): Promise<Known> {
  const bytes = await readBytes(folder, manifestName, maxManifestBytes);
  const read: unknown = bytes && parse(new TextDecoder().decode(bytes));
  if (!isRecord(read) || read.format !== 'lectern-export' || typeof read.version !== 'number')
    throw new PeerRefused(reason('import_no_export', { file: join(folder, manifestName) }));
  if (read.version > formatVersion)
    throw new PeerRefused(reason('import_export_newer', { version: read.version, newest: formatVersion }));
  const known = manifestSchema.safeParse(read);
  if (known.success) return known.data;
  throw new PeerRefused(reason('import_export_damaged', { what: `${manifestName} has no checksums` }));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Invalid settings are dropped. The library then uses the defaults. */
function toLibrary({ id, name, paths, settings: theirs }: CommonRecords['libraries']): TheirLibrary {
  const read: Partial<CreateLibrary> = createLibrarySchema.safeParse({ ...theirs, name, paths }).data ?? {};
  const { name: _name, path, paths: _paths, scanImmediately, ...settings } = read;
  return {
    id,
    name,
    roots: paths,
    settings: {
      ...settings,
      excludedPatterns: settings.excludedPatterns ?? [],
      cronSchedule: settings.scanning?.cronSchedule ?? null,
    },
  };
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer E)[] ? E[] : T[K] };
type Personal = Mutable<Pick<Snapshot, 'readings' | 'ratings' | 'wanted' | 'wantedBooks' | 'presets'>>;

/** Reads the personal data that all programs have. The rest is read during the import. */
async function readPersonal(folder: string, users: readonly CommonRecords['users'][]): Promise<Personal> {
  const personal: Personal = { readings: [], ratings: [], wanted: [], wantedBooks: [], presets: [] };
  for (const { id: userId, folder: own } of users) {
    const read = <S extends z.ZodType>(name: string, schema: S) =>
      readLines(folder, `${own}/${name}.jsonl`, schema);
    for await (const one of read('progress', personalRecords.progress))
      personal.readings.push(toReading(userId, one));
    for await (const { seriesId, rating, notes } of read('ratings', personalRecords.ratings))
      personal.ratings.push({ userId, seriesId, rating, notes });
    const wishes = read('want-to-read', personalRecords['want-to-read']);
    for await (const { entityType, entityId, createdAt } of wishes) {
      const wish = { userId, addedAtMs: Date.parse(createdAt) };
      if (entityType === 'series') personal.wanted.push({ ...wish, seriesId: entityId });
      else personal.wantedBooks.push({ ...wish, bookId: entityId });
    }
    for await (const { scope, libraryId, ...filter } of read(
      'saved-filters',
      personalRecords['saved-filters'],
    ))
      personal.presets.push({
        ...filter,
        userId,
        libraryId: libraryId ?? undefined,
        scope: scope === 'search' ? 'search' : 'list',
      });
  }
  return personal;
}
