// The SQL of tasks. Each change is one atomic statement, so that several processes may run them concurrently.
import type { TaskStatus } from '@lectern/contract/values';
import { type Expression, type SqlBool, sql, type UpdateResult } from 'kysely';
import { chunks } from '#infrastructure/chunks.ts';
import type { Database, Db } from '#infrastructure/database/dialect.ts';
import type { TaskTable } from '#schema/tables/system/task.ts';
import { type RepairTimes, repairTimes, takeTick } from './times/store.ts';

export type TaskRow = TaskTable;

interface NewTask {
  id: string;
  type: string;
  taskKey: string;
  priority: number;
  params: string;
  maxAttempts: number;
  subject: TaskTable['subject'];
  libraryId: string | null;
  seriesId: string | null;
  bookId: string | null;
  userId: string | null;
  scheduledFor: number;
  createdAt: number;
}

/** A condition on `task`; undefined for every task. */
export type TaskCondition = Expression<SqlBool> | undefined;

interface Claim {
  workerId: string;
  nowMs: number;
  leaseUntil: number;
}

interface TaskFilter {
  status?: TaskStatus | undefined;
  type?: string | undefined;
  where: TaskCondition;
  page: number;
  pageSize: number;
}

const chunkSize = 500;

export class TaskStore {
  readonly #db: Db;

  constructor({ db }: Pick<Database, 'db'>) {
    this.#db = db;
  }

  /** Inserts unless a task with the same key waits or runs (index task_taskKey_key). Returns whether it did. */
  async insert(task: NewTask): Promise<boolean> {
    const { numInsertedOrUpdatedRows = 0n } = await this.#db
      .insertInto('task')
      .values({
        ...task,
        status: 'pending',
        progressCurrent: null,
        progressTotal: null,
        progressMessage: null,
        state: null,
        attempts: 0,
        interruptions: 0,
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
  }

  /** Returns the waiting or running task with this key. */
  findActive(taskKey: string): Promise<TaskRow | undefined> {
    return this.#active().where('taskKey', '=', taskKey).executeTakeFirst();
  }

  listActive(type: string): Promise<TaskRow[]> {
    return this.#active().where('type', '=', type).orderBy('id').execute();
  }

  /** Id of the task that is due next (index task_due). */
  async findDue(nowMs: number, types: readonly string[]): Promise<string | undefined> {
    const row = await this.#db
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
  }

  /** When the next waiting task is due. */
  async findNextDueMs(): Promise<number | undefined> {
    const row = await this.#db
      .selectFrom('task')
      .select((eb) => eb.fn.min('scheduledFor').as('ms'))
      .where('status', '=', sql.lit('pending'))
      .executeTakeFirst();
    return row?.ms ?? undefined;
  }

  /** Claims a waiting task; undefined if another process was faster or it is not due. */
  claim(id: string, { workerId, nowMs, leaseUntil }: Claim): Promise<TaskRow | undefined> {
    return this.#update(id, 'pending', {
      status: 'running',
      workerId,
      leaseUntil,
      startedAt: nowMs,
      completedAt: null,
      cancelRequested: 0,
      rerunRequested: 0,
    })
      .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
      .where('scheduledFor', '<=', nowMs)
      .returningAll()
      .executeTakeFirst();
  }

