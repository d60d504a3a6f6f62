// Remembers which item of this server each item of a source server became. A repeated import recognizes renamed items
// and does not restore items that were deleted here.
import type { Db } from '#infrastructure/database/dialect.ts';
import { toStableId } from '#infrastructure/ids.ts';
import * as store from './store.ts';

export type ItemKind =
  | 'user'
  | 'userWithoutLibraries'
  | 'library'
  | 'collection'
  | 'collectionMember'
  | 'collectionCover'
  | 'readList'
  | 'readListMember'
  | 'readListCover'
  | 'seriesCover'
  | 'bookCover'
  | 'rating'
  | 'wantToRead'
  | 'preset';

export interface ImportedItem {
  /** Id of the item on this server. The item may have been deleted. */
  ourId: string;
  /** Whether the import created the item. */
  isMade: boolean;
}

/** PostgreSQL limits the size of index rows. */
const maxIdLength = 200;

export class ImportedItems {
  readonly #db: Db;
  readonly #source: string;

  constructor(db: Db, source: string) {
    this.#db = db;
    this.#source = source;
  }

  /** Items of one kind, by the id at the source. */
  async load(kind: ItemKind): Promise<KnownItems> {
    const rows = await store.list(this.#db, this.#source, kind);
    return new KnownItems(
      new Map(rows.map(({ theirId, ourId, isMade }) => [theirId, { ourId, isMade: isMade === 1 }])),
      (items, on) => store.save(on ?? this.#db, this.#source, kind, items),
    );
  }
}

type NewItem = ImportedItem & { theirId: string };

export class KnownItems {
  readonly #items: Map<string, ImportedItem>;
  readonly #write: (items: readonly NewItem[], on: Db | undefined) => Promise<void>;

  constructor(
    items: Map<string, ImportedItem>,
    write: (items: readonly NewItem[], on: Db | undefined) => Promise<void>,
  ) {
    this.#items = items;
    this.#write = write;
  }

  find(theirId: string): ImportedItem | undefined {
    return this.#items.get(toKey(theirId));
  }

  has(theirId: string): boolean {
    return this.find(theirId) !== undefined;
  }

  save(theirId: string, item: ImportedItem, on?: Db): Promise<void> {
    return this.saveAll([{ theirId, ...item }], on);
  }

  async saveAll(items: readonly NewItem[], on?: Db): Promise<void> {
    const news = items.map((item) => ({ ...item, theirId: toKey(item.theirId) }));
    await this.#write(news, on);
    for (const { theirId, ...item } of news) this.#items.set(theirId, item);
  }
}

const toKey = (theirId: string): string =>
  theirId.length > maxIdLength ? toStableId('long id', theirId) : theirId;
