// All SQL that finds the files of entries. Books write them.
import { sql } from 'kysely';
import { fileIsThere, thereParts } from '#catalog/books/presence.ts';
import { chunks } from '#infrastructure/chunks.ts';
import type { Db } from '#infrastructure/database/dialect.ts';
import type { BookTable } from '#schema/tables/libraries/book.ts';

export type FormatRow = Pick<
  BookTable,
  | 'id'
  | 'libraryId'
  | 'seriesId'
  | 'rootId'
  | 'folder'
  | 'fileName'
  | 'fileFormat'
  | 'analyzed'
  | 'deletedAt'
  | 'mainBookId'
  | 'formatGroup'
>;

const columns = [
  ...(['id', 'libraryId', 'seriesId', 'rootId', 'folder', 'fileName', 'fileFormat'] as const),
  ...(['analyzed', 'deletedAt', 'mainBookId', 'formatGroup'] as const),
];
const selected = sql.join(columns.map((column) => sql.ref(`book.${column}`)));

const idsAtOnce = 500;
/** Names per statement. */
const namesAtOnce = 50;

/** Existing files by the values of one column (indexes book_formats, book_formatGroup). */
export async function listBy(
  db: Db,
  column: 'id' | 'mainBookId' | 'formatGroup',
  values: readonly string[],
): Promise<FormatRow[]> {
  const found: FormatRow[] = [];
  for (const part of chunks(values, idsAtOnce))
    found.push(
      ...(await db.selectFrom('book').select(columns).where(column, 'in', part).where(fileIsThere).execute()),
    );
  return found;
}

export interface Name {
  rootId: string;
  folder: string;
  /** File name without extension. */
  stem: string;
}

/**
 * Existing files whose names start with a stem and a dot (indexes book_rootId_folder_fileName_key, book_format_path).
 */
export async function listByNames(db: Db, names: readonly Name[]): Promise<FormatRow[]> {
  const found: FormatRow[] = [];
  for (const part of chunks(names, namesAtOnce)) {
    const selects = part.flatMap(({ rootId, folder, stem }) =>
      // The slash is the character after the dot.
      thereParts.map(
        (isThere) => sql`select ${selected} from book where "rootId" = ${rootId} and folder = ${folder}
          and "fileName" >= ${`${stem}.`} and "fileName" < ${`${stem}/`} and ${isThere}`,
      ),
    );
    found.push(...(await sql<FormatRow>`${sql.join(selects, sql` union all `)}`.execute(db)).rows);
  }
  return found;
}

/** Libraries that group files by name. */
export async function listGrouping(db: Db): Promise<Set<string>> {
  const rows = await db.selectFrom('library').select('id').where('groupFormats', '=', 1).execute();
  return new Set(rows.map(({ id }) => id));
}

/** One page of ids of the existing files of a library, starting after `afterId`. */
export const listIds = (db: Db, libraryId: string, afterId: string | undefined): Promise<{ id: string }[]> =>
  db
    .selectFrom('book')
    .select('id')
    .where('libraryId', '=', libraryId)
    .where(fileIsThere)
    .$if(afterId !== undefined, (query) => query.where('id', '>', afterId ?? ''))
    .orderBy('id')
    .limit(idsAtOnce)
    .execute();
