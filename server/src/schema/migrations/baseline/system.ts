// Background work, settings with their history, the activity log.
import type { Kysely } from 'kysely';
import type { Ddl } from '../../ddl.ts';
import { index } from './create-index.ts';

export async function createSystem(db: Kysely<unknown>, t: Ddl): Promise<void> {
  await createTask(db, t);
  await createSchedule(db, t);
  await createSetting(db, t);
  await createSettingChange(db, t);
  await createActivity(db, t);
}

async function createTask(db: Kysely<unknown>, t: Ddl): Promise<void> {
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
  // What is due next.
  await index(db, 'task_due', 'task', 'priority desc, "scheduledFor", id', { where: `status = 'pending'` });
  await index(db, 'task_library', 'task', '"libraryId", "type", "id"');
  // What a process that ended has left.
  await index(db, 'task_running', 'task', '"leaseUntil"', { where: `status = 'running'` });
  await index(db, 'task_status', 'task', '"status", "completedAt"');
  // One task a key that waits or runs.
  await index(db, 'task_taskKey_key', 'task', '"taskKey"', {
    isUnique: true,
    where: `status in ('pending', 'running')`,
  });
}

async function createSchedule(db: Kysely<unknown>, t: Ddl): Promise<void> {
  await db.schema
    .createTable('schedule')
    .addColumn('name', t.text, (c) => c.primaryKey())
    .addColumn('lastTickAt', t.integer, (c) => c.notNull())
    .execute();
}

async function createSetting(db: Kysely<unknown>, t: Ddl): Promise<void> {
  await db.schema
    .createTable('setting')
    .addColumn('key', t.text, (c) => c.primaryKey())
    .addColumn('value', t.text, (c) => c.notNull())
    .addColumn('updatedAt', t.integer, (c) => c.notNull())
    .addColumn('userId', t.id, (c) => c.references('user.id').onDelete('set null'))
    .execute();
}

async function createSettingChange(db: Kysely<unknown>, t: Ddl): Promise<void> {
  await db.schema
    .createTable('settingChange')
    .addColumn('id', t.id, (c) => c.primaryKey())
    .addColumn('key', t.text, (c) => c.notNull())
    .addColumn('oldValue', t.text, (c) => c.notNull())
    .addColumn('newValue', t.text, (c) => c.notNull())
    .addColumn('isReset', t.integer, (c) => c.notNull())
    .addColumn('userId', t.id, (c) => c.references('user.id').onDelete('set null'))
    .addColumn('username', t.text, (c) => c.notNull())
    .addColumn('changedAt', t.integer, (c) => c.notNull())
    .execute();
  await index(db, 'settingChange_key', 'settingChange', '"key", "id"');
  await index(db, 'settingChange_user', 'settingChange', '"userId"');
}

async function createActivity(db: Kysely<unknown>, t: Ddl): Promise<void> {
  await db.schema
    .createTable('activity')
    .addColumn('id', t.id, (c) => c.primaryKey())
    .addColumn('at', t.integer, (c) => c.notNull())
    .addColumn('kind', t.text, (c) => c.notNull())
    .addColumn('action', t.text, (c) => c.notNull())
    .addColumn('summary', t.text, (c) => c.notNull())
    .addColumn('userId', t.id)
    .addColumn('username', t.text)
    .addColumn('via', t.text)
    .addColumn('apiKeyId', t.id)
    .addColumn('address', t.text)
    .addColumn('userAgent', t.text)
    .addColumn('entityType', t.text)
    .addColumn('entityId', t.text)
    .addColumn('entityName', t.text)
    .addColumn('fields', t.text, (c) => c.notNull())
    .execute();
  await index(db, 'activity_entity', 'activity', '"entityType", "entityId", "id"');
  await index(db, 'activity_kind', 'activity', '"kind", "id"');
  await index(db, 'activity_user', 'activity', '"userId", "id"');
}
