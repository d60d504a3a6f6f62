// All SQL of task rows. Statements are single and atomic, so that several processes may run them at once.
import type { TaskStatus } from '@lectern/contract/values';
import { type ExpressionBuilder, sql } from 'kysely';
import type { Database, Db } from '#infrastructure/database/dialect.ts';
import type { Schema } from '#schema/schema.ts';
import type { TaskTable } from '#schema/tables/task.ts';
import { momentsOf } from './moments/store.ts';

export type TaskRow = TaskTable;

interface NewTask {
  id: string;
  type: string;
  taskKey: string;
  priority: number;
  params: string;
  maxAttempts: number;
  libraryId: string | null;
  seriesId: string | null;
  bookId: string | null;
  scheduledFor: number;
  createdAt: number;
}

interface Claim {
  workerId: string;
  nowMs: number;
  leaseUntil: number;
}

interface TaskFilter {
  status?: TaskStatus | undefined;
  type?: string | undefined;
  /** Only tasks about these libraries, or about none; null for all. */
  libraryIds: readonly string[] | null;
  page: number;
  pageSize: number;
}

export type TaskStore = ReturnType<typeof createTaskStore>;

export function createTaskStore({ db }: Pick<Database, 'db'>) {
  return { ...queueOf(db), ...progressOf(db), ...momentsOf(db), ...readsOf(db) };
}

function queueOf(db: Db) {
  return {
    /** Inserts unless one of the same key waits or runs (index task_taskKey_key). Returns whether it did. */
    async insert(task: NewTask): Promise<boolean> {
      const { numInsertedOrUpdatedRows = 0n } = await db
        .insertInto('task')
        .values({
          ...task,
          status: 'pending',
          progressCurrent: null,
          progressTotal: null,
          progressMessage: null,
          state: null,
          attempts: 0,
          lastError: null,
          startedAt: null,
          completedAt: null,
          result: null,
          cancelRequested: 0,
          rerunRequested: 0,
          workerId: null,
          leaseUntil: null,
        })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      return numInsertedOrUpdatedRows > 0n;
    },

    /** The task of this key that waits or runs. */
    findActive: (taskKey: string): Promise<TaskRow | undefined> =>
      db
        .selectFrom('task')
        .selectAll()
        .where('taskKey', '=', taskKey)
        .where('status', 'in', ['pending', 'running'])
        .executeTakeFirst(),

    /** Id of the task that is due next (index task_due). */
    async findDue(nowMs: number, types: readonly string[]): Promise<string | undefined> {
      const row = await db
        .selectFrom('task')
        .select('id')
        .where('status', '=', sql.lit('pending'))
        .where('scheduledFor', '<=', nowMs)
        .where('type', 'in', types)
        .orderBy('priority', 'desc')
        .orderBy('scheduledFor')
        .orderBy('id')
        .limit(1)
        .executeTakeFirst();
      return row?.id;
    },

    /** When the next waiting task is due. */
    async findNextDueMs(): Promise<number | undefined> {
      const row = await db
        .selectFrom('task')
        .select((eb) => eb.fn.min('scheduledFor').as('ms'))
        .where('status', '=', sql.lit('pending'))
        .executeTakeFirst();
      return row?.ms ?? undefined;
    },

    /** Takes a waiting task; undefined when another process was quicker or it is not due. */
    claim: (id: string, { workerId, nowMs, leaseUntil }: Claim): Promise<TaskRow | undefined> =>
      db
        .updateTable('task')
        .set((eb) => ({
          status: 'running',
          workerId,
          leaseUntil,
          startedAt: nowMs,
          completedAt: null,
          attempts: eb('attempts', '+', 1),
          cancelRequested: 0,
          rerunRequested: 0,
        }))
        .where('id', '=', id)
        .where('status', '=', 'pending')
        .where('scheduledFor', '<=', nowMs)
        .returningAll()
        .executeTakeFirst(),

    /**
     * Ends or postpones a task that this process runs; false when it runs it no more. One that was asked for again while
     * it ran is changed by `again` instead, if given: which of the two is decided in the statement that writes it.
     */
    async settle(
      id: string,
      workerId: string,
      change: Partial<TaskRow>,
      again?: Partial<TaskRow>,
    ): Promise<'changed' | 'again' | false> {
      const settled = (values: Partial<TaskRow>) =>
        db
          .updateTable('task')
          .set({ ...values, workerId: null, leaseUntil: null })
          .where('id', '=', id)
          .where('status', '=', 'running')
          .where('workerId', '=', workerId);
      if (!again) return (await settled(change).executeTakeFirst()).numUpdatedRows > 0n && 'changed';
      const first = await settled(change).where('rerunRequested', '=', 0).executeTakeFirst();
      if (first.numUpdatedRows > 0n) return 'changed';
      return (await settled(again).executeTakeFirst()).numUpdatedRows > 0n && 'again';
    },

    /** Has a running task run once more; false when it has ended meanwhile. */
    async requestRerun(id: string): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('task')
        .set({ rerunRequested: 1 })
        .where('id', '=', id)
        .where('status', '=', 'running')
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
  };
}

