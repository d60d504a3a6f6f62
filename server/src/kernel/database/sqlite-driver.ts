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

/** Tables that no list is made of: what is written there all the time changes no list. */
const unlisted = /^\s*(?:insert into|update|delete from) "(?:task|schedule|activity|refreshToken|apiKey)"/i;

export interface SqliteDriver {
  driver: Driver;
  /** Grows with every write that is committed, except to tables that no list is made of. */
  writes(): number;
}

export function createSqliteDriver({ writer, reader }: SqliteConnections): SqliteDriver {
  const writing = createMutex();
  const statements = { writer: statementsOf(writer), reader: statementsOf(reader) };
  let writes = 0;
  const onWritten = () => {
    writes++;
  };
  const driver: Driver = {
    async init() {},
    async acquireConnection() {
      return createConnection(statements, { writing, onWritten });
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
  return { driver, writes: () => writes };
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

interface Writing {
  writing: Mutex;
  /** Called when something that lists show is written for good. */
  onWritten(): void;
}

function createConnection(statements: Statements, { writing, onWritten }: Writing): SqliteConnection {
  let release: (() => void) | undefined;
  let hasWritten = false;
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
        if (hasWritten && how === 'commit') onWritten();
      } finally {
        hasWritten = false;
        release?.();
        release = undefined;
      }
    },
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      if (release) {
        const known = statements.writer.get(query.sql);
        hasWritten ||= !known.readonly && !unlisted.test(query.sql);
        return run<R>(known, query.parameters);
      }
      const statement = statements.reader.get(query.sql);
      if (statement.readonly) return run<R>(statement, query.parameters);
      const done = await writing.acquire();
      try {
        return run<R>(statements.writer.get(query.sql), query.parameters);
      } finally {
        if (!unlisted.test(query.sql)) onWritten();
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
