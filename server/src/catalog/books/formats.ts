// Files of entries: a book may exist as EPUB, PDF and other formats.
import type { FileFormat } from '@lectern/contract/values';
import { sql } from 'kysely';
import type { Db } from '#infrastructure/database/dialect.ts';
import type { BookTable } from '#schema/tables/libraries/book.ts';

export interface FormatFile {
  id: string;
  fileName: string;
  fileFormat: FileFormat;
  fileSize: number;
  pageCount: number;
  isMain: boolean;
}

type Entry = Pick<BookTable, 'id' | 'mainBookId'>;

/** A file of an entry with several files, with the columns of its main file. */
type FileRow = Pick<BookTable, (typeof columns)[number]> & {
  [C in (typeof columns)[number] as `main_${C}`]: BookTable[C];
};

const columns = ['id', 'fileName', 'fileFormat', 'fileSize', 'pageCount'] as const;
const selected = sql.join(
  columns.flatMap((name) => [
    sql.ref(`file.${name}`),
    sql`main.${sql.ref(name)} as ${sql.ref(`main_${name}`)}`,
  ]),
);

/** Files by entry id: the main file first, then by format and name. Skips entries with one file. One statement. */
export async function listFormats(
  db: Db,
  rows: readonly Entry[],
): Promise<ReadonlyMap<string, FormatFile[]>> {
  const mainIds = [...new Set(rows.map(toMainId))];
  if (mainIds.length === 0) return new Map();
  const others = await sql<FileRow>`select ${selected}
    from book file join book main on main.id = file."mainBookId"
    where file."mainBookId" in (${sql.join(mainIds)}) order by file."fileFormat", file."fileName"`.execute(
    db,
  );
  const filesOf = new Map<string, FormatFile[]>();
  for (const row of others.rows) {
    const files = filesOf.get(row.main_id) ?? [toMain(row)];
    filesOf.set(row.main_id, files);
    files.push(toOther(row));
  }
  return new Map(
    rows.flatMap((row) => {
      const files = filesOf.get(toMainId(row));
      return files ? [[row.id, files] as const] : [];
    }),
  );
}

const toMainId = ({ id, mainBookId }: Entry): string => mainBookId ?? id;

const toMain = (row: FileRow): FormatFile => ({
  id: row.main_id,
  fileName: row.main_fileName,
  fileFormat: row.main_fileFormat,
  fileSize: Number(row.main_fileSize),
  pageCount: row.main_pageCount,
  isMain: true,
});

const toOther = ({ id, fileName, fileFormat, fileSize, pageCount }: FileRow): FormatFile => ({
  id,
  fileName,
  fileFormat,
  fileSize: Number(fileSize),
  pageCount,
  isMain: false,
});

/**
 * Readable files in these formats of entries whose main file has another format or an error (index book_format_library).
 * One per entry, EPUB first.
 */
export async function listInOtherFormats(
  db: Db,
  formats: readonly FileFormat[],
): Promise<{ id: string; mainBookId: string }[]> {
  const { rows } = await sql<{ id: string; mainBookId: string }>`
    select file.id, file."mainBookId" from book file join book main on main.id = file."mainBookId"
    where file."mainBookId" is not null and file.analyzed = 1 and file."fileFormat" in (${sql.join(formats)})
      and main."deletedAt" is null and not (main.analyzed = 1 and main."fileFormat" in (${sql.join(formats)}))
    order by file."mainBookId", case when file."fileFormat" = 'epub' then 0 else 1 end, file."fileFormat", file.id`.execute(
    db,
  );
  return [...new Map(rows.toReversed().map((row) => [row.mainBookId, row])).values()];
}
