// Imports decisions about duplicates and credit pages.
import type { LocalIds, OwnRecords } from '#features/import/snapshot/index.ts';
import type { LecternImportServices } from './dependencies.ts';

export async function importDuplicateDecisions(
  { sameBooks, pageHashes }: Pick<LecternImportServices, 'sameBooks' | 'pageHashes'>,
  { differentBooks, creditPages }: Pick<OwnRecords, 'differentBooks' | 'creditPages'>,
  { books, libraries }: Pick<LocalIds, 'books' | 'libraries'>,
): Promise<void> {
  const pairsOf = (which: 'formats' | 'scans') =>
    differentBooks.flatMap(({ bookIds, notAs }) => {
      const ours = bookIds.flatMap((id) => books.get(id)?.id ?? []).sort();
      const [bookId, otherId] = ours;
      return notAs === which && bookId !== undefined && otherId !== undefined && bookId !== otherId
        ? [{ bookId, otherId }]
        : [];
    });
  await sameBooks.dismiss(pairsOf('formats'));
  await pageHashes.takeDecisions({
    differentBooks: pairsOf('scans'),
    creditPages: creditPages.flatMap(({ libraryId, ...page }) => {
      const ours = libraries.get(libraryId);
      return ours === undefined ? [] : { ...page, libraryId: ours };
    }),
  });
}
