// The subject of each task, and separate counts of interrupted and failed runs.
import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

export const taskSubjects: Migration = {
  name: '0023-task-subjects',
  async up(db, t) {
    const add = (name: string, value: string | number) =>
      db.schema
        .alterTable('task')
        .addColumn(name, typeof value === 'string' ? t.text : t.integer, (c) => c.notNull().defaultTo(value))
        .execute();
    await add('subject', 'administration');
    await add('interruptions', 0);
    await db.schema.alterTable('task').addColumn('userId', t.id).execute();
    // Only the parameters of earlier tracking runs name the user, so these runs are visible to no user.
    await sql`update task set subject = case when type = 'tracking.run' then 'user'
      when "bookId" is not null then 'book' when "seriesId" is not null then 'series'
      when "libraryId" is not null then 'library' else 'administration' end`.execute(db);
    // Results of these tasks contained book titles.
    await sql`update task set result = null, state = null
      where type in ('file_metadata.write', 'conversions.convert') and status in ('completed', 'failed', 'cancelled')`.execute(
      db,
    );
  },
};
