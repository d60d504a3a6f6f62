// Existing libraries, cached in memory: every read needs their names, folders and defaults, and there are few.
import type { ReadingDirection } from '@lectern/contract/values';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import type { Clock } from '#infrastructure/clock.ts';
import type { Db } from '#infrastructure/database/dialect.ts';
import { forbidden, notFound, reason } from '#infrastructure/errors.ts';
import { channel, type EventBus, messagesMissed } from '#infrastructure/events/bus.ts';

/** A library was added, changed or removed, or its counts changed. */
export const libraryChanged = channel<{ libraryId: string; kind?: 'created' | 'updated' | 'deleted' }>(
  'library.changed',
);

/** Books of a library were added or removed, so only its counts changed. */
export const libraryCounted = channel<{ libraryId: string }>('library.counted');

/** A library or one of its folders was removed. Its books must be soft-deleted. */
export const libraryShrunk = channel<{ libraryId: string }>('library.shrunk');

export interface LibraryFacts {
  id: string;
  name: string;
  defaultReadingDirection: ReadingDirection;
  bookCount: number;
  seriesCount: number;
  roots: readonly { id: string; path: string }[];
}

/** Maximum cache age, in case an event of another process was missed. */
const maxAgeMs = 2_000;

export class Libraries {
  readonly #db: Db;
  readonly #clock: Clock;
  #known: Promise<LibraryCache> | undefined;
  #readAtMs = 0;
  readonly #forget = () => {
    this.#known = undefined;
  };

  constructor(db: Db, events: EventBus, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
    events.subscribe(libraryChanged, this.#forget);
    events.subscribe(libraryCounted, this.#forget);
    events.subscribe(messagesMissed, this.#forget);
  }

  /** Returns all libraries that were not removed, by id. */
  async all(): Promise<ReadonlyMap<string, LibraryFacts>> {
    return (await this.#read()).byId;
  }

  /** Whether books of removed libraries are not soft-deleted yet. Reads must then filter by library. */
  async hasLeftovers(): Promise<boolean> {
    return (await this.#read()).hasLeftovers;
  }

  /** Ids of the libraries that the viewer may see. */
  async visibleIds(viewer: Viewer): Promise<readonly string[]> {
    return [...(await this.all()).keys()].filter((id) => sees(viewer, id));
  }

  /** Ids of the libraries that the viewer is limited to. Null if no library is hidden. */
  async limitedIds(viewer: Viewer): Promise<readonly string[] | null> {
    return viewer.libraryIds === null ? null : await this.visibleIds(viewer);
  }

  /** Sum of the counts of these libraries. */
  async sum(ids: readonly string[], of: 'bookCount' | 'seriesCount'): Promise<number> {
    const known = await this.all();
    return ids.reduce((total, id) => total + (known.get(id)?.[of] ?? 0), 0);
  }

  /** Folders of libraries that are hidden from the viewer, completely or in part by tags or ages. */
  async listClosedFolders(viewer: Viewer): Promise<readonly string[]> {
    const closed = [...(await this.all()).values()].filter(
      ({ id }) => !sees(viewer, id) || viewer.seriesRule !== null,
    );
    return closed.flatMap(({ roots }) => roots.map(({ path }) => path));
  }

  /** Returns the library, or undefined if it does not exist for the viewer. */
  async find(viewer: Viewer, id: string): Promise<LibraryFacts | undefined> {
    return sees(viewer, id) ? (await this.all()).get(id) : undefined;
  }

  /** Throws not_found. */
  async get(viewer: Viewer, libraryId: string): Promise<LibraryFacts> {
    const library = await this.find(viewer, libraryId);
    if (!library) throw notFound('library');
    return library;
  }

  /** For changes of all books. Throws not_found, and forbidden if tags or ages hide a part from the viewer. */
  async getWhole(viewer: Viewer, libraryId: string): Promise<LibraryFacts> {
    const library = await this.get(viewer, libraryId);
    if (viewer.seriesRule) throw forbidden(reason('library_limited'));
    return library;
  }

  #read(): Promise<LibraryCache> {
    if (!this.#known || Math.abs(this.#clock() - this.#readAtMs) > maxAgeMs) {
      this.#readAtMs = this.#clock();
      const reading = this.#readLibraries();
      this.#known = reading;
      reading.catch(() => {
        if (this.#known === reading) this.#known = undefined;
      });
    }
    return this.#known;
  }

  async #readLibraries(): Promise<LibraryCache> {
    const [rows, roots] = await Promise.all([
      this.#db
        .selectFrom('library')
        .select(['id', 'name', 'defaultReadingDirection', 'bookCount', 'seriesCount', 'deletedAt'])
        .where((eb) => eb.or([eb('deletedAt', 'is', null), eb('bookCount', '>', 0)]))
        .orderBy('nameKey')
        .orderBy('id')
        .execute(),
      this.#db
        .selectFrom('libraryRoot')
        .select(['id', 'libraryId', 'path'])
        .where('removedAt', 'is', null)
        .orderBy('position')
        .execute(),
    ]);
    const facts = rows
      .filter((row) => row.deletedAt === null)
      .map(({ deletedAt: _, ...row }): [string, LibraryFacts] => [
        row.id,
        {
          ...row,
          defaultReadingDirection: row.defaultReadingDirection,
          roots: roots.filter((root) => root.libraryId === row.id),
        },
      ]);
    return { byId: new Map(facts), hasLeftovers: facts.length < rows.length };
  }
}

const sees = (viewer: Viewer, id: string) => viewer.libraryIds === null || viewer.libraryIds.has(id);

interface LibraryCache {
  byId: ReadonlyMap<string, LibraryFacts>;
  hasLeftovers: boolean;
}
