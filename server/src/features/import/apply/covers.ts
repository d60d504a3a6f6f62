// Imports covers chosen by users: uploads, or files next to the source database.
import { because, importCover, type TheirCover } from '#features/import/snapshot/index.ts';
import { system } from '#infrastructure/access/viewer.ts';
import { reason } from '#infrastructure/errors.ts';
import { type ImportServices, type Outcome, toOutcome } from './dependencies.ts';

interface Pictured {
  id: string;
  /** Title of a series. */
  title?: string;
  /** Path of a book. */
  path?: string;
  cover: TheirCover | undefined;
}

export async function importCovers(
  { covers }: Pick<ImportServices, 'covers'>,
  type: 'book' | 'series',
  { theirs, ours }: { theirs: Iterable<Pictured>; ours: ReadonlyMap<string, string> },
): Promise<Outcome> {
  const outcome = toOutcome(`covers of ${type === 'book' ? 'books' : 'series'}`);
  for (const { id, cover, title, path } of theirs) {
    const ourId = ours.get(id);
    if (!cover || ourId === undefined) continue;
    const isChosen = (await covers.list(type, system, ourId)).some(
      ({ isSelected, source }) => isSelected && source === 'custom',
    );
    if (isChosen) {
      outcome.known++;
      continue;
    }
    const fault = await importCover(cover, (bytes) => covers.upload(type, system, ourId, bytes));
    if (fault === undefined) outcome.taken++;
    else
      outcome.notes.push(
        because(fault, (why) => reason('import_note_cover', { name: title ?? path ?? id, why })),
      );
  }
  return outcome;
}
