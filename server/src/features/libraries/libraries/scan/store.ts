// Libraries as scans read and write them: what to scan and how, and the results of the last scan.
import { sql } from 'kysely';
import type { CountChange } from '#catalog/changes.ts';
import type { Database, Tx } from '#infrastructure/database/dialect.ts';
import { runLongQuery } from '#infrastructure/database/long-query.ts';
import type { ScanLibrary } from './library.ts';

export interface ScheduledLibrary {
  id: string;
  isActive: boolean;
  cronSchedule: string | null;
  cronTimezone: string | null;
  scanOnStart: boolean;
  watch: boolean;
  paths: string[];
}

interface LibraryCounts {
  bookCount: number;
  seriesCount: number;
}

/** Results of a scan that are stored with the library. `roots` is keyed by root id. */
interface ScanEnd {
  nowMs: number;
  assignedBy: string;
  groupFormats: boolean;
  devices: ReadonlyMap<string, string>;
  folderTimes: ReadonlyMap<string, string>;
}

export class LibraryScan {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  countLive(rootId: string): Promise<number> {
    return this.#count('rootId', rootId);
  }

  countLiveOfLibrary(libraryId: string): Promise<number> {
    return this.#count('libraryId', libraryId);
  }

  /** Libraries whose search documents have another version, including removed libraries. */
  async listOutdated(wordsVersion: number): Promise<string[]> {
    const rows = await this.#database.db
      .selectFrom('library')
      .select('id')
      .where(({ or, eb }) => or([eb('wordsVersion', 'is', null), eb('wordsVersion', '<>', wordsVersion)]))
      .orderBy('id')
      .execute();
    return rows.map(({ id }) => id);
  }

  async setWordsVersion(id: string, wordsVersion: number): Promise<void> {
    await this.#database.db.updateTable('library').set({ wordsVersion }).where('id', '=', id).execute();
  }

  async findLibrary(id: string): Promise<ScanLibrary | undefined> {
    const row = await this.#database.db
      .selectFrom('library')
      .selectAll()
      .where('id', '=', id)
      .where('deletedAt', 'is', null)
      .executeTakeFirst();
    if (!row) return undefined;
    const roots = await this.#database.db
      .selectFrom('libraryRoot')
      .select(['id', 'path', 'device', 'folderTimes'])
      .where('libraryId', '=', id)
      .where('removedAt', 'is', null)
      .orderBy('position')
      .execute();
    return {
      id: row.id,
      name: row.name,
      roots,
      seriesStrategy: row.seriesStrategy,
      seriesConfig: row.seriesConfig === null ? null : JSON.parse(row.seriesConfig),
      bookStrategy: row.bookStrategy,
      numberStrategy: row.numberStrategy,
      allowedFormats: JSON.parse(row.allowedFormats),
      excludedPatterns: JSON.parse(row.excludedPatterns),
      hashing: row.hashing,
      allowFileChanges: row.allowFileChanges === 1,
      groupFormats: row.groupFormats === 1,
      formatsGroupedBy: row.formatsGroupedBy === 1,
      writeMetadata: row.writeMetadata,
      namingPattern: row.namingPattern,
      removalHeldAt: row.removalHeldAt,
      lastScannedAt: row.lastScannedAt,
      assignedBy: row.assignedBy,
    };
  }

  /** Schedules of all libraries. */
  async listScheduled(): Promise<ScheduledLibrary[]> {
    const rows = await this.#database.db
      .selectFrom('library')
      .select(['id', 'isActive', 'cronSchedule', 'cronTimezone', 'scanOnStart', 'watch'])
      .where('deletedAt', 'is', null)
      .execute();
    const roots = await this.#database.db
      .selectFrom('libraryRoot')
      .select(['libraryId', 'path'])
      .where('removedAt', 'is', null)
      .execute();
    return rows.map((row) => ({
      id: row.id,
      isActive: row.isActive === 1,
      cronSchedule: row.cronSchedule,
      cronTimezone: row.cronTimezone,
      scanOnStart: row.scanOnStart === 1,
      watch: row.watch === 1,
      paths: roots.filter((root) => root.libraryId === row.id).map((root) => root.path),
    }));
  }

  /** Libraries whose books were placed by other rules. */
  async listOrderedByOthers(rules: string): Promise<string[]> {
    const rows = await this.#database.db
      .selectFrom('library')
      .select('id')
      .where('deletedAt', 'is', null)
      .where((eb) => eb.or([eb('orderedBy', 'is', null), eb('orderedBy', '<>', rules)]))
      .execute();
    return rows.map(({ id }) => id);
  }

  /** Stores the rules that placed all books of a library. */
  async setOrderedBy(id: string, orderedBy: string): Promise<void> {
    await this.#database.db.updateTable('library').set({ orderedBy }).where('id', '=', id).execute();
  }

