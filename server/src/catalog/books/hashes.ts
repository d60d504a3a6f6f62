// Finds books by the hashes of their files. The indexes contain only the start of each hash: hashes are random, so that
// each new book changes a random page of each index, and short entries need few pages.
import { type RawBuilder, type SqlBool, sql } from 'kysely';

export type HashColumn = 'readerHash' | 'nameHash' | 'pageHash';

/** Characters of a hash in its index (schema/initial/libraries.ts). */
const prefixLength = 8;

/** Books with any of these hashes, at least one (index of the column). */
export function hasHash(column: HashColumn, hashes: readonly string[]): RawBuilder<SqlBool> {
  const reference = sql.ref(`book.${column}`);
  const prefixes = new Set(hashes.map((hash) => hash.slice(0, prefixLength)));
  return sql`(substr(${reference}, 1, ${sql.lit(prefixLength)}) in (${sql.join([...prefixes])})
    and ${reference} in (${sql.join([...new Set(hashes)])}))`;
}
