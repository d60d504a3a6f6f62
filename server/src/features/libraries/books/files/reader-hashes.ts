// KOReader ids of files that differ from the file of the library.
import type { Db } from '#infrastructure/database/dialect.ts';
import type { OtherReaderHashTable } from '#schema/tables/libraries/book.ts';

/** KOReader requests the position by the hash of the file on the device. Does nothing for a known hash. */
export async function keepReaderHash(db: Db, row: OtherReaderHashTable): Promise<void> {
  await db
    .insertInto('otherReaderHash')
    .values(row)
    .onConflict((conflict) => conflict.columns(['hash', 'bookId']).doNothing())
    .execute();
}
