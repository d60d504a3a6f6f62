// What was written to which table, as statements say it: so that whoever remembers an answer learns when it is old.

/** Only their like refers to their rows: taking some away changes no other table. */
export const leaves: ReadonlySet<string> = new Set([
  ...['activity', 'annotation', 'apiKey', 'cover', 'forgottenProgress', 'readHistory', 'readProgress'],
  ...[
    'readingSession',
    'refreshToken',
    'seriesProgress',
    'seriesRating',
    'session',
    'browserSession',
    'task',
    'wantToRead',
  ],
  ...[
    'bookError',
    'bookMetadata',
    'bookTerm',
    'collectionSeries',
    'readListBook',
    'seriesMetadata',
    'seriesTerm',
  ],
]);
const statement = /^\s*(insert(?:\s+or\s+\w+)?\s+into|update|delete\s+from)\s+"?(\w+)/i;

export interface Written {
  /** Counts a statement that was committed. Whether it wrote rows, and nothing else. */
  add(sql: string): boolean;
  /** Grows with every write to a table that the query names and that is not passed over; more often does no harm. */
  since(sql: string, passedOver?: ReadonlySet<string>): number;
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
      return verb !== '';
    },
    since(sql, passedOver) {
      let count = all;
      for (const [table, writes] of tables)
        if (sql.includes(table) && !passedOver?.has(table)) count += writes;
      return count;
    },
  };
}
