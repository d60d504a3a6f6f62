// The differences between the two databases, each with a name. A store never asks which database it is on.
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
  /** Most bound values of one statement. */
  readonly maxParameters: number;
  readonly textSearch: TextSearch;
  /** A value that orders rows as if shuffled, another way for each seed. */
  shuffled(id: RawBuilder<unknown>, seed: number): RawBuilder<unknown>;
  /** At the end of a `select`: its rows cannot be deleted by others until the transaction ends. */
  readonly holdingRows: RawBuilder<unknown>;
  /**
   * At the end of a `select`: nobody else changes its rows until the transaction ends, and they are as they were last
   * changed. For whoever writes what depends on what they hold.
   */
  readonly lockingRows: RawBuilder<unknown>;
  /** The same for whoever reads what its rows hold: several may at once, and who would change them waits. */
  readonly sharingRows: RawBuilder<unknown>;
  /** What reading lists takes, in microseconds (catalog/lists). */
  readonly listCosts: ListCosts;
  /** An order that the database does not read off an index: the rows are found in another way and then sorted. */
  unindexed(order: RawBuilder<unknown>): RawBuilder<unknown>;
  /** Whether an id is in a set, in the form that the database plans as a join. */
  isMember(id: RawBuilder<unknown>, set: IdRows): RawBuilder<unknown>;
  /** The same, so that the database reads the set first and looks each of its ids up. */
  isGathered(id: RawBuilder<unknown>, set: IdRows): RawBuilder<unknown>;
  /** Name of the violated unique constraint or index, or undefined when the error is another. */
  findUniqueViolation(error: unknown): string | undefined;
  /** A row refers to one that is not there (any more). */
  isMissingReference(error: unknown): boolean;
  /** The disk is full or the database is read-only for now; nothing is lost, the caller may try again. */
  isOutOfSpace(error: unknown): boolean;
  /** The server is gone, restarting or refuses connections. */
  isUnavailable(error: unknown): boolean;
  /**
   * Until the transaction ends, no other that takes the lock of this name runs past this line, in any process. For
   * rules over several rows, which no unique constraint can keep.
   */
  lock(tx: Tx, name: string): Promise<void>;
}

interface ListCosts {
  /** A row of a set: looked up, and sorted with the others. */
  gatheredRowUs: number;
  /** A step along the index of an order. */
  stepUs: number;
  /** A look into the row, or into the index of a set, at such a step. */
  lookupUs: number;
}

/** Ids that a statement selects: the column that holds them, and the statement's `from … where …`. */
export interface IdRows {
  column: RawBuilder<unknown>;
  /** What is appended with `and` narrows it. */
  rows: RawBuilder<unknown>;
}

export interface ReaderThread {
  rows<R>(query: CompiledQuery<R>): Promise<readonly R[]>;
}

export interface Database {
  readonly db: Db;
  readonly dialect: DatabaseDialect;
  /**
   * Runs `work` in one transaction that takes the write lock at once, and rolls back when it throws. Where others write
   * at the same time it may be undone and run once more: outside of the database it changes nothing.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * Runs queries that may take long, so that no other request waits for them. Throws `unavailable` for one of a
   * request that takes longer than a minute.
   */
  readonly readerThread: ReaderThread;
  /** Writes a consistent copy into a file, while in use; undefined where the database is a server of its own. */
  copy?(file: string): Promise<void>;
  /** Whether the process that used the file last ended without closing it; undefined where others look after that. */
  readonly wasCutOff?: boolean;
  /** What is wrong with the file itself, without keeping others waiting; undefined where others look after that. */
  listDamages?(): Promise<string[]>;
  /**
   * Throws StartError, with the statement that grants it, when the database denies a right that the program needs: to
   * read the tables, with `changes` also to create and change them. Undefined where the database knows no rights.
   */
  checkRights?(needs: { changes: boolean }): Promise<void>;
  /** Lets go of pages of the file that are kept in memory. */
  shrink?(): void;
  /** Throws when the database does not answer. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