  /** Libraries that purge deleted books after a number of days. */
  async listPurging(): Promise<{ id: string; days: number }[]> {
    const rows = await this.#database.db
      .selectFrom('library')
      .select(['id', 'purgeDeletedAfterDays'])
      .where('deletedAt', 'is', null)
      .execute();
    return rows.flatMap(({ id, purgeDeletedAfterDays: days }) => (days === null ? [] : [{ id, days }]));
  }

  /** Includes removed roots. */
  async findRootPath(rootId: string): Promise<string | undefined> {
    const row = await this.#database.db
      .selectFrom('libraryRoot')
      .select('path')
      .where('id', '=', rootId)
      .executeTakeFirst();
    return row?.path;
  }

  /** Only roots that currently belong to a library. */
  async findCurrentRootPath(rootId: string): Promise<string | undefined> {
    const row = await this.#database.db
      .selectFrom('libraryRoot')
      .innerJoin('library', 'library.id', 'libraryRoot.libraryId')
      .select('libraryRoot.path')
      .where('libraryRoot.id', '=', rootId)
      .where('libraryRoot.removedAt', 'is', null)
      .where('library.deletedAt', 'is', null)
      .executeTakeFirst();
    return row?.path;
  }

  async holdRemoval(libraryId: string, heldAtMs: number | null): Promise<void> {
    await this.#database.db
      .updateTable('library')
      .set({ removalHeldAt: heldAtMs })
      .where('id', '=', libraryId)
      .execute();
  }

  /** Adjusts stored counts, in the transaction that adds or removes books and series. */
  adjust(tx: Tx, changes: readonly CountChange[]): Promise<void> {
    return adjust(tx, changes);
  }

  /** Recounts books and series of a library, stores changed counts, and returns them. */
  async recount(libraryId: string): Promise<LibraryCounts> {
    const books = sql`(select count(*) from book where "libraryId" = ${libraryId} and "deletedAt" is null)`;
    const series = sql`(select count(*) from series where "libraryId" = ${libraryId} and "bookCount" > 0)`;
    // One statement, so that stored and actual counts are from the same snapshot.
    const [row] = await runLongQuery<LibraryCounts & { books: number; series: number }>(
      this.#database,
      sql`select "bookCount", "seriesCount", ${books} as books, ${series} as series
      from library where id = ${libraryId}`,
    );
    if (!row) return { bookCount: 0, seriesCount: 0 };
    const { bookCount, seriesCount } = row;
    if (bookCount === Number(row.books) && seriesCount === Number(row.series))
      return { bookCount, seriesCount };
    const { rows } = await sql<LibraryCounts>`
    update library set "bookCount" = ${books}, "seriesCount" = ${series}
    where id = ${libraryId} returning "bookCount", "seriesCount"`.execute(this.#database.db);
    return rows[0] ?? { bookCount: 0, seriesCount: 0 };
  }

  async finish(
    { id }: ScanLibrary,
    { nowMs, assignedBy, groupFormats, devices, folderTimes }: ScanEnd,
  ): Promise<LibraryCounts> {
    for (const [rootId, device] of devices)
      await this.#database.db.updateTable('libraryRoot').set({ device }).where('id', '=', rootId).execute();
    for (const [rootId, times] of folderTimes)
      await this.#database.db
        .updateTable('libraryRoot')
        .set({ folderTimes: times })
        .where('id', '=', rootId)
        .execute();
    await this.#database.db
      .updateTable('library')
      .set({ lastScannedAt: nowMs, assignedBy, formatsGroupedBy: groupFormats ? 1 : 0 })
      .where('id', '=', id)
      .execute();
    return this.recount(id);
  }

  async #count(column: 'rootId' | 'libraryId', id: string): Promise<number> {
    const [row] = await runLongQuery<{ count: number }>(
      this.#database,
      sql`select (select count(*) from book where ${sql.ref(column)} = ${id} and "deletedAt" is null)
      + (select count(*) from book where ${sql.ref(column)} = ${id} and "mainBookId" is not null) as count`,
    );
    return Number(row?.count ?? 0);
  }
}

async function adjust(tx: Tx, changes: readonly CountChange[]): Promise<void> {
  // Always in the same order, so that two scans that move books between two libraries do not deadlock.
  const sorted = changes.toSorted((a, b) => (a.libraryId < b.libraryId ? -1 : 1));
  for (const { libraryId, books, series } of sorted) {
    if (books === 0 && series === 0) continue;
    await sql`
      update library set "bookCount" = "bookCount" + ${books}, "seriesCount" = "seriesCount" + ${series}
      where id = ${libraryId}`.execute(tx);
  }
}
