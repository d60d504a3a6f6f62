// Converts between rows and libraries of the API.
import { basename } from 'node:path';
import type {
  CreateLibrary,
  Library,
  MetadataProviders,
  UpdateLibrary,
} from '@lectern/contract/libraries/libraries';
import { libraryKindDefaults } from '@lectern/contract/libraries/library-kinds';
import type { LibraryCounts } from '#catalog/visible.ts';
import { toTime, toTimeOrNull } from '#infrastructure/clock.ts';
import { wordsVersion } from '#infrastructure/text/document-words.ts';
import { fold } from '#infrastructure/text/fold.ts';
import { toSortKey } from '#infrastructure/text/sort-key.ts';
import type { LibraryTable } from '#schema/tables/libraries/library.ts';
import { orderRules } from '../reading-order/index.ts';
import type { LibraryWithRoots } from './store.ts';

const nothing: LibraryCounts = { bookCount: 0, seriesCount: 0 };

const parse = (text: string | null): Library['seriesConfig'] => (text === null ? null : JSON.parse(text));

const noOrder: MetadataProviders = { order: [], fields: {}, acceptFrom: null, covers: 'missing' };

interface LibraryDtoOptions {
  /** Counts of the books and series that the caller sees. */
  counts: LibraryCounts | undefined;
  /** Includes the paths of roots; otherwise only their names. */
  withPaths: boolean;
}

export function toLibrary(
  row: LibraryWithRoots,
  { counts = nothing, withPaths }: LibraryDtoOptions,
): Library {
  const paths = row.roots.map(({ path }) => (withPaths ? path : basename(path)));
  return {
    id: row.id,
    name: row.name,
    path: paths[0] ?? '',
    paths,
    description: row.description,
    isActive: row.isActive === 1,
    kind: row.kind,
    seriesStrategy: row.seriesStrategy,
    seriesConfig: parse(row.seriesConfig),
    bookStrategy: row.bookStrategy,
    bookConfig: parse(row.bookConfig),
    numberStrategy: row.numberStrategy,
    numberConfig: parse(row.numberConfig),
    defaultReadingDirection: row.defaultReadingDirection,
    allowedFormats: JSON.parse(row.allowedFormats),
    excludedPatterns: JSON.parse(row.excludedPatterns),
    scanning: {
      cronSchedule: row.cronSchedule,
      cronTimezone: row.cronTimezone,
      scanOnStart: row.scanOnStart === 1,
      watch: row.watch === 1,
      purgeDeletedAfterDays: row.purgeDeletedAfterDays,
    },
    hashing: row.hashing,
    metadataProviders: { ...noOrder, ...parse(row.metadataProviders) },
    allowFileChanges: row.allowFileChanges === 1,
    groupFormats: row.groupFormats === 1,
    writeMetadata: row.writeMetadata,
    namingPattern: row.namingPattern,
    comparePages: row.comparePages === 1,
    bookCount: counts.bookCount,
    seriesCount: counts.seriesCount,
    lastScannedAt: toTimeOrNull(row.lastScannedAt),
    createdAt: toTime(row.createdAt),
    updatedAt: toTime(row.updatedAt),
  };
}

/** Defaults of a new library, overridden by the request body. */
export function toNewRow(body: CreateLibrary, { id, nowMs }: { id: string; nowMs: number }): LibraryTable {
  const kind = body.kind ?? 'mixed';
  const defaults = libraryKindDefaults[kind];
  return {
    id,
    name: body.name,
    nameFolded: fold(body.name),
    nameKey: toSortKey(body.name),
    description: null,
    isActive: 1,
    kind,
    seriesStrategy: defaults.seriesStrategy,
    seriesConfig: null,
    bookStrategy: 'smart',
    bookConfig: null,
    numberStrategy: 'smart',
    numberConfig: null,
    defaultReadingDirection: defaults.defaultReadingDirection,
    allowedFormats: JSON.stringify(defaults.allowedFormats),
    excludedPatterns: '[]',
    hashing: 'fingerprint',
    metadataProviders:
      defaults.providers.length > 0 ? JSON.stringify({ ...noOrder, order: defaults.providers }) : null,
    allowFileChanges: 0,
    groupFormats: 0,
    formatsGroupedBy: null,
    writeMetadata: 'off',
    namingPattern: null,
    comparePages: 0,
    cronSchedule: null,
    cronTimezone: null,
    scanOnStart: 0,
    watch: 0,
    purgeDeletedAfterDays: null,
    bookCount: 0,
    seriesCount: 0,
    lastScannedAt: null,
    assignedBy: null,
    orderedBy: orderRules,
    wordsVersion,
    removalHeldAt: null,
    deletedAt: null,
    createdAt: nowMs,
    updatedAt: nowMs,
    ...toChange(body),
  };
}

/** The columns that the request body sets. Omitted fields are left unchanged. */
export function toChange(body: UpdateLibrary | CreateLibrary): Partial<LibraryTable> {
  const { name, scanning, isActive, allowedFormats, excludedPatterns } = body;
  const change: Partial<Record<keyof LibraryTable, unknown>> = {
    description: body.description,
    kind: body.kind,
    seriesStrategy: body.seriesStrategy,
    bookStrategy: body.bookStrategy,
    numberStrategy: body.numberStrategy,
    defaultReadingDirection: body.defaultReadingDirection,
    hashing: body.hashing,
    writeMetadata: body.writeMetadata,
    namingPattern: body.namingPattern,
    seriesConfig: toJson(body.seriesConfig),
    bookConfig: toJson(body.bookConfig),
    numberConfig: toJson(body.numberConfig),
    allowedFormats: allowedFormats && JSON.stringify([...new Set(allowedFormats)]),
    metadataProviders: toJson(body.metadataProviders),
    excludedPatterns: excludedPatterns && JSON.stringify(excludedPatterns),
    isActive: toFlag(isActive),
    allowFileChanges: toFlag(body.allowFileChanges),
    comparePages: toFlag(body.comparePages),
    groupFormats: toFlag(body.groupFormats),
    cronSchedule: scanning?.cronSchedule,
    cronTimezone: scanning?.cronTimezone,
    scanOnStart: toFlag(scanning?.scanOnStart),
    watch: toFlag(scanning?.watch),
    purgeDeletedAfterDays: scanning?.purgeDeletedAfterDays,
    ...(name !== undefined && { name, nameFolded: fold(name), nameKey: toSortKey(name) }),
  };
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}

const toJson = (value: unknown): string | null | undefined =>
  value === undefined ? undefined : value === null ? null : JSON.stringify(value);
const toFlag = (value: boolean | undefined): number | undefined =>
  value === undefined ? undefined : value ? 1 : 0;
