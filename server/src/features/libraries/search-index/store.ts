// All SQL that writes terms and search documents, and reads their source texts.
import { sql } from 'kysely';
import { chunks } from '#infrastructure/chunks.ts';
import type { DatabaseDialect, Db, Tx } from '#infrastructure/database/dialect.ts';
import { newId } from '#infrastructure/ids.ts';
import { toSortKey } from '#infrastructure/text/sort-key.ts';
import type { TermTable } from '#schema/tables/libraries/term.ts';
import type { Term } from './terms.ts';

export interface BookTexts {
  id: string;
  title: string;
  titleSort: string | null;
  number: number | null;
  fileName: string;
  fileFormat: string;
  deletedAt: number | null;
  seriesTitle: string;
  seriesLists: string | null;
  subtitle: string | null;
  originalTitle: string | null;
  summary: string | null;
  publisher: string | null;
  imprint: string | null;
  language: string | null;
  lists: string | null;
}

export interface SeriesTexts {
  id: string;
  title: string;
  titleSort: string | null;
  summary: string | null;
  publisher: string | null;
  imprint: string | null;
  language: string | null;
  path: string | null;
  bookCount: number;
  lists: string | null;
}

export interface OwnedTerms {
  ownerId: string;
  terms: readonly Term[];
}

/** Rows per statement. */
const chunkSize = 500;

/**
 * Ids of these terms by `kind
 * nameFolded`. Creates missing terms (constraint term_kind_nameFolded_key).
 */
async function ensureTerms(
  { holdingRows }: DatabaseDialect,
  tx: Tx,
  terms: readonly Term[],
): Promise<Map<string, string>> {
  const wanted = new Map(terms.map((term) => [keyOf(term), term]));
  const ids = new Map<string, string>();
  const find = async () => {
    const missing = [...wanted].filter(([key]) => !ids.has(key)).map(([, term]) => term);
    for (const [kind, ofKind] of Map.groupBy(missing, (term) => term.kind)) {
      for (const part of chunks(ofKind, chunkSize)) {
        const names = part.map((term) => term.nameFolded);
        const rows = await tx
          .selectFrom('term')
          .select(['id', 'kind', 'nameFolded'])
          .where('kind', '=', kind)
          .where('nameFolded', 'in', names)
          .modifyEnd(holdingRows)
          .execute();
        for (const row of rows) ids.set(keyOf(row), row.id);
      }
    }
  };
  await find();
  const rows = [...wanted].filter(([key]) => !ids.has(key)).map(([, term]) => toRow(term));
  if (rows.length === 0) return ids;
  for (const part of chunks(
    rows.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)),
    chunkSize,
  )) {
    await tx
      .insertInto('term')
      .values(part)
      .onConflict((conflict) => conflict.columns(['kind', 'nameFolded']).doNothing())
      .execute();
  }
  await find();
  return ids;
}

export async function listBooks(tx: Tx, ids: readonly string[]): Promise<BookTexts[]> {
  const { rows } = await sql<BookTexts>`
    select book.id, book.title, book."titleSort", book.number, book."fileName", book."fileFormat", book."deletedAt",
      series.title as "seriesTitle", extra.lists as "seriesLists",
      m.subtitle, m."originalTitle", m.summary, m.publisher, m.imprint, m.language, m.lists
    from book join series on series.id = book."seriesId"
      left join "bookMetadata" m on m."bookId" = book.id
      left join "seriesMetadata" extra on extra."seriesId" = series.id
    where book.id in (${sql.join(ids)})`.execute(tx);
  return rows;
}

export async function listSeries(tx: Tx, ids: readonly string[]): Promise<SeriesTexts[]> {
  const { rows } = await sql<SeriesTexts>`
    select series.id, series.title, series."titleSort", series.summary, series.publisher, series.imprint,
      series.language, series.path, series."bookCount", extra.lists
    from series left join "seriesMetadata" extra on extra."seriesId" = series.id
    where series.id in (${sql.join(ids)})`.execute(tx);
  return rows;
}

