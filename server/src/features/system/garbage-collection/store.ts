// Which ids still have a row.
import type { Db } from '#infrastructure/database/dialect.ts';

/** The ids that are a book's, deleted or not, or an uploaded cover's. */
export async function listOwned(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const [books, covers] = await Promise.all([
    db.selectFrom('book').select('id').where('id', 'in', ids).execute(),
    db.selectFrom('cover').select('id').where('id', 'in', ids).execute(),
  ]);
  return new Set([...books, ...covers].map(({ id }) => id));
}
