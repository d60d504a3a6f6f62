// All SQL of page comparison: hashes of books, similar comics, repeated pages.
import type { CreditPageState } from '@lectern/contract/serving/credit-page-states';
import type { FileFormat } from '@lectern/contract/values';
import { type RawBuilder, sql } from 'kysely';
import { allOf, booksInScope, type Scope } from '#catalog/visible.ts';
import { chunks } from '#infrastructure/chunks.ts';
import type { Database, Db, Tx } from '#infrastructure/database/dialect.ts';
import { runLongQuery } from '#infrastructure/database/long-query.ts';
import type { CreditPageTable, SimilarBookTable } from '#schema/tables/libraries/page-hash.ts';
import type { Occurrence, SimilarPair } from './compare.ts';
import type { HashedBook } from './page-table.ts';

export type SimilarRow = SimilarBookTable;
export type CreditRow = CreditPageTable;

interface Window {
  limit: number;
  offset: number;
}

const chunkSize = 500;
/** Restricts results to libraries with page comparison. Results from before it was turned off do not count. */
const compared = sql`exists (select 1 from library where library.id = book."libraryId"
  and library."comparePages" = 1 and library."deletedAt" is null)`;

/** Whether the pages of a library are compared. */
export const isCompared = async (db: Db, libraryId: string): Promise<boolean> =>
  (
    await db
      .selectFrom('library')
      .select('comparePages')
      .where('id', '=', libraryId)
      .where('deletedAt', 'is', null)
      .executeTakeFirst()
  )?.comparePages === 1;

/** Live books of a library without hashes of their current file, ordered by id. */
export async function listUnhashed(
  database: Database,
  { libraryId, formats }: { libraryId: string; formats: readonly FileFormat[] },
  { afterId, limit }: { afterId: string; limit: number },
): Promise<string[]> {
  const rows = await runLongQuery<{ id: string }>(
    database,
    sql`select book.id from book left join "bookPageHash" hashed on hashed."bookId" = book.id
      where book."libraryId" = ${libraryId} and book."deletedAt" is null and book."fileHash" <> ''
        and book."fileFormat" in (${sql.join(formats)}) and ${compared} and book.id > ${afterId}
        and (hashed."bookId" is null or hashed."fileHash" <> book."fileHash")
      order by book.id limit ${limit}`,
  );
  return rows.map(({ id }) => id);
}

