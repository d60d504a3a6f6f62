// Kysely's driver for better-sqlite3 with two connections: reads outside a transaction go to one of their own, so
// that they never wait for a transaction that is being filled (WAL gives each the last committed state).
import type SqliteDatabase from 'better-sqlite3';
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult, TransactionSettings } from 'kysely';
import { createStatementCache, type StatementCache } from './statements.ts';

type Statement = SqliteDatabase.Statement<unknown[]>;

export interface SqliteConnections {
  writer: SqliteDatabase.Database;
  reader: SqliteDatabase.Database;
}

/** One lock with a fair queue. */
function createMutex() {
  let tail: Promise<void> = Promise.resolve();
  return {
    acquire(): Promise<() => void> {
      let release = () => {};
      const turn = tail;
      tail = new Promise<void>((resolve) => {
        release = resolve;
      });
      return turn.then(() => release);
    },
  };
}

type Mutex = ReturnType<typeof createMutex>;

export function createSqliteDriver({ writer, reader }: SqliteConnections): Driver {
  const writing = createMutex();
  const statements = { writer: statementsOf(writer), reader: statementsOf(reader) };
  return {
    async init() {},
    async acquireConnection() {
      return createConnection(statements, writing);
    },
    beginTransaction: (connection) => (connection as SqliteConnection).begin(),
    commitTransaction: (connection) => (connection as SqliteConnection).end('commit'),
    rollbackTransaction: (connection) => (connection as SqliteConnection).end('rollback'),
    async releaseConnection() {},
    async destroy() {
      reader.close();
      writer.close();
    },
  };
}

interface SqliteConnection extends DatabaseConnection {
  begin(settings?: TransactionSettings): Promise<void>;
  end(how: 'commit' | 'rollback'): Promise<void>;
}

interface Statements {
  writer: StatementCache<Statement>;
  reader: StatementCache<Statement>;
}

const statementsOf = (database: SqliteDatabase.Database) =>
  createStatementCache<Statement>((text) => database.prepare<unknown[]>(text));

function createConnection(statements: Statements, writing: Mutex): SqliteConnection {
  let release: (() => void) | undefined;
  const runOnWriter = (text: string) => statements.writer.get(text).run();
  return {
    async begin() {
      release = await writing.acquire();
      try {
        runOnWriter('begin immediate');
      } catch (error) {
        release();
        release = undefined;
        throw error;
      }
    },
    async end(how) {
      try {
        runOnWriter(how);
      } finally {
        release?.();
        release = undefined;
      }
    },
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      if (release) return run<R>(statements.writer.get(query.sql), query.parameters);
      const statement = statements.reader.get(query.sql);
      if (statement.readonly) return run<R>(statement, query.parameters);
      const done = await writing.acquire();
      try {
        return run<R>(statements.writer.get(query.sql), query.parameters);
      } finally {
        done();
      }
    },
    async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
      for (const row of statements.reader.get(query.sql).iterate(...query.parameters))
        yield { rows: [row as R] };
    },
  };
}

function run<R>(statement: Statement, parameters: readonly unknown[]): QueryResult<R> {
  if (statement.reader) return { rows: statement.all(...parameters) as R[] };
  const { changes, lastInsertRowid } = statement.run(...parameters);
  return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
}
