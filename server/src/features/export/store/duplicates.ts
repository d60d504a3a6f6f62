// SQL for exporting decisions about duplicates and credit pages. Read-only.
import type { Db } from '#infrastructure/database/dialect.ts';
import type { CommonRecords } from '../records.ts';

export async function listDifferentBooks(db: Db): Promise<CommonRecords['different-books'][]> {
  const columns = ['bookId', 'otherId'] as const;
  const formats = await db
    .selectFrom('differentBook')
    .select(columns)
    .orderBy('bookId')
    .orderBy('otherId')
    .execute();
  const scans = await db
    .selectFrom('similarBook')
    .select(columns)
    .where('isDismissed', '=', 1)
    .orderBy('bookId')
    .orderBy('otherId')
    .execute();
  const toRecord =
    (notAs: 'formats' | 'scans') =>
    ({ bookId, otherId }: { bookId: string; otherId: string }): CommonRecords['different-books'] => ({
      bookIds: [bookId, otherId],
      notAs,
    });
  return [...formats.map(toRecord('formats')), ...scans.map(toRecord('scans'))];
}

export async function listDecidedCreditPages(db: Db): Promise<CommonRecords['credit-pages'][]> {
  const rows = await db
    .selectFrom('creditPage')
    .select(['libraryId', 'hash', 'state'])
    .orderBy('libraryId')
    .orderBy('hash')
    .execute();
  return rows.flatMap(({ state, ...row }) => (state === 'open' ? [] : { ...row, state }));
}
