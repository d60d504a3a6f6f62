// Which books a Kobo is to hold: EPUBs that can be read, of everything or of a list.
import { type Condition, parseCondition } from '@lectern/contract/conditions';
import type { Catalog } from '#catalog/catalog.ts';
import type { FilterPresetService } from '#features/filter-presets/index.ts';
import type { CollectionService, ReadListService } from '#features/gatherings/index.ts';
import type { Viewer } from '#kernel/access/viewer.ts';
import { chunks } from '#kernel/chunks.ts';
import { Problem } from '#kernel/errors.ts';
import type { KoboDeviceTable } from '#schema/tables/kobo.ts';

type ScopeRow = Pick<KoboDeviceTable, 'scopeKind' | 'scopeId'>;

export interface KoboScopes {
  /** Whether the list is there for the viewer. */
  exists(viewer: Viewer, scope: ScopeRow): Promise<boolean>;
  /** Ids of its books; undefined when the list is gone. */
  list(viewer: Viewer, scope: ScopeRow): Promise<string[] | undefined>;
}

interface Parts {
  catalog: Catalog;
  lists: { collections: CollectionService; readLists: ReadListService };
  presets: FilterPresetService;
}

/** Values of one condition. */
const seriesAtOnce = 200;

export function createKoboScopes({ catalog, lists, presets }: Parts): KoboScopes {
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

  async function listOfPreset(viewer: Viewer, id: string): Promise<string[] | undefined> {
    const preset = await findPreset(viewer, id);
    if (!preset) return undefined;
    const { target, condition, ...where } = preset;
    if (target === 'books') return listWith(viewer, condition ? [condition] : [], where);
    return listOfSeries(viewer, await catalog.series.listIds(viewer, { ...where, condition }));
  }

  return {
    async exists(viewer, { scopeKind, scopeId }) {
      if (scopeId === null) return true;
      if (scopeKind === 'collection') return lists.collections.exists(viewer, scopeId);
      if (scopeKind === 'readList') return lists.readLists.exists(viewer, scopeId);
      return (await findPreset(viewer, scopeId)) !== undefined;
    },

    async list(viewer, { scopeKind, scopeId }) {
      if (scopeId === null) return listWith(viewer, []);
      if (scopeKind === 'preset') return listOfPreset(viewer, scopeId);
      const isThere = scopeKind === 'collection' ? lists.collections : lists.readLists;
      if (!(await isThere.exists(viewer, scopeId))) return undefined;
      const is = { operator: 'is', value: scopeId };
      if (scopeKind === 'readList') return listWith(viewer, [toCondition('books', { readListId: is })]);
      const condition = toCondition('series', { collectionId: is });
      return listOfSeries(viewer, await catalog.series.listIds(viewer, { condition }));
    },
  };
}

function toCondition(target: 'books' | 'series', json: unknown): Condition {
  const parsed = parseCondition(target, json);
  if ('condition' in parsed) return parsed.condition;
  throw new Error(parsed.issues.map(({ message }) => message).join('; '));
}

const readable: readonly Condition[] = [
  toCondition('books', { format: { operator: 'is', value: 'epub' } }),
  toCondition('books', { analyzed: { operator: 'isTrue' } }),
];
