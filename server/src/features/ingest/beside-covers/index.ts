// Adopts pictures next to books and in the folders of series as covers, and removes the covers whose pictures
// disappeared. Covers that users selected remain selected.
import { readFile } from 'node:fs/promises';
import type { BookFiles } from '#features/libraries/books/index.ts';
import type { ScanLibrary } from '#features/libraries/libraries/index.ts';
import type { SeriesScan } from '#features/libraries/series/index.ts';
import type { Database } from '#infrastructure/database/dialect.ts';
import { Problem } from '#infrastructure/errors.ts';
import { joinNames, toDisplayName, toNativePath } from '#infrastructure/files/names.ts';
import type { Log } from '#infrastructure/log.ts';
import type { FolderPictures } from '../discovery/index.ts';

type EntityType = 'book' | 'series';

interface Entity {
  type: EntityType;
  id: string;
}

/** Stores the covers. */
interface BesideCoverStore {
  /** The adopted covers of a library, each with the stamp of its file. */
  list(libraryId: string): Promise<(Entity & { coverId: string; stamp: string })[]>;
  /** Replaces the adopted cover. Throws a Problem for data that is not an image. */
  adopt(
    type: EntityType,
    cover: { id: string; name: string; stamp: string; bytes: Uint8Array },
  ): Promise<void>;
  drop(type: EntityType, which: { id: string; coverId: string }): Promise<void>;
}

interface Dependencies {
  database: Database;
  books: Pick<BookFiles, 'listFolder'>;
  series: Pick<SeriesScan, 'listByPaths'>;
  covers: BesideCoverStore;
  log: Log;
}

interface Found {
  /** `isComplete`: all folders were read, so that covers of missing pictures are dropped. */
  isComplete: boolean;
  folders: readonly FolderPictures[];
  signal: AbortSignal;
}

interface Wanted extends Entity {
  root: string;
  path: string;
  name: string;
  sizeBytes: number;
  stamp: string;
}

const maxBytes = 20 * 1024 * 1024;

export class BesideCovers {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  async adopt(library: ScanLibrary, { folders, isComplete, signal }: Found): Promise<void> {
    const { covers } = this.#deps;
    const known = await covers.list(library.id);
    if (known.length + folders.length === 0) return;
    const stampOf = new Map(known.map((cover) => [toKey(cover), cover.stamp]));
    const wanted = await this.#listWanted(library, folders);
    for (const [key, pictures] of wanted) {
      signal.throwIfAborted();
      // The first usable picture counts.
      for (const cover of pictures)
        if (stampOf.get(key) === cover.stamp || (await this.#adoptOne(cover))) break;
    }
    if (!isComplete) return;
    for (const cover of known) if (!wanted.has(toKey(cover))) await covers.drop(cover.type, cover);
  }

  /** The pictures of each book and series, in order of precedence. */
  async #listWanted(
    library: ScanLibrary,
    folders: readonly FolderPictures[],
  ): Promise<Map<string, Wanted[]>> {
    const { database, books, series } = this.#deps;
    const wanted = new Map<string, Wanted[]>();
    const ofFolder = folders.filter(
      ({ folder, pictures }) => folder !== '' && pictures.some((one) => one.isOfFolder),
    );
    const paths = ofFolder.map(({ folder }) => folder);
    const rows = await series.listByPaths(database.db, library.id, paths);
    const seriesOf = new Map(rows.map(({ id, rootId, path }) => [JSON.stringify([rootId, path]), id]));
    for (const { rootId, folder, pictures } of folders) {
      const root = library.roots.find(({ id }) => id === rootId)?.path;
      if (root === undefined) continue;
      const needsBooks = pictures.some((picture) => picture.books.length > 0);
      const files = needsBooks ? await books.listFolder(rootId, folder) : [];
      const idOf = new Map(files.map(({ fileName, id }) => [fileName, id]));
      for (const picture of pictures) {
        const path = joinNames(folder, picture.name);
        const stamp = JSON.stringify([rootId, path, picture.sizeBytes, picture.modifiedUs]);
        const { name, sizeBytes } = picture;
        const add = (type: EntityType, id: string | undefined) => {
          if (id === undefined) return;
          const key = toKey({ type, id });
          const all = wanted.get(key) ?? [];
          all.push({ type, id, root, path, name, sizeBytes, stamp });
          wanted.set(key, all);
        };
        for (const book of picture.books) add('book', idOf.get(book));
        if (picture.isOfFolder) add('series', seriesOf.get(JSON.stringify([rootId, folder])));
      }
    }
    return wanted;
  }

  /** Returns false for a picture that cannot be used, which leaves the cover unchanged. */
  async #adoptOne({ type, id, root, path, name, sizeBytes, stamp }: Wanted): Promise<boolean> {
    if (sizeBytes > maxBytes) return false;
    try {
      const bytes = await readFile(toNativePath(root, path));
      await this.#deps.covers.adopt(type, { id, name: toDisplayName(name), stamp, bytes });
      return true;
    } catch (error) {
      if (!(error instanceof Problem) && !(error instanceof Error && 'code' in error)) throw error;
      this.#deps.log.info({ err: error, path }, 'a picture next to a book cannot be used as its cover');
      return false;
    }
  }
}

const toKey = ({ type, id }: Entity): string => `${type} ${id}`;
