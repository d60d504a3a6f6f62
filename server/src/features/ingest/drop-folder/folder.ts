// The location of the drop folder, and the reason if it cannot be used.
import { constants } from 'node:fs';
import { access, realpath, stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import type { Catalog } from '#catalog/catalog.ts';
import { overlaps } from '#features/libraries/libraries/index.ts';
import type { Config } from '#infrastructure/config/schema.ts';
import { conflict, Problem, type Reason, reason } from '#infrastructure/errors.ts';
import { toPlaceProblem } from '#infrastructure/files/faults/problems.ts';
import type { OwnFolders } from '#infrastructure/files/own-folders.ts';
import { toRealPath } from '#infrastructure/files/real-path.ts';

export interface FolderDependencies {
  config: Config;
  catalog: Catalog;
  own: OwnFolders;
}

export interface DropFolderState {
  /** Real path if the folder exists. */
  path: string;
  problem: Reason | null;
}

/** Undefined if the configuration sets none. */
export async function findFolder(deps: FolderDependencies): Promise<DropFolderState | undefined> {
  const given = deps.config.dropFolder.path;
  if (given === undefined) return undefined;
  const absolute = resolve(given);
  try {
    const path = await realpath(absolute);
    if (!(await stat(path)).isDirectory())
      return { path, problem: reason('folder_is_file', { path: basename(path) }) };
    await access(path, constants.R_OK | constants.W_OK | constants.X_OK);
    return { path, problem: await findConflict(deps, path) };
  } catch (error) {
    const problem = toPlaceProblem(error, { path: absolute });
    if (!(problem instanceof Problem && problem.reason)) throw problem;
    return { path: absolute, problem: problem.reason };
  }
}

async function findConflict({ catalog, own }: FolderDependencies, path: string): Promise<Reason | null> {
  const shown = { path: basename(path) };
  const relation = await own.relate(path);
  if (relation !== undefined)
    return reason(relation === 'inside' ? 'folder_of_server' : 'folder_with_server', shown);
  const libraries = [...(await catalog.libraries.all()).values()];
  const roots = await Promise.all(
    libraries.flatMap(({ roots }) => roots.map((root) => toRealPath(root.path))),
  );
  return roots.some((root) => overlaps(path, root)) ? reason('drop_folder_overlaps') : null;
}

/** Throws `conflict` with the reason if it cannot be used. */
export async function getFolder(deps: FolderDependencies): Promise<string> {
  const folder = await findFolder(deps);
  if (!folder) throw conflict(reason('drop_folder_off'));
  if (folder.problem) throw conflict(folder.problem);
  return folder.path;
}
