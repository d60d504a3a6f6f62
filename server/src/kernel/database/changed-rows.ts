// Which rows of a table were inserted or updated since a moment, on the connection that writes: temporary triggers tell
// of them. Rows that went are not told of.
import type SqliteDatabase from 'better-sqlite3';

/** Rows of a table that are told apart; of more it is only known that there were many. */
const mostKept = 2_000;

export interface ChangedRows {
  /** From now on the rows of the table are noted. Nobody else may be writing. */
  follow(table: string): void;
  isFollowed(table: string): boolean;
  /** Now, as `since` takes it. */
  moment(table: string): number;
  /** Numbers of the rows that were written for good since a moment; undefined where they were too many. */
  since(table: string, moment: number): ReadonlySet<number> | undefined;
  /** What was noted since the last commit or rollback holds, or does not. */
  settle(isCommitted: boolean): void;
  /** Row numbers may not be what they were. */
  forget(): void;
}

interface Noted {
  /** Rows that are not listed any more. */
  dropped: number;
  rows: number[];
}

export function createChangedRows(writer: SqliteDatabase.Database): ChangedRows {
  const tables = new Map<string, Noted>();
  let pending: { table: string; row: number }[] = [];
  writer.function('row_written', (table, row) => {
    pending.push({ table: String(table), row: Number(row) });
    return null;
  });

  function drop(noted: Noted): void {
    noted.dropped += noted.rows.length + 1;
    noted.rows = [];
  }

  return {
    follow(table) {
      if (tables.has(table)) return;
      for (const when of ['insert', 'update'])
        writer.exec(`create temp trigger if not exists "${table}_${when}_noted" after ${when} on main."${table}"
          begin select row_written('${table}', new.rowid); end`);
      tables.set(table, { dropped: 0, rows: [] });
    },
    isFollowed: (table) => tables.has(table),
    moment(table) {
      const noted = tables.get(table);
      return noted ? noted.dropped + noted.rows.length : 0;
    },
    since(table, moment) {
      const noted = tables.get(table);
      if (!noted || moment < noted.dropped) return undefined;
      return new Set(noted.rows.slice(moment - noted.dropped));
    },
    settle(isCommitted) {
      const settled = pending;
      pending = [];
      if (!isCommitted) return;
      for (const { table, row } of settled) {
        const noted = tables.get(table);
        if (!noted) continue;
        if (noted.rows.length === mostKept) drop(noted);
        noted.rows.push(row);
      }
    },
    forget() {
      for (const noted of tables.values()) drop(noted);
    },
  };
}
