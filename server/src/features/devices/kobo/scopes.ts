// Books that should be on a Kobo: readable text books of all libraries or of a list.
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

type BookInSeries = Pick<BookRow, 'id' | 'seriesId'>;

/** Values per condition. */
const seriesAtOnce = 200;

export class KoboScopes {
  readonly #catalog: Catalog;
  readonly #lists: { collections: CollectionService; readLists: ReadListService };
  readonly #presets: FilterPresetService;

  constructor(
    catalog: Catalog,
    lists: { collections: CollectionService; readLists: ReadListService },
    presets: FilterPresetService,
  ) {
    this.#catalog = catalog;
    this.#lists = lists;
    this.#presets = presets;
  }

  /** Whether the list exists for the viewer. */
  async exists(viewer: Viewer, { scopeKind, scopeId }: ScopeRow): Promise<boolean> {
    if (scopeId === null) return true;
    if (scopeKind === 'collection') return this.#lists.collections.exists(viewer, scopeId);
    if (scopeKind === 'readList') return this.#lists.readLists.exists(viewer, scopeId);
    return (await this.#findPreset(viewer, scopeId)) !== undefined;
  }

  /** Ids of the books of the list; undefined if it was deleted. */
  list(viewer: Viewer, scope: ScopeRow): Promise<string[] | undefined> {
    return this.#listBooks(viewer, scope);
  }

  /** Whether the list contains a book that the viewer may see; undefined if it was deleted. */
  async holds(viewer: Viewer, scope: ScopeRow, { id, seriesId }: BookInSeries): Promise<boolean | undefined> {
    if (scope.scopeId === null) return true;
    return (await this.#listBooks(viewer, scope, seriesId))?.includes(id);
  }

  /** An entry without a readable main file is represented by another of its files. */
  async #listWith(viewer: Viewer, condition: Condition[], more: object = {}): Promise<string[]> {
    const { books } = this.#catalog;
    const list = (of: Condition[]) =>
      books.listIds(viewer, { ...more, ...(of.length > 0 && { condition: { kind: 'allOf', of } }) });
    const ids = await list([...readable, ...condition]);
    const others = await books.listInOtherFormats(textFormats);
    if (others.length === 0) return ids;
    const entries = new Set(await list(condition));
    return [...ids, ...others.filter(({ mainBookId }) => entries.has(mainBookId)).map(({ id }) => id)];
  }

  async #listOfSeries(viewer: Viewer, seriesIds: readonly string[]): Promise<string[]> {
    const found: string[] = [];
    for (const values of chunks(seriesIds, seriesAtOnce))
      found.push(
        ...(await this.#listWith(viewer, [toCondition('books', { seriesId: { operator: 'in', values } })])),
      );
    return found;
  }

  #findPreset(viewer: Viewer, id: string) {
    return this.#presets.filter(viewer, id).catch((error: unknown) => {
      if (error instanceof Problem && error.code === 'not_found') return undefined;
      throw error;
    });
  }

  /** Ids of the books of the list, optionally only those of one series. */
  async #listBooks(
    viewer: Viewer,
    { scopeKind, scopeId }: ScopeRow,
    seriesId?: string,
  ): Promise<string[] | undefined> {
    const inSeries = seriesId === undefined ? [] : [toCondition('books', { seriesId: isOne(seriesId) })];
    const ofSeries = (ids: readonly string[]) =>
      this.#listOfSeries(viewer, seriesId === undefined ? ids : ids.filter((id) => id === seriesId));
    if (scopeId === null) return this.#listWith(viewer, inSeries);
    if (scopeKind === 'preset') {
      const preset = await this.#findPreset(viewer, scopeId);
      if (!preset) return undefined;
      const { target, condition, ...where } = preset;
      if (target === 'books')
        return this.#listWith(viewer, [...(condition ? [condition] : []), ...inSeries], where);
      return ofSeries(await this.#catalog.series.listIds(viewer, { ...where, condition }));
    }
    const isThere = scopeKind === 'collection' ? this.#lists.collections : this.#lists.readLists;
    if (!(await isThere.exists(viewer, scopeId))) return undefined;
    if (scopeKind === 'readList')
      return this.#listWith(viewer, [toCondition('books', { readListId: isOne(scopeId) }), ...inSeries]);
    const condition = toCondition('series', { collectionId: isOne(scopeId) });
    return ofSeries(await this.#catalog.series.listIds(viewer, { condition }));
  }
}

const isOne = (value: string) => ({ operator: 'is', value });

function toCondition(target: 'books' | 'series', json: unknown): Condition {
  const parsed = parseCondition(target, json);
  if ('condition' in parsed) return parsed.condition;
  throw new Error(parsed.issues.map(({ reason }) => reason).join('; '));
}

const textFormats = fileFormats.filter(isText);

const readable: readonly Condition[] = [
  toCondition('books', { format: { operator: 'in', values: textFormats } }),
  toCondition('books', { analyzed: { operator: 'isTrue' } }),
];
