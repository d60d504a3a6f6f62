// Imports uploaded covers that are not selected. Series and books that already have uploaded covers keep theirs.

import {
  because,
  importCover,
  type LocalIds,
  maxCoverBytes,
  type Outcome,
  type OwnRecords,
  toOutcome,
} from '#features/import/snapshot/index.ts';
import { readBytes } from '#features/import/untrusted-files/index.ts';
import { system } from '#infrastructure/access/viewer.ts';
import { reason } from '#infrastructure/errors.ts';
import type { LecternImportServices } from './dependencies.ts';

/** Runs before the selected covers, because the last uploaded cover becomes selected. */
export async function importUnselectedCovers(
  { covers }: Pick<LecternImportServices, 'covers'>,
  own: OwnRecords,
  known: LocalIds,
): Promise<Outcome> {
  const outcome = toOutcome('additional covers');
  const owners = Map.groupBy(own.covers, ({ entityType, entityId }) => `${entityType} ${entityId}`);
  for (const spare of owners.values()) {
    const [first] = spare;
    const type =
      first?.entityType === 'series' ? 'series' : first?.entityType === 'book' ? 'book' : undefined;
    const id =
      type === 'series'
        ? known.series.get(first?.entityId ?? '')
        : known.books.get(first?.entityId ?? '')?.id;
    if (type === undefined || id === undefined) continue;
    const mine = await covers.list(type, system, id);
    if (mine.some(({ source }) => source === 'custom')) {
      outcome.known += spare.length;
      continue;
    }
    for (const { file } of spare) {
      const bytes = await readBytes(own.folder, file, maxCoverBytes);
      const fault = await importCover(bytes, (picture) => covers.upload(type, system, id, picture));
      if (fault === undefined) outcome.taken++;
      else outcome.notes.push(because(fault, (why) => reason('import_note_other_cover', { why })));
    }
    await covers.reset(type, system, id);
  }
  return outcome;
}
