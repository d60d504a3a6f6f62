// Viewers with less in sight: only some of their libraries.
import type { Viewer } from '#infrastructure/access/viewer.ts';

/** The same viewer, who sees of these libraries those that they see anyway; without any named, all that they see. */
export function inLibraries(viewer: Viewer, ids: readonly string[]): Viewer {
  if (ids.length === 0) return viewer;
  const { libraryIds } = viewer;
  return { ...viewer, libraryIds: new Set(ids.filter((id) => libraryIds === null || libraryIds.has(id))) };
}
