// All SQL of books that may be formats of one book.
import { sql } from 'kysely';
import { allOf, booksInScope, type Scope } from '#catalog/visible.ts';
import { alone } from '#features/libraries/formats/index.ts';
import { chunks } from '#infrastructure/chunks.ts';
import type { Database, Tx } from '#infrastructure/database/dialect.ts';
import { runLongQuery } from '#infrastructure/database/long-query.ts';
import type { DifferentBookTable } from '#schema/tables/libraries/book.ts';
import type { Candidate } from './groups.ts';

const chunkSize = 500;
/** Excludes files that a user has split off. */
const isOpen = sql`(book."formatGroup" is null or book."formatGroup" <> ${alone})`;
const facts = sql`book.id, book."fileFormat", book."fileName", book."seriesId", book."titleKey", book."seriesTitleKey",
  book."numberValue", book.volume, book.year,
  (select metadata.number from "bookMetadata" metadata where metadata."bookId" = book.id) as "knownNumber"`;
const severalFormats = sql`having min(book."fileFormat") <> max(book."fileFormat")`;

/** `numberValue` without a number in the name and the metadata is the position of the book in its series. */
export interface CandidateRow extends Omit<Candidate, 'number'> {
  fileName: string;
  numberValue: number | null;
  knownNumber: number | null;
}

/**
 * Books that share a number within a series (index book_series_number), a title (book_title) or an id with a book of
 * another format.
 */
export async function listCandidates(database: Database, scope: Scope): Promise<CandidateRow[]> {
  const live = allOf([sql`book."deletedAt" is null`, isOpen, ...booksInScope(scope)]);
  const rows = await Promise.all([
    runLongQuery<CandidateRow>(
      database,
      sql`select 'number' as reason, null as "termId", ${facts} from book join (
          select book."seriesTitleKey" as "seriesKey", book."numberValue" as number from book
          where ${live} and book."numberValue" is not null
          group by book."seriesTitleKey", book."numberValue" ${severalFormats}
        ) as shared on shared."seriesKey" = book."seriesTitleKey" and shared.number = book."numberValue"
        where ${live} order by book.id`,
    ),
    runLongQuery<CandidateRow>(
      database,
      sql`select 'title' as reason, author."termId", ${facts} from book join (
          select book."titleKey" from book where ${live} group by book."titleKey" ${severalFormats}
        ) as shared on shared."titleKey" = book."titleKey"
        left join (
          select link."bookId", link."termId" from "bookTerm" link
          join term on term.id = link."termId" and term.kind = 'author'
        ) as author on author."bookId" = book.id
        where ${live} order by book.id`,
    ),
    runLongQuery<CandidateRow>(
      database,
      sql`select 'external_id' as reason, link."termId", ${facts} from book
        join "bookTerm" link on link."bookId" = book.id join (
          select shared."termId" from "bookTerm" shared
          join term on term.id = shared."termId" and term.kind in ('isbn', 'externalId')
          join book on book.id = shared."bookId" where ${live} group by shared."termId" ${severalFormats}
        ) as ids on ids."termId" = link."termId"
        where ${live} order by book.id`,
    ),
  ]);
  return rows.flat();
}

/** Pairs of which the viewer sees both books. */
export async function listDismissed(database: Database, scope: Scope): Promise<DifferentBookTable[]> {
  const seen = sql`select book.id from book where ${allOf([sql`book."deletedAt" is null`, ...booksInScope(scope)])}`;
  const { rows } = await sql<DifferentBookTable>`select different."bookId", different."otherId"
    from "differentBook" different where different."bookId" in (${seen}) and different."otherId" in (${seen})
    order by different."bookId", different."otherId"`.execute(database.db);
  return rows;
}

/** The lower id of each pair comes first. */
export async function dismiss(tx: Tx, pairs: readonly DifferentBookTable[]): Promise<void> {
  for (const part of chunks(pairs, chunkSize))
    await tx
      .insertInto('differentBook')
      .values(part)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

/** Removes all dismissals between these books. */
export const undismiss = (tx: Tx, ids: readonly string[]): Promise<unknown> =>
  tx.deleteFrom('differentBook').where('bookId', 'in', ids).where('otherId', 'in', ids).execute();
