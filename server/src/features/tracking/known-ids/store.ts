// SQL of service ids in the metadata of series and books. Ids are suggestions until a user chooses them.
import { sql } from 'kysely';
import { chunks } from '#infrastructure/chunks.ts';
import type { Db } from '#infrastructure/database/dialect.ts';
import { fold } from '#infrastructure/text/fold.ts';
import type { SubjectKey } from '../store.ts';

const owners = {
  series: { table: 'seriesTerm', column: 'seriesId' },
  books: { table: 'bookTerm', column: 'bookId' },
} as const;
export type Noun = keyof typeof owners;

export const toSubject = (noun: Noun, id: string): SubjectKey =>
  noun === 'series' ? { seriesId: id } : { bookId: id };

/** An `anilist` id may come from a provider (`api:`), a match (`plugin:`) or a file (no prefix). */
const toPrefixes = (source: string): string[] =>
  ['api:', 'plugin:', ''].map((kind) => fold(`${kind}${source}:`));

const chunkSize = 500;

/** Returns ids by series or book, for the given ones or for all. */
export async function readKnownIds(
  db: Db,
  { noun, source, ids }: { noun: Noun; source: string; ids?: readonly string[] },
): Promise<Map<string, string>> {
  const { table, column } = owners[noun];
  const prefixes = toPrefixes(source);
  const known = new Map<string, string>();
  const starts = prefixes.map((prefix) => sql`substr(term."nameFolded", 1, ${prefix.length}) = ${prefix}`);
  for (const part of ids ? chunks(ids, chunkSize) : [undefined]) {
    const { rows } = await sql<{ id: string; name: string }>`
      select owner.${sql.ref(column)} as id, term.name
      from term join ${sql.table(table)} owner on owner."termId" = term.id
      where term.kind = 'externalId' and (${sql.join(starts, sql` or `)})
        ${part ? sql`and owner.${sql.ref(column)} in (${sql.join(part)})` : sql``}
      order by term."nameFolded"`.execute(db);
    for (const { id, name } of rows) if (!known.has(id)) known.set(id, toId(name));
  }
  return known;
}

/** `api:anilist:30002` → `30002`. */
const toId = (name: string): string => name.replace(/^(?:(?:api|plugin):)?[^:]*:/, '');
