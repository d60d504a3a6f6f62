// Imports decisions about which files are formats of one book. Existing decisions are kept.
import type { LocalIds, OwnRecords } from '#features/import/snapshot/index.ts';
import type { LecternImportServices } from './dependencies.ts';

/** Runs first, so that all other steps find the same entries as in the source. */
export async function importFormatDecisions(
  { formats }: Pick<LecternImportServices, 'formats'>,
  own: Pick<OwnRecords, 'formats'>,
  { books }: Pick<LocalIds, 'books'>,
): Promise<void> {
  const decisions = own.formats.flatMap(({ bookId, formatGroup }) => {
    const ours = books.get(bookId);
    return ours ? { bookId: ours.id, formatGroup } : [];
  });
  await formats.takeDecisions(decisions);
}
