// Invariants of a data folder and its database: stored totals equal counted totals, the search index matches the data,
// and every file belongs to a row.
import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { sql } from 'kysely';
import { Indexing } from '#features/libraries/search-index/index.ts';
import type { Database, Tx } from '#infrastructure/database/dialect.ts';

type Row = Record<string, unknown>;

/** Queries that return rows only if an invariant is violated. */
const contradictions: Record<string, string> = {
  'books of a series': `select s.id, s."bookCount" from series s where s."bookCount" <>
    (select count(*) from book b where b."seriesId" = s.id and b."deletedAt" is null)`,
  'books of a library': `select l.id, l."bookCount" from library l where l."bookCount" <>
    (select count(*) from book b where b."libraryId" = l.id and b."deletedAt" is null)`,
  'series of a library': `select l.id, l."seriesCount" from library l where l."seriesCount" <>
    (select count(*) from series s where s."libraryId" = l.id and s."bookCount" > 0)`,
  'progress of a series': `select * from (
      select "userId", "seriesId", "readCount", "inProgressCount", "lastReadAt" from "seriesProgress"
      except
      select p."userId", b."seriesId", sum(p.completed), sum(1 - p.completed), max(p."updatedAt")
      from book b join "readProgress" p on p."bookId" = b.id where b."deletedAt" is null
      group by p."userId", b."seriesId") as kept`,
  'progress of a series without a stored total': `select * from (
      select p."userId", b."seriesId", sum(p.completed), sum(1 - p.completed), max(p."updatedAt")
      from book b join "readProgress" p on p."bookId" = b.id where b."deletedAt" is null
      group by p."userId", b."seriesId"
      except
      select "userId", "seriesId", "readCount", "inProgressCount", "lastReadAt" from "seriesProgress") as counted`,
  'books in a different library than their series': `select b.id from book b join series s on s.id = b."seriesId"
    where s."libraryId" <> b."libraryId"`,
  'duplicate book names': `select "rootId", folder, "fileName", count(*) from book where "deletedAt" is null
    group by "rootId", folder, "fileName" having count(*) > 1`,
  'contents stored twice': `select "fileHash", count(*) from book where "deletedAt" is null
    and "fileHash" <> '' group by "fileHash" having count(*) > 1`,
  'books without a page list': `select b.id from book b where b.analyzed = 1
    and not exists (select 1 from "bookContent" c where c."bookId" = b.id)`,
  'uploaded covers without an image': `select id from cover
    where id not in (select "coverId" from "coverImage")`,
  'selected covers that do not exist': `select id from book where "coverId" is not null
    and "coverId" not in (select id from cover)`,
  'series titles stored in books': `select b.id from book b join series s on s.id = b."seriesId"
    where b."seriesTitleKey" <> s."titleKey"`,
};

type Kind = Database['dialect']['name'];

/** Search documents, which only PostgreSQL stores by id, and letter counts, which only SQLite has. */
const contradictionsOf: Record<Kind, Record<string, string>> = {
  postgres: {
    'books missing from the search index': `select b.id from book b
      where not exists (select 1 from "bookSearch" d where d."entityId" = b.id)`,
    'search documents of missing books': `select d."entityId" from "bookSearch" d
      where not exists (select 1 from book b where b.id = d."entityId")`,
    'search documents of missing series': `select d."entityId" from "seriesSearch" d
      where not exists (select 1 from series s where s.id = d."entityId")`,
  },
  sqlite: {
    'books missing from the search index': `select b.id from book b
      where not exists (select 1 from "bookSearchIndex_docsize" d where d.id = b."rowNumber")`,
    'search documents of missing books': `select id from "bookSearchIndex_docsize"
      where id not in (select "rowNumber" from book)`,
    'search documents of missing series': `select id from "seriesSearchIndex_docsize"
      where id not in (select "rowNumber" from series)`,
    'books without stored letters': `select b.id from book b
      where not exists (select 1 from "bookLetters_docsize" d where d.id = b."rowNumber")`,
    'letters of missing books': `select id from "bookLetters_docsize"
      where id not in (select "rowNumber" from book)`,
  },
};

