// A scan of one folder, without its subfolders, after a file was added to it. Removes no books.
import { reason } from '#infrastructure/errors.ts';
import { PermanentFailure, type TaskContext } from '#infrastructure/tasks/define.ts';
import { toListSettings } from '../pipeline/index.ts';
import { SeriesAssignment } from '../series-assignment/index.ts';
import { describeSeries } from './removals.ts';
import { checkRoots, refuseOwn } from './roots.ts';
import type { ScanDependencies } from './scan.ts';

export interface FolderScan {
  libraryId: string;
  rootId: string;
  /** Relative to the root, '/'-separated, '' for the root. */
  folder: string;
}

export async function scanFolder(
  deps: ScanDependencies,
  { params, signal, progress }: TaskContext<FolderScan>,
): Promise<{ filesRead: number }> {
  const { libraries, importer } = deps;
  const library = await libraries.findLibrary(params.libraryId);
  const root = library?.roots.find(({ id }) => id === params.rootId);
  if (!library || !root) throw new PermanentFailure(reason('library_removed'));
  await refuseOwn([root], deps.own);
  await checkRoots([root], (rootId) => libraries.countLive(rootId));
  let filesRead = 0;
  const touched = await importer.importFolder({
    library,
    assignment: new SeriesAssignment(library),
    root: { id: root.id, settings: toListSettings(library, root.path) },
    path: params.folder,
    signal,
    onProgress(files) {
      filesRead += files;
      progress(filesRead, filesRead);
    },
  });
  await describeSeries(deps, library, [...touched]);
  await deps.onScanned(library.id);
  return { filesRead };
}
