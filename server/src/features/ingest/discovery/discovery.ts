// The first step of a scan: compares every folder of every root with its rows, one folder at a time. Only reads the
// stats of files; writes nothing.

import type { KnownFile } from '#features/libraries/books/index.ts';
import { type Reason, reason } from '#infrastructure/errors.ts';
import { joinNames } from '#infrastructure/files/names.ts';
import type { Log } from '#infrastructure/log.ts';
import { diffFolder } from './diff.ts';
import { FolderTimes } from './folder-times.ts';
import type { ListSettings } from './jobs.ts';
import type { Listing } from './listing.ts';
import type { Picture } from './pictures.ts';
import type { WalkedFolder } from './walk.ts';

export interface DiscoveryRoot {
  id: string;
  settings: ListSettings;
}

export interface KnownFiles {
  listFolder(rootId: string, folder: string): Promise<KnownFile[]>;
  listFolders(rootId: string): Promise<string[]>;
}

export interface ChangedFolder {
  root: DiscoveryRoot;
  path: string;
  /** Number of new and changed files in it. */
  count: number;
  /** All of its files must be read. */
  isDeep: boolean;
}

export interface FolderPictures {
  rootId: string;
  folder: string;
  pictures: readonly Picture[];
}

export interface Discovery {
  filesTotal: number;
  changed: ChangedFolder[];
  /** Books whose file is missing, by id. */
  missing: Map<string, { rootId: string; folder: string; fileName: string }>;
  /** Roots without any book file. */
  emptyRootIds: string[];
  /** Change times of the folders of each root (folder-times.ts), by root id. */
  folderTimes: Map<string, string>;
  /** Paths of temporary files of interrupted or running writes and moves. */
  temporary: string[];
  /** Covers next to books, by folder. */
  pictures: FolderPictures[];
  /** A folder could not be read completely. */
  isIncomplete: boolean;
  /** Messages for users: unreadable folders, skipped links. */
  notes: Reason[];
}

export interface DiscoveryOptions {
  roots: readonly DiscoveryRoot[];
  /** Every known file counts as changed. */
  deep: boolean;
  signal: AbortSignal;
  onProgress(filesTotal: number): void;
}

const maxNotes = 50;
/** The next scan finds further ones. */
const maxTemporary = 1_000;

export function createSurveyor({ listing, known, log }: { listing: Listing; known: KnownFiles; log: Log }) {
  return async function survey({ roots, deep, signal, onProgress }: DiscoveryOptions): Promise<Discovery> {
    const result: Discovery = {
      filesTotal: 0,
      changed: [],
      missing: new Map(),
      emptyRootIds: [],
      folderTimes: new Map(),
      temporary: [],
      pictures: [],
      isIncomplete: false,
      notes: [],
    };
    for (const root of roots) await discoverRoot(root);
    return result;

    async function discoverRoot(root: DiscoveryRoot): Promise<void> {
      const before = result.filesTotal;
      const seen = new Set<string>();
      const unreadable: string[] = [];
      const times = new FolderTimes();
      for await (const folders of listing.walk(root.settings, signal)) {
        signal.throwIfAborted();
        for (const folder of folders) {
          seen.add(folder.path);
          times.add(folder);
          if (folder.error !== undefined) unreadable.push(folder.path);
          await compare(root, folder);
        }
        onProgress(result.filesTotal);
      }
      result.folderTimes.set(root.id, times.toWord());
      if (result.filesTotal === before) result.emptyRootIds.push(root.id);
      for (const path of await known.listFolders(root.id)) {
        if (seen.has(path) || unreadable.some((other) => isWithin(path, other))) continue;
        for (const { id, fileName } of await known.listFolder(root.id, path))
          result.missing.set(id, { rootId: root.id, folder: path, fileName });
      }
    }

    async function compare(root: DiscoveryRoot, folder: WalkedFolder): Promise<void> {
      result.filesTotal += folder.files.length;
      note(root, folder);
      if (folder.error !== undefined) result.isIncomplete = true;
      if (folder.pictures)
        result.pictures.push({ rootId: root.id, folder: folder.path, pictures: folder.pictures });
      for (const name of folder.temporary?.slice(0, maxTemporary - result.temporary.length) ?? [])
        result.temporary.push(`${root.settings.root}/${joinNames(folder.path, name)}`);
      const rows = await known.listFolder(root.id, folder.path);
      if (rows.length === 0 && folder.files.length === 0) return;
      const { added, changed, missing } = await diffFolder(folder.files, rows, deep);
      const count = added.length + changed.length;
      if (count > 0) result.changed.push({ root, path: folder.path, count, isDeep: deep });
      // In an incompletely read folder, no file counts as missing.
      if (folder.error !== undefined) return;
      for (const { id, fileName } of missing)
        result.missing.set(id, { rootId: root.id, folder: folder.path, fileName });
    }

    function note({ settings }: DiscoveryRoot, folder: WalkedFolder): void {
      const { path, error, skipped, isOwn, refusedPatterns = [] } = folder;
      const where = path === '' ? settings.root : `${settings.root}/${path}`;
      for (const pattern of refusedPatterns.slice(0, maxNotes - result.notes.length))
        result.notes.push(reason('folder_pattern_refused', { path: where, pattern: pattern.slice(0, 100) }));
      if (error === undefined && skipped === 0 && !isOwn) return;
      log.info({ folder: where, error, skipped, isOwn }, 'folder was not scanned completely');
      const why = isOwn
        ? reason('folder_of_server_skipped', { path: where })
        : error === undefined
          ? reason('folder_links', { count: skipped, path: where })
          : reason('folder_skipped', { path: where, code: error });
      if (result.notes.length < maxNotes) result.notes.push(why);
    }
  };
}

const isWithin = (path: string, folder: string): boolean =>
  folder === '' || path === folder || path.startsWith(`${folder}/`);
