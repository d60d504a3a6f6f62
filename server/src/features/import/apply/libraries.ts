// Creates the source libraries that do not exist yet, and scans them.
import type { Library } from '@lectern/contract/libraries/libraries';
import { findGlobFault } from '#features/ingest/discovery/index.ts';
import type { ScanningService } from '#features/ingest/scanning/index.ts';
import type { LibraryService } from '#features/libraries/libraries/index.ts';
import { system } from '#infrastructure/access/viewer.ts';
import { Problem, reason } from '#infrastructure/errors.ts';
import type { PlannedLibrary } from '../plan/plan.ts';
import { type Outcome, toOutcome } from './dependencies.ts';

interface Dependencies {
  libraries: LibraryService;
  scans: ScanningService;
}

/** Result of the preparation. Plain data, which the task stores. */
export interface PreparedLibraries {
  /** Pairs of source id and local id. */
  libraries: readonly (readonly [theirs: string, ours: string])[];
  /** The started scans. */
  scans: readonly { libraryId: string; taskId: string }[];
  outcome: Outcome;
}

export const everything = { page: 1, pageSize: 10_000 };

export async function prepareLibraries(
  deps: Dependencies,
  planned: readonly PlannedLibrary[],
): Promise<PreparedLibraries> {
  const { libraries, outcome } = await importLibraries(deps, planned);
  const scans: PreparedLibraries['scans'][number][] = [];
  for (const libraryId of new Set([...libraries.values()].map(({ id }) => id)))
    scans.push({ libraryId, taskId: (await deps.scans.requestScan(libraryId)).task.id });
  return { libraries: [...libraries].map(([theirs, { id }]) => [theirs, id]), scans, outcome };
}

/** Number of scans that have ended, successfully or not. The import uses the books found. */
export async function countScanned(
  { scans: service }: Pick<Dependencies, 'scans'>,
  { scans }: Pick<PreparedLibraries, 'scans'>,
): Promise<number> {
  let ended = 0;
  for (const { libraryId, taskId } of scans) {
    const status = await service.findStatus(system, libraryId).catch((error: unknown) => {
      // The library was removed in the meantime.
      if (error instanceof Problem && error.code === 'not_found') return undefined;
      throw error;
    });
    if (status?.taskId !== taskId || status.completedAt !== null) ended++;
  }
  return ended;
}

/** Returns local ids by source id. Skips libraries whose folders were not found. */
async function importLibraries(
  { libraries }: Pick<Dependencies, 'libraries'>,
  planned: readonly PlannedLibrary[],
): Promise<{ libraries: Map<string, Library>; outcome: Outcome }> {
  const ours = new Map<string, Library>();
  const outcome = toOutcome('libraries');
  const taken = new Set(
    (await libraries.list(system, everything)).libraries.map(({ name }) => name.toLowerCase()),
  );
  for (const { theirs, roots, existing } of planned) {
    const paths = [...new Set(roots.flatMap(({ to }) => to ?? []))];
    for (const { from, to } of roots)
      if (to === undefined)
        outcome.notes.push(reason('import_note_library_folder', { library: theirs.name, path: from }));
    if (existing) {
      ours.set(theirs.id, existing);
      outcome.known++;
    } else if (paths.length > 0) {
      const wanted = theirs.name.trim().slice(0, 190) || 'Library';
      let name = wanted;
      for (let n = 2; taken.has(name.toLowerCase()); n++) name = `${wanted} (${n})`;
      taken.add(name.toLowerCase());
      const { cronSchedule, excludedPatterns, scanning: more, ...settings } = theirs.settings;
      const isValid = (pattern: string) => findGlobFault(pattern) === undefined;
      outcome.notes.push(
        ...excludedPatterns
          .filter((pattern) => !isValid(pattern))
          .map((pattern) => reason('import_note_library_pattern', { library: theirs.name, pattern })),
      );
      const fitting = {
        name,
        paths,
        excludedPatterns: excludedPatterns.filter(isValid),
        scanImmediately: false,
      };
      const { seriesStrategy } = settings;
      const made = await libraries
        .create(system, { ...fitting, ...settings, scanning: { ...more, cronSchedule } })
        .catch((error: unknown) => {
          if (!(error instanceof Problem) || error.code !== 'validation_failed') throw error;
          outcome.notes.push(reason('import_note_library_settings', { library: theirs.name }));
          const isPlain = seriesStrategy !== 'custom';
          return libraries.create(system, isPlain ? { ...fitting, seriesStrategy } : fitting);
        });
      ours.set(theirs.id, made);
      outcome.taken++;
    }
  }
  return { libraries: ours, outcome };
}
