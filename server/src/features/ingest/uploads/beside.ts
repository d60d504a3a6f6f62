// The entries of the folder of an upload that its sender may know. The check and the creation of uploads use this rule:
// a user who sees only a part of a library, because of tags or age ratings, learns only about visible books.
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { Problem } from '#infrastructure/errors.ts';
import { listNames } from '#infrastructure/files/writing/moving.ts';
import { toNameKey } from '#infrastructure/files/writing/new-files.ts';
import * as store from './store.ts';
import type { Root, UploadDependencies } from './targets.ts';

export type VisibleDependencies = Pick<UploadDependencies, 'database' | 'catalog' | 'folders'>;

/** Maximum number tried for a free name. */
export const maxTries = 1_000;

export interface Beside {
  /** The names of the folders above the file. For callers who see the whole library, with the case used on disk. */
  above: readonly string[];
  /** The keys of the names in the folder. */
  keys: ReadonlySet<string>;
}

export const seesAll = ({ seriesRule }: Viewer): boolean => seriesRule === null;

export async function lookBeside(
  deps: VisibleDependencies,
  viewer: Viewer,
  { root, folders }: { root: Root; folders: readonly string[] },
): Promise<Beside> {
  if (!seesAll(viewer)) return lookForVisible(deps, viewer, { root, folders });
  const { path, names, missing } = await deps.folders.locate(root.path, folders);
  const beside = missing.length > 0 ? [] : await listNames(path).catch(() => []);
  return { above: names, keys: new Set(beside.map(toNameKey)) };
}

async function lookForVisible(
  deps: VisibleDependencies,
  viewer: Viewer,
  { root, folders }: { root: Root; folders: readonly string[] },
): Promise<Beside> {
  const located = await deps.folders.locate(root.path, folders).catch((error: unknown) => {
    // A file or a link has the name of the folder. The file gets another folder when it is complete.
    if (isTaken(error)) return undefined;
    throw error;
  });
  const names = located
    ? await store.listVisibleNames(deps, viewer, { rootId: root.id, folder: located.names.join('/') })
    : [];
  return { above: folders, keys: new Set(names.map(toNameKey)) };
}

/** Whether the error means that a file or a link has the name of the folder. */
export const isTaken = (error: unknown): boolean =>
  error instanceof Problem && ['folder_is_file', 'upload_outside'].includes(error.reason?.reason ?? '');

/**
 * The key of an unfinished upload. It is unique in the root, so that two uploads do not get the same name. Callers who
 * see only a part of the library have separate keys, because a conflict would reveal the upload of another user.
 */
export function toPathKey(viewer: Viewer, names: readonly string[]): string {
  const key = toNameKey(names.join('/'));
  return seesAll(viewer) ? key : `${ownKey}${viewer.userId}/${key}`;
}

/** No path begins with it. */
const ownKey = '//';

/** Whether an upload gets a free name if its name is taken, because its uploader must not learn of the file. */
export const getsFreeName = (pathKey: string | null): boolean => pathKey?.startsWith(ownKey) === true;
