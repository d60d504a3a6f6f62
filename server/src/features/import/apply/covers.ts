// Imports covers chosen by users: uploads, or files next to the source database.
import { because, importCover, noteLost, type TheirCover } from '#features/import/snapshot/index.ts';
import { system } from '#infrastructure/access/viewer.ts';
import { reason } from '#infrastructure/errors.ts';
import type { ImportedItems } from '../mapping/imported-items.ts';
import { type ImportServices, type Outcome, toOutcome } from './dependencies.ts';

interface Pictured {
  id: string;
  /** Title of a series. */
  title?: string;
  /** Path of a book. */
  path?: string;
  cover: TheirCover | undefined;
}

/** Skips covers that were imported before, and owners whose cover a user has chosen on this server. */
export async function importCovers(
  { covers }: Pick<ImportServices, 'covers'>,
  type: 'book' | 'series',
  {
    theirs,
    ours,
    items,
  }: { theirs: Iterable<Pictured>; ours: ReadonlyMap<string, string>; items: ImportedItems },
): Promise<Outcome> {
  const outcome = toOutcome(`covers of ${type === 'book' ? 'books' : 'series'}`);
  const known = await items.load(type === 'book' ? 'bookCover' : 'seriesCover');
  let lostCount = 0;
  for (const { id, cover, title, path } of theirs) {
    if (!cover) continue;
    const ourId = ours.get(id);
    if (ourId === undefined) {
      lostCount++;
      continue;
    }
    if (known.has(id) || (await covers.readState(type, system, ourId)).isByPerson) {
      outcome.known++;
      continue;
    }
    const fault = await importCover(cover, async (bytes) => {
      const { id: coverId } = await covers.upload(type, system, ourId, bytes);
      await known.save(id, { ourId: coverId, isMade: true });
    });
    if (fault === undefined) outcome.taken++;
    else
      outcome.notes.push(
        because(fault, (why) => reason('import_note_cover', { name: title ?? path ?? id, why })),
      );
  }
  noteLost(outcome, lostCount, type === 'book' ? 'import_note_lost_books' : 'import_note_lost_series');
  return outcome;
}
