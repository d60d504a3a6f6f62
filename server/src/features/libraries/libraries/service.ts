// Rules of libraries: allowed folders, and the effects of removing folders or libraries.
import type { Issue } from '@lectern/contract/errors';
import type {
  CreateLibrary,
  Library,
  LibraryRoot,
  UpdateLibrary,
} from '@lectern/contract/libraries/libraries';
import type { PageRequest } from '@lectern/contract/pagination';
import type { Catalog } from '#catalog/catalog.ts';
import type { ChangeKind } from '#catalog/changes.ts';
import { libraryChanged, libraryShrunk } from '#catalog/libraries.ts';
import { type LibraryCounts, toScope } from '#catalog/visible.ts';
import { can, system, type Viewer } from '#infrastructure/access/viewer.ts';
import type { Clock } from '#infrastructure/clock.ts';
import type { Database, Tx } from '#infrastructure/database/dialect.ts';
import { hasAll, isSameJson } from '#infrastructure/equality.ts';
import { conflict, forbidden, invalid, notFound, reason, toIssue } from '#infrastructure/errors.ts';
import type { EventBus } from '#infrastructure/events/bus.ts';
import { newId } from '#infrastructure/ids.ts';
import { fold } from '#infrastructure/text/fold.ts';
import type { LibraryRootTable } from '#schema/tables/libraries/library.ts';
import {
  type CheckedPath,
  checkPath,
  findOverlap,
  type LibraryBounds,
  requireFolderChoice,
} from './paths.ts';
import type { LibraryWithRoots } from './store.ts';
import * as store from './store.ts';
import { toChange, toLibrary, toNewRow } from './to-library.ts';

export interface LibraryDependencies {
  database: Database;
  catalog: Catalog;
  events: EventBus;
  clock: Clock;
  bounds: LibraryBounds;
  /** Throws a 400 error with every issue in the settings for scans. */
  checkSettings(settings: LibrarySettings): void;
  /** Called when the provider order of a library has changed. */
  onProvidersOrdered(libraryId: string): Promise<void>;
  /** Called when page comparison was turned on or off for a library. */
  onPagesCompared(libraryId: string): Promise<void>;
}

/** Settings that affect scans. */
export type LibrarySettings = Pick<
  UpdateLibrary,
  'seriesStrategy' | 'seriesConfig' | 'excludedPatterns' | 'scanning'
>;

export class LibraryService {
  readonly #deps: LibraryDependencies;

  constructor(deps: LibraryDependencies) {
    this.#deps = deps;
  }