  /**
   * Ends or postpones a task that this process runs; false if it no longer runs it. If another run was requested
   * meanwhile, `again` is written instead, if given. The updating statement decides which.
   */
  async settle(
    id: string,
    workerId: string,
    change: Partial<TaskRow>,
    again?: Partial<TaskRow>,
  ): Promise<'changed' | 'again' | false> {
    const settled = (values: Partial<TaskRow>) =>
      this.#update(id, 'running', { ...values, workerId: null, leaseUntil: null }).where(
        'workerId',
        '=',
        workerId,
      );
    if (!again) return (await hasChanged(settled(change))) && 'changed';
    if (await hasChanged(settled(change).where('rerunRequested', '=', 0))) return 'changed';
    return (await hasChanged(settled(again))) && 'again';
  }

  /** Requests another run of a running task; false if it has ended meanwhile. */
  requestRerun(id: string): Promise<boolean> {
    return hasChanged(this.#update(id, 'running', { rerunRequested: 1 }));
  }

  /** Renews the leases of running tasks. Returns those that must stop. */
  async renew(ids: readonly string[], workerId: string, leaseUntil: number): Promise<string[]> {
    if (ids.length === 0) return [];
    const rows = await this.#db
      .updateTable('task')
      .set({ leaseUntil })
      .where('id', 'in', ids)
      .where('workerId', '=', workerId)
      .where('status', '=', 'running')
      .returning(['id', 'cancelRequested'])
      .execute();
    const running = new Set(rows.flatMap((row) => (row.cancelRequested === 1 ? [] : [row.id])));
    return ids.filter((id) => !running.has(id));
  }

  async saveProgress(id: string, workerId: string, change: Partial<TaskRow>): Promise<void> {
    await this.#db
      .updateTable('task')
      .set(change)
      .where('id', '=', id)
      .where('workerId', '=', workerId)
      .execute();
  }

  /** Lists tasks whose process has stopped renewing their lease (index task_running). */
  listAbandoned(nowMs: number): Promise<TaskRow[]> {
    return this.#db
      .selectFrom('task')
      .selectAll()
      .where('status', '=', sql.lit('running'))
      .where('leaseUntil', '<', nowMs)
      .execute();
  }

  /** Puts an abandoned task back, or ends it; false if its process has renewed the lease meanwhile. */
  release(id: string, nowMs: number, change: Partial<TaskRow>): Promise<boolean> {
    const released = this.#update(id, 'running', { ...change, workerId: null, leaseUntil: null });
    return hasChanged(released.where('leaseUntil', '<', nowMs));
  }

  /** For SQLite, when its only process starts: tasks marked as running were interrupted. */
  async expireAllLeases(): Promise<void> {
    await this.#db.updateTable('task').set({ leaseUntil: 0 }).where('status', '=', 'running').execute();
  }

  async requestCancel(id: string, nowMs: number): Promise<TaskRow | undefined> {
    const waiting = await this.#update(id, 'pending', { status: 'cancelled', completedAt: nowMs })
      .returningAll()
      .executeTakeFirst();
    return waiting ?? this.#update(id, 'running', { cancelRequested: 1 }).returningAll().executeTakeFirst();
  }

  /** Lists waiting tasks that should have been delivered a while ago (index task_due). */
  listOverdue(dueBeforeMs: number): Promise<TaskRow[]> {
    return this.#db
      .selectFrom('task')
      .selectAll()
      .where('status', '=', sql.lit('pending'))
      .where('scheduledFor', '<', dueBeforeMs)
      .orderBy('scheduledFor')
      .limit(1_000)
      .execute();
  }

  /** Puts a failed or cancelled task back. */
  requeue(id: string, nowMs: number): Promise<TaskRow | undefined> {
    return this.#db
      .updateTable('task')
      .set({
        status: 'pending',
        scheduledFor: nowMs,
        attempts: 0,
        interruptions: 0,
        completedAt: null,
        lastError: null,
        result: null,
      })
      .where('id', '=', id)
      .where('status', 'in', ['failed', 'cancelled'])
      .returningAll()
      .executeTakeFirst();
  }

  /** Deletes ended tasks that match the condition, with one status or all. */
  async purge(
    finishedBeforeMs: number,
    { status, where }: { status?: TaskStatus | undefined; where?: TaskCondition } = {},
  ): Promise<number> {
    let query = this.#db
      .deleteFrom('task')
      .where('status', 'in', status ? [status] : ['completed', 'failed', 'cancelled'])
      .where('completedAt', '<', finishedBeforeMs);
    if (where) query = query.where(where);
    const { numDeletedRows } = await query.executeTakeFirst();
    return Number(numDeletedRows);
  }

  find(id: string, where?: TaskCondition): Promise<TaskRow | undefined> {
    const query = this.#db.selectFrom('task').selectAll().where('id', '=', id);
    return (where ? query.where(where) : query).executeTakeFirst();
  }

  /** Returns the ids of those tasks that match the condition. */
  async filter(ids: readonly string[], where: TaskCondition): Promise<ReadonlySet<string>> {
    const found = new Set<string>();
    for (const part of chunks(ids, chunkSize)) {
      const query = this.#db.selectFrom('task').select('id').where('id', 'in', part);
      for (const { id } of await (where ? query.where(where) : query).execute()) found.add(id);
    }
    return found;
  }

  /** The tasks of a type for a library, newest first (index task_library). */
  listOfLibrary(type: string, libraryId: string, page: Pick<TaskFilter, 'page' | 'pageSize'>) {
    const where = sql<SqlBool>`task."libraryId" = ${libraryId}`;
    return this.list({ type, where, ...page });
  }

  async list(filter: TaskFilter): Promise<{ rows: TaskRow[]; total: number }> {
    const rows = await this.#filtered(filter)
      .selectAll()
      .orderBy('id', 'desc')
      .limit(filter.pageSize)
      .offset((filter.page - 1) * filter.pageSize)
      .execute();
    const { total } = await this.#filtered(filter)
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    return { rows, total: Number(total) };
  }

  /** Counts tasks by type and status, with the waiting time of the oldest. */
  async count(where: TaskCondition) {
    const rows = await this.#filtered({ where })
      .select(['type', 'status', (eb) => eb.fn.countAll<number>().as('count')])
      .select((eb) => eb.fn.min('scheduledFor').as('oldest'))
      .groupBy(['type', 'status'])
      .execute();
    return rows.map((row) => ({ ...row, count: Number(row.count), oldest: Number(row.oldest) }));
  }

  /**
   * Returns the waiting or running task of a type for a library, otherwise the newest one (index task_library): ids
   * increase within a process, even when its clock is set back.
   */
  findLatest(type: string, libraryId: string): Promise<TaskRow | undefined> {
    return this.#db
      .selectFrom('task')
      .selectAll()
      .where('type', '=', type)
      .where('libraryId', '=', libraryId)
      .orderBy((eb) => eb.case().when('status', 'in', ['pending', 'running']).then(0).else(1).end())
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
  }

  repairTimes(times: RepairTimes): Promise<TaskRow[]> {
    return repairTimes(this.#db, times);
  }

  takeTick(name: string, tickMs: number): Promise<boolean> {
    return takeTick(this.#db, name, tickMs);
  }

  #active() {
    return this.#db.selectFrom('task').selectAll().where('status', 'in', ['pending', 'running']);
  }

  #update(id: string, status: TaskStatus, change: Partial<TaskRow>) {
    return this.#db.updateTable('task').set(change).where('id', '=', id).where('status', '=', status);
  }

  #filtered({ status, type, where }: Omit<TaskFilter, 'page' | 'pageSize'>) {
    let query = this.#db.selectFrom('task');
    if (status) query = query.where('status', '=', status);
    if (type) query = query.where('type', '=', type);
    if (where) query = query.where(where);
    return query;
  }
}

const hasChanged = async (query: { executeTakeFirst(): Promise<UpdateResult> }): Promise<boolean> =>
  (await query.executeTakeFirst()).numUpdatedRows > 0n;
