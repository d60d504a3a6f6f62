// The books of a task: a single book, or those of a series or library.
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