/** Replaces the hashes and skipped pages of the book. */
export async function saveHashes(
  tx: Tx,
  { id, fileHash, pageCount, pages }: Pick<HashedBook, 'id' | 'fileHash' | 'pageCount' | 'pages'>,
  credits: readonly { creditPageId: string; pageNumber: number }[],
): Promise<void> {
  // The book may have been deleted or changed meanwhile.
  const book = await tx
    .selectFrom('book')
    .select('id')
    .where('id', '=', id)
    .where('fileHash', '=', fileHash)
    .executeTakeFirst();
  if (!book) return;
  const hashes = { fileHash, pageCount, pages };
  await tx
    .insertInto('bookPageHash')
    .values({ bookId: id, ...hashes })
    .onConflict((conflict) => conflict.column('bookId').doUpdateSet(hashes))
    .execute();
  await tx.deleteFrom('creditPageBook').where('bookId', '=', id).execute();
  if (credits.length > 0)
    await tx
      .insertInto('creditPageBook')
      .values(credits.map((credit) => ({ ...credit, bookId: id })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

/** Live books of libraries with page comparison whose hashes match their files, ordered by id. */
export const listHashed = (
  database: Database,
  afterId: string,
  limit: number,
): Promise<readonly HashedBook[]> =>
  runLongQuery<HashedBook>(
    database,
    sql`select book.id, book."libraryId", book."seriesId", book."fileHash", hashed."pageCount", hashed.pages
      from "bookPageHash" hashed join book on book.id = hashed."bookId" and book."fileHash" = hashed."fileHash"
      where book."deletedAt" is null and ${compared} and book.id > ${afterId} order by book.id limit ${limit}`,
  );

/** Replaces the pairs. Keeps dismissed pairs as long as both books exist. */
export async function replacePairs(
  database: Database,
  pairs: readonly SimilarPair[],
  { toId, nowMs }: Making,
): Promise<void> {
  const toKey = (pair: { bookId: string; otherId: string }) => `${pair.bookId} ${pair.otherId}`;
  const known = await database.db.selectFrom('similarBook').selectAll().execute();
  const before = new Map(known.map((row) => [toKey(row), row]));
  const now = new Set(pairs.map(toKey));
  const gone = known.filter((row) => row.isDismissed === 0 && !now.has(toKey(row))).map(({ id }) => id);
  for (const ids of chunks(gone, chunkSize))
    await database.transaction((tx) => tx.deleteFrom('similarBook').where('id', 'in', ids).execute());
  const changed = pairs.filter((pair) => {
    const row = before.get(toKey(pair));
    return row?.matching !== pair.matching || row.compared !== pair.compared;
  });
  for (const part of chunks(changed, chunkSize))
    await database.transaction(async (tx) => {
      const there = await listExisting(
        tx,
        part.flatMap(({ bookId, otherId }) => [bookId, otherId]),
      );
      const rows = part
        .filter(({ bookId, otherId }) => there.has(bookId) && there.has(otherId))
        .map((pair) => ({ ...pair, id: toId(), isDismissed: 0, foundAt: nowMs }));
      if (rows.length === 0) return;
      await tx
        .insertInto('similarBook')
        .values(rows)
        .onConflict((conflict) =>
          conflict.columns(['bookId', 'otherId']).doUpdateSet((row) => ({
            matching: row.ref('excluded.matching'),
            compared: row.ref('excluded.compared'),
          })),
        )
        .execute();
    });
}

/** Ids of books that were not purged meanwhile. Locks them until the transaction ends. */
async function listExisting(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  const found = new Set<string>();
  for (const part of chunks([...new Set(ids)], chunkSize)) {
    const rows = await tx.selectFrom('book').select('id').where('id', 'in', part).execute();
    for (const { id } of rows) found.add(id);
  }
  return found;
}

/** The viewer must see both books. A library filter matches if one of them is in the library. */
function similarInScope(scope: Scope, libraryId: string | undefined): RawBuilder<unknown>[] {
  const live = [sql`book."deletedAt" is null`, compared, ...booksInScope(scope)];
  const one = (column: RawBuilder<unknown>) =>
    sql`exists (select 1 from book where book.id = ${column} and ${allOf(live)})`;
  const conditions = [one(sql`pair."bookId"`), one(sql`pair."otherId"`)];
  if (libraryId !== undefined)
    conditions.push(sql`exists (select 1 from book where book.id in (pair."bookId", pair."otherId")
      and book."libraryId" = ${libraryId})`);
  return conditions;
}

interface WhichPairs {
  scope: Scope;
  libraryId?: string | undefined;
  isDismissed?: boolean;
  id?: string;
}

const toPairs = ({ scope, libraryId, isDismissed, id }: WhichPairs) =>
  sql`from "similarBook" pair where ${allOf([
    ...(id === undefined ? [] : [sql`pair.id = ${id}`]),
    ...(isDismissed === undefined ? [] : [sql`pair."isDismissed" = ${Number(isDismissed)}`]),
    ...similarInScope(scope, libraryId),
  ])}`;

export async function listPairs(
  db: Db,
  which: WhichPairs,
  { limit, offset }: Window = { limit: 1, offset: 0 },
): Promise<SimilarRow[]> {
  const { rows } = await sql<SimilarRow>`select pair.* ${toPairs(which)}
    order by pair.matching * 1000 / pair.compared desc, pair.id limit ${limit} offset ${offset}`.execute(db);
  return rows.map((row) => ({
    ...row,
    matching: Number(row.matching),
    compared: Number(row.compared),
    isDismissed: Number(row.isDismissed),
    foundAt: Number(row.foundAt),
  }));
}

export async function countPairs(db: Db, which: WhichPairs): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total ${toPairs(which)}`.execute(db);
  return Number(rows[0]?.total ?? 0);
}

export async function dismiss(db: Db, id: string, isDismissed: boolean): Promise<void> {
  await db
    .updateTable('similarBook')
    .set({ isDismissed: Number(isDismissed) })
    .where('id', '=', id)
    .execute();
}

interface Making {
  toId(): string;
  nowMs: number;
}

/** Stores dismissed pairs, which need not have been found before. */
export async function saveDismissed(
  database: Database,
  pairs: readonly { bookId: string; otherId: string }[],
  { toId, nowMs }: Making,
): Promise<void> {
  for (const part of chunks(pairs, chunkSize))
    await database.db
      .insertInto('similarBook')
      .values(
        part.map((pair) => ({
          ...pair,
          id: toId(),
          matching: 0,
          compared: 1,
          isDismissed: 1,
          foundAt: nowMs,
        })),
      )
      .onConflict((conflict) => conflict.columns(['bookId', 'otherId']).doUpdateSet({ isDismissed: 1 }))
      .execute();
}

/** Stores decisions for pages without a decision. */
export async function saveDecisions(
  database: Database,
  decisions: readonly Pick<CreditRow, 'libraryId' | 'hash' | 'state'>[],
  { toId, nowMs }: Making,
): Promise<void> {
  const toKey = ({ libraryId, hash }: Pick<CreditRow, 'libraryId' | 'hash'>) => `${libraryId} ${hash}`;
  const decided = (await listCredits(database.db)).filter(({ state }) => state !== 'open');
  const known = new Set(decided.map(toKey));
  const rows = decisions
    .filter((one) => !known.has(toKey(one)))
    .map((one) => ({ ...one, id: toId(), foundAt: nowMs, decidedAt: nowMs }));
  for (const part of chunks(rows, chunkSize))
    await database.db.insertInto('creditPage').values(part).execute();
}

export const listCredits = (db: Db): Promise<CreditRow[]> =>
  db.selectFrom('creditPage').selectAll().orderBy('id').execute();

/** Pages of a library that users have decided to skip. */
export const listSkipped = (db: Db, libraryId: string): Promise<{ id: string; hash: string }[]> =>
  db
    .selectFrom('creditPage')
    .select(['id', 'hash'])
    .where('libraryId', '=', libraryId)
    .where('state', '=', 'skipped')
    .execute();

export async function removeCredits(db: Db, ids: readonly string[]): Promise<void> {
  for (const part of chunks(ids, chunkSize))
    await db.deleteFrom('creditPage').where('id', 'in', part).where('state', '=', 'open').execute();
}

/** Stores a repeated page and its occurrences. Keeps an existing decision. */
export async function saveCredit(
  database: Database,
  row: CreditRow,
  occurrences: readonly Occurrence[],
): Promise<void> {
  const toKey = ({ bookId, pageNumber }: Occurrence) => `${bookId} ${pageNumber}`;
  await database.transaction(async (tx) => {
    await tx
      .insertInto('creditPage')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
    const before = await tx
      .selectFrom('creditPageBook')
      .select(['bookId', 'pageNumber'])
      .where('creditPageId', '=', row.id)
      .execute();
    const known = new Set(before.map(toKey));
    const now = new Set(occurrences.map(toKey));
    const gone = before.filter((one) => !now.has(toKey(one))).map(({ bookId }) => bookId);
    const returning = occurrences.filter(({ bookId }) => gone.includes(bookId));
    for (const part of chunks(gone, chunkSize))
      await tx
        .deleteFrom('creditPageBook')
        .where('creditPageId', '=', row.id)
        .where('bookId', 'in', part)
        .execute();
    const added = occurrences.filter((one) => !known.has(toKey(one)));
    const there = await listExisting(
      tx,
      [...added, ...returning].map(({ bookId }) => bookId),
    );
    for (const part of chunks(
      [...added, ...returning].filter(({ bookId }) => there.has(bookId)),
      chunkSize,
    ))
      await tx
        .insertInto('creditPageBook')
        .values(part.map((one) => ({ ...one, creditPageId: row.id })))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
  });
}

export interface ShownCredit extends CreditRow {
  bookCount: number;
  seriesCount: number;
  /** The first book with the page. */
  bookId: string;
}

interface WhichCredits {
  scope: Scope;
  state?: CreditPageState;
  id?: string;
}

/** A page is visible in the books that the viewer sees. */
const toCredits = ({ scope, state, id }: WhichCredits) => sql`
  from "creditPage" credit join "creditPageBook" place on place."creditPageId" = credit.id
  join book on book.id = place."bookId" and book."libraryId" = credit."libraryId"
  where ${allOf([
    ...(id === undefined ? [] : [sql`credit.id = ${id}`]),
    ...(state === undefined ? [] : [sql`credit.state = ${state}`]),
    ...[sql`book."deletedAt" is null`, compared, ...booksInScope(scope)],
  ])}`;

export async function listShownCredits(
  db: Db,
  which: WhichCredits,
  { limit, offset }: Window = { limit: 1, offset: 0 },
): Promise<ShownCredit[]> {
  const { rows } = await sql<ShownCredit>`
    select credit.id, credit."libraryId", credit.hash, credit.state, credit."foundAt", credit."decidedAt",
      count(distinct book.id) as "bookCount", count(distinct book."seriesId") as "seriesCount",
      min(cast(book.id as text)) as "bookId"
    ${toCredits(which)}
    group by credit.id, credit."libraryId", credit.hash, credit.state, credit."foundAt", credit."decidedAt"
    order by count(distinct book.id) desc, credit.id limit ${limit} offset ${offset}`.execute(db);
  return rows.map((row) => ({
    ...row,
    foundAt: Number(row.foundAt),
    decidedAt: row.decidedAt === null ? null : Number(row.decidedAt),
    bookCount: Number(row.bookCount),
    seriesCount: Number(row.seriesCount),
  }));
}

export async function countCredits(db: Db, which: WhichCredits): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(distinct credit.id) as total ${toCredits(which)}`.execute(db);
  return Number(rows[0]?.total ?? 0);
}

/** Page number in one of its books. */
export async function findPlace(db: Db, creditPageId: string, bookId: string): Promise<number> {
  const row = await db
    .selectFrom('creditPageBook')
    .select('pageNumber')
    .where('creditPageId', '=', creditPageId)
    .where('bookId', '=', bookId)
    .orderBy('pageNumber')
    .executeTakeFirst();
  return row?.pageNumber ?? 1;
}

export async function decide(db: Db, id: string, state: CreditPageState, nowMs: number): Promise<void> {
  await db
    .updateTable('creditPage')
    .set({ state, decidedAt: state === 'open' ? null : nowMs })
    .where('id', '=', id)
    .execute();
}

/** Numbers of the pages that readers skip, if the file is unchanged since it was hashed. */
export async function listSkippedPages(db: Db, bookId: string): Promise<number[]> {
  const { rows } = await sql<{ pageNumber: number }>`
    select distinct place."pageNumber" from "creditPageBook" place
    join "creditPage" credit on credit.id = place."creditPageId" and credit.state = 'skipped'
    join book on book.id = place."bookId" and book."libraryId" = credit."libraryId"
    join "bookPageHash" hashed on hashed."bookId" = book.id and hashed."fileHash" = book."fileHash"
    where place."bookId" = ${bookId} and ${compared}`.execute(db);
  return rows.map(({ pageNumber }) => Number(pageNumber));
}