function progressOf(db: Db) {
  return {
    /** Vouches for running tasks; returns those among them that were asked to stop. */
    async renew(ids: readonly string[], workerId: string, leaseUntil: number): Promise<string[]> {
      if (ids.length === 0) return [];
      const rows = await db
        .updateTable('task')
        .set({ leaseUntil })
        .where('id', 'in', ids)
        .where('workerId', '=', workerId)
        .where('status', '=', 'running')
        .returning(['id', 'cancelRequested'])
        .execute();
      const kept = new Set(rows.map((row) => row.id));
      return ids.filter(
        (id) => !kept.has(id) || rows.some((row) => row.id === id && row.cancelRequested === 1),
      );
    },

    async saveProgress(id: string, workerId: string, change: Partial<TaskRow>): Promise<void> {
      await db
        .updateTable('task')
        .set(change)
        .where('id', '=', id)
        .where('workerId', '=', workerId)
        .execute();
    },

    /** Tasks whose process stopped vouching for them (index task_running). */
    listAbandoned: (nowMs: number): Promise<TaskRow[]> =>
      db
        .selectFrom('task')
        .selectAll()
        .where('status', '=', sql.lit('running'))
        .where('leaseUntil', '<', nowMs)
        .execute(),

    /** Puts an abandoned task back, or ends it; false when its process came back meanwhile. */
    async release(id: string, nowMs: number, change: Partial<TaskRow>): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('task')
        .set({ ...change, workerId: null, leaseUntil: null })
        .where('id', '=', id)
        .where('status', '=', 'running')
        .where('leaseUntil', '<', nowMs)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** No process of ours runs anything: whatever is marked running was cut off. For the embedded database. */
    async expireAllLeases(): Promise<void> {
      await db.updateTable('task').set({ leaseUntil: 0 }).where('status', '=', 'running').execute();
    },

    async requestCancel(id: string, nowMs: number): Promise<TaskRow | undefined> {
      const waiting = await db
        .updateTable('task')
        .set({ status: 'cancelled', completedAt: nowMs })
        .where('id', '=', id)
        .where('status', '=', 'pending')
        .returningAll()
        .executeTakeFirst();
      if (waiting) return waiting;
      return db
        .updateTable('task')
        .set({ cancelRequested: 1 })
        .where('id', '=', id)
        .where('status', '=', 'running')
        .returningAll()
        .executeTakeFirst();
    },

    /** Waiting tasks that should have been handed out a while ago (index task_due). */
    listOverdue: (dueBeforeMs: number): Promise<TaskRow[]> =>
      db
        .selectFrom('task')
        .selectAll()
        .where('status', '=', sql.lit('pending'))
        .where('scheduledFor', '<', dueBeforeMs)
        .orderBy('scheduledFor')
        .limit(1_000)
        .execute(),

    /** A finished task waits again. */
    requeue: (id: string, nowMs: number): Promise<TaskRow | undefined> =>
      db
        .updateTable('task')
        .set({
          status: 'pending',
          scheduledFor: nowMs,
          attempts: 0,
          completedAt: null,
          lastError: null,
          result: null,
        })
        .where('id', '=', id)
        .where('status', 'in', ['failed', 'cancelled'])
        .returningAll()
        .executeTakeFirst(),

    /** Forgets ended tasks, of one status or all; of these libraries and of none, unless of every one. */
    async purge(
      finishedBeforeMs: number,
      {
        status,
        libraryIds = null,
      }: { status?: string | undefined; libraryIds?: readonly string[] | null } = {},
    ): Promise<number> {
      let query = db
        .deleteFrom('task')
        .where('status', 'in', status ? [status] : ['completed', 'failed', 'cancelled'])
        .where('completedAt', '<', finishedBeforeMs);
      if (libraryIds) query = query.where(isOf(libraryIds));
      const { numDeletedRows } = await query.executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}

function readsOf(db: Db) {
  const filtered = ({ status, type, libraryIds }: Pick<TaskFilter, 'status' | 'type' | 'libraryIds'>) => {
    let query = db.selectFrom('task');
    if (status) query = query.where('status', '=', status);
    if (type) query = query.where('type', '=', type);
    if (libraryIds) query = query.where(isOf(libraryIds));
    return query;
  };
  return {
    find: (id: string): Promise<TaskRow | undefined> =>
      db.selectFrom('task').selectAll().where('id', '=', id).executeTakeFirst(),

    async list(filter: TaskFilter): Promise<{ rows: TaskRow[]; total: number }> {
      const rows = await filtered(filter)
        .selectAll()
        .orderBy('id', 'desc')
        .limit(filter.pageSize)
        .offset((filter.page - 1) * filter.pageSize)
        .execute();
      const { total } = await filtered(filter)
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      return { rows, total: Number(total) };
    },

    /** How many there are of each type and status, and since when the oldest of them waits. */
    async count(libraryIds: readonly string[] | null) {
      const rows = await filtered({ libraryIds })
        .select(['type', 'status', (eb) => eb.fn.countAll<number>().as('count')])
        .select((eb) => eb.fn.min('scheduledFor').as('oldest'))
        .groupBy(['type', 'status'])
        .execute();
      return rows.map((row) => ({ ...row, count: Number(row.count), oldest: Number(row.oldest) }));
    },

    /**
     * The task of a type about a library that waits or runs, or else the one made last (index task_library): ids rise
     * within a process, also when its clock goes back.
     */
    findLatest: (type: string, libraryId: string): Promise<TaskRow | undefined> =>
      db
        .selectFrom('task')
        .selectAll()
        .where('type', '=', type)
        .where('libraryId', '=', libraryId)
        .orderBy((eb) => eb.case().when('status', 'in', ['pending', 'running']).then(0).else(1).end())
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst(),

    listActive: (type: string): Promise<TaskRow[]> =>
      db
        .selectFrom('task')
        .selectAll()
        .where('type', '=', type)
        .where('status', 'in', ['pending', 'running'])
        .orderBy('id')
        .execute(),
  };
}

/** Of one of these libraries, or of none: whoever may see no library sees what is of none. */
const isOf = (libraryIds: readonly string[]) => (eb: ExpressionBuilder<Schema, 'task'>) =>
  eb.or([
    eb('libraryId', 'is', null),
    ...(libraryIds.length > 0 ? [eb('libraryId', 'in', [...libraryIds])] : []),
  ]);
