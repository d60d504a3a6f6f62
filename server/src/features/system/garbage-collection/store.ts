// The SQL that finds ids without a row.
import type { Db } from '#infrastructure/database/dialect.ts';

/** Returns the ids that belong to a book, deleted or not, or to an uploaded cover. */
export async function listOwned(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const [books, covers] = await Promise.all([
    db.selectFrom('book').select('id').where('id', 'in', ids).execute(),
    db.selectFrom('cover').select('id').where('id', 'in', ids).execute(),
  ]);
  return new Set([...books, ...covers].map(({ id }) => id));
}
