// Viewers restricted to some of their libraries.
import type { Viewer } from '#infrastructure/access/viewer.ts';

/** The same viewer, restricted to these libraries as far as they are visible; unchanged without ids. */
export function inLibraries(viewer: Viewer, ids: readonly string[]): Viewer {
  if (ids.length === 0) return viewer;
  const { libraryIds } = viewer;
  return { ...viewer, libraryIds: new Set(ids.filter((id) => libraryIds === null || libraryIds.has(id))) };
}
