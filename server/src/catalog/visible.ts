// Who may see which: the only door for reads on a viewer's behalf. Everything that reaches a viewer passes one of
// these, so that a rule added here holds everywhere.
import type { Viewer } from '#kernel/access/viewer.ts';
import type { Libraries } from './libraries.ts';

export interface Scope {
  viewer: Viewer;
  /** Libraries that the rows may come from; every visible one, or the one asked for if it is visible. */
  libraryIds: readonly string[];
  /** All that exist are in scope, so that no filter is needed. */
  isEverything: boolean;
}

/** The viewer's whole field of view, or one library of it; empty when that library is not theirs to see. */
export async function toScope(libraries: Libraries, viewer: Viewer, libraryId?: string): Promise<Scope> {
  const visible = await libraries.visibleIds(viewer);
  if (libraryId === undefined) {
    const all = await libraries.all();
    const isEverything = visible.length === all.size && !(await libraries.hasLeftovers());
    return { viewer, libraryIds: visible, isEverything };
  }
  return { viewer, libraryIds: visible.filter((id) => id === libraryId), isEverything: false };
}
