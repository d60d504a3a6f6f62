// Differences between matching series and matching books.

import type { MetadataOrigin } from '@lectern/contract/libraries/metadata';
import { patchBookMetadataSchema } from '@lectern/contract/libraries/metadata';
import {
  bookMetadataFields,
  type MetadataField,
  seriesMetadataFields,
} from '@lectern/contract/libraries/metadata-fields';
import { patchSeriesMetadataSchema } from '@lectern/contract/libraries/series-metadata';
import type { Catalog } from '#catalog/catalog.ts';
import type { BookMetadataService } from '#features/libraries/books/index.ts';
import type { ChangeProvided, Provided } from '#features/libraries/metadata-layers/index.ts';
import type { SeriesMetadataService } from '#features/libraries/series/index.ts';
import { parseBookMetadata, parseSeriesMetadata } from '#features/plugins/protocol/index.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import type { Db } from '#infrastructure/database/dialect.ts';
import type { LocalWork } from './scoring/index.ts';
import { readBook, readSeries } from './search/subject.ts';
import type { Noun } from './store.ts';
import {
  type ProviderFields,
  type ProviderNames,
  selectValues,
  toBookSaid,
  toSeriesSaid,
} from './values/index.ts';

/** Metadata of a series or a book. */
interface AnyMetadata {
  locks: Record<string, boolean>;
  origins: Record<string, MetadataOrigin>;
}

export interface MatchNoun {
  noun: Noun;
  kind: 'series' | 'book';
  fields: Readonly<Record<string, MetadataField>>;
  findLibraryId(viewer: Viewer, id: string): Promise<string>;
  get(viewer: Viewer, id: string): Promise<AnyMetadata>;
  listProvided(viewer: Viewer, id: string): Promise<Provided[]>;
  provide(viewer: Viewer, ids: readonly string[], change: ChangeProvided): Promise<number>;
  /** Known facts, in the form that matching compares. */
  readWanted(viewer: Viewer, id: string): Promise<LocalWork>;
  /** Validates and selects the values of a plugin's response. */
  take(
    answer: Readonly<Record<string, unknown>>,
    externalId: string,
    names: ProviderNames,
  ): { values: ProviderFields; dropped: string[] };
}

interface Dependencies {
  db: Db;
  catalog: Catalog;
  books: BookMetadataService;
  series: SeriesMetadataService;
}

export const createNouns = ({ db, catalog, books, series }: Dependencies): Record<Noun, MatchNoun> => ({
  series: {
    noun: 'series',
    kind: 'series',
    fields: seriesMetadataFields,
    findLibraryId: async (viewer, id) => (await catalog.series.get(viewer, id)).libraryId,
    get: (viewer, id) => series.get(viewer, id),
    readWanted: (viewer, id) => readSeries({ db, catalog, books, series }, viewer, id),
    listProvided: (viewer, id) => series.listProvided(viewer, id),
    provide: (viewer, ids, change) => series.provide(viewer, ids, change),
    take: (answer, externalId, names) =>
      selectValues(
        patchSeriesMetadataSchema,
        toSeriesSaid(parseSeriesMetadata(answer).fields, externalId, names),
      ),
  },
  books: {
    noun: 'books',
    kind: 'book',
    fields: bookMetadataFields,
    findLibraryId: async (viewer, id) => (await catalog.books.get(viewer, id)).libraryId,
    get: (viewer, id) => books.get(viewer, id),
    readWanted: (viewer, id) => readBook({ db, catalog, books, series }, viewer, id),
    listProvided: (viewer, id) => books.listProvided(viewer, id),
    provide: (viewer, ids, change) => books.provide(viewer, ids, change),
    take: (answer, externalId, names) =>
      selectValues(patchBookMetadataSchema, toBookSaid(parseBookMetadata(answer).fields, externalId, names)),
  },
});
