// Background work.
import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

export const tasks: Migration = {
  name: '0002-tasks',
  async up(db, t) {
    await db.schema
      .createTable('task')
      .addColumn('id', t.id, (c) => c.primaryKey())
      .addColumn('type', t.text, (c) => c.notNull())
      .addColumn('taskKey', t.text, (c) => c.notNull())
      .addColumn('status', t.text, (c) => c.notNull())
      .addColumn('priority', t.integer, (c) => c.notNull())
      .addColumn('params', t.text, (c) => c.notNull())
      .addColumn('progressCurrent', t.integer)
      .addColumn('progressTotal', t.integer)
      .addColumn('progressMessage', t.text)
      .addColumn('state', t.text)
      .addColumn('attempts', t.integer, (c) => c.notNull())
      .addColumn('maxAttempts', t.integer, (c) => c.notNull())
      .addColumn('lastError', t.text)
      .addColumn('libraryId', t.id)
      .addColumn('seriesId', t.id)
      .addColumn('bookId', t.id)
      .addColumn('scheduledFor', t.integer, (c) => c.notNull())
      .addColumn('createdAt', t.integer, (c) => c.notNull())
      .addColumn('startedAt', t.integer)
      .addColumn('completedAt', t.integer)
      .addColumn('result', t.text)
      .addColumn('cancelRequested', t.integer, (c) => c.notNull())
      .addColumn('rerunRequested', t.integer, (c) => c.notNull())
      .addColumn('workerId', t.text)
      .addColumn('leaseUntil', t.integer)
      .execute();
    // One task a key that waits or runs.
    await sql`create unique index "task_taskKey_key" on task ("taskKey") where status in ('pending', 'running')`.execute(
      db,
    );
    // What is due next, and what has been left by a process that died.
    await sql`create index "task_due" on task (priority desc, "scheduledFor", id) where status = 'pending'`.execute(
      db,
    );
    await sql`create index "task_running" on task ("leaseUntil") where status = 'running'`.execute(db);
    await db.schema.createIndex('task_library').on('task').columns(['libraryId', 'type', 'id']).execute();
    await db.schema.createIndex('task_status').on('task').columns(['status', 'completedAt']).execute();
    await db.schema
      .createTable('schedule')
      .addColumn('name', t.text, (c) => c.primaryKey())
      .addColumn('lastTickAt', t.integer, (c) => c.notNull())
      .execute();
  },
};
