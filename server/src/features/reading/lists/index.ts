// Collections of series and read lists of books.

import { type Condition, parseCondition } from '@lectern/contract/conditions/conditions';
import { collections } from '@lectern/contract/reading/collections';
import { readLists } from '@lectern/contract/reading/read-lists';
import { toBookDto } from '#catalog/books/book-dto.ts';
import type { BookRow } from '#catalog/books/book-rows.ts';
import type { Catalog } from '#catalog/catalog.ts';
import { collectionChanged, readListChanged, type VisibilityEvidence } from '#catalog/changes.ts';
import { type SeriesRow, toSeriesDto } from '#catalog/series/series-dto.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import type { Clock } from '#infrastructure/clock.ts';
import type { Database } from '#infrastructure/database/dialect.ts';
import type { EventBus } from '#infrastructure/events/bus.ts';
import type { BytesAnswer } from '#infrastructure/http/routes/answers.ts';
import { implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';
import { ListCovers, type ListKind, type UploadedCovers } from './covers.ts';
import { createMembersHandler, createSharedHandlers } from './routes.ts';
import { ListService } from './service.ts';
import { collectionTables, readListTables, replaceBook, replaceSeries } from './store.ts';

export type { ListCovers, ListKind, UploadedCovers } from './covers.ts';
export type { PlainList } from './to-book-list.ts';
export { replaceBook as replaceInReadLists, replaceSeries as replaceInCollections };

export type CollectionService = ListService<SeriesRow>;
export type ReadListService = ListService<BookRow>;

interface Dependencies {
  database: Database;
  catalog: Catalog;
  events: EventBus;
  clock: Clock;
  covers: UploadedCovers;
  /** A mosaic of the covers of up to four books or series; undefined if none has a cover. */
  findMosaic(
    type: 'book' | 'series',
    viewer: Viewer,
    ids: readonly string[],
  ): Promise<BytesAnswer | undefined>;
}

export interface Lists {
  collections: CollectionService;
  readLists: ReadListService;
  covers: Record<ListKind, ListCovers>;
  /** Whether the list exists for the viewer or, if it was deleted, existed. */
  sees(
    viewer: Viewer,
    list: ListKind,
    which: { id: string; evidence?: VisibilityEvidence },
  ): Promise<boolean>;
}

const createCollectionService = ({ database, catalog, events, clock }: Dependencies): CollectionService =>
  new ListService<SeriesRow>({
    database,
    clock,
    tables: collectionTables,
    members: {
      list: (viewer, { memberOf, condition }, page) =>
        catalog.series.list(viewer, { memberOf, condition: toCondition('series', condition), page }),
      count: (viewer, { memberOf, condition }) =>
        catalog.series.count(viewer, { memberOf, condition: toCondition('series', condition) }),
      has: async (viewer, { memberOf, condition }, id) =>
        (await catalog.series.count(viewer, {
          memberOf,
          condition: only(id, toCondition('series', condition)),
        })) > 0,
      listByIds: (viewer, ids) => catalog.series.listByIds(viewer, ids),
      listVisible: async (viewer, ids) => (await catalog.series.listByIds(viewer, ids)).map(({ id }) => id),
      listFirst: (viewer, which) => catalog.members.listFirst(viewer, 'series', which),
      countSeen: (viewer) => catalog.members.countSeen(viewer, 'series'),
      findWitnesses: (ids) => catalog.visibility.findWitnesses('series', ids),
      visibleSeries: (viewer, ids) => catalog.visibility.visibleSeries(viewer, ids),
    },
    words: { one: 'collection', nameKey: 'collection_nameFolded_key', write: 'collections:write' },
    publish: (change) => events.publish(collectionChanged, change),
  });

const createReadListService = ({ database, catalog, events, clock }: Dependencies): ReadListService =>
  new ListService<BookRow>({
    database,
    clock,
    tables: readListTables,
    members: {
      list: (viewer, { memberOf, condition }, page) =>
        catalog.books.list(viewer, { memberOf, condition: toCondition('books', condition), page }),
      count: (viewer, { memberOf, condition }) =>
        catalog.books.count(viewer, { memberOf, condition: toCondition('books', condition) }),
      has: async (viewer, { memberOf, condition }, id) =>
        (await catalog.books.count(viewer, {
          memberOf,
          condition: only(id, toCondition('books', condition)),
        })) > 0,
      listByIds: (viewer, ids) => catalog.books.listByIds(viewer, ids),
      listVisible: async (viewer, ids) => (await catalog.books.listByIds(viewer, ids)).map(({ id }) => id),
      listFirst: (viewer, which) => catalog.members.listFirst(viewer, 'book', which),
      countSeen: (viewer) => catalog.members.countSeen(viewer, 'book'),
      findWitnesses: (ids) => catalog.visibility.findWitnesses('book', ids),
      visibleSeries: (viewer, ids) => catalog.visibility.visibleSeries(viewer, ids),
    },
    words: { one: 'read list', nameKey: 'readList_nameFolded_key', write: 'readlists:write' },
    publish: (change) => events.publish(readListChanged, change),
  });

export function createLists(deps: Dependencies): Lists & { routes: MountedRoute[] } {
  const collectionService = createCollectionService(deps);
  const readListService = createReadListService(deps);
  const pictures = {
    collection: new ListCovers({
      owner: 'collection',
      service: collectionService,
      covers: deps.covers,
      findMosaic: (viewer, ids) => deps.findMosaic('series', viewer, ids),
    }),
    readList: new ListCovers({
      owner: 'readList',
      service: readListService,
      covers: deps.covers,
      findMosaic: (viewer, ids) => deps.findMosaic('book', viewer, ids),
    }),
  };
  return {
    collections: collectionService,
    readLists: readListService,
    covers: pictures,
    sees(viewer, list, { id, evidence }) {
      const service = list === 'collection' ? collectionService : readListService;
      return evidence ? service.existed(viewer, evidence) : service.exists(viewer, id);
    },
    routes: [
      ...implement(collections, {
        ...createSharedHandlers(collectionService, {
          write: 'collections:write',
          findThumbnail: (viewer, id) => pictures.collection.findThumbnail(viewer, id),
        }),
        members: createMembersHandler(collectionService, toSeriesDto),
      }),
      ...implement(readLists, {
        ...createSharedHandlers(readListService, {
          write: 'readlists:write',
          findThumbnail: (viewer, id) => pictures.readList.findThumbnail(viewer, id),
        }),
        members: createMembersHandler(readListService, toBookDto),
      }),
    ],
  };
}

/** Conditions are validated when they are saved. A condition that is no longer valid matches nothing. */
function toCondition(target: 'series' | 'books', json: unknown): Condition | undefined {
  if (json === undefined) return undefined;
  const parsed = parseCondition(target, json);
  return 'condition' in parsed ? parsed.condition : { kind: 'anyOf', of: [] };
}

/** The condition for a single series or book. */
function only(id: string, condition: Condition | undefined): Condition {
  const isSame: Condition = {
    kind: 'field',
    field: 'id',
    family: 'id',
    operator: 'is',
    operand: { form: 'text', value: id },
  };
  return condition ? { kind: 'allOf', of: [condition, isSame] } : isSame;
}
