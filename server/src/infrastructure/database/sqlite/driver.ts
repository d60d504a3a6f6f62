// Kysely's driver for better-sqlite3 with two connections. Reads outside a transaction have a separate connection, so
// that they never wait for a long transaction (WAL shows the last committed state).
import type SqliteDatabase from 'better-sqlite3';
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import { isInBackground } from '../background.ts';
import { FairScheduler } from './fair-scheduler.ts';
import { createStatementCache, type StatementCache } from './statements.ts';

/** Statements of tasks leave time for those of requests in each turn of the event loop. */
const backgroundMs = 3;
/** A commit takes a whole turn, because it writes everything that its transaction changed. */
const aloneMs = 1;

type Statement = SqliteDatabase.Statement<unknown[]>;

export interface SqliteConnections {
  writer: SqliteDatabase.Database;
  reader: SqliteDatabase.Database;
  /** Called after each committed write. */
  onWritten(): void;
}

/** A lock with a fair queue. */
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

export function createSqliteDriver({ writer, reader, onWritten }: SqliteConnections): Driver {
  const writing = createMutex();
  const statements = { writer: statementsOf(writer), reader: statementsOf(reader) };
  const fairScheduler = new FairScheduler();
  return {
    async init() {},
    async acquireConnection() {
      const isOpen = () => writer.inTransaction;
      return new SqliteConnection(statements, { writing, onWritten, fairScheduler, isOpen });
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

interface Statements {
  writer: StatementCache<Statement>;
  reader: StatementCache<Statement>;
}

const statementsOf = (database: SqliteDatabase.Database) =>
  createStatementCache<Statement>((text) => database.prepare<unknown[]>(text));

interface Writing {
  writing: Mutex;
  /** Called after each committed write. */
  onWritten(): void;
  fairScheduler: FairScheduler;
  /** Whether a transaction is open. */
  isOpen(): boolean;
}

class SqliteConnection implements DatabaseConnection {
  readonly #statements: Statements;
  readonly #options: Writing;
  #release: (() => void) | undefined;
  #hasWritten = false;

  constructor(statements: Statements, options: Writing) {
    this.#statements = statements;
    this.#options = options;
  }

  async begin(): Promise<void> {
    this.#release = await this.#options.writing.acquire();
    try {
      this.#runOnWriter('begin immediate');
    } catch (error) {
      this.#release();
      this.#release = undefined;
      throw error;
    }
  }

  async end(how: 'commit' | 'rollback'): Promise<void> {
    // A failed commit has been rolled back, and another transaction may be open.
    if (!this.#release) return;
    try {
      const turn = isInBackground() && this.#options.fairScheduler.take(aloneMs);
      if (turn) await turn;
      // On a full disk, SQLite rolls back automatically.
      if (how === 'commit' || this.#options.isOpen()) this.#runOnWriter(how);
      if (how === 'commit' && this.#hasWritten) this.#options.onWritten();
    } finally {
      try {
        // The next transaction starts after the rollback.
        if (this.#options.isOpen()) this.#runOnWriter('rollback');
      } finally {
        this.#hasWritten = false;
        this.#release?.();
        this.#release = undefined;
      }
    }
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const transaction = this.#release;
    const turn = this.#options.fairScheduler.take(isInBackground() ? backgroundMs : undefined);
    if (turn) await turn;
    if (transaction) {
      // Another statement of the transaction has failed. This one would otherwise be committed by itself.
      if (this.#release !== transaction || !this.#options.isOpen())
        throw new Error('The transaction of this statement is over');
      const known = this.#statements.writer.get(query.sql);
      this.#hasWritten ||= !known.readonly;
      return run<R>(known, query.parameters);
    }
    const statement = this.#statements.reader.get(query.sql);
    if (statement.readonly) return run<R>(statement, query.parameters);
    const done = await this.#options.writing.acquire();
    try {
      return run<R>(this.#statements.writer.get(query.sql), query.parameters);
    } finally {
      this.#options.onWritten();
      done();
    }
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    for (const row of this.#statements.reader.get(query.sql).iterate(...query.parameters))
      yield { rows: [row as R] };
  }

  #runOnWriter(text: string) {
    return this.#statements.writer.get(text).run();
  }
}

function run<R>(statement: Statement, parameters: readonly unknown[]): QueryResult<R> {
  if (statement.reader) return { rows: statement.all(...parameters) as R[] };
  const { changes, lastInsertRowid } = statement.run(...parameters);
  return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
}
