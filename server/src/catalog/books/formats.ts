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

/** Files by entry id: the main file first, then by format and name. Skips entries with one file. */
export async function listFormats(
  db: Db,
  rows: readonly Entry[],
): Promise<ReadonlyMap<string, FormatFile[]>> {
  const mainIds = [...new Set(rows.map(toMainId))];
  if (mainIds.length === 0) return new Map();
  const columns = ['id', 'mainBookId', 'fileName', 'fileFormat', 'fileSize', 'pageCount'] as const;
  const others = await db
    .selectFrom('book')
    .select(columns)
    .where('mainBookId', 'in', mainIds)
    .orderBy('fileFormat')
    .orderBy('fileName')
    .execute();
  const having = [...new Set(others.flatMap(({ mainBookId }) => mainBookId ?? []))];
  if (having.length === 0) return new Map();
  const mains = await db.selectFrom('book').select(columns).where('id', 'in', having).execute();
  const filesOf = Map.groupBy([...mains, ...others], toMainId);
  return new Map(
    rows.flatMap((row) => {
      const files = filesOf.get(toMainId(row));
      return files ? [[row.id, files.map(toFile)] as const] : [];
    }),
  );
}

const toMainId = ({ id, mainBookId }: Entry): string => mainBookId ?? id;

const toFile = ({ mainBookId, ...file }: Omit<FormatFile, 'isMain'> & Entry): FormatFile => ({
  ...file,
  fileSize: Number(file.fileSize),
  isMain: mainBookId === null,
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
