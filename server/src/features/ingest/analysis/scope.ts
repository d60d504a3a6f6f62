// The books that a task is for: one, those of a series, or those of a library.
import { z } from 'zod';

export const scopeSchema = z.object({
  column: z.enum(['libraryId', 'seriesId', 'id']),
  id: z.uuid(),
  libraryId: z.uuid(),
});
export type AnalysisScope = z.infer<typeof scopeSchema>;

/** What the list of tasks says that such a task is about. */
export const toSubject = ({ column, id, libraryId }: AnalysisScope) => ({
  libraryId,
  ...(column === 'seriesId' && { seriesId: id }),
  ...(column === 'id' && { bookId: id }),
});
