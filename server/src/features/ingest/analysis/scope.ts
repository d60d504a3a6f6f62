// The books that a task is for: one, those of a series, or those of a library.
import { z } from 'zod';
import type { TaskSubject } from '#infrastructure/tasks/define.ts';

export const scopeSchema = z.object({
  column: z.enum(['libraryId', 'seriesId', 'id']),
  id: z.uuid(),
  libraryId: z.uuid(),
});
export type AnalysisScope = z.infer<typeof scopeSchema>;

export function toSubject({ column, id, libraryId }: AnalysisScope): TaskSubject {
  if (column === 'seriesId') return { kind: 'series', libraryId, seriesId: id };
  if (column === 'id') return { kind: 'book', libraryId, bookId: id };
  return { kind: 'library', libraryId };
}
