// Books that should be on a Kobo: readable EPUBs of all libraries or of a list.
import { type Condition, parseCondition } from '@lectern/contract/conditions/conditions';
import { fileFormats, isText } from '@lectern/contract/values';
import type { BookRow } from '#catalog/books/book-rows.ts';
import type { Catalog } from '#catalog/catalog.ts';
import type { FilterPresetService } from '#features/reading/filter-presets/index.ts';
import type { CollectionService, ReadListService } from '#features/reading/lists/index.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { chunks } from '#infrastructure/chunks.ts';
import { Problem } from '#infrastructure/errors.ts';
import type { KoboDeviceTable } from '#schema/tables/devices/kobo.ts';

type ScopeRow = Pick<KoboDeviceTable, 'scopeKind' | 'scopeId'>;

export interface KoboScopes {
  /** Whether the list exists for the viewer. */
  exists(viewer: Viewer, scope: ScopeRow): Promise<boolean>;
  /** Ids of the books of the list; undefined if it was deleted. */
  list(viewer: Viewer, scope: ScopeRow): Promise<string[] | undefined>;
  /** Whether the list contains a book that the viewer may see; undefined if it was deleted. */
  holds(viewer: Viewer, scope: ScopeRow, book: BookInSeries): Promise<boolean | undefined>;
}

type BookInSeries = Pick<BookRow, 'id' | 'seriesId'>;

interface Dependencies {
  catalog: Catalog;
  lists: { collections: CollectionService; readLists: ReadListService };
  presets: FilterPresetService;
}

/** Values per condition. */
const seriesAtOnce = 200;

export function createKoboScopes({ catalog, lists, presets }: Dependencies): KoboScopes {
  const listWith = (viewer: Viewer, condition: Condition[], more: object = {}) =>
    catalog.books.listIds(viewer, { ...more, condition: { kind: 'allOf', of: [...readable, ...condition] } });

  async function listOfSeries(viewer: Viewer, seriesIds: readonly string[]): Promise<string[]> {
    const found: string[] = [];
    for (const values of chunks(seriesIds, seriesAtOnce))
      found.push(
        ...(await listWith(viewer, [toCondition('books', { seriesId: { operator: 'in', values } })])),
      );
    return found;
  }

  const findPreset = (viewer: Viewer, id: string) =>
    presets.filter(viewer, id).catch((error: unknown) => {
      if (error instanceof Problem && error.code === 'not_found') return undefined;
      throw error;
    });

  /** Ids of the books of the list, optionally only those of one series. */
  async function listBooks(
    viewer: Viewer,
    { scopeKind, scopeId }: ScopeRow,
    seriesId?: string,
  ): Promise<string[] | undefined> {
    const inSeries = seriesId === undefined ? [] : [toCondition('books', { seriesId: isOne(seriesId) })];
    const ofSeries = (ids: readonly string[]) =>
      listOfSeries(viewer, seriesId === undefined ? ids : ids.filter((id) => id === seriesId));
    if (scopeId === null) return listWith(viewer, inSeries);
    if (scopeKind === 'preset') {
      const preset = await findPreset(viewer, scopeId);
      if (!preset) return undefined;
      const { target, condition, ...where } = preset;
      if (target === 'books')
        return listWith(viewer, [...(condition ? [condition] : []), ...inSeries], where);
      return ofSeries(await catalog.series.listIds(viewer, { ...where, condition }));
    }
    const isThere = scopeKind === 'collection' ? lists.collections : lists.readLists;
    if (!(await isThere.exists(viewer, scopeId))) return undefined;
    if (scopeKind === 'readList')
      return listWith(viewer, [toCondition('books', { readListId: isOne(scopeId) }), ...inSeries]);
    const condition = toCondition('series', { collectionId: isOne(scopeId) });
    return ofSeries(await catalog.series.listIds(viewer, { condition }));
  }

  return {
    async exists(viewer, { scopeKind, scopeId }) {
      if (scopeId === null) return true;
      if (scopeKind === 'collection') return lists.collections.exists(viewer, scopeId);
      if (scopeKind === 'readList') return lists.readLists.exists(viewer, scopeId);
      return (await findPreset(viewer, scopeId)) !== undefined;
    },

    list: (viewer, scope) => listBooks(viewer, scope),

    async holds(viewer, scope, { id, seriesId }) {
      if (scope.scopeId === null) return true;
      return (await listBooks(viewer, scope, seriesId))?.includes(id);
    },
  };
}

const isOne = (value: string) => ({ operator: 'is', value });

function toCondition(target: 'books' | 'series', json: unknown): Condition {
  const parsed = parseCondition(target, json);
  if ('condition' in parsed) return parsed.condition;
  throw new Error(parsed.issues.map(({ reason }) => reason).join('; '));
}

const readable: readonly Condition[] = [
  toCondition('books', { format: { operator: 'in', values: fileFormats.filter(isText) } }),
  toCondition('books', { analyzed: { operator: 'isTrue' } }),
];