  async list(viewer: Viewer, page: PageRequest): Promise<{ libraries: Library[]; total: number }> {
    const ids = await this.#deps.catalog.libraries.visibleIds(viewer);
    const counts = await this.#deps.catalog.visibility.countByLibrary(viewer);
    const rows = await store.list(this.#deps.database.db, ids, page);
    return { libraries: rows.map((row) => toShown(viewer, row, counts)), total: ids.length };
  }

  async get(viewer: Viewer, id: string): Promise<Library> {
    const row = await this.#getRow(viewer, id);
    return toShown(viewer, row, await this.#deps.catalog.visibility.countByLibrary(viewer));
  }

  /** Roots in order, with counts of the books that the viewer sees. */
  async listRoots(viewer: Viewer, id: string): Promise<LibraryRoot[]> {
    const { roots } = await this.#getRow(viewer, id);
    const scope = await toScope(this.#deps.catalog.libraries, viewer, id);
    return Promise.all(
      roots.map(async (root) => ({
        path: root.path,
        bookCount: await store.countBooks(this.#deps.database, root.id, scope),
      })),
    );
  }

  async create(viewer: Viewer, body: CreateLibrary): Promise<Library> {
    this.#deps.checkSettings(body);
    const paths = await this.#checkPaths(viewer, body);
    const id = newId();
    const row = toNewRow(body, { id, nowMs: this.#deps.clock() });
    await this.#deps.database.transaction(async (tx) => {
      await this.#refuseTakenName(viewer, tx, body.name);
      await this.#refuseOverlaps(viewer, tx, { paths, toPlace: placesOf(body) });
      await store.insert(tx, row);
      for (const [position, path] of paths.entries()) {
        await store.insertRoot(tx, toNewRoot(id, path, position));
      }
    });
    this.#publishChange(id, 'created');
    const created = await store.find(this.#deps.database.db, id);
    if (!created) throw notFound('library');
    return toLibrary(created, { counts: created, withPaths: true });
  }

  async update(viewer: Viewer, id: string, body: UpdateLibrary): Promise<Library> {
    const before = await this.#getWholeRow(viewer, id);
    this.#deps.checkSettings({ ...toLibrary(before, { counts: before, withPaths: true }), ...body });
    const known = before.roots.map((root) => root.path);
    const asksForPaths = body.path !== undefined || body.paths !== undefined;
    const paths = asksForPaths ? await this.#checkPaths(viewer, body, known) : undefined;
    const change = toChange(body);
    const hasPaths = paths !== undefined && !isSameJson(paths, known);
    if (!hasPaths && hasAll(before, change)) return this.get(viewer, id);
    await this.#deps.database.transaction(async (tx) => {
      await this.#refuseTakenName(viewer, tx, body.name, id);
      if (hasPaths) {
        await this.#refuseOverlaps(viewer, tx, { paths, toPlace: placesOf(body), own: id });
        // Reads the library again under the lock: other requests can no longer change its folders.
        await this.#replaceRoots(tx, (await store.find(tx, id)) ?? before, paths);
      }
      await store.update(tx, id, { ...change, updatedAt: this.#deps.clock() });
    });
    this.#publishChange(id, 'updated');
    if (change.metadataProviders !== undefined && change.metadataProviders !== before.metadataProviders)
      await this.#deps.onProvidersOrdered(id);
    if (change.comparePages !== undefined && change.comparePages !== before.comparePages)
      await this.#deps.onPagesCompared(id);
    if (hasPaths) this.#deps.events.publish(libraryShrunk, { libraryId: id });
    return this.get(viewer, id);
  }

  /** Hides the library immediately; a task marks its books as deleted. Files are not changed. */
  async remove(viewer: Viewer, id: string): Promise<void> {
    await this.#getWholeRow(viewer, id);
    await store.update(this.#deps.database.db, id, {
      deletedAt: this.#deps.clock(),
      updatedAt: this.#deps.clock(),
    });
    this.#publishChange(id, 'deleted');
    this.#deps.events.publish(libraryShrunk, { libraryId: id });
  }

  #publishChange(libraryId: string, kind: ChangeKind) {
    return this.#deps.events.publish(libraryChanged, { libraryId, kind });
  }

  async #getRow(viewer: Viewer, id: string): Promise<LibraryWithRoots> {
    const visible = await this.#deps.catalog.libraries.visibleIds(viewer);
    const row = await store.find(this.#deps.database.db, id);
    // A library that another process has just created may not be cached in this process yet.
    if (!row || (!visible.includes(id) && viewer.libraryIds !== null)) throw notFound('library');
    return row;
  }

  /**
   * For changes: other settings can move hidden books to visible series. Throws forbidden for a viewer who sees
   * a part.
   */
  async #getWholeRow(viewer: Viewer, id: string): Promise<LibraryWithRoots> {
    const row = await this.#getRow(viewer, id);
    if (viewer.seriesRule) throw forbidden(reason('library_limited'));
    return row;
  }

  /** Returns the normalized paths to store. Throws a 400 error with every issue. */
  async #checkPaths(
    viewer: Viewer,
    { path, paths }: Pick<UpdateLibrary, 'path' | 'paths'>,
    before: readonly string[] = [],
  ): Promise<string[]> {
    const given = paths ?? [path ?? ''];
    const toPlace = placesOf({ paths });
    if (given.some((one) => !before.includes(one))) requireFolderChoice(viewer, this.#deps.bounds);
    const closed = await this.#deps.catalog.libraries.listClosedFolders(viewer);
    const checked = await Promise.all(
      given.map((one, i): CheckedPath | Promise<CheckedPath> =>
        before.includes(one) ? { path: one } : checkPath(one, toPlace(i), { ...this.#deps.bounds, closed }),
      ),
    );
    const issues = checked.flatMap(({ issue }) => (issue ? [issue] : []));
    checked.forEach(({ path, issue }, i) => {
      if (issue) return;
      const earlier = checked.slice(0, i).filter((other) => !other.issue);
      const twice = earlier.find((other) => other.path === path);
      const overlap = (twice ? [twice] : earlier).flatMap((other) => findOverlap(path, other) ?? [])[0];
      if (overlap) issues.push(toIssue(toPlace(i), overlap));
    });
    if (issues.length > 0) throw invalid(issues);
    return checked.map(({ path }) => path);
  }

  /** Throws if a folder overlaps with one of another library. Holds a lock until the transaction ends. */
  async #refuseOverlaps(
    viewer: Viewer,
    tx: Tx,
    { paths, toPlace, own }: { paths: readonly string[]; toPlace(position: number): string; own?: string },
  ): Promise<void> {
    await this.#deps.database.dialect.lock(tx, 'library.paths');
    const others = (await store.listAll(tx)).filter((library) => library.id !== own);
    const issues: Issue[] = [];
    for (const [i, path] of paths.entries()) {
      for (const { id, name, roots } of others) {
        const isSeen = viewer.libraryIds === null || viewer.libraryIds.has(id);
        for (const root of roots) {
          const overlap = findOverlap(path, { path: root.path, libraryName: name });
          if (overlap && !isSeen) issues.push(toIssue(toPlace(i), reason('folder_of_another')));
          else if (overlap) issues.push(toIssue(toPlace(i), overlap));
        }
      }
    }
    if (issues.length > 0) throw invalid(issues);
  }

  /**
   * Throws `conflict` if another library that the viewer sees has this name. Holds a lock until the transaction
   * ends. A library hidden from the viewer may have the same name, because an error would reveal it.
   */
  async #refuseTakenName(viewer: Viewer, tx: Tx, name: string | undefined, own?: string): Promise<void> {
    if (name === undefined) return;
    await this.#deps.database.dialect.lock(tx, 'library.names');
    const named = await store.listIdsByName(tx, fold(name));
    const seen = named.filter(
      (id) => id !== own && (viewer.libraryIds === null || viewer.libraryIds.has(id)),
    );
    if (seen.length > 0) throw conflict(reason('library_name_taken', { name }));
  }

  /**
   * A folder that remains keeps its row. When a folder is replaced by another at the same position, the library
   * has moved: the row keeps its books and gets the new path, which makes a changed mount point cheap.
   */
  async #replaceRoots(tx: Tx, library: LibraryWithRoots, paths: readonly string[]): Promise<void> {
    const going = library.roots.filter((root) => !paths.includes(root.path));
    for (const [position, path] of paths.entries()) {
      const same = library.roots.find((root) => root.path === path);
      const moved = same ? undefined : takeAt(going, library.roots[position]?.id);
      const kept = same ?? moved;
      if (kept)
        await store.updateRoot(tx, kept.id, {
          path,
          position,
          ...(moved && { device: null, folderTimes: null }),
        });
      else await store.insertRoot(tx, toNewRoot(library.id, path, position));
    }
    for (const root of going) await store.updateRoot(tx, root.id, { removedAt: this.#deps.clock() });
  }
}

const toShown = (
  viewer: Viewer,
  row: LibraryWithRoots,
  counts: ReadonlyMap<string, LibraryCounts>,
): Library =>
  toLibrary(row, {
    counts: counts.get(row.id),
    withPaths: viewer === system || can(viewer, 'libraries:write'),
  });

/** Path of the folder in the request body. */
const placesOf =
  ({ paths }: Pick<UpdateLibrary, 'paths'>) =>
  (position: number) =>
    paths ? `body.paths.${position}` : 'body.path';

const toNewRoot = (libraryId: string, path: string, position: number): LibraryRootTable => ({
  id: newId(),
  libraryId,
  path,
  position,
  device: null,
  folderTimes: null,
  removedAt: null,
});

function takeAt<T extends { id: string }>(list: T[], id: string | undefined): T | undefined {
  const at = list.findIndex((item) => item.id === id);
  return at < 0 ? undefined : list.splice(at, 1)[0];
}
