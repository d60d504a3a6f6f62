// Background tasks, settings with their history, the activity log.
import type { Kysely } from 'kysely';
import type { Ddl } from '../ddl.ts';
import { Table } from '../table-builder.ts';

export async function createSystem(db: Kysely<unknown>, t: Ddl): Promise<void> {
  await new Table(db, t, 'task')
    .key('id')
    .text('type', 'taskKey', 'status')
    .integer('priority')
    .text('params')
    .integer('progressCurrent?', 'progressTotal?')
    .text('progressMessage?', 'state?')
    .integer('attempts', 'maxAttempts')
    .text('lastError?')
    .id('libraryId?', 'seriesId?', 'bookId?')
    .integer('scheduledFor', 'createdAt', 'startedAt?', 'completedAt?')
    .text('result?')
    .integer('cancelRequested', 'rerunRequested')
    .text('workerId?')
    .integer('leaseUntil?')
    .text('subject')
    .withDefault('integer', 0, 'interruptions')
    .id('userId?')
    // Next due task.
    .index('due', 'priority desc, "scheduledFor", id', `status = 'pending'`)
    .index('library', '"libraryId", "type", "id"')
    // Expired leases of processes that ended.
    .index('running', '"leaseUntil"', `status = 'running'`)
    .index('status', '"status", "completedAt"')
    // At most one waiting or running task per key.
    .uniqueIndex('taskKey_key', '"taskKey"', `status in ('pending', 'running')`)
    .create();

  await new Table(db, t, 'schedule').key('name', 'text').integer('lastTickAt').create();

  await new Table(db, t, 'setting')
    .key('key', 'text')
    .text('value')
    .integer('updatedAt')
    .reference('userId', 'user', { is: 'optional', onDelete: 'set null' })
    .create();

  await new Table(db, t, 'settingChange')
    .key('id')
    .text('key', 'oldValue', 'newValue')
    .integer('isReset')
    .reference('userId', 'user', { is: 'optional', onDelete: 'set null' })
    .text('username')
    .integer('changedAt')
    .index('key', '"key", "id"')
    .index('user', '"userId"')
    .create();

  await new Table(db, t, 'activity')
    .key('id')
    .integer('at')
    .text('kind', 'action', 'summary')
    .id('userId?')
    .text('username?', 'via?')
    .id('apiKeyId?')
    .text('address?', 'userAgent?', 'entityType?', 'entityId?', 'entityName?', 'fields')
    .index('entity', '"entityType", "entityId", "id"')
    .index('kind', '"kind", "id"')
    .index('user', '"userId", "id"')
    .create();
}
