// Which rows of a table were written since a moment, or may mean something else because rows of another table that
// name them were: temporary triggers on the connection that writes tell of them.
import type SqliteDatabase from 'better-sqlite3';
import type { RowTeller } from './dialect.ts';

/** Rows that are told apart; of more it is only known that there were many. */
const mostKept = 2_000;

export interface ChangedRows {
  /** From now on what it tells is noted. Nobody else may be writing. */
  follow(teller: RowTeller): void;
  isFollowed(teller: RowTeller): boolean;
  /** Now, as `since` takes it. */
  moment(teller: RowTeller): number;
  /** Numbers of the rows that were told of for good since a moment; undefined where they were too many. */
  since(teller: RowTeller, moment: number): ReadonlySet<number> | undefined;
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

const toKey = ({ of, table }: RowTeller): string => `${of}<${table}`;

export function createChangedRows(writer: SqliteDatabase.Database): ChangedRows {
  const tellers = new Map<string, Noted>();
  const pending = new Map<string, Set<number>>();
  writer.function('row_written', (key, row) => {
    // What is named was never there, or is gone and has told so itself.
    if (row === null) return null;
    const rows = pending.get(String(key)) ?? new Set();
    if (rows.size <= mostKept) rows.add(Number(row));
    pending.set(String(key), rows);
    return null;
  });

  function drop(noted: Noted): void {
    noted.dropped += noted.rows.length + 1;
    noted.rows = [];
  }

  function note(noted: Noted, rows: ReadonlySet<number>): void {
    if (noted.rows.length + rows.size > mostKept) drop(noted);
    if (rows.size <= mostKept) noted.rows.push(...rows);
  }

  return {
    follow(teller) {
      const key = toKey(teller);
      if (tellers.has(key)) return;
      for (const [when, states] of Object.entries({
        insert: ['new'],
        update: ['old', 'new'],
        delete: ['old'],
      }))
        writer.exec(`create temp trigger if not exists "${key}_${when}_noted" after ${when} on main."${teller.table}"
          begin ${states.map((state) => `select row_written('${key}', ${toRow(teller, state)});`).join(' ')} end`);
      tellers.set(key, { dropped: 0, rows: [] });
    },
    isFollowed: (teller) => tellers.has(toKey(teller)),
    moment(teller) {
      const noted = tellers.get(toKey(teller));
      return noted ? noted.dropped + noted.rows.length : 0;
    },
    since(teller, moment) {
      const noted = tellers.get(toKey(teller));
      if (!noted || moment < noted.dropped) return undefined;
      return new Set(noted.rows.slice(moment - noted.dropped));
    },
    settle(isCommitted) {
      const settled = [...pending];
      pending.clear();
      if (!isCommitted) return;
      for (const [key, rows] of settled) {
        const noted = tellers.get(key);
        if (noted) note(noted, rows);
      }
    },
    forget() {
      for (const noted of tellers.values()) drop(noted);
    },
  };
}

const toRow = ({ of, column }: RowTeller, state: string): string =>
  column === undefined ? `${state}.rowid` : `(select rowid from "${of}" where id = ${state}."${column}")`;
