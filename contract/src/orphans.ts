// Files and rows that nothing refers to any more.
import { taskStartedSchema } from './analysis.ts';
import { json, routes } from './route.ts';

export const orphans = routes('Orphans', 'What nothing refers to any more.', {
  cleanUp: {
    method: 'POST',
    path: '/api/v1/admin/cleanup-orphans',
    summary: 'Delete what nothing refers to, in the background',
    description:
      'Thumbnails, uploaded covers and cached pages of books and series that are gone for good, half-written files, ' +
      'series that never had a book, names that nothing is filed under. Books whose files are away keep everything. ' +
      'The result of the task says how much it was: `filesDeleted`, `bytesReclaimed`, `rowsDeleted`.',
    access: 'system:admin',
    answers: { 202: json(taskStartedSchema) },
  },
});
