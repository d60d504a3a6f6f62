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

export interface Libraries {
  /** Returns all libraries that were not removed, by id. */
  all(): Promise<ReadonlyMap<string, LibraryFacts>>;
  /** Whether books of removed libraries are not soft-deleted yet. Reads must then filter by library. */
  hasLeftovers(): Promise<boolean>;
  /** Ids of the libraries that the viewer may see. */
  visibleIds(viewer: Viewer): Promise<readonly string[]>;
  /** Ids of the libraries that the viewer is limited to. Null if no library is hidden. */
  limitedIds(viewer: Viewer): Promise<readonly string[] | null>;
  /** Sum of the counts of these libraries. */
  sum(ids: readonly string[], of: 'bookCount' | 'seriesCount'): Promise<number>;
  /** Folders of libraries that are hidden from the viewer, completely or in part by tags or ages. */
  listClosedFolders(viewer: Viewer): Promise<readonly string[]>;
  /** Returns the library, or undefined if it does not exist for the viewer. */
  find(viewer: Viewer, libraryId: string): Promise<LibraryFacts | undefined>;
  /** Throws not_found. */
  get(viewer: Viewer, libraryId: string): Promise<LibraryFacts>;
  /** For changes of all books. Throws not_found, and forbidden if tags or ages hide a part from the viewer. */
  getWhole(viewer: Viewer, libraryId: string): Promise<LibraryFacts>;
}

/** Maximum cache age, in case an event of another process was missed. */
const maxAgeMs = 2_000;

export function createLibraries(db: Db, events: EventBus, clock: Clock): Libraries {
  let known: Promise<Known> | undefined;
  let readAtMs = 0;
  const forget = () => {
    known = undefined;
  };
  events.subscribe(libraryChanged, forget);
  events.subscribe(libraryCounted, forget);
  events.subscribe(messagesMissed, forget);

  function read(): Promise<Known> {
    if (!known || Math.abs(clock() - readAtMs) > maxAgeMs) {
      readAtMs = clock();
      const reading = readLibraries(db);
      known = reading;
      reading.catch(() => {
        if (known === reading) known = undefined;
      });
    }
    return known;
  }

  const all = async () => (await read()).byId;
  const sees = (viewer: Viewer, id: string) => viewer.libraryIds === null || viewer.libraryIds.has(id);
  const find = async (viewer: Viewer, id: string) => (sees(viewer, id) ? (await all()).get(id) : undefined);
  const visibleIds = async (viewer: Viewer) => [...(await all()).keys()].filter((id) => sees(viewer, id));
  const get = async (viewer: Viewer, libraryId: string) => {
    const library = await find(viewer, libraryId);
    if (!library) throw notFound('library');
    return library;
  };
  return {
    all,
    hasLeftovers: async () => (await read()).hasLeftovers,
    visibleIds,
    limitedIds: async (viewer) => (viewer.libraryIds === null ? null : await visibleIds(viewer)),
    async sum(ids, of) {
      const known = await all();
      return ids.reduce((total, id) => total + (known.get(id)?.[of] ?? 0), 0);
    },
    async listClosedFolders(viewer) {
      const closed = [...(await all()).values()].filter(
        ({ id }) => !sees(viewer, id) || viewer.seriesRule !== null,
      );
      return closed.flatMap(({ roots }) => roots.map(({ path }) => path));
    },
    find,
    get,
    async getWhole(viewer, libraryId) {
      const library = await get(viewer, libraryId);
      if (viewer.seriesRule) throw forbidden(reason('library_limited'));
      return library;
    },
  };
}

interface Known {
  byId: ReadonlyMap<string, LibraryFacts>;
  hasLeftovers: boolean;
}

async function readLibraries(db: Db): Promise<Known> {
  const [rows, roots] = await Promise.all([
    db
      .selectFrom('library')
      .select(['id', 'name', 'defaultReadingDirection', 'bookCount', 'seriesCount', 'deletedAt'])
      .where((eb) => eb.or([eb('deletedAt', 'is', null), eb('bookCount', '>', 0)]))
      .orderBy('nameKey')
      .orderBy('id')
      .execute(),
    db
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
