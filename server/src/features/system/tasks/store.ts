// The visibility of tasks in SQL: the only rule for lists, changes, metrics and events.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Catalog } from '#catalog/catalog.ts';
import { allOf, booksInScope, type Scope, seriesInScope, toScope } from '#catalog/visible.ts';
import { can, isLimited, type Viewer } from '#infrastructure/access/viewer.ts';

/**
 * Returns the condition on `task` for the tasks that the viewer may see: those of visible libraries, series and books,
 * those of the viewer, and for administrators those of the administration. Tasks of deleted series and books are
 * visible to viewers without restrictions.
 */
export async function toVisibleTasks(
  { libraries }: Pick<Catalog, 'libraries'>,
  viewer: Viewer,
): Promise<RawBuilder<SqlBool>> {
  const conditions = [sql`task.subject = 'user' and task."userId" = ${viewer.userId}`];
  if (can(viewer, 'system:admin')) conditions.push(sql`task.subject = 'administration'`);
  if (!isLimited(viewer)) conditions.push(sql`task.subject in ('library', 'series', 'book')`);
  else conditions.push(...ofContent(await toScope(libraries, viewer)));
  return sql<SqlBool>`(${sql.join(conditions, sql` or `)})`;
}

/** Tasks of the libraries, series and books in the scope. */
function ofContent(scope: Scope): RawBuilder<unknown>[] {
  if (scope.libraryIds.length === 0) return [];
  return [
    sql`task.subject = 'library' and task."libraryId" in (${sql.join(scope.libraryIds)})`,
    sql`task.subject = 'series' and exists (select 1 from series
      where ${allOf([sql`series.id = task."seriesId"`, ...seriesInScope(scope)])})`,
    sql`task.subject = 'book' and exists (select 1 from book
      where ${allOf([sql`book.id = task."bookId"`, ...booksInScope(scope)])})`,
  ];
}