const rowsOf = async (tx: Tx, query: string): Promise<Row[]> => (await sql.raw<Row>(query).execute(tx)).rows;

/** Dumps the indexed terms and words in a fixed order. */
async function dumpIndex(tx: Tx, kind: Kind): Promise<string[]> {
  const terms = (['book', 'series'] as const).map(
    (owner) => `select l."${owner}Id" as owner, t.kind, t."nameFolded" as name, l.role
      from "${owner}Term" l join term t on t.id = l."termId"`,
  );
  const words = ['book', 'series'].map((owner) =>
    kind === 'sqlite'
      ? `select o.id as owner, hex(d.sz) as title from "${owner}SearchIndex_docsize" d
          join ${owner} o on o."rowNumber" = d.id`
      : `select "entityId" as owner, words::text as title from "${owner}Search"`,
  );
  const all = await Promise.all([...terms, ...words].map((query) => rowsOf(tx, query)));
  return all.flatMap((rows, i) => rows.map((row) => `${i} ${JSON.stringify(row)}`)).toSorted();
}

class UndoIndexing extends Error {}

/** Returns the index lines that change when everything is indexed again. */
async function findStaleIndex({ dialect, transaction }: Database): Promise<string[]> {
  const indexing = new Indexing(dialect);
  let stale: string[] = [];
  const attempt = transaction(async (tx) => {
    const before = new Set(await dumpIndex(tx, dialect.name));
    const books = await tx.selectFrom('book').select('id').execute();
    const series = await tx.selectFrom('series').select('id').execute();
    await indexing.indexBooks(
      tx,
      books.map(({ id }) => id),
    );
    await indexing.indexSeries(
      tx,
      series.map(({ id }) => id),
    );
    const after = new Set(await dumpIndex(tx, dialect.name));
    stale = [
      ...[...before].filter((line) => !after.has(line)),
      ...[...after].filter((line) => !before.has(line)),
    ];
    throw new UndoIndexing();
  });
  await attempt.catch((error: unknown) => {
    if (!(error instanceof UndoIndexing)) throw error;
  });
  return stale.slice(0, 5).map((line) => `search index differs: ${line.slice(0, 300)}`);
}

/** Returns a message for each violated invariant. */
export async function findContradictions(database: Database): Promise<string[]> {
  const wrong: string[] = [];
  await database.transaction(async (tx) => {
    const all = { ...contradictions, ...contradictionsOf[database.dialect.name] };
    for (const [name, query] of Object.entries(all)) {
      const rows = await rowsOf(tx, query);
      if (rows.length > 0) wrong.push(`${name}: ${rows.length}, such as ${JSON.stringify(rows[0])}`);
    }
  });
  return [...wrong, ...(await findStaleIndex(database))];
}

const listFiles = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((item) => item.isFile())
        .map((item) => join(item.parentPath, item.name))
    : [];

/** Returns the files of the data folder that do not belong to a row. */
export async function findOrphans({ db }: Database, dataDir: string): Promise<string[]> {
  const covers = new Set((await db.selectFrom('cover').select('id').execute()).map(({ id }) => id));
  const books = new Set((await db.selectFrom('book').select('id').execute()).map(({ id }) => id));
  const small = listFiles(join(dataDir, 'thumbnails')).map((path) => basename(path, '.jpg'));
  const half = [
    ...listFiles(dataDir).filter((path) => path.endsWith('.tmp')),
    ...listFiles(join(dataDir, 'backups')).filter((path) => path.slice(dataDir.length).includes('/.')),
  ];
  return [
    ...half.map((path) => `${path} is incomplete`),
    ...small.filter((id) => !covers.has(id) && !books.has(id)).map((id) => `thumbnail ${id} has no row`),
  ];
}
