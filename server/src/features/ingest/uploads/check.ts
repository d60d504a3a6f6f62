// Checks files before they are uploaded: their destination, problems, and probable duplicates.
import type { CheckedFile } from '@lectern/contract/ingest/uploads';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { type Reason, reason, reasonOf } from '#infrastructure/errors.ts';
import { noRoom, toPlaceProblem, toSize } from '#infrastructure/files/faults/problems.ts';
import { toDisplayName } from '#infrastructure/files/names.ts';
import { toNameKey } from '#infrastructure/files/writing/new-files.ts';
import { isSystemName } from '../discovery/index.ts';
import { type Beside, lookBeside, seesAll, toPathKey } from './beside.ts';
import { checkWritable } from './creating.ts';
import * as store from './store.ts';
import {
  findPathFault,
  findRoom,
  getTarget,
  type TargetLibrary,
  toNames,
  type UploadDependencies,
} from './targets.ts';

interface UploadDestination {
  libraryId: string;
  root: number;
  folder: string;
}

interface FileToUpload {
  path: string;
  sizeBytes: number;
}

const shownDuplicates = 5;

export async function checkFiles(
  deps: UploadDependencies & { findSameSize: FindSameSize },
  viewer: Viewer,
  { files, folder, ...place }: UploadDestination & { files: readonly FileToUpload[] },
): Promise<{ files: CheckedFile[]; problem: Reason | null }> {
  const target = await getTarget(deps, viewer, place);
  const problem = await findCommonFault(deps, target, files);
  const same = await deps.findSameSize(
    viewer,
    files.map(({ sizeBytes }) => sizeBytes).filter((size) => size > 0),
  );
  const folders = new Folders(deps, viewer, target);
  const targets = new Set<string>();
  const checked: CheckedFile[] = [];
  for (const { path, sizeBytes } of files) {
    const found = await judge(deps, target, {
      viewer,
      sizeBytes,
      folders,
      targets,
      names: toNames(folder, path),
    });
    const duplicates = same.filter((book) => book.sizeBytes === sizeBytes).slice(0, shownDuplicates);
    checked.push({
      path,
      ...found,
      duplicates: duplicates.map(({ bookId, title, libraryId }) => ({ bookId, title, libraryId })),
    });
  }
  return { files: checked, problem };
}

export type FindSameSize = (viewer: Viewer, sizes: readonly number[]) => Promise<store.SameSize[]>;

async function findCommonFault(
  deps: UploadDependencies,
  { root }: TargetLibrary,
  files: readonly FileToUpload[],
): Promise<Reason | null> {
  try {
    await checkWritable(root);
    const room = await findRoom(deps, root);
    if (files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) > room) throw noRoom(room);
    return null;
  } catch (error) {
    return reasonOf(toPlaceProblem(error, root));
  }
}

interface Judged {
  viewer: Viewer;
  names: string[] | undefined;
  sizeBytes: number;
  folders: Folders;
  /** Destinations of the previous files. */
  targets: Set<string>;
}

async function judge(
  { config, database }: UploadDependencies,
  { library, root }: TargetLibrary,
  { viewer, names, sizeBytes, folders, targets }: Judged,
): Promise<{ target: string | null; problem: Reason | null }> {
  if (!names) return { target: null, problem: reason('upload_name', { name: '' }) };
  const { maxFileSize } = config.uploads;
  const fault =
    maxFileSize > 0 && sizeBytes > maxFileSize
      ? reason('upload_too_large', { max: toSize(maxFileSize) })
      : findPathFault(library, names);
  if (fault) return { target: names.join('/'), problem: fault };
  try {
    const name = names.at(-1) ?? '';
    const { above, keys } = await folders.read(names.slice(0, -1));
    const target = [...above, name].join('/');
    const key = toPathKey(viewer, [...above, name]);
    const isThere = keys.has(toNameKey(name)) || targets.has(key);
    targets.add(key);
    if (isThere) return { target, problem: reason('upload_exists', { path: target }) };
    const taken = await store.findTaken(database.db, root.id, key);
    // The user's own unfinished upload of the same size is resumed.
    const isTaken = taken && (taken.userId !== viewer.userId || taken.sizeBytes !== sizeBytes);
    return { target, problem: isTaken ? reason('upload_taken', { path: target }) : null };
  } catch (error) {
    return { target: names.join('/'), problem: reasonOf(toPlaceProblem(error, root)) };
  }
}

/** Lists each folder once for all files. */
class Folders {
  readonly #deps: UploadDependencies;
  readonly #viewer: Viewer;
  readonly #options: TargetLibrary;
  readonly #known = new Map<string, ReturnType<Folders['read']>>();

  constructor(deps: UploadDependencies, viewer: Viewer, options: TargetLibrary) {
    this.#deps = deps;
    this.#viewer = viewer;
    this.#options = options;
  }

  read(names: readonly string[]): Promise<Beside> {
    const key = names.join('/');
    const reading =
      this.#known.get(key) ??
      lookBeside(this.#deps, this.#viewer, { root: this.#options.root, folders: names });
    this.#known.set(key, reading);
    return reading;
  }
}

const maxFolders = 5_000;

/** The subfolders of a folder, by name. Empty for callers who see only a part of the library. */
export async function listFolders(
  deps: Pick<UploadDependencies, 'catalog' | 'libraries' | 'folders'>,
  viewer: Viewer,
  { folder, ...place }: UploadDestination,
): Promise<string[]> {
  const { root } = await getTarget(deps, viewer, place);
  if (!seesAll(viewer)) return [];
  const names = folder === '' ? [] : toNames('', folder);
  if (!names) return [];
  try {
    const { path, missing } = await deps.folders.locate(root.path, names);
    const folders = missing.length > 0 ? [] : await deps.folders.listFolderNames(path).catch(() => []);
    return folders
      .filter((name) => !isSystemName(name))
      .map(toDisplayName)
      .toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))
      .slice(0, maxFolders);
  } catch (error) {
    throw toPlaceProblem(error, root);
  }
}
