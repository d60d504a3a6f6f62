// Groups or splits formats after the setting of a library has changed.

import { publishCounts, recountBooks } from '#features/libraries/book-counts/index.ts';
import { publishSettled } from '#features/libraries/formats/index.ts';
import type { ScanLibrary } from '#features/libraries/libraries/index.ts';
import type { RemovalDependencies } from './removals.ts';

/** Returns the affected series. New files are grouped when they are saved. */
export async function groupFormats(
  deps: RemovalDependencies,
  library: ScanLibrary,
  signal: AbortSignal,
): Promise<string[]> {
  const { database, formats, events } = deps;
  if (library.groupFormats === library.formatsGroupedBy) return [];
  const touched = new Set<string>();
  for await (const ids of formats.listIds(library.id)) {
    signal.throwIfAborted();
    const { settled, recounted } = await database.transaction(async (tx) => {
      const settled = await formats.settle(tx, { ids });
      const turned = [...settled.shown, ...settled.hidden];
      return { settled, recounted: (await recountBooks(deps, tx, turned)).recounted };
    });
    publishSettled(events, settled);
    publishCounts(deps, library.id, recounted);
    for (const { seriesId } of [...settled.shown, ...settled.hidden]) touched.add(seriesId);
  }
  return [...touched];
}