/** One page of the ids of a library, ordered by id. */
export const listIds = (
  db: Db,
  table: 'book' | 'series',
  { libraryId, afterId, limit }: { libraryId: string; afterId: string | undefined; limit: number },
): Promise<{ id: string }[]> =>
  db
    .selectFrom(table)
    .select('id')
    .where('libraryId', '=', libraryId)
    .$if(afterId !== undefined, (query) => query.where('id', '>', afterId ?? ''))
    .orderBy('id')
    .limit(limit)
    .execute();

export async function listBookIds(tx: Tx, seriesIds: readonly string[]): Promise<string[]> {
  const rows = await tx.selectFrom('book').select('id').where('seriesId', 'in', seriesIds).execute();
  return rows.map((row) => row.id);
}

/** Replaces the terms of these books or series. */
export async function replaceTerms(
  dialect: DatabaseDialect,
  tx: Tx,
  owner: 'book' | 'series',
  owned: readonly OwnedTerms[],
): Promise<void> {
  const ids = await ensureTerms(
    dialect,
    tx,
    owned.flatMap(({ terms }) => terms),
  );
  const links = owned.flatMap(({ ownerId, terms }) =>
    terms.map((term) => ({ ownerId, termId: ids.get(keyOf(term)) ?? '', role: term.role })),
  );
  const ownerIds = owned.map(({ ownerId }) => ownerId);
  if (owner === 'book') {
    for (const part of chunks(ownerIds, chunkSize))
      await tx.deleteFrom('bookTerm').where('bookId', 'in', part).execute();
    for (const part of evenChunks(links)) {
      const rows = part.map(({ ownerId: bookId, termId, role }) => ({ bookId, termId, role }));
      await tx.insertInto('bookTerm').values(rows).execute();
    }
    return;
  }
  for (const part of chunks(ownerIds, chunkSize))
    await tx.deleteFrom('seriesTerm').where('seriesId', 'in', part).execute();
  for (const part of evenChunks(links)) {
    const rows = part.map(({ ownerId: seriesId, termId, role }) => ({ seriesId, termId, role }));
    await tx.insertInto('seriesTerm').values(rows).execute();
  }
}

/** Adds words that correct typing errors. Sorted, so that concurrent transactions do not wait for each other in circles. */
export async function addWords(tx: Tx, words: ReadonlySet<string>): Promise<void> {
  const rows = [...words].sort().map((word) => ({ word }));
  for (const part of evenChunks(rows)) {
    await tx
      .insertInto('searchWord')
      .values(part)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

export async function removeUnused(tx: Tx, kind: string): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    delete from term where kind = ${kind}
      and not exists (select 1 from "bookTerm" link where link."termId" = term.id)
      and not exists (select 1 from "seriesTerm" link where link."termId" = term.id)
    returning id`.execute(tx);
  return rows.length;
}

/** Deletes unused terms of every kind. */
export async function removeAllUnused(tx: Tx): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    delete from term
    where not exists (select 1 from "bookTerm" link where link."termId" = term.id)
      and not exists (select 1 from "seriesTerm" link where link."termId" = term.id)
    returning id`.execute(tx);
  return rows.length;
}

const keyOf = ({ kind, nameFolded }: Pick<TermTable, 'kind' | 'nameFolded'>): string =>
  `${kind}\n${nameFolded}`;

const toRow = ({ kind, name, nameFolded }: Term): TermTable => ({
  id: newId(),
  kind,
  name,
  nameFolded,
  nameKey: toSortKey(name, { articles: [] }),
});

/** Chunk sizes are powers of two, so that only a few different statements are prepared. */
function* evenChunks<T>(rows: readonly T[]): Generator<T[]> {
  let size = 512;
  for (let i = 0; i < rows.length; i += size) {
    while (size > rows.length - i) size /= 2;
    yield rows.slice(i, i + size);
  }
}
