// What was written to which table, as statements say it: so that whoever remembers an answer learns when it is old.

/** Nothing refers to their rows: taking some away changes no other table. */
const leaves = new Set(['readHistory', 'readingSession', 'task', 'activity', 'refreshToken', 'apiKey']);
const statement = /^\s*(insert(?:\s+or\s+\w+)?\s+into|update|delete\s+from)\s+"?(\w+)/i;

/** Whether a statement writes rows, and nothing else. */
export const isRowWrite = (sql: string): boolean => statement.test(sql);

export interface Written {
  /** Counts a statement that was committed. */
  add(sql: string): void;
  /** Grows with every write to a table that the query names; more often does no harm. */
  since(sql: string): number;
}

export function createWritten(): Written {
  const tables = new Map<string, number>();
  let all = 0;
  return {
    add(sql) {
      const [, verb = '', table = ''] = statement.exec(sql) ?? [];
      // Rows that go take others with them, and what is no such statement may do anything.
      const isAlone = verb !== '' && (!/^delete/i.test(verb) || leaves.has(table));
      if (isAlone) tables.set(table, (tables.get(table) ?? 0) + 1);
      else all++;
    },
    since(sql) {
      let count = all;
      for (const [table, writes] of tables) if (sql.includes(table)) count += writes;
      return count;
    },
  };
}
