// SQL of match proposals, and of the series and books that need one.
import type { Db } from '#infrastructure/database/dialect.ts';
import type { MetadataMatchTable } from '#schema/tables/metadata-match.ts';
import type { Noun } from '../store.ts';

interface ProposalRow extends MetadataMatchTable {
  /** Id of the series, or of the book's series. Decides who sees the proposal. */
  homeId: string;
}

interface Waiting {
  noun: Noun;
  libraryId: string | undefined;
  state: 'pending' | 'accepted' | 'dismissed';
}

const selectSeries = (db: Db, { libraryId, state }: Waiting) =>
  db
    .selectFrom('metadataMatch')
    .innerJoin('series', 'series.id', 'metadataMatch.seriesId')
    .where('metadataMatch.state', '=', state)
    .where('series.bookCount', '>', 0)
    .$if(libraryId !== undefined, (rows) => rows.where('series.libraryId', '=', libraryId ?? ''))
    .select(['metadataMatch.id', 'series.id as homeId', 'metadataMatch.score']);

const selectBooks = (db: Db, { libraryId, state }: Waiting) =>
  db
    .selectFrom('metadataMatch')
    .innerJoin('book', 'book.id', 'metadataMatch.bookId')
    .where('metadataMatch.state', '=', state)
    .where('book.deletedAt', 'is', null)
    .$if(libraryId !== undefined, (rows) => rows.where('book.libraryId', '=', libraryId ?? ''))
    .select(['metadataMatch.id', 'book.seriesId as homeId', 'metadataMatch.score']);

type Listed = Pick<ProposalRow, 'id' | 'homeId' | 'score'>;

/** Sorted by score, highest first. */
export async function listWaiting(db: Db, waiting: Waiting): Promise<Listed[]> {
  const rows: Listed[] = await (waiting.noun === 'series'
    ? selectSeries(db, waiting).execute()
    : selectBooks(db, waiting).execute());
  return rows.toSorted(
    (one, other) => (other.score ?? 0) - (one.score ?? 0) || one.id.localeCompare(other.id),
  );
}

export const findById = (db: Db, id: string): Promise<MetadataMatchTable | undefined> =>
  db.selectFrom('metadataMatch').selectAll().where('id', '=', id).executeTakeFirst();

export const listByIds = async (db: Db, ids: readonly string[]): Promise<MetadataMatchTable[]> =>
  ids.length === 0 ? [] : db.selectFrom('metadataMatch').selectAll().where('id', 'in', ids).execute();

interface Unmatched {
  libraryId: string;
  after: string | undefined;
  limit: number;
  /** Includes entries that were searched before. */
  again: boolean;
}

/** Series without a match that are not excluded from matching. */
export const listUnmatchedSeries = (
  db: Db,
  { libraryId, after, limit, again }: Unmatched,
): Promise<{ id: string }[]> =>
  db
    .selectFrom('series')
    .leftJoin('seriesMetadata', 'seriesMetadata.seriesId', 'series.id')
    .leftJoin('metadataMatch', 'metadataMatch.seriesId', 'series.id')
    .select('series.id')
    .where('series.libraryId', '=', libraryId)
    .where('series.bookCount', '>', 0)
    .where('seriesMetadata.provided', 'is', null)
    .where((eb) =>
      eb.or([eb('metadataMatch.id', 'is', null), ...(again ? [eb('metadataMatch.isRefused', '=', 0)] : [])]),
    )
    .$if(after !== undefined, (rows) => rows.where('series.id', '>', after ?? ''))
    .orderBy('series.id')
    .limit(limit)
    .execute();

export const listUnmatchedBooks = (
  db: Db,
  { libraryId, after, limit, again }: Unmatched,
): Promise<{ id: string }[]> =>
  db
    .selectFrom('book')
    .leftJoin('bookEdit', 'bookEdit.bookId', 'book.id')
    .leftJoin('metadataMatch', 'metadataMatch.bookId', 'book.id')
    .select('book.id')
    .where('book.libraryId', '=', libraryId)
    .where('book.deletedAt', 'is', null)
    .where('bookEdit.provided', 'is', null)
    .where((eb) =>
      eb.or([eb('metadataMatch.id', 'is', null), ...(again ? [eb('metadataMatch.isRefused', '=', 0)] : [])]),
    )
    .$if(after !== undefined, (rows) => rows.where('book.id', '>', after ?? ''))
    .orderBy('book.id')
    .limit(limit)
    .execute();
