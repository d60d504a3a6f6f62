// The differences between the two databases. A store never checks which database it uses.
import type { CompiledQuery, Kysely, RawBuilder, Transaction } from 'kysely';
import type { Ddl } from '#schema/ddl.ts';
import type { Schema } from '#schema/schema.ts';
import type { TextSearch } from './text-search.ts';

export type Db = Kysely<Schema>;
export type Tx = Transaction<Schema>;

export interface DatabaseDialect {
  /** Servers on several machines may use one database. */
  readonly isShared: boolean;
  readonly name: 'sqlite' | 'postgres';
  readonly ddl: Ddl;
  /** Maximum number of bound values per statement. */
  readonly maxParameters: number;
  readonly textSearch: TextSearch;
  /** A value that orders rows pseudo-randomly, differently for each seed. */
  shuffled(id: RawBuilder<unknown>, seed: number): RawBuilder<unknown>;
  /** At the end of a `select`: prevents other transactions from deleting its rows until the transaction ends. */
  readonly holdingRows: RawBuilder<unknown>;
  /**
   * At the end of a `select`: prevents other transactions from changing its rows until the transaction ends, and reads
   * their latest values. For writes that depend on these values.
   */
  readonly lockingRows: RawBuilder<unknown>;
  /** Same as `lockingRows` for reads that depend on the values: several transactions may hold it, and writers wait. */
  readonly sharingRows: RawBuilder<unknown>;
  /** An order for which the database does not use an index: rows are found differently and then sorted. */
  unindexed(order: RawBuilder<unknown>): RawBuilder<unknown>;
  /** A condition that an id is in a set, in a form that the database plans as a join. */
  isMember(id: RawBuilder<unknown>, set: IdRows): RawBuilder<unknown>;
  /** The same condition, in a form that the database plans by reading the set first and looking up each of its ids. */
  isGathered(id: RawBuilder<unknown>, set: IdRows): RawBuilder<unknown>;
  /** Returns the name of the violated unique constraint or index; undefined for other errors. */
  findUniqueViolation(error: unknown): string | undefined;
  /** Returns whether a row refers to a row that does not exist. */
  isMissingReference(error: unknown): boolean;
  /**
   * Returns whether the disk is full or the database is temporarily read-only. Nothing is lost, and the caller may try
   * again.
   */
  isOutOfSpace(error: unknown): boolean;
  /** Returns whether the server is gone, restarting or refuses connections. */
  isUnavailable(error: unknown): boolean;
  /**
   * Until the transaction ends, no other transaction in any process can take the lock with this name. For rules over
   * several rows that no unique constraint can enforce.
   */
  lock(tx: Tx, name: string): Promise<void>;
}

/** Ids that a statement selects: the column, and the statement's `from … where …`. */
export interface IdRows {
  column: RawBuilder<unknown>;
  /** Conditions are appended with `and`. */
  rows: RawBuilder<unknown>;
}

export interface ReaderThread {
  rows<R>(query: CompiledQuery<R>): Promise<readonly R[]>;
}

export interface Database {
  readonly db: Db;
  readonly dialect: DatabaseDialect;
  /**
   * Runs `work` in one transaction that takes the write lock immediately, and rolls back if it throws. On a conflict
   * with other writers, it may be rolled back and run again, so `work` must have no effect outside of the database.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * Runs queries that may take long without delaying other requests. Throws `unavailable` for a request's query that
   * takes longer than a minute.
   */
  readonly readerThread: ReaderThread;
  /** Writes a consistent copy into a file while the database is in use; undefined for a database server. */
  copy?(file: string): Promise<void>;
  /** Whether the last process ended without closing the file; undefined for a database server. */
  readonly wasCutOff?: boolean;
  /** Returns damage of the file without blocking others; undefined for a database server. */
  listDamages?(): Promise<string[]>;
  /**
   * Throws StartError with the statement that grants it if the database denies a permission that the program needs:
   * reading the tables, and with `changes` creating and changing them. Undefined for a database without permissions.
   */
  checkRights?(needs: { changes: boolean }): Promise<void>;
  /** Releases pages of the file that are cached in memory. */
  shrink?(): void;
  /** Throws if the database does not respond. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
